import type { ReactNode } from 'react';

import { cn } from '@/lib/cn.ts';
import { formatDateTime, formatExactDateTime } from '@/lib/format.ts';

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
        <li
          key={item.id}
          className={cn(
            'relative flex gap-3.5 pb-5 transition-opacity last:pb-0',
            item.dimmed === true && 'opacity-55',
          )}
        >
          {index < items.length - 1 && (
            <span aria-hidden="true" className="absolute top-8 bottom-0 left-[15px] w-px bg-line-strong" />
          )}
          <span
            aria-hidden="true"
            className={cn(
              'relative flex size-8 shrink-0 items-center justify-center rounded-full border [&_svg]:size-4',
              tones[item.tone],
            )}
          >
            {item.icon}
          </span>
          <div className="min-w-0 flex-1 pt-1">
            <div className="text-sm font-medium break-words">{item.title}</div>
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
