import { CircleCheck, CircleX } from 'lucide-react';

import { Progress } from '@/components/ui/feedback/progress.tsx';
import { Spinner } from '@/components/ui/feedback/spinner.tsx';
import type { ProcessSummary } from '@/entities/process/queries.ts';
import { plural } from '@/lib/format/format.ts';

import type { Outcome } from './use-bulk-run.ts';

/** How far it is, and what became of each. */
export function BulkProgress({
  processes,
  outcomes,
  running,
}: {
  processes: readonly ProcessSummary[];
  outcomes: ReadonlyMap<string, Outcome>;
  running: boolean;
}) {
  const found = processes.map(({ processId }) => outcomes.get(processId));
  const done = found.filter((outcome) => outcome === 'done').length;
  const failed = found.filter((outcome) => typeof outcome === 'object').length;
  const waiting = processes.length - done - failed;
  return (
    <div className="flex flex-col gap-4">
      <Progress
        label="Processos feitos"
        value={(done + failed) / processes.length}
        tone={running || failed === 0 ? 'primary' : 'danger'}
      />
      <output className="text-sm text-muted">
        {running
          ? `${done + failed} de ${plural(processes.length, 'processo')}…`
          : [
              plural(done, 'feito'),
              ...(failed > 0 ? [plural(failed, 'não pôde ser feito', 'não puderam ser feitos')] : []),
              ...(waiting > 0 ? [plural(waiting, 'não enviado')] : []),
            ].join(', ')}
      </output>
      <ul aria-label="Resultado por processo" className="flex flex-col">
        {processes.map(({ processId, summary }) => (
          <li
            key={processId}
            className="flex items-start gap-3 border-t border-line py-2.5 text-sm first:border-0"
          >
            <Mark outcome={outcomes.get(processId)} />
            <span className="min-w-0 flex-1">
              <span className="block font-medium wrap-anywhere">{summary}</span>
              <span className="block text-[0.8125rem] text-muted">{wordsOf(outcomes.get(processId))}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function wordsOf(outcome: Outcome | undefined): string {
  if (outcome === undefined) return 'Ainda não enviado';
  if (outcome === 'sending') return 'Enviando…';
  if (outcome === 'done') return 'Feito';
  return outcome.detail === undefined ? outcome.title : `${outcome.title} ${outcome.detail}`;
}

function Mark({ outcome }: { outcome: Outcome | undefined }) {
  const size = 'mt-0.5 size-4 shrink-0';
  if (outcome === undefined) return <span className={size} />;
  if (outcome === 'sending') return <Spinner className={size} />;
  return outcome === 'done' ? (
    <CircleCheck aria-hidden="true" className={`${size} text-success`} />
  ) : (
    <CircleX aria-hidden="true" className={`${size} text-danger`} />
  );
}
