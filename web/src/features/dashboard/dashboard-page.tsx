import type { AnswerOf } from '@lacre/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  Building2,
  CircleCheck,
  CircleX,
  Clock,
  Coins,
  ShieldCheck,
  UserPlus,
  type LucideIcon,
} from 'lucide-react';

import { PageHeader } from '@/components/page/page-header.tsx';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Skeleton } from '@/components/ui/feedback/skeleton.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { DataTable } from '@/components/ui/tables/data-table.tsx';
import { NewProcessButton } from '@/entities/process/new-process-button.tsx';
import { processColumns, processLink } from '@/entities/process/process-columns.tsx';
import { processQueries } from '@/entities/process/queries.ts';
import { formatNumber, plural } from '@/lib/format/format.ts';
import { useIsSteward, useUser } from '@/lib/session/use-session.ts';
import { cn } from '@/lib/style/cn.ts';

const FirstSteps = lazyPart(
  () => import('./first-steps.tsx'),
  (code) => code.FirstSteps,
);

const CommonStart = lazyPart(
  () => import('./common-start.tsx'),
  (code) => code.CommonStart,
);
const SealNotice = lazyPart(
  () => import('./notices.tsx'),
  (code) => code.SealNotice,
);
const UsersWaiting = lazyPart(
  () => import('./notices.tsx'),
  (code) => code.UsersWaiting,
);

type Dashboard = AnswerOf<'dashboard'>;

/** The first screen after signing in: what is pending, what happened, what to do next. */
export function DashboardPage() {
  const user = useUser();
  const query = useQuery(processQueries.dashboard());
  const firstName = user?.name.split(' ')[0] ?? '';
  return (
    <>
      <PageHeader
        title="Início"
        heading={firstName === '' ? 'Início' : `Olá, ${firstName}`}
        extra={<NewProcessButton />}
      />
      <div className="flex flex-col gap-6 pt-6">
        {user?.role === 'administrator' && <SealNotice />}
        {query.isError && (
          <ProblemCallout
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
        {query.isPending && <DashboardSkeleton />}
        {query.data !== undefined && <DashboardBody data={query.data} />}
      </div>
    </>
  );
}

function DashboardBody({ data }: { data: Dashboard }) {
  const isSteward = useIsSteward();
  const started = data.waiting + data.finished + data.rejected + data.canceled > 0;
  return (
    <>
      {!started && (isSteward ? <FirstSteps data={data} /> : <CommonStart companies={data.companies} />)}
      {started && <Counts data={data} />}
      {data.usersWithoutCompany > 0 && <UsersWaiting count={data.usersWithoutCompany} />}
      {started ? (
        <div className="grid gap-6 xl:grid-cols-[1fr_280px]">
          <section aria-labelledby="recentes" className="min-w-0">
            <div className="mb-3 flex items-baseline justify-between gap-4">
              <h2 id="recentes" className="font-semibold">
                Processos recentes
              </h2>
              <span className="flex gap-4 text-sm text-primary-ink">
                <Link to="/reports" className="underline-offset-4 hover:underline">
                  Relatórios
                </Link>
                <Link to="/processes" className="underline-offset-4 hover:underline">
                  Ver todos
                </Link>
              </span>
            </div>
            <DataTable
              caption="Processos recentes"
              columns={processColumns.filter((column) => column.id !== 'documents')}
              rows={data.recent}
              rowKey={(process) => process.processId}
              rowLink={processLink}
            />
          </section>
          <Shortcuts data={data} className="xl:grid-cols-1" />
        </div>
      ) : (
        <Shortcuts data={data} />
      )}
    </>
  );
}

function Counts({ data }: { data: Dashboard }) {
  return (
    <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Count
        label="Em andamento"
        value={data.waiting}
        icon={Clock}
        ink="text-warning"
        search={{ filter: 'pending' }}
      />
      <Count
        label="Finalizados"
        value={data.finished}
        icon={CircleCheck}
        ink="text-success"
        search={{ filter: 'finished' }}
      />
      <Count
        label="Recusados"
        value={data.rejected}
        icon={CircleX}
        ink="text-danger"
        search={{ filter: 'rejected' }}
      />
      <Count
        label="Créditos disponíveis"
        value={data.credits.balance}
        icon={Coins}
        ink="text-primary-ink"
        to="/credits"
        search={{}}
      />
    </ul>
  );
}

function Count({
  label,
  value,
  icon: Icon,
  ink,
  search,
  to = '/processes',
}: {
  label: string;
  value: number;
  icon: LucideIcon;
  ink: string;
  search: { filter?: 'pending' | 'finished' | 'rejected' };
  to?: '/processes' | '/credits';
}) {
  return (
    <li>
      <Link
        to={to}
        search={to === '/processes' ? search : {}}
        className="block h-full card p-4 transition-colors hover:bg-hover/60 sm:p-5"
      >
        <span className="flex items-center gap-2 text-sm text-muted">
          <Icon aria-hidden="true" className={cn('size-4', ink)} />
          {label}
        </span>
        <span className="mt-2 block text-3xl font-semibold tracking-tight tabular">
          {formatNumber(value)}
        </span>
      </Link>
    </li>
  );
}

const registered = (count: number): string =>
  count === 0 ? 'Nenhuma cadastrada' : plural(count, 'cadastrada');

function Shortcuts({ data, className }: { data: Dashboard; className?: string }) {
  const items = [
    {
      label: 'Empresas',
      detail: registered(data.companies),
      to: '/companies',
      icon: Building2,
    },
    { label: 'Pessoas', detail: registered(data.persons), to: '/persons', icon: UserPlus },
    { label: 'Validar documento', detail: 'Confira um PDF recebido', to: '/validate', icon: ShieldCheck },
  ] as const;
  return (
    <section aria-labelledby="atalhos">
      <h2 id="atalhos" className="mb-3 font-semibold">
        Atalhos
      </h2>
      <ul className={cn('grid gap-3 sm:grid-cols-3', className)}>
        {items.map((item) => (
          <li key={item.label}>
            <Link
              to={item.to}
              className="flex h-full items-center gap-3 card p-4 transition-colors hover:bg-hover/60"
            >
              <span className="flex size-10 shrink-0 items-center justify-center rounded-xl bg-primary-soft text-primary-ink">
                <item.icon aria-hidden="true" className="size-[18px]" />
              </span>
              <span className="min-w-0">
                <span className="block text-sm font-medium">{item.label}</span>
                <span className="block text-[0.8125rem] text-muted">{item.detail}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function DashboardSkeleton() {
  return (
    <output className="flex flex-col gap-6">
      <span className="sr-only">Carregando…</span>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} className="h-26 rounded-[14px]!" />
        ))}
      </div>
      <Skeleton className="h-80 rounded-[14px]!" />
    </output>
  );
}
