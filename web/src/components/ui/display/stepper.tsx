import { Check } from 'lucide-react';

import { cn } from '@/lib/style/cn.ts';

export interface Step {
  id: string;
  label: string;
}

/** Where one is in a few steps. Finished steps can be gone back to. */
export function Stepper({
  label,
  steps,
  current,
  onStep,
}: {
  label: string;
  steps: readonly Step[];
  current: number;
  /** Left out once there is no going back. */
  onStep?: ((index: number) => void) | undefined;
}) {
  return (
    <nav aria-label={label}>
      <p className="mb-2 text-sm text-muted sm:hidden">
        Passo {current + 1} de {steps.length}:{' '}
        <span className="font-medium text-ink">{steps[current]?.label}</span>
      </p>
      <ol className="flex gap-1.5 sm:gap-0">
        {steps.map((step, index) => (
          <li
            key={step.id}
            className="flex flex-1 items-center last:sm:flex-none"
            aria-current={index === current ? 'step' : undefined}
          >
            <StepMark step={step} index={index} current={current} onStep={onStep} />
            {index < steps.length - 1 && (
              <span
                aria-hidden="true"
                className={cn(
                  'mx-3 h-px flex-1 max-sm:hidden',
                  index < current ? 'bg-primary' : 'bg-line-strong',
                )}
              />
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function StepMark({
  step,
  index,
  current,
  onStep,
}: {
  step: Step;
  index: number;
  current: number;
  onStep?: ((index: number) => void) | undefined;
}) {
  const done = index < current;
  const active = index === current;
  const body = (
    <>
      <span
        className={cn(
          'h-1.5 w-full rounded-full sm:hidden',
          index <= current ? 'bg-primary' : 'bg-line-strong',
        )}
      />
      <span
        aria-hidden="true"
        className={cn(
          'flex size-7 shrink-0 items-center justify-center rounded-full border text-xs font-semibold tabular max-sm:hidden',
          done && 'border-primary bg-primary text-white',
          active && 'border-primary bg-primary-soft text-primary-ink',
          !done && !active && 'border-line-strong bg-surface text-subtle',
        )}
      >
        {done ? <Check className="size-3.5" strokeWidth={3} /> : index + 1}
      </span>
      <span
        className={cn(
          'text-sm max-sm:sr-only',
          active ? 'font-semibold' : 'text-muted',
          !active && 'max-lg:sr-only',
        )}
      >
        {step.label}
        {done && <span className="sr-only"> (concluído)</span>}
      </span>
    </>
  );
  const classes = 'flex w-full items-center gap-2.5 rounded-lg sm:w-auto';
  return done && onStep !== undefined ? (
    <button type="button" className={cn(classes, 'hover:text-primary-ink')} onClick={() => onStep(index)}>
      {body}
    </button>
  ) : (
    <span className={classes}>{body}</span>
  );
}
