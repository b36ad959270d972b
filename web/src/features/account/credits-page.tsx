import { useQuery } from '@tanstack/react-query';
import { Coins, Hourglass, Stamp, type LucideIcon } from 'lucide-react';

import { PageHeader } from '@/components/app/page-header.tsx';
import { ProblemCallout } from '@/components/app/problem-callout.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { formatNumber } from '@/lib/format.ts';

import { creditsQuery } from './credits-query.ts';

/** What is left, what is spoken for, what was used. */
export function CreditsPage() {
  const query = useQuery(creditsQuery);
  return (
    <>
      <PageHeader
        title="Créditos"
        help={
          <p>
            Cada documento usa um crédito: reservado ao criar o processo, usado quando o documento é selado,
            devolvido se for cancelado ou recusado.
          </p>
        }
      />
      <div className="flex flex-col gap-6 pt-6">
        {query.isError && (
          <ProblemCallout
            error={query.error}
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
        <section className="card p-5 sm:p-6" aria-labelledby="como-contam">
          <h2 id="como-contam" className="font-semibold">
            Como os créditos são contados
          </h2>
          <ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5 text-sm text-muted marker:text-subtle">
            <li>Criar um processo reserva um crédito por documento.</li>
            <li>Quando o documento é selado, o crédito reservado passa a usado.</li>
            <li>Se o documento for cancelado ou recusado, o crédito volta a ficar disponível.</li>
            <li>A quantidade de pessoas que assinam não muda o custo.</li>
          </ul>
        </section>
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
