import type { ReactNode } from 'react';

import { formatNumber } from '@/lib/format/format.ts';

export interface Bar {
  key: string;
  name: ReactNode;
  value: number;
  /** Beneath the bar. */
  detail?: ReactNode;
}

/** Bars from the left, each named and numbered in text: what is drawn says nothing more. */
export function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul aria-label={label} className="flex flex-col gap-4">
      {bars.map(({ key, name, value, detail }) => (
        <li key={key}>
          <div className="flex items-baseline justify-between gap-3 text-sm">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="font-medium tabular">{formatNumber(value)}</span>
          </div>
          <svg aria-hidden="true" width="100%" height="8" className="mt-1.5 block">
            <rect width="100%" height="8" rx="4" fill="var(--sunken)" />
            {value > 0 && (
              <rect
                // Seen, however few they are.
                width={`${Math.max(1.5, (value / most) * 100)}%`}
                height="8"
                rx="4"
                fill="var(--primary)"
              />
            )}
          </svg>
          {detail !== undefined && <div className="mt-1 text-[0.8125rem] text-muted">{detail}</div>}
        </li>
      ))}
    </ul>
  );
}
