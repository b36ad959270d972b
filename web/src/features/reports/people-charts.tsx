import { Link } from '@tanstack/react-router';

import { ExportMenu, type ExportFormat } from '@/components/list/export-menu.tsx';
import { formatDate, formatDateTime, formatNumber, plural } from '@/lib/format/format.ts';
import { formatRelative } from '@/lib/format/relative.ts';

import { BarList } from './charts/bar-list.tsx';
import { ChartCard } from './charts/chart-card.tsx';
import { FiguresTable } from './charts/figures-table.tsx';
import type { Report } from './queries.ts';

const UNNAMED = 'Pessoa sem nome';

const linked = 'underline-offset-4 hover:underline';

/** Whom running processes wait for, who holds up most first. */
export function AwaitedPeople({
  report: { awaited, awaitedTotal },
  onExport,
}: {
  report: Report;
  onExport: (format: ExportFormat) => Promise<void>;
}) {
  const more = awaitedTotal - awaited.length;
  return (
    <ChartCard
      title="Por quem se espera"
      text={
        awaitedTotal === 0
          ? 'Nenhuma assinatura pendente agora.'
          : `${plural(awaitedTotal, 'pessoa')} com assinatura pendente agora, de qualquer período.${more > 0 ? ` As ${awaited.length} com mais processos:` : ''}`
      }
      action={awaitedTotal > 0 && <ExportMenu about="pessoas com assinatura pendente" onExport={onExport} />}
      table={
        awaitedTotal === 0 ? undefined : (
          <FiguresTable
            caption="Pessoas com assinatura pendente"
            head={['Pessoa', 'Processos', 'Espera desde']}
            rows={awaited.map(({ personId, name, processes, since }) => ({
              key: personId,
              name: name ?? UNNAMED,
              figures: [formatNumber(processes), formatDate(since)],
            }))}
          />
        )
      }
    >
      {awaitedTotal > 0 && (
        <BarList
          label="Processos que esperam por pessoa"
          bars={awaited.map(({ personId, name, processes, since, oldest }) => ({
            key: personId,
            name:
              name === null ? (
                UNNAMED
              ) : (
                <Link to="/processes" search={{ search: name, filter: 'pending' }} className={linked}>
                  {name}
                </Link>
              ),
            value: processes,
            detail: (
              <>
                Espera mais longa: {formatRelative(since)}, em{' '}
                <Link
                  to="/processes/$processId"
                  params={{ processId: oldest.processId }}
                  className="wrap-anywhere text-primary-ink underline underline-offset-4"
                >
                  {oldest.summary ?? 'um processo'}
                </Link>
              </>
            ),
          }))}
        />
      )}
    </ChartCard>
  );
}

function refusedAndExpired(rejected: number, expired: number): string {
  const refused =
    rejected === 0
      ? 'Nenhum processo recusado'
      : plural(rejected, 'processo recusado', 'processos recusados');
  const late = expired === 0 ? 'nenhum vencido' : plural(expired, 'vencido');
  return `${refused} e ${late} sem todas as assinaturas`;
}

/** What was refused, by whom and why. */
export function Refusals({ report: { refusals, months } }: { report: Report }) {
  const [rejected, expired] = (['rejected', 'expired'] as const).map((figure) =>
    months.reduce((sum, month) => sum + month[figure], 0),
  );
  return (
    <ChartCard
      title="Recusas"
      text={`${refusedAndExpired(rejected ?? 0, expired ?? 0)} no período.${refusals.length > 0 ? ' As recusas mais novas:' : ''}`}
    >
      {refusals.length > 0 && (
        <ul className="flex flex-col">
          {refusals.map(({ processId, summary, personId, name, reason, at }) => (
            <li
              key={`${processId} ${personId}`}
              className="border-t border-line py-3 first:border-0 first:pt-0"
            >
              <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
                <Link
                  to="/processes/$processId"
                  params={{ processId }}
                  className={`font-medium wrap-anywhere ${linked}`}
                >
                  {summary ?? 'Processo'}
                </Link>
                <time dateTime={at} className="text-[0.8125rem] text-muted tabular">
                  {formatDateTime(at)}
                </time>
              </p>
              <p className="mt-0.5 text-[0.8125rem] wrap-anywhere text-muted">
                {name ?? UNNAMED}
                {reason !== null && `: “${reason}”`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </ChartCard>
  );
}
