import { MAX_SUMMARY_LENGTH, MAX_UPLOAD_MB } from '@lacre/contracts/limits';
import { CircleAlert } from 'lucide-react';
import { useRef, useState } from 'react';

import { ViewerOverlay } from '@/components/pdf/viewer-overlay.tsx';
import { DropZone } from '@/components/ui/fields/drop-zone.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { Input } from '@/components/ui/fields/input.tsx';
import { RadioCards } from '@/components/ui/fields/radio-cards.tsx';
import { lazyDialog } from '@/components/ui/lazy/lazy-dialog.tsx';
import { TagPicker } from '@/entities/tag/tag-picker.tsx';
import type { Template } from '@/entities/template/queries.ts';
import { useTakenKinds } from '@/entities/upload/upload-options.ts';
import type { ChangeDraft } from '@/features/processes/wizard/draft/draft-store.ts';
import { withoutDocument } from '@/features/processes/wizard/draft/draft-templates.ts';
import {
  followingSummary,
  withNeighboursSwapped,
  type Draft,
  type DraftDocument,
} from '@/features/processes/wizard/draft/draft.ts';
import { cn } from '@/lib/style/cn.ts';

import { SentDocument, UploadRow } from './document-rows.tsx';
import { sourceOf, viewedWords } from './document-source.ts';
import { TemplateFinder } from './template-finder.tsx';
import { useSharedFiles } from './use-shared-files.ts';
import { mayArrive, type Uploads } from './use-uploads.ts';

const SelectionDialog = lazyDialog(
  () => import('./selection-dialog.tsx'),
  (code) => code.SelectionDialog,
);

/** First step: the documents, and what the process is about. */
export function DocumentsStep({
  draft,
  change,
  uploads,
  onUse,
  documentsError,
  summaryError,
}: {
  draft: Draft;
  change: ChangeDraft;
  uploads: Uploads;
  onUse: (templates: Template[]) => void;
  documentsError: string | undefined;
  summaryError: string | undefined;
}) {
  const { documents } = draft;
  const kinds = useTakenKinds();
  const [viewing, setViewing] = useState<DraftDocument>();
  const [asking, setAsking] = useState<DraftDocument>();
  const list = useRef<HTMLOListElement>(null);
  const dropZone = useRef<HTMLDivElement>(null);
  const move = (index: number, step: 1 | -1) =>
    change((current) => ({ documents: withNeighboursSwapped(current.documents, index, step) }));
  const edit = (uploadId: string, next: (document: DraftDocument) => DraftDocument) =>
    change((current) => ({
      documents: current.documents.map((one) => (one.uploadId === uploadId ? next(one) : one)),
    }));
  useSharedFiles((files) => uploads.add(files, kinds.advice));
  const empty = documents.length + uploads.pending.length === 0;
  // One list in the order of choice, whatever has arrived.
  const rows = [
    ...documents.map((document, index) => ({ order: document.order, document, index })),
    ...uploads.pending.map((item) => ({ order: item.order, item })),
  ].toSorted((one, other) => one.order - other.order);

  /** The button pressed is about to go: the focus moves to the next row's, or to where files are chosen. */
  function removing(remove: () => void): void {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const next = buttons[at + 1] ?? buttons[at - 1] ?? dropZone.current?.querySelector('button');
    remove();
    if (at >= 0) next?.focus();
  }

  function removeDocument(uploadId: string): void {
    change((current) => {
      const rest = withoutDocument(current, uploadId);
      return {
        ...rest,
        ...followingSummary(current, [...rest.documents, ...uploads.pending.filter(mayArrive)]),
      };
    });
  }

  function removeUpload(id: string): void {
    uploads.remove(id);
    const rest = uploads.pending.filter((item) => item.id !== id && mayArrive(item));
    change((current) => followingSummary(current, [...current.documents, ...rest]));
  }

  const source = viewing === undefined ? undefined : sourceOf(draft, viewing);
  return (
    <div className="flex flex-col gap-6">
      <div ref={dropZone}>
        <DropZone
          label={empty ? 'Arraste os documentos para cá ou clique para escolher' : 'Incluir mais documentos'}
          touchLabel={empty ? 'Escolher documentos' : 'Incluir mais documentos'}
          hint={[`${kinds.taken}, até ${MAX_UPLOAD_MB} MB cada. Vários de uma vez.`, kinds.advice]
            .filter(Boolean)
            .join(' ')}
          accept={kinds.accept}
          multiple
          onFiles={(accepted, rejected) => uploads.add([...accepted, ...rejected], kinds.advice)}
          className={cn(!empty && '[&_button]:py-5')}
        />
        {documentsError !== undefined && (
          <p role="alert" className="mt-2 flex gap-1.5 text-[0.8125rem] text-danger">
            <CircleAlert aria-hidden="true" className="mt-[3px] size-3.5 shrink-0" />
            {documentsError}
          </p>
        )}
      </div>
      <TemplateFinder documents={documents} onUse={onUse} />
      {!empty && (
        <ol
          ref={list}
          aria-label="Documentos do processo, na ordem de leitura"
          className="flex flex-col gap-2"
        >
          {rows.map((row) =>
            'item' in row ? (
              <UploadRow
                key={row.item.id}
                item={row.item}
                onRetry={(access) => uploads.retry(row.item.id, access)}
                onRemove={() => removing(() => removeUpload(row.item.id))}
              />
            ) : (
              <SentDocument
                key={row.document.uploadId}
                document={row.document}
                onUp={row.index > 0 ? () => move(row.index, -1) : undefined}
                onDown={row.index < documents.length - 1 ? () => move(row.index, 1) : undefined}
                onView={() => setViewing(row.document)}
                onAsk={() => setAsking(row.document)}
                onValues={(values) =>
                  edit(row.document.uploadId, (document) => ({
                    ...document,
                    ...(document.template === undefined
                      ? {}
                      : { template: { ...document.template, values } }),
                  }))
                }
                onRemove={() => removing(() => removeDocument(row.document.uploadId))}
              />
            ),
          )}
        </ol>
      )}
      <Field
        label="Resumo do processo"
        help="É o que as pessoas leem no convite para assinar."
        error={summaryError}
        required
      >
        <Input
          value={draft.summary}
          maxLength={MAX_SUMMARY_LENGTH}
          placeholder="Ex.: Contrato de prestação de serviços"
          onChange={(event) => change(() => ({ summary: event.target.value }))}
        />
      </Field>
      {/* From the choice of the files on: it would push away what is being typed when the second arrives. */}
      {documents.length + uploads.pending.filter(mayArrive).length > 1 && (
        <TypeField draft={draft} change={change} />
      )}
      <div className="flex flex-col gap-1.5">
        <p className="text-sm font-medium">
          Etiquetas <span className="font-normal text-subtle">(opcional)</span>
        </p>
        <TagPicker tags={draft.tags} onChange={(tags) => change(() => ({ tags }))} />
      </div>
      {viewing !== undefined && source !== undefined && (
        <ViewerOverlay
          source={source}
          title={viewing.name}
          subtitle={viewedWords(viewing)}
          signatures={viewing.signatures}
          onClose={() => setViewing(undefined)}
        />
      )}
      {asking !== undefined && (
        <SelectionDialog
          documentName={asking.name}
          selection={asking.selection}
          participants={draft.participants}
          onClose={() => setAsking(undefined)}
          onSave={(selection) => {
            edit(asking.uploadId, (document) => ({ ...document, selection }));
            setAsking(undefined);
          }}
        />
      )}
    </div>
  );
}

function TypeField({ draft, change }: { draft: Draft; change: ChangeDraft }) {
  return (
    <RadioCards
      legend="Como enviar"
      name="process-type"
      value={draft.type}
      onValueChange={(type) => change(() => ({ type }))}
      options={[
        {
          value: 'single',
          label: 'Um processo só',
          description: 'Todos os documentos juntos: cada pessoa assina tudo de uma vez.',
        },
        {
          value: 'separate',
          label: 'Um processo por documento',
          description: 'Cada documento segue e termina por conta própria, com as mesmas pessoas.',
        },
      ]}
    />
  );
}
