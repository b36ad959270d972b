import { ImageUp } from 'lucide-react';
import { useRef, useState } from 'react';

import { ProblemCallout } from '@/components/app/problem-callout.tsx';
import { Button } from '@/components/ui/button.tsx';
import { personApi } from '@/lib/api/person-session.ts';
import { asProblem, type Problem } from '@/lib/api/problem.ts';

import { shrinkPhoto } from './camera.ts';
import type { Challenge } from './show-face.ts';

/** A photo from a file, where there is no camera and the requester takes it. */
export function FacePhotos({
  begin,
  onPassed,
}: {
  begin: () => Promise<Challenge>;
  onPassed: (challenge: Challenge) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const started = useRef<Challenge>(undefined);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  /** In the challenge that was begun; whoever looked for a photo for longer than it lasts sends it in another one. */
  async function sent(photo: Blob): Promise<Challenge> {
    const isBegun = started.current !== undefined;
    const challenge = (started.current ??= await begin());
    const { challengeId } = challenge;
    try {
      await personApi.call('sendFacePhoto', { params: { challengeId }, file: photo, fileName: 'rosto.jpg' });
      return challenge;
    } catch (error) {
      if (!isBegun || asProblem(error).code !== 'FACE_CHALLENGE_NOT_FOUND') throw error;
      started.current = undefined;
      return sent(photo);
    }
  }

  async function send(file: File): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      onPassed(await sent(await shrinkPhoto(file).catch(() => file)));
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        Escolha uma foto recente, só com o seu rosto, de frente e bem iluminada. O documento dirá que a
        conferência foi por foto, sem prova de presença.
      </p>
      <ProblemCallout error={problem} />
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label="Foto do rosto"
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
        {busy ? 'Enviando a foto…' : 'Escolher a foto'}
      </Button>
    </div>
  );
}
