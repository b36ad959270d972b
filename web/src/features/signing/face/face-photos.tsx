import type { AnswerOf } from '@lacre/contracts';
import { MIN_FACE_PHOTOS } from '@lacre/contracts/limits';
import { ImageUp } from 'lucide-react';
import { useRef, useState } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { counted } from '@/i18n/counted.ts';
import { say } from '@/i18n/say.ts';
import { asProblem, type Problem } from '@/lib/api/problem.ts';
import { personApi } from '@/lib/session/person-session.ts';

import { shrinkPhoto } from './camera.ts';
import type { Challenge } from './show-face.ts';

interface Taken {
  challenge: Challenge;
  answer: AnswerOf<'sendFacePhoto'>;
}

/** Photos from files, where there is no camera and the requester takes it. */
export function FacePhotos({
  begin,
  purpose,
  onPassed,
}: {
  purpose: 'enrolment' | 'signature';
  begin: () => Promise<Challenge>;
  onPassed: (challenge: Challenge) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const started = useRef<Challenge>(undefined);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [taken, setTaken] = useState<AnswerOf<'sendFacePhoto'>>();

  /** In the challenge that was begun; after its expiry, in another one. */
  async function sent(photo: Blob): Promise<Taken> {
    const isBegun = started.current !== undefined;
    const challenge = (started.current ??= await begin());
    const { challengeId } = challenge;
    try {
      const upload = { params: { challengeId }, file: photo, fileName: 'rosto.jpg' };
      return { challenge, answer: await personApi.call('sendFacePhoto', upload) };
    } catch (error) {
      if (!isBegun || asProblem(error).code !== 'FACE_CHALLENGE_NOT_FOUND') throw error;
      started.current = undefined;
      setTaken(undefined);
      return sent(photo);
    }
  }

  async function send(file: File): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      const { challenge, answer } = await sent(await shrinkPhoto(file).catch(() => file));
      setTaken(answer);
      if (answer.photos >= answer.wanted) onPassed(challenge);
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        {purpose === 'enrolment'
          ? say(
              'Envie {0} fotos recentes, tiradas em momentos diferentes: só com o seu rosto, de frente, bem iluminado, sem óculos escuros nem máscara.',
              MIN_FACE_PHOTOS,
            )
          : say(
              'Escolha uma foto tirada agora, que não seja nenhuma das cadastradas: só com o seu rosto, de frente, bem iluminado, sem óculos escuros nem máscara.',
            )}{' '}
        {say('O documento dirá que a conferência foi por foto, sem prova de presença.')}
      </p>
      {taken !== undefined && taken.photos < taken.wanted && (
        <output className="block text-sm font-semibold tabular">
          {say(
            '{0} de {1}. Envie outra, diferente.',
            counted(taken.photos, 'foto recebida', 'fotos recebidas'),
            taken.wanted,
          )}
        </output>
      )}
      <ProblemCallout error={problem} />
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={say('Foto do rosto')}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) void send(file);
        }}
      />
      <Button
        variant="primary"
        size="lg"
        block
        icon={<ImageUp />}
        busy={busy}
        onClick={() => input.current?.click()}
      >
        {busy
          ? say('Enviando a foto…')
          : purpose === 'enrolment'
            ? say('Escolher uma foto')
            : say('Escolher a foto')}
      </Button>
    </div>
  );
}
