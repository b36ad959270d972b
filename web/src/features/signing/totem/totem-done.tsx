import { Check } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { useCountdown } from '@/features/signing/identify/use-countdown.ts';
import { ENDINGS } from '@/features/signing/outcome/endings.ts';
import type { Outcome } from '@/features/signing/outcome/outcome.ts';
import type { SigningRequest } from '@/features/signing/request/queries.ts';
import { counted } from '@/i18n/counted.ts';
import { say } from '@/i18n/say.ts';
import { formatNumber } from '@/lib/format/format.ts';
import { cn } from '@/lib/style/cn.ts';

/** The end of a visit: further news goes by e-mail. */
const SIGNED = new Set<Outcome>(['waiting', 'sealing', 'finished']);

/** With nothing left to do here, the screen goes back to its beginning by itself after this long, milliseconds. */
const STAYS_MS = 30_000;

/** The end of one request; then the next of theirs, or the next person. */
export function TotemDone({
  request,
  outcome,
  others,
  onNext,
  onEnd,
}: {
  request: SigningRequest;
  outcome: Exclude<Outcome, 'to-sign'>;
  /** Requests of theirs that are still to be signed. */
  others: number;
  onNext: () => void;
  onEnd: () => void;
}) {
  const ending = ENDINGS[outcome];
  const signed = SIGNED.has(outcome);
  const title = typeof ending.title === 'string' ? say(ending.title) : ending.title(request);
  const Icon = signed ? Check : ending.icon;
  return (
    <section className="mx-auto flex w-full max-w-xl flex-1 flex-col items-center justify-center gap-4 px-4 py-10 text-center short:gap-2 short:py-3">
      <span
        className={cn(
          'flex size-24 items-center justify-center rounded-full short:size-12',
          signed ? 'bg-success-soft text-success' : ending.tone,
        )}
      >
        <Icon aria-hidden="true" className="size-12 short:size-6" strokeWidth={2} />
      </span>
      <h1 className="mt-2 text-3xl font-semibold sm:text-4xl short:mt-0 short:text-2xl">
        {signed ? say('Pronto, você assinou') : title}
      </h1>
      <p className="text-muted sm:text-lg short:text-base">
        {signed
          ? say(
              'A sua assinatura está registrada. Quando todos assinarem, o documento selado chega ao seu email.',
            )
          : ending.text(request)}
      </p>
      <p className="font-medium wrap-anywhere">{request.summary}</p>
      <div className="mt-6 flex w-full max-w-md flex-col gap-3 short:mt-2">
        {others > 0 && (
          <Button variant="primary" size="lg" block className="h-14 text-lg short:h-11" onClick={onNext}>
            {others === 1
              ? say('Ver o outro pedido')
              : say('Ver os outros {0} pedidos', formatNumber(others))}
          </Button>
        )}
        <Button
          variant={others > 0 ? 'secondary' : 'primary'}
          size="lg"
          block
          className="h-14 text-lg short:h-11"
          onClick={onEnd}
        >
          {say('Terminar')}
        </Button>
        {others === 0 && <BackSoon onEnd={onEnd} />}
      </div>
    </section>
  );
}

function BackSoon({ onEnd }: { onEnd: () => void }) {
  const [endsAt] = useState(() => Date.now() + STAYS_MS);
  const left = useCountdown(endsAt);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (left > 0) return undefined;
    const timer = setTimeout(end);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <p className="text-sm text-subtle tabular">
      {say('Esta tela volta ao início em {0}.', counted(left, 'segundo'))}
    </p>
  );
}
