import { formatCnpj, formatCpf } from '@lacre/contracts/brazil';
import { useQuery } from '@tanstack/react-query';
import { Bell, Building2, CalendarClock, Coins, Eye, FileText, Pencil } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { ViewerOverlay } from '@/components/pdf/viewer-overlay.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Avatar } from '@/components/ui/display/avatar.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { Email } from '@/components/ui/display/email.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { Spinner } from '@/components/ui/feedback/spinner.tsx';
import { RequirementBadges } from '@/entities/process/requirements.tsx';
import { TagChips } from '@/entities/tag/tag-chips.tsx';
import { creditsQuery } from '@/entities/tenant/credits-query.ts';
import { Question, removedWords } from '@/features/processes/wizard/documents/document-notes.tsx';
import { sourceOf } from '@/features/processes/wizard/documents/document-source.ts';
import { TemplateValue } from '@/features/processes/wizard/documents/template-values.tsx';
import {
  effectiveMinimum,
  participantsOf,
  valueFault,
  type Draft,
  type DraftDocument,
  type DraftParticipant,
} from '@/features/processes/wizard/draft/draft.ts';
import type { ChangeDraft } from '@/features/processes/wizard/draft/use-draft.ts';
import type { Filling, FillingProblem } from '@/features/processes/wizard/draft/use-filling.ts';
import { PARTS, partWords } from '@/i18n/vocabulary.ts';
import { formatBytes, formatList, formatNumber, formatPlainDate, plural } from '@/lib/format/format.ts';

import type { StepId } from './steps.ts';

/** Fourth step: everything once more, what it costs, and what each person will be asked. */
export function ReviewStep({
  draft,
  change,
  filling,
  onEdit,
}: {
  draft: Draft;
  change: ChangeDraft;
  filling: Filling;
  onEdit: (step: StepId) => void;
}) {
  return (
    <div className="flex flex-col gap-4">
      <Block title={draft.summary} onEdit={() => onEdit('documentos')} editLabel="Alterar documentos">
        <ul className="flex flex-col gap-3">
          {draft.documents.map((document) => (
            <DocumentLine key={document.uploadId} document={document} change={change} filling={filling} />
          ))}
        </ul>
        {draft.documents.length > 1 && (
          <p className="mt-3 text-sm text-muted">
            {draft.type === 'single'
              ? 'Um processo só, com todos os documentos.'
              : `${draft.documents.length} processos, um para cada documento.`}
          </p>
        )}
        {draft.tags.length > 0 && (
          <div className="mt-3">
            <TagChips tags={draft.tags} />
          </div>
        )}
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
      <People draft={draft} onEdit={() => onEdit('signatarios')} />
      <Cost documents={draft.documents.length} />
    </div>
  );
}

function DocumentLine({
  document,
  change,
  filling,
}: {
  document: DraftDocument;
  change: ChangeDraft;
  filling: Filling;
}) {
  const [viewing, setViewing] = useState(false);
  const problem = filling.problems.get(document.uploadId);
  const source = sourceOf(document);
  const making = document.template?.kind === 'text' && document.proof === '' && problem === undefined;
  const removed = removedWords(document);
  return (
    <li className="text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <FileText aria-hidden="true" className="size-4 shrink-0 text-subtle" />
        <span className="min-w-0 flex-1 wrap-anywhere">{document.name}</span>
        {making ? (
          <output className="flex items-center gap-2 text-muted">
            <Spinner /> Gerando o documento…
          </output>
        ) : (
          document.pages > 0 && (
            <span className="shrink-0 text-muted tabular max-sm:order-last max-sm:basis-full max-sm:pl-7">
              {plural(document.pages, 'página')} · {formatBytes(document.sizeBytes)}
            </span>
          )
        )}
        {source !== undefined && !making && (
          <Button
            variant="ghost"
            size="iconSm"
            aria-label={`Ver ${document.name}`}
            icon={<Eye />}
            onClick={() => setViewing(true)}
          />
        )}
      </div>
      {removed.length > 0 && (
        <p className="pl-7 text-[0.8125rem] text-muted">
          Por segurança, retiramos do arquivo: {formatList(removed)}.
        </p>
      )}
      {document.selection !== undefined && (
        <div className="pl-7">
          <Question selection={document.selection} />
        </div>
      )}
      {problem !== undefined && (
        <Missing document={document} problem={problem} change={change} onRetry={filling.retry} />
      )}
      {viewing && source !== undefined && (
        <ViewerOverlay
          source={source}
          title={document.name}
          subtitle={`${plural(document.pages, 'página')}, como será mostrado a quem assina`}
          onClose={() => setViewing(false)}
        />
      )}
    </li>
  );
}

/** Why a template's document could not be made, and the fields that nothing filled, to be typed here. */
function Missing({
  document,
  problem: { problem, missing },
  change,
  onRetry,
}: {
  document: DraftDocument;
  problem: FillingProblem;
  change: ChangeDraft;
  onRetry: () => void;
}) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  if (missing.length === 0) return <ProblemCallout error={problem} onRetry={onRetry} className="mt-2" />;
  const fields = missing.map((name) => ({ name, value: typed[name] ?? '' }));
  const done = fields.every((field) => field.value.trim() !== '' && valueFault(field) === undefined);
  return (
    <Callout tone="warning" live title={`Faltam dados para ${document.name}`} className="mt-2">
      <p>O cadastro não os traz. Informe aqui, só para este processo.</p>
      <form
        noValidate
        className="mt-3 grid gap-3 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!done) return;
          change((current) => ({
            documents: current.documents.map((one) => {
              if (one.uploadId !== document.uploadId || one.template === undefined) return one;
              const kept = one.template.values.filter(({ name }) => !missing.includes(name));
              return { ...one, template: { ...one.template, values: [...kept, ...fields] } };
            }),
          }));
        }}
      >
        {fields.map((field) => (
          <TemplateValue
            key={field.name}
            field={field}
            onChange={(value) => setTyped({ ...typed, [field.name]: value })}
          />
        ))}
        <div className="sm:col-span-2">
          <Button type="submit" size="sm" variant="primary" disabled={!done}>
            Preencher documento
          </Button>
        </div>
      </form>
    </Callout>
  );
}

function People({ draft, onEdit }: { draft: Draft; onEdit: () => void }) {
  const minimum = effectiveMinimum(draft);
  return (
    <Block title="Quem assina" onEdit={onEdit} editLabel="Alterar participantes">
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
                  <PersonLine key={participant.personId} draft={draft} participant={participant} />
                ))}
              </ul>
            </div>
          );
        })}
      </div>
      <ul className="mt-4 flex flex-col gap-1.5 border-t border-line pt-4 text-sm text-muted">
        <li className="flex items-center gap-2">
          <CalendarClock aria-hidden="true" className="size-4 shrink-0 text-subtle" />
          {draft.deadline === ''
            ? 'Sem prazo para assinar.'
            : `Assinaturas até ${formatPlainDate(draft.deadline)}, 23h59.`}
        </li>
        <li className="flex items-center gap-2">
          <Bell aria-hidden="true" className="size-4 shrink-0 text-subtle" />
          {draft.reminderDays === null
            ? 'Sem lembretes automáticos.'
            : draft.reminderDays === 1
              ? 'Lembrete todos os dias.'
              : `Lembrete a cada ${draft.reminderDays} dias.`}
        </li>
      </ul>
    </Block>
  );
}

function PersonLine({ draft, participant }: { draft: Draft; participant: DraftParticipant }) {
  const { personId, part, name, cpf, email, requirements, group } = participant;
  const questions = draft.documents.filter(({ selection }) => {
    if (selection === undefined) return false;
    return selection.askedOf === null ? part !== 'attestant' : selection.askedOf.includes(personId);
  }).length;
  return (
    <li className="flex gap-3">
      <Avatar name={name} size="sm" />
      {/* What does not fit beside the name goes under it. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-44 text-sm">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="flex min-w-0 flex-wrap gap-x-1.5 text-muted">
            <span className="tabular">{formatCpf(cpf)}</span>
            <Email className="max-w-full">{email}</Email>
          </p>
        </div>
        <div className="flex flex-wrap gap-1.5">
          {draft.ordered && <Badge tone="primary">{group}º a assinar</Badge>}
          <RequirementBadges requirements={requirements} withCpf />
          {questions > 0 && <Badge tone="info">Responde {plural(questions, 'pergunta')}</Badge>}
        </div>
      </div>
    </li>
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
