import type { RemovedPart } from '@lacre/contracts';
import { ArrowDown, ArrowUp, CircleAlert, FileText, RefreshCw, Trash2, X } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/button.tsx';
import { DropZone } from '@/components/ui/drop-zone.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input, PasswordInput } from '@/components/ui/input.tsx';
import { Progress } from '@/components/ui/progress.tsx';
import { cn } from '@/lib/cn.ts';
import { formatBytes, formatList, plural } from '@/lib/format.ts';

import { followingSummary, withNeighboursSwapped, type Draft, type DraftDocument } from './draft.ts';
import type { ChangeDraft } from './use-draft.ts';
import { mayArrive, type PendingUpload, type Uploads } from './use-uploads.ts';

const ACCEPT = {
  'application/pdf': ['.pdf'],
  'application/msword': ['.doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.oasis.opendocument.text': ['.odt'],
};

/** First step: the documents, and what the process is about. */
export function DocumentsStep({
  draft,
  change,
  uploads,
  documentsError,
  summaryError,
}: {
  draft: Draft;
  change: ChangeDraft;
  uploads: Uploads;
  documentsError: string | undefined;
  summaryError: string | undefined;
}) {
  const { documents } = draft;
  const list = useRef<HTMLOListElement>(null);
  const dropZone = useRef<HTMLDivElement>(null);
  const move = (index: number, step: 1 | -1) =>
    change((current) => ({ documents: withNeighboursSwapped(current.documents, index, step) }));
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
      const rest = current.documents.filter((one) => one.uploadId !== uploadId);
      return {
        documents: rest,
        ...followingSummary(current, [...rest, ...uploads.pending.filter(mayArrive)]),
      };
    });
  }

  function removeUpload(id: string): void {
    uploads.remove(id);
    const rest = uploads.pending.filter((item) => item.id !== id && mayArrive(item));
    change((current) => followingSummary(current, [...current.documents, ...rest]));
  }

  return (
    <div className="flex flex-col gap-6">
      <div ref={dropZone}>
        <DropZone
          label={empty ? 'Arraste os documentos para cá ou clique para escolher' : 'Incluir mais documentos'}
          touchLabel={empty ? 'Escolher documentos' : 'Incluir mais documentos'}
          hint="PDF, DOC, DOCX ou ODT, até 32 MB cada. Vários de uma vez."
          accept={ACCEPT}
          multiple
          onFiles={(accepted, rejected) => uploads.add([...accepted, ...rejected])}
          className={cn(!empty && '[&_button]:py-5')}
        />
        {documentsError !== undefined && (
          <p role="alert" className="mt-2 flex gap-1.5 text-[0.8125rem] text-danger">
            <CircleAlert aria-hidden="true" className="mt-[3px] size-3.5 shrink-0" />
            {documentsError}
          </p>
        )}
      </div>
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
                onRetry={(password) => uploads.retry(row.item.id, password)}
                onRemove={() => removing(() => removeUpload(row.item.id))}
              />
            ) : (
              <SentDocument
                key={row.document.uploadId}
                document={row.document}
                onUp={row.index > 0 ? () => move(row.index, -1) : undefined}
                onDown={row.index < documents.length - 1 ? () => move(row.index, 1) : undefined}
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
          maxLength={300}
          placeholder="Ex.: Contrato de prestação de serviços"
          onChange={(event) => change(() => ({ summary: event.target.value }))}
        />
      </Field>
    </div>
  );
}

function Row({ tone, children }: { tone?: 'danger'; children: ReactNode }) {
  return (
    <li
      className={cn(
        'flex items-center gap-3 rounded-xl border bg-surface p-3 max-sm:flex-wrap',
        tone === 'danger' ? 'border-danger-line bg-danger-soft' : 'border-line',
      )}
    >
      {children}
    </li>
  );
}

function SentDocument({
  document,
  onUp,
  onDown,
  onRemove,
}: {
  document: DraftDocument;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove: () => void;
}) {
  const name = document.chosenName;
  const notes = [
    ...(isPdf(name) ? [] : ['convertido para PDF']),
    plural(document.pages, 'página'),
    formatBytes(document.sizeBytes),
    ...(document.alreadySigned
      ? ['já traz assinaturas, que serão mantidas; a página de assinaturas será um arquivo à parte']
      : []),
  ];
  const removed = (document.removed ?? []).flatMap((part) => REMOVED_PARTS[part] ?? []);
  return (
    <Row>
      <span className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-primary-soft text-primary-ink">
        <FileText aria-hidden="true" className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium wrap-anywhere">{name}</p>
        <p className="text-[0.8125rem] text-muted">{notes.join(' · ')}</p>
        {removed.length > 0 && (
          <p className="text-[0.8125rem] text-muted">
            Por segurança, retiramos do arquivo: {formatList(removed)}.
          </p>
        )}
      </div>
      <div className="flex shrink-0 max-sm:-my-1.5 max-sm:w-full max-sm:justify-end">
        {onUp !== undefined && (
          <Button
            variant="ghost"
            size="iconSm"
            aria-label={`Subir ${name}`}
            icon={<ArrowUp />}
            onClick={onUp}
          />
        )}
        {onDown !== undefined && (
          <Button
            variant="ghost"
            size="iconSm"
            aria-label={`Descer ${name}`}
            icon={<ArrowDown />}
            onClick={onDown}
          />
        )}
        <Button
          variant="ghost"
          size="iconSm"
          aria-label={`Remover ${name}`}
          data-remove=""
          icon={<Trash2 />}
          onClick={onRemove}
        />
      </div>
    </Row>
  );
}

/** The view that a file opens with is missed by nobody. */
const REMOVED_PARTS: Readonly<Record<RemovedPart, string | undefined>> = {
  actions: 'ações automáticas e scripts',
  'dynamic-forms': 'formulário dinâmico (XFA)',
  'form-actions': 'botões que enviam dados',
  files: 'arquivos anexados',
  'file-links': 'atalhos para outros arquivos',
  media: 'áudio e vídeo',
  'opening-view': undefined,
};

/** Asks for what opens a protected file. It goes with the file once and is kept nowhere. */
function PasswordForm({ name, onPassword }: { name: string; onPassword: (password: string) => void }) {
  const [password, setPassword] = useState('');
  return (
    <form
      className="mt-2 flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') onPassword(password);
      }}
    >
      <div className="min-w-0 flex-1 basis-48">
        <PasswordInput
          aria-label={`Senha de ${name}`}
          placeholder="Senha do PDF"
          autoComplete="off"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </div>
      <Button type="submit" disabled={password === ''}>
        Abrir
      </Button>
    </form>
  );
}

const isPdf = (name: string) => name.toLowerCase().endsWith('.pdf');

function UploadRow({
  item,
  onRetry,
  onRemove,
}: {
  item: PendingUpload;
  onRetry: (password?: string) => void;
  onRemove: () => void;
}) {
  const { name, sizeBytes, state } = item;
  if (state.step === 'failed') {
    return (
      <Row tone="danger">
        <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-danger" />
        <div className="min-w-0 flex-1" role="alert">
          <p className="text-sm font-medium wrap-anywhere">{name}</p>
          <p className="text-[0.8125rem] text-danger">{state.message}</p>
          {state.asksPassword === true && <PasswordForm name={name} onPassword={onRetry} />}
        </div>
        {state.retryable && (
          <Button size="sm" icon={<RefreshCw />} onClick={() => onRetry()}>
            Tentar de novo
          </Button>
        )}
        <Button
          variant="ghost"
          size="iconSm"
          aria-label={`Remover ${name}`}
          data-remove=""
          icon={<X />}
          onClick={onRemove}
        />
      </Row>
    );
  }
  const sent = state.step === 'sending' ? state.sent : 0;
  const text =
    sent >= 1
      ? 'Conferindo o arquivo…'
      : state.step === 'waiting'
        ? 'Na fila…'
        : `Enviando, ${Math.round(sent * 100)}%`;
  return (
    <Row>
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-3">
          <p className="min-w-0 text-sm font-medium wrap-anywhere">{name}</p>
          <p className="shrink-0 text-[0.8125rem] text-muted tabular">{formatBytes(sizeBytes)}</p>
        </div>
        <Progress value={sent >= 1 ? undefined : sent} label={`Envio de ${name}`} className="mt-2" />
        <p className="mt-1.5 text-[0.8125rem] text-muted">{text}</p>
      </div>
      <Button
        variant="ghost"
        size="iconSm"
        aria-label={`Cancelar envio de ${name}`}
        data-remove=""
        icon={<X />}
        onClick={onRemove}
      />
    </Row>
  );
}
