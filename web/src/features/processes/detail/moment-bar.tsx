import { ChevronLeft, ChevronRight, Undo2 } from 'lucide-react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Slider } from '@/components/ui/fields/slider.tsx';
import type { TimelineEntry } from '@/entities/process/queries.ts';
import { formatExactDateTime } from '@/lib/format/format.ts';

import { titleOf } from './timeline-card.tsx';

/** Steps through the moments of a process; what is below shows it as it stood then. */
export function MomentBar({
  entries,
  revision,
  onRevision,
}: {
  entries: readonly TimelineEntry[];
  revision: number;
  /** Undefined goes back to now. */
  onRevision: (revision: number | undefined) => void;
}) {
  const last = entries.length - 1;
  const index = Math.max(
    0,
    entries.findLastIndex((entry) => entry.revision <= revision),
  );
  const entry = entries[index];
  if (entry === undefined) return null;
  const go = (to: number) => onRevision(entries[Math.min(last, Math.max(0, to))]?.revision);
  return (
    <section
      aria-label="Momento do processo"
      className="sticky top-16 z-10 flex animate-rise flex-wrap items-center gap-x-5 gap-y-3 rounded-2xl border border-primary-line bg-surface p-4 shadow-float sm:px-5 short:static"
    >
      <div className="min-w-0 flex-1 basis-64 text-sm">
        <p className="font-semibold">Como estava em {formatExactDateTime(entry.at)}</p>
        <p className="text-muted" aria-live="polite">
          Depois de: {titleOf(entry)}
          {entry.documentName !== null && ` · ${entry.documentName}`}
        </p>
      </div>
      <div className="flex min-w-0 flex-1 basis-64 items-center gap-2">
        <Button
          variant="ghost"
          size="iconSm"
          aria-label="Momento anterior"
          icon={<ChevronLeft />}
          disabled={index === 0}
          onClick={() => go(index - 1)}
        />
        <Slider
          min={0}
          max={last}
          step={1}
          value={index}
          aria-label="Momento"
          aria-valuetext={`${index + 1} de ${entries.length}: ${titleOf(entry)}`}
          onChange={(event) => go(Number(event.target.value))}
          className="min-w-0 flex-1"
        />
        <Button
          variant="ghost"
          size="iconSm"
          aria-label="Próximo momento"
          icon={<ChevronRight />}
          disabled={index === last}
          onClick={() => go(index + 1)}
        />
      </div>
      <Button size="sm" icon={<Undo2 />} onClick={() => onRevision(undefined)} className="max-sm:w-full">
        Voltar ao agora
      </Button>
    </section>
  );
}
