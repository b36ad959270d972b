import type { AnswerOf, BodyOf, Requirements } from '@lacre/contracts';
import { useQuery } from '@tanstack/react-query';
import { Camera, ImageUp, KeyRound } from 'lucide-react';
import { useState } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { Spinner } from '@/components/ui/feedback/spinner.tsx';
import { say } from '@/i18n/say.ts';
import { asProblem, Problem } from '@/lib/api/problem.ts';
import { formatTime } from '@/lib/format/time.ts';
import { personApi } from '@/lib/session/person-session.ts';

import { BiometricOverlay } from './biometric-overlay.tsx';
import { enrolFace } from './enrol-face.ts';
import { FaceChallenge } from './face-challenge.tsx';
import { FaceConsent } from './face-consent.tsx';
import { FacePart } from './face-part.tsx';
import { FacePhotos } from './face-photos.tsx';
import { CAP_MS, FINISH_MS } from './overlay-hints.ts';
import type { Challenge } from './show-face.ts';
import { useUntilHeard } from './use-until-heard.ts';

type Status = AnswerOf<'getFace'>;
type Capture = 'live' | 'file';
type Purpose = 'enrolment' | 'signature';

type Stage =
  | { kind: 'intro' }
  | { kind: 'consent'; capture: Capture }
  | { kind: 'capture'; capture: Capture; purpose: Purpose }
  | { kind: 'checking' };

const FIRST: Stage = { kind: 'intro' };

/**
 * Asks the signer for their face: explained first, enrolled with consent the first time, then shown in answer to a
 * challenge and compared by the server.
 *
 * @param onProof what goes with the act of signing
 * @param onFallback the person takes the other way that the requester allows; undefined where there is none
 */
export function FaceStep({
  requirements,
  signatureIds,
  refused,
  onProof,
  onFallback,
}: {
  requirements: Pick<Requirements, 'faceUpload' | 'location'>;
  signatureIds: readonly string[];
  refused?: string | undefined;
  onProof: (proof: NonNullable<BodyOf<'sign'>['face']>) => void;
  onFallback: (() => void) | undefined;
}) {
  const [stage, setStage] = useState<Stage>(FIRST);
  const [problem, setProblem] = useState<Problem>();
  const [outcome, setOutcome] = useState<'finish' | 'error'>();
  const [proof, setProof] = useState<string>();
  const untilHeard = useUntilHeard(CAP_MS);

  const {
    data: status,
    error: unread,
    refetch,
  } = useQuery({
    queryKey: ['face', signatureIds],
    queryFn: () => personApi.call('getFace'),
    // What it says is used at once, and it may have been erased elsewhere.
    gcTime: 0,
    // A wait ends by itself.
    refetchInterval: ({ state }) => waitLeftMs(state.data),
  });

  const begin = (purpose: Purpose, capture: Capture) => () =>
    personApi.call('startFaceChallenge', { body: { purpose, signatureIds: [...signatureIds], capture } });

  function open(capture: Capture): void {
    setProblem(undefined);
    const enrolled = status?.enrolled !== null;
    setStage(enrolled ? { kind: 'capture', capture, purpose: 'signature' } : { kind: 'consent', capture });
  }

  async function passed(challenge: Challenge, purpose: Purpose, capture: Capture): Promise<void> {
    if (purpose === 'signature') return check(challenge);
    try {
      await enrolFace(challenge, status?.consent ?? { termsVersion: '' });
      await refetch();
      setStage({ kind: 'capture', capture, purpose: 'signature' });
    } catch (error) {
      await failed(asProblem(error));
    }
    return undefined;
  }

  async function check({ challengeId, nonce }: Challenge): Promise<void> {
    setOutcome(undefined);
    setProof(undefined);
    setStage({ kind: 'checking' });
    try {
      const answer = await untilHeard(() =>
        personApi.call('proveFace', {
          params: { challengeId },
          body: { nonce },
          // The overlay says when the wait is over.
          timeoutMs: CAP_MS + FINISH_MS,
        }),
      );
      setProof(answer.proof);
      setOutcome('finish');
    } catch (error) {
      setProblem(asProblem(error));
      setOutcome('error');
    }
  }

  async function failed(because: Problem): Promise<void> {
    setProblem(because);
    setStage({ kind: 'intro' });
    await refetch();
  }

  function completed(): void {
    if (proof !== undefined) return onProof(proof);
    // The time for an answer is over.
    void failed(problem ?? new Problem('TIMEOUT'));
    return undefined;
  }

  switch (stage.kind) {
    case 'checking':
      return (
        <BiometricOverlay
          outcome={outcome}
          location={requirements.location}
          onComplete={completed}
          onFallback={() => void failed(problem ?? new Problem('TIMEOUT'))}
        />
      );
    case 'consent': {
      const { capture } = stage;
      return status === undefined ? null : (
        <FacePart key="consent" label={say('Consentimento para cadastrar o rosto')} cameOn>
          <FaceConsent
            terms={status.consent}
            capture={capture}
            alternative={onFallback !== undefined}
            onConsent={() => setStage({ kind: 'capture', capture, purpose: 'enrolment' })}
          />
        </FacePart>
      );
    }
    case 'capture': {
      const { capture, purpose } = stage;
      const Take = capture === 'live' ? FaceChallenge : FacePhotos;
      return (
        <FacePart key={`${purpose} ${capture}`} label={say('Captura do rosto')} cameOn>
          <div className="flex flex-col gap-4">
            <p className="text-sm text-muted">
              {purpose === 'enrolment'
                ? say('Cadastro do rosto: siga os passos na tela.')
                : say('Agora confira o seu rosto: siga os passos na tela.')}
            </p>
            <Take
              key={purpose}
              begin={begin(purpose, capture)}
              purpose={purpose}
              onPassed={(challenge) => void passed(challenge, purpose, capture)}
              onFailed={(because) => void failed(because)}
            />
            <OtherWays
              requirements={requirements}
              capture={capture}
              onFile={() => open('file')}
              onFallback={onFallback}
            />
          </div>
        </FacePart>
      );
    }
    case 'intro':
      return (
        <FacePart key="intro" label={say('Conferência do rosto')} cameOn={stage !== FIRST}>
          <Intro
            status={status}
            problem={problem ?? (unread === null ? undefined : asProblem(unread))}
            refused={refused}
            hasFallback={onFallback !== undefined}
            onCamera={() => open('live')}
          >
            <OtherWays
              // A photo is a try, too.
              requirements={isWaiting(status) ? {} : requirements}
              capture="live"
              onFile={() => open('file')}
              onFallback={onFallback}
            />
          </Intro>
        </FacePart>
      );
  }
}

function Intro({
  status,
  problem,
  refused,
  hasFallback,
  onCamera,
  children,
}: {
  status: Status | undefined;
  problem: Problem | undefined;
  refused: string | undefined;
  /** Whether the requester allows another way. */
  hasFallback: boolean;
  onCamera: () => void;
  children: React.ReactNode;
}) {
  const waiting = status?.waitUntil ?? undefined;
  return (
    <div className="flex flex-col gap-4">
      {refused !== undefined && problem === undefined && <Callout tone="danger">{refused}</Callout>}
      <ProblemCallout error={problem} />
      {waiting === undefined ? (
        <ul className="flex list-disc flex-col gap-1 pl-5 text-sm text-muted">
          <li>{say('Fique num lugar claro, sem óculos escuros nem boné.')}</li>
          <li>{say('Deixe só o seu rosto na imagem.')}</li>
          <li>{say('O navegador vai pedir a sua permissão para usar a câmera.')}</li>
        </ul>
      ) : (
        <Callout tone="warning" title={say('Espere um pouco')}>
          {hasFallback
            ? say(
                'O rosto não foi reconhecido várias vezes. Tente de novo a partir das {0}, ou assine agora com um código.',
                formatTime(waiting),
              )
            : say(
                'O rosto não foi reconhecido várias vezes. Tente de novo a partir das {0}. Se não puder esperar, fale com quem pediu a assinatura.',
                formatTime(waiting),
              )}
        </Callout>
      )}
      {status !== undefined && waiting === undefined && status.triesLeft < 3 && (
        <p className="text-sm text-muted">
          {status.triesLeft === 1
            ? say('Resta 1 tentativa antes de uma espera.')
            : say('Restam {0} tentativas antes de uma espera.', status.triesLeft)}
        </p>
      )}
      {status === undefined && problem === undefined ? (
        <output className="flex items-center gap-3 text-sm text-muted">
          <Spinner /> {say('Um instante…')}
        </output>
      ) : (
        <Button
          variant="primary"
          size="lg"
          block
          icon={<Camera />}
          disabled={status === undefined || waiting !== undefined}
          onClick={onCamera}
        >
          {status?.enrolled === null ? say('Cadastrar o rosto') : say('Abrir a câmera')}
        </Button>
      )}
      {children}
    </div>
  );
}

function OtherWays({
  requirements,
  capture,
  onFile,
  onFallback,
}: {
  requirements: Pick<Requirements, 'faceUpload'>;
  capture: Capture;
  onFile: () => void;
  onFallback: (() => void) | undefined;
}) {
  return (
    <div className="flex flex-col gap-1">
      {requirements.faceUpload === true && capture === 'live' && (
        <Button variant="ghost" icon={<ImageUp />} onClick={onFile}>
          {say('Não tenho câmera: enviar uma foto')}
        </Button>
      )}
      {onFallback !== undefined && (
        <Button variant="ghost" icon={<KeyRound />} onClick={onFallback}>
          {say('Prefiro assinar com um código')}
        </Button>
      )}
    </div>
  );
}

const isWaiting = (status: Status | undefined): boolean => (status?.waitUntil ?? null) !== null;

/** Until the wait is over, and a moment more; false where there is none. */
function waitLeftMs(status: Status | undefined): number | false {
  const until = status?.waitUntil ?? null;
  return until !== null && Math.max(1000, new Date(until).getTime() - Date.now() + 500);
}
