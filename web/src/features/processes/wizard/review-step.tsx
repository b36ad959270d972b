import { formatCnpj, formatCpf } from '@lacre/contracts/brazil';
import { useQuery } from '@tanstack/react-query';
import { Building2, Coins, FileText, KeyRound, MapPin, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';

import { Avatar } from '@/components/ui/avatar.tsx';
import { Badge } from '@/components/ui/badge.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Callout } from '@/components/ui/callout.tsx';
import { creditsQuery } from '@/features/account/credits-query.ts';
import { PARTS, partWords } from '@/i18n/vocabulary.ts';
import { formatBytes, formatNumber, plural } from '@/lib/format.ts';

import { effectiveMinimum, participantsOf, type Draft, type StepId } from './draft.ts';

/** Fourth step: everything once more, what it costs, and what each person will be asked. */
export function ReviewStep({ draft, onEdit }: { draft: Draft; onEdit: (step: StepId) => void }) {
  const minimum = effectiveMinimum(draft);
  return (
    <div className="flex flex-col gap-4">
      <Block title={draft.summary} onEdit={() => onEdit('documentos')} editLabel="Alterar documentos">
        <ul className="flex flex-col gap-2.5">
          {draft.documents.map((document) => (
            <li key={document.uploadId} className="flex flex-wrap items-start gap-x-3 text-sm">
              <FileText aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-subtle" />
              <span className="min-w-0 flex-1 wrap-anywhere">{document.name}</span>
              <span className="shrink-0 text-muted tabular max-sm:basis-full max-sm:pl-7">
                {plural(document.pages, 'página')} · {formatBytes(document.sizeBytes)}
              </span>
            </li>
          ))}
        </ul>
      </Block>
      <Block title="Empresa" onEdit={() => onEdit('empresa')} editLabel="Alterar empresa">
        <p className="flex flex-wrap items-center gap-x-3 text-sm">
          <Building2 aria-hidden="true" className="size-4 shrink-0 text-subtle" />
          <span className="min-w-40 flex-1">{draft.company?.companyName}</span>
          <span className="shrink-0 text-muted tabular max-sm:basis-full max-sm:pl-7">
            {formatCnpj(draft.company?.cnpj ?? '')}
          </span>
        </p>
      </Block>
      <Block title="Quem assina" onEdit={() => onEdit('signatarios')} editLabel="Alterar participantes">
        <div className="flex flex-col gap-5">
          {PARTS.map((part) => {
            const participants = participantsOf(draft, part);
            if (participants.length === 0) return null;
            return (
              <div key={part}>
                <h4 className="text-[0.8125rem] font-medium text-subtle">
                  {partWords[part].plural}
                  {part === 'signatory' &&
                    minimum !== null &&
                    ` (ao menos ${minimum} de ${participants.length} assinam)`}
                </h4>
                <ul className="mt-2 flex flex-col gap-3">
                  {participants.map((participant) => (
                    <li key={participant.personId} className="flex flex-wrap items-center gap-3">
                      <Avatar name={participant.name} size="sm" />
                      <div className="min-w-0 flex-1 basis-44 text-sm">
                        <p className="font-medium wrap-anywhere">{participant.name}</p>
                        <p className="flex min-w-0 flex-wrap gap-x-1.5 text-muted">
                          <span className="tabular">{formatCpf(participant.cpf)}</span>
                          <span className="max-w-full wrap-anywhere">{participant.email}</span>
                        </p>
                      </div>
                      <div className="flex flex-wrap gap-1.5 max-sm:pl-12">
                        <Badge icon={<KeyRound aria-hidden="true" />}>CPF e código</Badge>
                        {participant.location && (
                          <Badge icon={<MapPin aria-hidden="true" />}>Localização</Badge>
                        )}
                      </div>
                    </li>
                  ))}
                </ul>
              </div>
            );
          })}
        </div>
      </Block>
      <Cost documents={draft.documents.length} />
    </div>
  );
}

function Block({
  title,
  onEdit,
  editLabel,
  children,
}: {
  title: string;
  onEdit: () => void;
  editLabel: string;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="rounded-xl border border-line p-4 sm:p-5">
      <div className="mb-3 flex items-start justify-between gap-4">
        <h3 className="min-w-0 font-semibold break-words">{title}</h3>
        <Button
          variant="ghost"
          size="iconSm"
          aria-label={editLabel}
          icon={<Pencil />}
          onClick={onEdit}
          className="-mt-1"
        />
      </div>
      {children}
    </section>
  );
}

function Cost({ documents }: { documents: number }) {
  const { data } = useQuery(creditsQuery);
  if (data !== undefined && data.balance < documents) {
    return (
      <Callout tone="warning" title="Créditos insuficientes">
        Este processo custa {plural(documents, 'crédito')} e você tem {formatNumber(data.balance)}. Remova
        documentos ou peça mais créditos ao administrador da conta.
      </Callout>
    );
  }
  return (
    <section
      aria-label="Custo"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-sunken p-4 sm:p-5"
    >
      <Coins aria-hidden="true" className="size-5 shrink-0 text-primary-ink" />
      <div className="min-w-48 flex-1 text-sm">
        <p className="font-semibold">Custo: {plural(documents, 'crédito')}</p>
        <p className="text-muted">
          Reservado agora e usado quando cada documento for selado; volta se for cancelado ou recusado.
        </p>
      </div>
      {data !== undefined && (
        <p className="flex shrink-0 gap-1.5 text-sm text-muted tabular max-sm:basis-full max-sm:pl-9 sm:flex-col sm:gap-0 sm:text-right">
          Saldo depois{' '}
          <span className="font-semibold text-ink">{formatNumber(data.balance - documents)}</span>
        </p>
      )}
    </section>
  );
}
