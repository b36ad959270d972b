import { consentLanguageText } from '@lacre/contracts/consent-language';
import { ERASED } from '@lacre/contracts/erased';
import { timelineWords } from '@lacre/contracts/timeline';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, History } from 'lucide-react';
import { useState } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Timeline, type TimelineItem } from '@/components/ui/display/timeline.tsx';
import { SkeletonRows } from '@/components/ui/feedback/skeleton.tsx';
import { processQueries, type ProcessDetail, type TimelineEntry } from '@/entities/process/queries.ts';
import { timelineIcons } from '@/entities/process/timeline-icons.tsx';
import { partWords } from '@/i18n/vocabulary.ts';
import { formatDateTime, plural } from '@/lib/format/format.ts';
import { personName } from '@/lib/format/person-name.ts';
import { useIsWide } from '@/lib/hooks/use-is-wide.ts';

import { isReading, timelineActs, type TimelineAct } from './timeline-acts.ts';

const SYSTEM = 'Lacre';

/** Actions whose reason is free text. */
const QUOTED: ReadonlySet<TimelineEntry['action']> = new Set(['rejected', 'document-canceled']);

/** How many acts are shown before the earlier ones are asked for: what fits beside people and documents. */
const LATEST = { wide: 5, phone: 2 };

/** What happened, act by act, straight from the log; and the way into any moment of it. */
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
  const isWide = useIsWide();
  const [all, setAll] = useState(false);
  const last = query.data?.items.at(-1);
  const acts = timelineActs(query.data?.items ?? []);
  const latest = isWide ? LATEST.wide : LATEST.phone;
  // Beside the slider each moment has its place.
  const hidden = all || revision !== undefined ? 0 : Math.max(0, acts.length - latest);
  return (
    <section aria-labelledby="linha-do-tempo" className="card">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-b border-line py-1 pr-3 pl-4 sm:pl-5">
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
      <div className="px-4 py-3 sm:px-5 sm:py-4">
        {query.isPending && <SkeletonRows rows={3} label="Carregando a linha do tempo…" />}
        {query.isError && (
          <ProblemCallout
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
        {hidden > 0 && (
          <Button size="sm" variant="ghost" flush="start" onClick={() => setAll(true)} className="-mt-2 mb-1">
            {plural(hidden, 'registro anterior', 'registros anteriores')}
          </Button>
        )}
        {query.data !== undefined && (
          <Timeline
            label="Linha do tempo do processo"
            items={acts.slice(hidden).map((act) => toItem(act, revision))}
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

/** One act, in words; dimmed when it lies after the moment that is looked at. */
function toItem(act: TimelineAct, revision: number | undefined): TimelineItem {
  const [entry] = act;
  const words = timelineWords[entry.action];
  const Icon = timelineIcons[words.icon];
  const follows = words.byRule === true;
  const acted = words.act !== undefined;
  const document = act.length === 1 ? entry.documentName : null;
  const translation = consentLanguageText(entry.evidence?.termsLanguage);
  const details = [
    ...(acted && entry.part !== null ? [partWords[entry.part].label] : []),
    ...(document === null ? [] : [document]),
    ...(!acted && !follows && entry.who.kind !== 'system' ? [`por ${nameOf(entry)}`] : []),
    ...(!follows && isReading(entry) && isKnown(entry.device) ? [entry.device] : []),
    ...(!follows && isKnown(entry.place) ? [entry.place] : []),
    // Kept on one line.
    ...(!follows && isKnown(entry.ip) ? [`IP\u00a0${entry.ip}`] : []),
    ...(translation === undefined ? [] : [translation]),
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
        {act.length === 1 && <Answer entry={entry} />}
        {entry.reason !== null && (act.length === 1 || !isReading(entry)) && (
          <span className="mt-1 block wrap-anywhere text-ink">
            {QUOTED.has(entry.action) ? `“${entry.reason}”` : entry.reason}
          </span>
        )}
        {act.length > 1 && <EachDocument act={act} />}
      </>
    ),
  };
}

/** The documents of an act, for those who ask. */
function EachDocument({ act }: { act: TimelineAct }) {
  return (
    <details className="group">
      <summary className="-mx-1.5 flex min-h-6 w-fit list-none items-center gap-1 rounded px-1.5 hover:bg-hover hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden="true"
          className="size-3.5 text-subtle transition-transform group-open:rotate-180"
        />
        {plural(act.length, 'documento')}
      </summary>
      <ul className="mt-1 flex flex-col gap-1 border-l border-line pl-3">
        {act.map((entry) => (
          <li key={entry.revision} className="wrap-anywhere">
            {entry.documentName}
            <Answer entry={entry} />
            {isReading(entry) && entry.reason !== null && <span className="block">{entry.reason}</span>}
            {entry.at !== act[0].at && (
              <time dateTime={entry.at} className="block text-xs text-subtle tabular">
                {formatDateTime(entry.at)}
              </time>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What was answered with a signature. */
function Answer({ entry: { selection } }: { entry: TimelineEntry }) {
  if (selection === null) return null;
  return (
    <span className="mt-1 block wrap-anywhere text-ink">
      {selection.question} <strong>{selection.chosen.join(', ') || 'em branco'}</strong>
    </span>
  );
}
