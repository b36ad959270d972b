import { useId } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Modal } from '@/components/ui/overlays/modal.tsx';
import { counted } from '@/i18n/counted.ts';
import { say } from '@/i18n/say.ts';

/** Asks whether a person is there, while the time runs out. */
export function StillThere({
  secondsLeft,
  onStay,
  onEnd,
}: {
  secondsLeft: number;
  onStay: () => void;
  onEnd: () => void;
}) {
  const id = useId();
  return (
    <Modal
      role="alertdialog"
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      onDismiss={onStay}
      className="flex items-center justify-center p-4"
    >
      <div className="w-full max-w-md animate-rise rounded-2xl border border-line bg-surface p-6 text-center shadow-float sm:p-8">
        <p
          role="timer"
          aria-label={say('Tempo restante')}
          className="mx-auto flex size-24 items-center justify-center rounded-full bg-primary-soft text-4xl font-semibold text-primary-ink tabular"
        >
          {secondsLeft}
        </p>
        <h2 id={`${id}-title`} className="mt-5 text-2xl font-semibold">
          {say('Você ainda está aí?')}
        </h2>
        <p id={`${id}-text`} className="mt-2 text-muted">
          {say(
            'Para proteger os seus dados, esta tela se fecha em {0}. O que não foi assinado continua pendente.',
            counted(secondsLeft, 'segundo'),
          )}
        </p>
        <div className="mt-6 flex flex-col gap-3">
          <Button variant="primary" size="lg" block onClick={onStay}>
            {say('Continuar')}
          </Button>
          <Button size="lg" block onClick={onEnd}>
            {say('Encerrar agora')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
