import { reportFigures, REPORT_FIGURES, type ReportFigure } from '@lacre/contracts/report-words';
import { Link } from '@tanstack/react-router';

import { ExportMenu, type ExportFormat } from '@/components/list/export-menu.tsx';
import { formatNumber, plural } from '@/lib/format/format.ts';

import { BarList } from './charts/bar-list.tsx';
import { ChartCard } from './charts/chart-card.tsx';
import { ColumnChart, type Series } from './charts/column-chart.tsx';
import { FiguresTable } from './charts/figures-table.tsx';
import { monthLabel, monthName, monthsBetween } from './months.ts';
import type { Report } from './queries.ts';
import type { ReportSearch } from './search.ts';

const COLORS: Record<ReportFigure, string> = {
  created: 'var(--primary)',
  finished: 'var(--success)',
  rejected: 'var(--danger)',
  expired: 'var(--warning)',
  canceled: 'var(--subtle)',
};
const SERIES: readonly Series[] = REPORT_FIGURES.map((id) => ({
  id,
  label: reportFigures[id],
  color: COLORS[id],
}));
/** What came beside what ended. */
const STACKS = [['created'], ['finished', 'rejected', 'expired', 'canceled']] as const;

const NONE: Record<ReportFigure, number> = { created: 0, finished: 0, rejected: 0, expired: 0, canceled: 0 };

const figuresOf = (row: Record<ReportFigure, number>): string[] =>
  REPORT_FIGURES.map((figure) => formatNumber(row[figure]));
const HEAD = REPORT_FIGURES.map((figure) => reportFigures[figure]);

/** How many processes came and ended, month by month. */
export function VolumeByMonth({
  report,
  onExport,
}: {
  report: Report;
  onExport: (format: ExportFormat) => Promise<void>;
}) {
  const months = monthsBetween(report.fromMonth, report.toMonth).map(
    (month) => report.months.find((one) => one.month === month) ?? Object.assign({ month }, NONE),
  );
  const sum = (figure: ReportFigure): number => months.reduce((total, one) => total + one[figure], 0);
  return (
    <ChartCard
      title="Processos por mês"
      text={`${plural(sum('created'), 'criado')} e ${plural(sum('finished'), 'finalizado')} no período. Criados contam no mês em que começaram; os outros, no mês em que terminaram.`}
      action={<ExportMenu about="processos por mês e empresa" onExport={onExport} />}
      table={
        <FiguresTable
          caption="Processos por mês"
          head={['Mês', ...HEAD]}
          rows={months.map((one) => ({
            key: one.month,
            name: monthName(one.month),
            figures: figuresOf(one),
          }))}
        />
      }
    >
      <ColumnChart
        label="Mês"
        series={SERIES}
        stacks={STACKS}
        groups={months.map(({ month, ...values }) => ({
          key: month,
          label: monthLabel(month),
          name: monthName(month),
          values,
        }))}
      />
    </ChartCard>
  );
}

/** The companies with the most processes; each leads to its own report. */
export function VolumeByCompany({ report, search }: { report: Report; search: ReportSearch }) {
  const { companies, companiesTotal } = report;
  const others = companiesTotal - companies.length;
  const nameOf = (name: string | null): string => name ?? 'Empresa removida';
  return (
    <ChartCard
      title="Processos criados por empresa"
      text={
        others > 0
          ? `As ${companies.length} com mais processos; mais ${plural(others, 'empresa')} no arquivo exportado.`
          : undefined
      }
      table={
        <FiguresTable
          caption="Processos por empresa"
          head={['Empresa', ...HEAD]}
          rows={companies.map((one) => ({
            key: one.companyId,
            name: nameOf(one.companyName),
            figures: figuresOf(one),
          }))}
        />
      }
    >
      <BarList
        label="Processos criados por empresa"
        bars={companies.map(({ companyId, companyName, created }) => ({
          key: companyId,
          name: (
            <Link
              to="/reports"
              search={{ ...search, companyId }}
              className="underline-offset-4 hover:underline"
            >
              {nameOf(companyName)}
            </Link>
          ),
          value: created,
        }))}
      />
    </ChartCard>
  );
}
