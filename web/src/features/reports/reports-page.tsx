import { useQuery } from '@tanstack/react-query';
import { FileSignature } from 'lucide-react';

import type { ExportFormat } from '@/components/list/export-menu.tsx';
import { PageHeader } from '@/components/page/page-header.tsx';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { Skeleton } from '@/components/ui/feedback/skeleton.tsx';
import { CompanyPicker } from '@/entities/company/company-picker.tsx';
import { companyQueries } from '@/entities/company/queries.ts';
import { exportFile } from '@/lib/api/download.ts';
import { api } from '@/lib/session/session.ts';

import { DelayChart } from './delay-chart.tsx';
import { AwaitedPeople, Refusals } from './people-charts.tsx';
import { PeriodFilter } from './period-filter.tsx';
import { reportQuery, reportScope, type Report } from './queries.ts';
import type { ReportSearch } from './search.ts';
import { VolumeByCompany, VolumeByMonth } from './volume-charts.tsx';

/** What the account has had signed, how long it took, and what it waits for. */
export function ReportsPage({
  search,
  onSearch,
}: {
  search: ReportSearch;
  onSearch: (next: ReportSearch) => void;
}) {
  const query = useQuery(reportQuery(search));
  return (
    <>
      <PageHeader
        title="Relatórios"
        help={
          <>
            <p>Números dos processos das empresas que você pode ver, contados à medida que acontecem.</p>
            <p>
              O tempo até assinar vai do momento em que a pessoa foi chamada até ela assinar o último
              documento do processo.
            </p>
            <p>Cada gráfico tem os mesmos números numa tabela, e o arquivo exportado tem todas as linhas.</p>
          </>
        }
      />
      <Filters search={search} onSearch={onSearch} />
      {query.isError && (
        <ProblemCallout
          error={query.error}
          failed="Não foi possível montar o relatório"
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          className="mb-4"
        />
      )}
      {query.isPending && <ReportSkeleton />}
      {query.data !== undefined && <ReportBody report={query.data} search={search} onSearch={onSearch} />}
    </>
  );
}

function Filters({ search, onSearch }: { search: ReportSearch; onSearch: (next: ReportSearch) => void }) {
  const { companyId, ...rest } = search;
  const company = useQuery({ ...companyQueries.detail(companyId ?? ''), enabled: companyId !== undefined });
  return (
    <div className="grid items-start gap-4 py-5 sm:grid-cols-2">
      <PeriodFilter search={search} onSearch={onSearch} />
      <CompanyPicker
        label="Só de uma empresa"
        changeLabel="Ver todas"
        chosen={
          companyId === undefined
            ? null
            : {
                companyId,
                companyName: company.data?.companyName ?? (company.isPending ? '…' : 'Empresa removida'),
                cnpj: company.data?.cnpj ?? '',
              }
        }
        onChoose={(chosen) => onSearch(chosen === null ? rest : { ...rest, companyId: chosen.companyId })}
      />
    </div>
  );
}

const isEmpty = ({ months, awaitedTotal }: Report): boolean => months.length === 0 && awaitedTotal === 0;

function ReportBody({
  report,
  search,
  onSearch,
}: {
  report: Report;
  search: ReportSearch;
  onSearch: (next: ReportSearch) => void;
}) {
  const isNarrowed = Object.values(search).some((value) => value !== undefined);
  if (isEmpty(report))
    return (
      <div className="card">
        <EmptyState
          icon={<FileSignature />}
          title={isNarrowed ? 'Nada neste período' : 'Ainda não há o que contar'}
          action={isNarrowed && <Button onClick={() => onSearch({})}>Ver tudo</Button>}
        >
          {isNarrowed
            ? 'Escolha outro período ou todas as empresas.'
            : 'Os números aparecem aqui assim que houver processos.'}
        </EmptyState>
      </div>
    );
  const exportPart = (part: 'volume' | 'awaited') => (format: ExportFormat) =>
    exportFile(api, 'exportReport', { ...reportScope(search), part, format });
  return (
    <div className="flex flex-col gap-4">
      <VolumeByMonth report={report} onExport={exportPart('volume')} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <AwaitedPeople report={report} onExport={exportPart('awaited')} />
          {search.companyId === undefined && <VolumeByCompany report={report} search={search} />}
          <Refusals report={report} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <DelayChart
            title="Tempo até assinar"
            counted="das pessoas"
            delays={report.signingDelays}
            none="Nenhuma pessoa assinou no período."
          />
          <DelayChart
            title="Do envio ao fim do processo"
            counted="dos processos finalizados"
            delays={report.finishingDelays}
            none="Nenhum processo foi finalizado no período."
          />
        </div>
      </div>
    </div>
  );
}

function ReportSkeleton() {
  return (
    <output className="grid gap-4 xl:grid-cols-2">
      <span className="sr-only">Carregando…</span>
      <Skeleton className="h-80 rounded-[14px]!" />
      <Skeleton className="h-80 rounded-[14px]!" />
      <Skeleton className="h-80 rounded-[14px]!" />
      <Skeleton className="h-80 rounded-[14px]!" />
    </output>
  );
}
