import { formatCnpj } from '@lacre/contracts/brazil';
import { useQuery } from '@tanstack/react-query';
import { Building2, Coins, Eye, FileText } from 'lucide-react';
import { useState } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { ViewerOverlay } from '@/components/pdf/viewer-overlay.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { Spinner } from '@/components/ui/feedback/spinner.tsx';
import { TagChips } from '@/entities/tag/tag-chips.tsx';
import { creditsQuery } from '@/entities/tenant/credits-query.ts';
import { Question, removedWords } from '@/features/processes/wizard/documents/document-notes.tsx';
import { sourceOf, viewedWords } from '@/features/processes/wizard/documents/document-source.ts';
import { TemplateValue } from '@/features/processes/wizard/documents/template-values.tsx';
import type { ChangeDraft, DraftStore } from '@/features/processes/wizard/draft/draft-store.ts';
import { valueFault, type Draft, type DraftDocument } from '@/features/processes/wizard/draft/draft.ts';
import type { Filling, FillingProblem } from '@/features/processes/wizard/draft/use-filling.ts';
import { formatBytes, formatList, formatNumber, plural } from '@/lib/format/format.ts';

import { Block } from './review-block.tsx';
import { People } from './review-people.tsx';
import type { StepId } from './steps.ts';

/** Fourth step: everything once more, what it costs, and what each person will be asked. */
export function ReviewStep({
  draft,
  store,
  filling,
  onEdit,
}: {
  draft: Draft;
  store: DraftStore;
  filling: Filling;
  onEdit: (step: StepId) => void;
}) {
  const { change } = store;
  return (
    <div className="flex flex-col gap-4">
      <Block title={draft.summary} onEdit={() => onEdit('documentos')} editLabel="Alterar documentos">
        <ul className="flex flex-col gap-3">
          {draft.documents.map((document) => (
            <DocumentLine
              key={document.uploadId}
              draft={draft}
              document={document}
              change={change}
              filling={filling}
            />
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
      <People draft={draft} store={store} onEdit={() => onEdit('signatarios')} />
      <Cost documents={draft.documents.length} />
    </div>
  );
}

function DocumentLine({
  draft,
  document,
  change,
  filling,
}: {
  draft: Draft;
  document: DraftDocument;
  change: ChangeDraft;
  filling: Filling;
}) {
  const [viewing, setViewing] = useState(false);
  const problem = filling.problems.get(document.uploadId);
  const making =
    document.template !== undefined &&
    document.template.kind !== 'pdf' &&
    document.proof === '' &&
    problem === undefined;
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
        {!making && (
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
      {viewing && (
        <ViewerOverlay
          source={sourceOf(draft, document)}
          title={document.name}
          subtitle={viewedWords(document)}
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
            needed
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
