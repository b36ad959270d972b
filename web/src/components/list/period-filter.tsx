import { useId, useState } from 'react';

import { DateInput } from '@/components/ui/fields/date-input.tsx';
import { FilterTabs } from '@/components/ui/tables/filter-tabs.tsx';
import { lastDays, periodFault, type Period } from '@/lib/address/period.ts';
import { INVALID_DAY, isDay } from '@/lib/format/day.ts';

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

/** The text of a field, and what its day was then: the address follows a little later. */
interface Typed {
  text: string;
  before: string;
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
  const [typed, setTyped] = useState<{ from?: Typed; to?: Typed }>({});
  const [left, setLeft] = useState(false);
  /** What was typed, until the period becomes another than it was and than what was typed. */
  const shown = (name: 'from' | 'to'): string => {
    const { text, before } = typed[name] ?? {};
    const day = value[name] ?? '';
    return text !== undefined && (day === before || day === text) ? text : day;
  };
  const isHalf = [shown('from'), shown('to')].some((text) => text !== '' && !isDay(text));
  const fault = left && isHalf ? INVALID_DAY : periodFault(value);
  const field = (name: 'from' | 'to', text: string) => (
    <div className="flex min-w-36 flex-1 flex-col gap-1 sm:flex-none">
      <label id={`${id}-${name}-label`} htmlFor={`${id}-${name}`} className="text-[0.8125rem] text-muted">
        {text}
      </label>
      <DateInput
        id={`${id}-${name}`}
        value={shown(name)}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        onBlur={() => setLeft(true)}
        onValueChange={(day) => {
          setTyped({ ...typed, [name]: { text: day, before: value[name] ?? '' } });
          setLeft(false);
          if (day !== '' && !isDay(day)) return;
          const otherName = name === 'from' ? 'to' : 'from';
          const other = isDay(shown(otherName)) ? shown(otherName) : value[otherName];
          onChange({
            ...(other === undefined ? {} : { [otherName]: other }),
            ...(day === '' ? {} : { [name]: day }),
          });
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
