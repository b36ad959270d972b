import { formatCnpj } from '@lacre/contracts/brazil';
import { Link } from '@tanstack/react-router';
import { Building2, CalendarClock, CalendarDays, TagIcon, UserRound, Users } from 'lucide-react';
import { type ReactNode } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { type ProcessDetail } from '@/entities/process/queries.ts';
import { SignatureProgress } from '@/entities/process/signature-progress.tsx';
import { TagChips } from '@/entities/tag/tag-chips.tsx';
import { processMeaning } from '@/i18n/vocabulary.ts';
import { daysUntil, formatDateTime, formatList } from '@/lib/format/format.ts';

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
  const waiting = process.waitingFor.map((code) => code.name);
  return (
    <section aria-label="Resumo" className="card p-5 sm:p-6">
      {process.summary.length > HEADED_LENGTH && (
        <p className="mb-4 font-medium wrap-anywhere">{process.summary}</p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64 text-sm text-muted">
          <p>
            {processMeaning(
              process.status,
              process.documents.map((code) => code.status),
            )}
          </p>
          {process.status === 'waiting' && waiting.length > 0 && (
            <p className="mt-0.5 flex gap-1.5">
              <Users aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              <span className="min-w-0 wrap-anywhere">
                A vez é de <span className="font-medium text-ink">{formatList(waiting)}</span>.
              </span>
            </p>
          )}
        </div>
        <SignatureProgress
          done={process.signaturesDone}
          total={process.signaturesTotal}
          status={process.status}
        />
      </div>
      <dl className="mt-5 grid gap-4 border-t border-line pt-5 sm:grid-cols-2 xl:grid-cols-4">
        <Fact icon={<Building2 />} label="Empresa">
          <Link
            to="/companies/$companyId"
            params={{ companyId: process.company.companyId }}
            className="underline-offset-4 hover:underline"
          >
            {process.company.companyName}
          </Link>
          <span className="block text-[0.8125rem] font-normal text-muted tabular">
            {formatCnpj(process.company.cnpj)}
          </span>
        </Fact>
        <Fact icon={<UserRound />} label="Solicitado por">
          {process.requester.name}
        </Fact>
        <Fact icon={<CalendarDays />} label="Criado em">
          <span className="tabular">{formatDateTime(process.createdAt)}</span>
        </Fact>
        <Fact icon={<CalendarClock />} label="Prazo">
          <Deadline process={process} />
        </Fact>
      </dl>
      {(process.tags.length > 0 || !looking) && (
        <div className="mt-4 flex flex-wrap items-center gap-2">
          <TagChips tags={process.tags} />
          {!looking && (
            <Button
              size="sm"
              variant="ghost"
              flush={process.tags.length === 0 ? 'start' : undefined}
              icon={<TagIcon />}
              onClick={onTags}
              className="-my-1"
            >
              {process.tags.length === 0 ? 'Incluir etiquetas' : 'Editar'}
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
        <span className="block text-[0.8125rem] text-warning">
          {days === 0 ? 'Termina hoje' : days === 1 ? 'Termina amanhã' : `Faltam ${days} dias`}
        </span>
      )}
      {status === 'waiting' && reminders !== null && (
        <span className="block text-[0.8125rem] font-normal text-muted">
          {reminders.everyDays === 1
            ? 'Lembrete todos os dias'
            : `Lembrete a cada ${reminders.everyDays} dias`}
        </span>
      )}
    </>
  );
}

function Fact({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="flex items-center gap-2 text-[0.8125rem] text-subtle [&_svg]:size-4">
        {icon}
        {label}
      </dt>
      <dd className="mt-0.5 pl-6 text-sm font-medium break-words">{children}</dd>
    </div>
  );
}
