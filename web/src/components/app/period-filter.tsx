import { useId } from 'react';

import { FilterTabs } from '@/components/ui/filter-tabs.tsx';
import { Input } from '@/components/ui/input.tsx';
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
  const fault = periodFault(value);
  const field = (name: 'from' | 'to', text: string) => (
    <div className="flex min-w-36 flex-1 flex-col gap-1 sm:flex-none">
      <label htmlFor={`${id}-${name}`} className="text-[0.8125rem] text-muted">
        {text}
      </label>
      <Input
        id={`${id}-${name}`}
        type="date"
        title="Selecionar data"
        value={value[name] ?? ''}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        onChange={(event) => {
          const { [name]: _before, ...rest } = value;
          onChange(event.target.value === '' ? rest : { ...rest, [name]: event.target.value });
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
