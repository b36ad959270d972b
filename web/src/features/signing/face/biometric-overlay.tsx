import { ScanFace } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';

import { Progress } from '@/components/ui/feedback/progress.tsx';
import { Modal } from '@/components/ui/overlays/modal.tsx';
import { say } from '@/i18n/say.ts';

import { endingOf, endText, FINISH_MS, hintAt, progressAt, TICK_MS, type Ending } from './overlay-hints.ts';

/**
 * Over everything while a biometric check runs: hints that change, a bar of 150 pixels, and after 90 seconds an end.
 *
 * @param outcome undefined while it runs; `error` leads to `onFallback`, the other end to `onComplete`
 * @param message said between 12.5 and 57 seconds instead of a request for patience
 * @param location whether the process asks for the location, which is named only then
 */
export function BiometricOverlay({
  outcome,
  message,
  location = false,
  onComplete,
  onFallback,
}: {
  outcome: 'finish' | 'error' | undefined;
  message?: string;
  location?: boolean;
  onComplete: () => void;
  onFallback: () => void;
}) {
  const [startedAt] = useState(() => performance.now());
  const [elapsedMs, setElapsedMs] = useState(0);
  const [ending, setEnding] = useState<Ending>();
  const next = endingOf(ending, outcome, elapsedMs);
  if (next !== ending) setEnding(next);
  const end = useEffectEvent(() => (ending === 'error' ? onFallback() : onComplete()));

  useEffect(() => {
    if (ending !== undefined) return undefined;
    const tick = setInterval(() => setElapsedMs(performance.now() - startedAt), TICK_MS);
    return () => clearInterval(tick);
  }, [ending, startedAt]);

  useEffect(() => {
    if (ending === undefined) return undefined;
    const timer = setTimeout(end, FINISH_MS);
    return () => clearTimeout(timer);
  }, [ending]);

  const hint = hintAt(elapsedMs, { message, location });
  const text = ending === undefined ? hint : endText(ending, hint);
  return (
    <Modal
      labelledBy="biometria"
      onDismiss={() => undefined}
      locked
      // Nothing of the dialog that waits beneath looks out at its sides.
      className="flex items-center justify-center bg-page! p-4"
    >
      <div
        data-biometric-overlay=""
        className="flex w-full max-w-sm animate-rise flex-col items-center gap-5 rounded-2xl border border-line bg-surface px-6 py-10 text-center shadow-float"
      >
        <span className="flex size-16 items-center justify-center rounded-full bg-primary-soft text-primary-ink">
          <ScanFace aria-hidden="true" className="size-8" />
        </span>
        <h2 id="biometria" className="text-lg font-semibold">
          {say('Conferindo o seu rosto')}
        </h2>
        <Progress
          value={ending === undefined ? progressAt(elapsedMs) : 1}
          tone={ending === 'error' ? 'danger' : 'primary'}
          label={say('Conferência do rosto')}
          className="w-[150px]"
        />
        <output className="block min-h-6 text-sm text-muted">{text}</output>
      </div>
    </Modal>
  );
}
