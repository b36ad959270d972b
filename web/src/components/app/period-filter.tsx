import { useId, useState } from 'react';

import { DateInput } from '@/components/ui/date-input.tsx';
import { FilterTabs } from '@/components/ui/filter-tabs.tsx';
import { INVALID_DAY, isDay } from '@/lib/day.ts';
import { lastDays, periodFault, type Period } from '@/lib/period.ts';

const PRESETS = [
  { value: 'all', label: 'Tudo' },
  { value: '7', label: '7 dias' },
  { value: '30', label: '30 dias' },
  { value: '90', label: '90 dias' },
  { value: 'own', label: 'Período' },
] as const;
type Preset = (typeof PRESETS)[number]['value'];

function presetOf({ from, to }: Period): Preset {
  if (from === undefined && to === undefined) return 'all';
  const known = PRESETS.find(({ value }) => {
    const days = Number(value);
    if (Number.isNaN(days)) return false;
    const last = lastDays(days);
    return last.from === from && last.to === to;
  });
  return known?.value ?? 'own';
}

/** Chooses a stretch of days: a common one, or from one day to another. */
export function PeriodFilter({
  label,
  value,
  onChange,
}: {
  label: string;
  value: Period;
  onChange: (next: Period) => void;
}) {
  const id = useId();
  /** What is being typed and is no day yet. */
  const [typed, setTyped] = useState<Period>({});
  const [left, setLeft] = useState(false);
  const isHalf = Object.values(typed).some((text) => text !== '');
  const fault = left && isHalf ? INVALID_DAY : periodFault(value);
  const field = (name: 'from' | 'to', text: string) => (
    <div className="flex min-w-36 flex-1 flex-col gap-1 sm:flex-none">
      <label id={`${id}-${name}-label`} htmlFor={`${id}-${name}`} className="text-[0.8125rem] text-muted">
        {text}
      </label>
      <DateInput
        id={`${id}-${name}`}
        value={typed[name] ?? value[name] ?? ''}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        onBlur={() => setLeft(true)}
        onValueChange={(day) => {
          const { [name]: _typed, ...otherTyped } = typed;
          const { [name]: _before, ...other } = value;
          const isKnown = day === '' || isDay(day);
          setTyped(isKnown ? otherTyped : { ...otherTyped, [name]: day });
          setLeft(false);
          if (isKnown) onChange(day === '' ? other : { ...other, [name]: day });
        }}
      />
    </div>
  );
  return (
    <div className="flex flex-col gap-3 py-5">
      <div className="flex flex-wrap items-end gap-3">
        {field('from', 'Data inicial')}
        {field('to', 'Data final')}
        <FilterTabs
          label={label}
          name={`${id}-preset`}
          options={PRESETS.filter(({ value: preset }) => preset !== 'own' || presetOf(value) === 'own')}
          value={presetOf(value)}
          onValueChange={(preset) => {
            setTyped({});
            if (preset === 'all') onChange({});
            else if (preset !== 'own') onChange(lastDays(Number(preset)));
          }}
        />
      </div>
      <p id={`${id}-fault`} role="alert" className="text-[0.8125rem] text-danger empty:hidden">
        {fault}
      </p>
    </div>
  );
}
