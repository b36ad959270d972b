import { Check } from 'lucide-react';

import { say } from '@/i18n/say.ts';
import { cn } from '@/lib/style/cn.ts';

const STEPS = [
  ['identify', 'Confirmar'],
  ['read', 'Ler'],
  ['sign', 'Assinar'],
] as const;

/** How far the person has come on the way from the invitation to the signature. */
export function Steps({ at }: { at: (typeof STEPS)[number][0] }) {
  const now = STEPS.findIndex(([step]) => step === at);
  return (
    <ol aria-label={say('Etapas')} className="mb-5 flex flex-wrap items-center gap-2 text-[0.8125rem]">
      {STEPS.map(([step, label], index) => (
        <li
          key={step}
          aria-current={index === now ? 'step' : undefined}
          className={cn('flex items-center gap-2', index < STEPS.length - 1 && 'flex-1')}
        >
          <span
            aria-hidden="true"
            className={cn(
              'flex size-5.5 shrink-0 items-center justify-center rounded-full text-xs font-semibold tabular',
              index <= now ? 'bg-primary-soft text-primary-ink' : 'border border-line text-subtle',
            )}
          >
            {index < now ? <Check className="size-3.5" strokeWidth={3} /> : index + 1}
          </span>
          <span className={index === now ? 'font-medium text-ink' : 'text-muted'}>
            {say(label)}
            {index < now && <span className="sr-only"> {say('(feito)')}</span>}
          </span>
          {index < STEPS.length - 1 && <span aria-hidden="true" className="h-px min-w-3 flex-1 bg-line" />}
        </li>
      ))}
    </ol>
  );
}
