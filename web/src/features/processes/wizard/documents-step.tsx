import { ArrowDown, ArrowUp, CircleAlert, FileText, RefreshCw, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '@/components/ui/button.tsx';
import { DropZone } from '@/components/ui/drop-zone.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';
import { Progress } from '@/components/ui/progress.tsx';
import { cn } from '@/lib/cn.ts';
import { formatBytes, plural } from '@/lib/format.ts';

import { suggestedSummary, type Draft, type DraftDocument } from './draft.ts';
import type { ChangeDraft } from './use-draft.ts';
import type { PendingUpload, Uploads } from './use-uploads.ts';

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
  summaryError,
}: {
  draft: Draft;
  change: ChangeDraft;
  uploads: Uploads;
  summaryError: string | undefined;
}) {
  const { documents } = draft;
  const move = (from: number, to: number) =>
    change((current) => {
      const next = [...current.documents];
      next.splice(to, 0, ...next.splice(from, 1));
      return { documents: next };
    });
  const empty = documents.length + uploads.pending.length === 0;

  return (
    <div className="flex flex-col gap-6">
      <DropZone
        label={empty ? 'Arraste os documentos para cá ou clique para escolher' : 'Incluir mais documentos'}
        touchLabel={empty ? 'Escolher documentos' : 'Incluir mais documentos'}
        hint="PDF, DOC, DOCX ou ODT, até 32 MB cada. Vários de uma vez."
        accept={ACCEPT}
        multiple
        onFiles={(accepted, rejected) => uploads.add([...accepted, ...rejected])}
        className={cn(!empty && '[&_button]:py-5')}
      />
      {!empty && (
        <ol aria-label="Documentos do processo, na ordem de leitura" className="flex flex-col gap-2">
          {documents.map((document, index) => (
            <SentDocument
              key={document.uploadId}
              document={document}
              onUp={index > 0 ? () => move(index, index - 1) : undefined}
              onDown={index < documents.length - 1 ? () => move(index, index + 1) : undefined}
              onRemove={() =>
                change((current) => ({
                  documents: current.documents.filter((item) => item.uploadId !== document.uploadId),
                }))
              }
            />
          ))}
          {uploads.pending.map((item) => (
            <UploadRow
              key={item.id}
              item={item}
              onRetry={() => uploads.retry(item.id)}
              onRemove={() => uploads.remove(item.id)}
            />
          ))}
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
          placeholder={suggestedSummary(documents) || 'Ex.: Contrato de prestação de serviços'}
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
        'flex items-center gap-3 rounded-xl border bg-surface p-3',
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
  const notes = [
    plural(document.pages, 'página'),
    formatBytes(document.sizeBytes),
    ...(document.alreadySigned ? ['já traz assinaturas, que serão mantidas'] : []),
  ];
  return (
    <Row>
      <span className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-primary-soft text-primary-ink">
        <FileText aria-hidden="true" className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">{document.name}</p>
        <p className="text-[0.8125rem] text-muted">{notes.join(' · ')}</p>
      </div>
      <div className="flex shrink-0">
        {onUp !== undefined && (
          <Button
            variant="ghost"
            size="iconSm"
            aria-label={`Subir ${document.name}`}
            icon={<ArrowUp />}
            onClick={onUp}
          />
        )}
        {onDown !== undefined && (
          <Button
            variant="ghost"
            size="iconSm"
            aria-label={`Descer ${document.name}`}
            icon={<ArrowDown />}
            onClick={onDown}
          />
        )}
        <Button
          variant="ghost"
          size="iconSm"
          aria-label={`Remover ${document.name}`}
          icon={<Trash2 />}
          onClick={onRemove}
        />
      </div>
    </Row>
  );
}

function UploadRow({
  item,
  onRetry,
  onRemove,
}: {
  item: PendingUpload;
  onRetry: () => void;
  onRemove: () => void;
}) {
  const { file, state } = item;
  if (state.step === 'failed') {
    return (
      <Row tone="danger">
        <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-danger" />
        <div className="min-w-0 flex-1" role="alert">
          <p className="truncate text-sm font-medium">{file.name}</p>
          <p className="text-[0.8125rem] text-danger">{state.message}</p>
        </div>
        {state.retryable && (
          <Button size="sm" icon={<RefreshCw />} onClick={onRetry}>
            Tentar de novo
          </Button>
        )}
        <Button
          variant="ghost"
          size="iconSm"
          aria-label={`Remover ${file.name}`}
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
          <p className="truncate text-sm font-medium">{file.name}</p>
          <p className="shrink-0 text-[0.8125rem] text-muted tabular">{formatBytes(file.size)}</p>
        </div>
        <Progress value={sent >= 1 ? undefined : sent} label={`Envio de ${file.name}`} className="mt-2" />
        <p className="mt-1.5 text-[0.8125rem] text-muted">{text}</p>
      </div>
      <Button
        variant="ghost"
        size="iconSm"
        aria-label={`Cancelar envio de ${file.name}`}
        icon={<X />}
        onClick={onRemove}
      />
    </Row>
  );
}
