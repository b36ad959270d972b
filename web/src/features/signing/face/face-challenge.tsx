import type { FacePose } from '@lacre/contracts';
import { ArrowLeft, ArrowRight, Camera, ScanFace, Smile, type LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { Progress } from '@/components/ui/feedback/progress.tsx';
import { Spinner } from '@/components/ui/feedback/spinner.tsx';
import { say, type Text } from '@/i18n/say.ts';
import { asProblem, isAbort, type Problem } from '@/lib/api/problem.ts';
import { cn } from '@/lib/style/cn.ts';

import { CameraChoice } from './camera-choice.tsx';
import { cameraAdvice, CameraError, chooseCamera, whenAllowed, type CameraFailure } from './camera.ts';
import { showFace, type Challenge, type Step } from './show-face.ts';

/** As the person sees it: in the mirror their left is on the left. */
const POSES: Readonly<Record<FacePose, { text: Text; icon: LucideIcon }>> = {
  centre: { text: 'Olhe de frente para a câmera', icon: ScanFace },
  left: { text: 'Vire o rosto para a sua esquerda', icon: ArrowLeft },
  right: { text: 'Vire o rosto para a sua direita', icon: ArrowRight },
  smile: { text: 'Sorria, de frente para a câmera', icon: Smile },
};

interface ChallengeProps {
  begin: () => Promise<Challenge>;
  onPassed: (challenge: Challenge) => void;
  onFailed: (problem: Problem) => void;
}

/** Does what the server asks, one step after another, before the camera. */
export function FaceChallenge({
  purpose: _purpose,
  ...props
}: ChallengeProps & { purpose: 'enrolment' | 'signature' }) {
  const [failure, setFailure] = useState<CameraFailure>();
  const [camera, setCamera] = useState<MediaTrackSettings>();
  // Another camera, or the same once more, begins another challenge.
  const [round, setRound] = useState(0);
  const again = () => {
    setFailure(undefined);
    setRound(round + 1);
  };
  const allowed = useEffectEvent(again);
  const isDenied = failure === 'denied';
  useEffect(() => (isDenied ? whenAllowed(() => allowed()) : undefined), [isDenied]);
  return (
    <>
      {failure === undefined ? (
        <Viewfinder key={round} {...props} onCamera={setCamera} onNoCamera={setFailure} />
      ) : (
        <Callout
          tone="warning"
          live
          title={say('Falta a câmera')}
          action={
            <Button icon={<Camera />} onClick={again}>
              {say('Tentar de novo')}
            </Button>
          }
        >
          {cameraAdvice(failure)}
        </Callout>
      )}
      <CameraChoice
        open={camera}
        isMissing={failure !== undefined}
        onChoose={(picked) => {
          chooseCamera(picked);
          again();
        }}
      />
    </>
  );
}

function Viewfinder({
  begin,
  onPassed,
  onFailed,
  onCamera,
  onNoCamera,
}: ChallengeProps & {
  onCamera: (camera: MediaTrackSettings) => void;
  onNoCamera: (why: CameraFailure) => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const [step, setStep] = useState<Step>();
  const [advice, setAdvice] = useState<string>();

  const start = useEffectEvent((signal: AbortSignal) => {
    const element = video.current;
    if (element === null) return undefined;
    const onStep = (next: Step | undefined, text: string | undefined) => {
      setStep(next);
      setAdvice(text);
    };
    return showFace(element, { begin, onCamera, onStep, signal });
  });
  const passed = useEffectEvent(onPassed);
  const ended = useEffectEvent((error: unknown) => {
    if (error instanceof CameraError) onNoCamera(error.reason);
    else onFailed(asProblem(error));
  });

  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    // Scrolls the whole face into view after a press further down, or a turn of the phone.
    const show = () => video.current?.parentElement?.scrollIntoView({ block: 'nearest' });
    show();
    window.addEventListener('resize', show, { signal });
    start(signal)?.then(
      (challenge) => void (signal.aborted || passed(challenge)),
      (error: unknown) => void (signal.aborted || isAbort(error) || ended(error)),
    );
    return () => stopping.abort();
  }, []);

  const pose = step === undefined ? undefined : POSES[step.pose];
  return (
    <div className="flex flex-col items-center gap-4 short:flex-row short:gap-6">
      <div
        className={cn(
          'relative aspect-[3/4] w-full max-w-[clamp(120px,40dvh-100px,240px)] scroll-mb-30 overflow-hidden rounded-[50%] border-4 bg-hover short:w-[140px] short:max-w-none short:shrink-0 short:scroll-mb-0',
          advice === undefined ? 'border-primary' : 'border-warning',
        )}
      >
        {/* Mirrored on screen; what is sent is not. */}
        <video
          ref={video}
          muted
          playsInline
          aria-label={say('Imagem da câmera')}
          className="size-full -scale-x-100 object-cover"
        />
        {step === undefined && (
          <span className="absolute inset-0 flex items-center justify-center text-muted">
            <Spinner />
          </span>
        )}
      </div>
      <div className="flex w-full min-w-0 flex-col items-center gap-4 short:flex-1">
        <div
          aria-live="assertive"
          data-face-prompt=""
          className="flex min-h-14 flex-col items-center justify-center gap-1 text-center"
        >
          {pose === undefined && advice === undefined && (
            <p className="text-sm text-muted">
              {say('Abrindo a câmera… permita o uso quando o navegador perguntar.')}
            </p>
          )}
          {pose !== undefined && (
            <p className="flex items-center gap-2 text-base font-semibold">
              <pose.icon aria-hidden="true" className="size-5 text-primary-ink" /> {say(pose.text)}
            </p>
          )}
          {advice !== undefined && <p className="text-sm text-warning">{advice}</p>}
        </div>
        {step !== undefined && (
          <div className="flex w-full max-w-[240px] flex-col gap-1.5">
            <Progress value={(step.number - 1) / step.of} label={say('Movimentos da conferência')} />
            <p className="text-center text-[0.8125rem] text-subtle tabular">
              {say('Movimento {0} de {1}', step.number, step.of)}
            </p>
          </div>
        )}
      </div>
    </div>
  );
}
