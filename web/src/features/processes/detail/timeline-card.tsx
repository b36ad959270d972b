import { ERASED } from '@lacre/contracts/erased';
import { timelineWords } from '@lacre/contracts/timeline';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Timeline, type TimelineItem } from '@/components/ui/display/timeline.tsx';
import { SkeletonRows } from '@/components/ui/feedback/skeleton.tsx';
import { processQueries, type ProcessDetail, type TimelineEntry } from '@/entities/process/queries.ts';
import { timelineIcons } from '@/entities/process/timeline-icons.tsx';
import { partWords } from '@/i18n/vocabulary.ts';
import { personName } from '@/lib/format/person-name.ts';

const SYSTEM = 'Lacre';

/** Actions whose reason is free text. */
const QUOTED: ReadonlySet<TimelineEntry['action']> = new Set(['rejected', 'document-canceled']);

/** What happened, straight from the log; and the way into any moment of it. */
export function TimelineCard({
  process,
  revision,
  onRevision,
}: {
  process: ProcessDetail;
  /** The moment that is shown; undefined for now. */
  revision: number | undefined;
  onRevision: (revision: number) => void;
}) {
  const query = useQuery(processQueries.timeline(process.processId, process.updatedAt));
  const last = query.data?.items.at(-1);
  return (
    <section aria-labelledby="linha-do-tempo" className="card">
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-2 border-b border-line py-2 pr-3 pl-5">
        <h2 id="linha-do-tempo" className="font-semibold">
          Linha do tempo
        </h2>
        {last !== undefined && revision === undefined && (
          <Button
            size="sm"
            variant="ghost"
            flush="end"
            icon={<History />}
            onClick={() => onRevision(last.revision)}
          >
            Voltar no tempo
          </Button>
        )}
      </div>
      <div className="p-5">
        {query.isPending && <SkeletonRows rows={3} label="Carregando a linha do tempo…" />}
        {query.isError && (
          <ProblemCallout
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
        {query.data !== undefined && (
          <Timeline
            label="Linha do tempo do processo"
            items={query.data.items.map((entry) => toItem(entry, revision))}
          />
        )}
      </div>
    </section>
  );
}

const nameOf = ({ who }: TimelineEntry): string => personName(who.name, SYSTEM);
/** What is known of the caller, and not erased. */
const isKnown = (text: string | null): text is string => text !== null && text !== ERASED;

/** What happened, in a few words. */
export function titleOf(entry: TimelineEntry): string {
  const { title, act } = timelineWords[entry.action];
  return act === undefined ? title : `${nameOf(entry)} ${act}`;
}

/** One entry of the log, in words; dimmed when it lies after the moment that is looked at. */
function toItem(entry: TimelineEntry, revision: number | undefined): TimelineItem {
  const words = timelineWords[entry.action];
  const Icon = timelineIcons[words.icon];
  const who = nameOf(entry);
  const follows = words.byRule === true;
  const acted = words.act !== undefined;
  const details = [
    ...(acted && entry.part !== null ? [partWords[entry.part].label] : []),
    ...(entry.documentName === null ? [] : [entry.documentName]),
    ...(!acted && !follows && entry.who.kind !== 'system' ? [`por ${who}`] : []),
    ...(!follows && isKnown(entry.place) ? [entry.place] : []),
    // Kept on one line.
    ...(!follows && isKnown(entry.ip) ? [`IP\u00a0${entry.ip}`] : []),
  ];
  return {
    id: `${entry.revision} ${entry.action} ${entry.documentId}`,
    at: entry.at,
    dimmed: revision !== undefined && entry.revision > revision,
    tone: words.tone,
    icon: <Icon />,
    title: titleOf(entry),
    description: (
      <>
        {details.join(' · ')}
        {entry.selection !== null && (
          <span className="mt-1 block wrap-anywhere text-ink">
            {entry.selection.question} <strong>{entry.selection.chosen.join(', ') || 'em branco'}</strong>
          </span>
        )}
        {entry.reason !== null && (
          <span className="mt-1 block wrap-anywhere text-ink">
            {QUOTED.has(entry.action) ? `“${entry.reason}”` : entry.reason}
          </span>
        )}
      </>
    ),
  };
}
