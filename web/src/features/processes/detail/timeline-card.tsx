import { useQuery } from '@tanstack/react-query';

import { ProblemCallout } from '@/components/app/problem-callout.tsx';
import { timelineIcons } from '@/components/app/timeline-icons.tsx';
import { SkeletonRows } from '@/components/ui/skeleton.tsx';
import { Timeline, type TimelineItem } from '@/components/ui/timeline.tsx';
import { partWords, timelineActions } from '@/i18n/vocabulary.ts';

import { processQueries, type ProcessDetail, type TimelineEntry } from '../queries.ts';

const SYSTEM = 'Lacre';

/** What follows from somebody's act by the rules alone: nobody did it, and what it says is nobody's words. */
const CONSEQUENCES: ReadonlySet<TimelineEntry['action']> = new Set([
  'group-asked',
  'expired',
  'document-completed',
  'document-rejected',
  'process-finished',
  'process-rejected',
]);

/** Whose reason is somebody's own words. */
const QUOTED: ReadonlySet<TimelineEntry['action']> = new Set(['rejected', 'document-canceled']);

/** What happened, straight from the log. */
export function TimelineCard({ process }: { process: ProcessDetail }) {
  const query = useQuery(processQueries.timeline(process.processId, process.updatedAt));
  return (
    <section aria-labelledby="linha-do-tempo" className="card">
      <h2 id="linha-do-tempo" className="border-b border-line px-5 py-4 font-semibold">
        Linha do tempo
      </h2>
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
          <Timeline label="Linha do tempo do processo" items={query.data.items.map(toItem)} />
        )}
      </div>
    </section>
  );
}

/** One entry of the log, in words. */
export function toItem(entry: TimelineEntry): TimelineItem {
  const action = timelineActions[entry.action];
  const Icon = timelineIcons[entry.action];
  const who = entry.who.name ?? SYSTEM;
  const follows = CONSEQUENCES.has(entry.action);
  const acted = entry.action === 'signed' || entry.action === 'rejected';
  const details = [
    ...(acted && entry.part !== null ? [partWords[entry.part].label] : []),
    ...(entry.documentName === null ? [] : [entry.documentName]),
    ...(!acted && !follows && entry.who.kind !== 'system' ? [`por ${who}`] : []),
    ...(follows || entry.place === null ? [] : [entry.place]),
    // Kept on one line.
    ...(follows || entry.ip === null ? [] : [`IP\u00a0${entry.ip}`]),
  ];
  return {
    id: `${entry.position} ${entry.action} ${entry.documentId}`,
    at: entry.at,
    tone: action.tone,
    icon: <Icon />,
    title: acted ? `${who} ${action.label.toLocaleLowerCase('pt-BR')}` : action.label,
    description: (
      <>
        {details.join(' · ')}
        {entry.reason !== null && (
          <span className="mt-1 block wrap-anywhere text-ink">
            {QUOTED.has(entry.action) ? `“${entry.reason}”` : entry.reason}
          </span>
        )}
      </>
    ),
  };
}
