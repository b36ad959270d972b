import type { ReactNode } from 'react';

import { formatDateTime, formatExactDateTime } from '@/lib/format/format.ts';
import { cn } from '@/lib/style/cn.ts';

import type { Tone } from './badge.tsx';

export interface TimelineItem {
  id: string;
  /** When it happened, ISO 8601. */
  at: string;
  title: ReactNode;
  description?: ReactNode;
  icon: ReactNode;
  tone: Tone;
  /** It lies after the moment that is looked at. */
  dimmed?: boolean;
}

const tones: Record<Tone, string> = {
  neutral: 'border-line-strong bg-surface text-muted',
  primary: 'border-primary-line bg-primary-soft text-primary-ink',
  success: 'border-success-line bg-success-soft text-success',
  warning: 'border-warning-line bg-warning-soft text-warning',
  danger: 'border-danger-line bg-danger-soft text-danger',
  info: 'border-info-line bg-info-soft text-info',
};

/** What happened, in order. */
export function Timeline({ label, items }: { label: string; items: readonly TimelineItem[] }) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {items.map((item, index) => (
        <li key={item.id} className={cn('relative flex gap-3.5 pb-5 last:pb-0')}>
          {index < items.length - 1 && (
            <span aria-hidden="true" className="absolute top-8 bottom-0 left-[15px] w-px bg-line-strong" />
          )}
          <span
            aria-hidden="true"
            className={cn(
              'relative flex size-8 shrink-0 items-center justify-center rounded-full border [&_svg]:size-4',
              tones[item.dimmed === true ? 'neutral' : item.tone],
              item.dimmed === true && 'border-dashed',
            )}
          >
            {item.icon}
          </span>
          <div className="min-w-0 flex-1 pt-1">
            <div className={cn('text-sm break-words', item.dimmed === true ? 'text-subtle' : 'font-medium')}>
              {item.title}
              {item.dimmed === true && <span className="sr-only"> (depois deste momento)</span>}
            </div>
            {item.description !== undefined && (
              <div className="mt-0.5 text-sm break-words text-muted">{item.description}</div>
            )}
            <time
              dateTime={item.at}
              title={formatExactDateTime(item.at)}
              className="mt-0.5 block text-xs text-subtle tabular"
            >
              {formatDateTime(item.at)}
            </time>
          </div>
        </li>
      ))}
    </ol>
  );
}
