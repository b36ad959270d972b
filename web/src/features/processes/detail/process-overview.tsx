import { formatCnpj } from '@lacre/contracts/brazil';
import { Link } from '@tanstack/react-router';
import { TagIcon } from 'lucide-react';
import { type ReactNode } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { type ProcessDetail } from '@/entities/process/queries.ts';
import { TagChips } from '@/entities/tag/tag-chips.tsx';
import { daysUntil, formatDate, formatDateTime } from '@/lib/format/format.ts';

/** A longer summary may not fit the page's head, which stays in sight: it is read whole below it. */
const HEADED_LENGTH = 60;

/** What the process is: of which company, asked by whom, until when, with which tags. */
export function Overview({
  process,
  looking,
  onTags,
}: {
  process: ProcessDetail;
  /** It is shown as it was. */
  looking: boolean;
  onTags: () => void;
}) {
  return (
    <section aria-label="Resumo" className="card px-4 py-3 sm:px-5">
      {process.summary.length > HEADED_LENGTH && (
        <p className="mb-3 text-sm font-medium wrap-anywhere">{process.summary}</p>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-[0.8125rem]">
        <Fact label="Empresa">
          <Link
            to="/companies/$companyId"
            params={{ companyId: process.company.companyId }}
            className="underline-offset-4 hover:underline"
          >
            {process.company.companyName}
          </Link>{' '}
          <span className="font-normal whitespace-nowrap text-muted tabular">
            {formatCnpj(process.company.cnpj)}
          </span>
        </Fact>
        <Fact label="Pedido por">
          {process.requester.name}
          <span className="font-normal whitespace-nowrap text-muted tabular">
            {' '}
            em {formatDate(process.createdAt)}
          </span>
        </Fact>
        <Fact label="Prazo">
          <Deadline process={process} />
        </Fact>
      </dl>
      {process.tags.length > 0 && (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <TagChips tags={process.tags} />
          {!looking && (
            <Button size="sm" variant="ghost" icon={<TagIcon />} onClick={onTags} className="-my-1.5">
              Editar
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

function Deadline({ process: { deadline, status, reminders } }: { process: ProcessDetail }) {
  const days = deadline === null ? undefined : daysUntil(deadline);
  const near = status === 'waiting' && days !== undefined && days >= 0 && days <= 3;
  return (
    <>
      <span className="tabular">{deadline === null ? 'Sem prazo' : formatDateTime(deadline)}</span>
      {near && (
        <span className="text-warning">
          {' · '}
          {days === 0 ? 'termina hoje' : days === 1 ? 'termina amanhã' : `faltam ${days} dias`}
        </span>
      )}
      {status === 'waiting' && reminders !== null && (
        <span className="font-normal text-muted">
          {' · '}
          {reminders.everyDays === 1
            ? 'lembrete todos os dias'
            : `lembrete a cada ${reminders.everyDays} dias`}
        </span>
      )}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-subtle">{label}</dt>
      <dd className="min-w-0 font-medium wrap-anywhere">{children}</dd>
    </>
  );
}
