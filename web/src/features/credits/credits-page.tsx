import { useQuery } from '@tanstack/react-query';
import { Coins, Hourglass, Stamp, type LucideIcon } from 'lucide-react';

import { PageHeader } from '@/components/page/page-header.tsx';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Skeleton } from '@/components/ui/feedback/skeleton.tsx';
import { creditsQuery } from '@/entities/tenant/credits-query.ts';
import { tenantFailures } from '@/i18n/tenant-failures.ts';
import { formatNumber } from '@/lib/format/format.ts';
import { STEWARDS } from '@/lib/session/guards.ts';
import { useUser } from '@/lib/session/use-session.ts';

import type { StatementSearch } from './queries.ts';
import { Statement } from './statement.tsx';

/** What is left, what is spoken for, what was used; and for stewards the statement. */
export function CreditsPage({
  search,
  onSearch,
}: {
  search: StatementSearch;
  onSearch: (next: StatementSearch) => void;
}) {
  const user = useUser();
  const query = useQuery(creditsQuery);
  return (
    <>
      <PageHeader
        title="Créditos"
        help={
          <ul className="flex list-disc flex-col gap-1.5 pl-5">
            <li>Criar um processo reserva um crédito por documento.</li>
            <li>Quando o documento é selado, o crédito reservado passa a usado.</li>
            <li>Se o documento for cancelado ou recusado, o crédito volta a ficar disponível.</li>
            <li>A quantidade de pessoas que assinam não muda o custo.</li>
          </ul>
        }
      />
      <div className="flex flex-col gap-6 pt-6">
        {query.isError && (
          <ProblemCallout
            error={query.error}
            failed={tenantFailures.credits}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
        <ul className="grid gap-3 sm:grid-cols-3">
          <Amount
            icon={Coins}
            label="Disponíveis"
            text="Prontos para novos documentos."
            value={query.data?.balance}
          />
          <Amount
            icon={Hourglass}
            label="Reservados"
            text="Presos a documentos que ainda esperam assinaturas."
            value={query.data?.reserved}
          />
          <Amount icon={Stamp} label="Usados" text="Em documentos já selados." value={query.data?.consumed} />
        </ul>
        {user !== undefined && STEWARDS.includes(user.role) && (
          <Statement search={search} onSearch={onSearch} />
        )}
      </div>
    </>
  );
}

function Amount({
  icon: Icon,
  label,
  text,
  value,
}: {
  icon: LucideIcon;
  label: string;
  text: string;
  value: number | undefined;
}) {
  return (
    <li className="card p-5">
      <span className="flex items-center gap-2 text-sm font-medium">
        <Icon aria-hidden="true" className="size-4 text-primary-ink" />
        {label}
      </span>
      {value === undefined ? (
        <Skeleton className="mt-3 h-9 w-20" />
      ) : (
        <span className="mt-2 block text-3xl font-semibold tracking-tight tabular">
          {formatNumber(value)}
        </span>
      )}
      <span className="mt-1 block text-sm text-muted">{text}</span>
    </li>
  );
}
