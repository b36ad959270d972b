import { useMutation } from '@tanstack/react-query';
import { Eye, FileText, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import type { PdfSource } from '@/components/pdf/pdf-source.ts';
import { ViewerOverlay } from '@/components/pdf/viewer-overlay.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { Progress } from '@/components/ui/feedback/progress.tsx';
import { DropZone } from '@/components/ui/fields/drop-zone.tsx';
import { sendingText } from '@/entities/upload/taken-kinds.ts';
import { uploadSource } from '@/entities/upload/upload-source.ts';
import { asProblem } from '@/lib/api/problem.ts';
import { formatBytes, plural } from '@/lib/format/format.ts';

import type { TemplateFile } from './template-form-values.ts';

export interface StoredFileProps<File extends TemplateFile> {
  file: File | null;
  /** Where the one that is stored can be read. */
  kept: PdfSource | undefined;
  error: string | undefined;
  readOnly: boolean;
  onChange: (file: File | null) => void;
}

/** A file that a template keeps: sent, shown, changed for another. */
export function StoredFileField<Kept extends TemplateFile>({
  file,
  kept,
  error,
  readOnly,
  onChange,
  send,
  hint,
  accept,
  children,
}: StoredFileProps<Kept> & {
  send: (file: File, onProgress: (sent: number) => void) => Promise<Kept>;
  /** What is taken, and what becomes of it. */
  hint: string;
  accept: Record<string, string[]>;
  /** What is to be said of the file beside its name. */
  children?: ReactNode;
}) {
  const [sent, setSent] = useState(0);
  const [viewing, setViewing] = useState(false);
  const sending = useMutation({
    mutationFn: (chosen: File) => send(chosen, setSent),
    onMutate: () => setSent(0),
    onSuccess: onChange,
  });
  const source =
    file?.proof !== undefined && file.uploadId !== undefined
      ? uploadSource({ uploadId: file.uploadId, proof: file.proof })
      : kept;
  return (
    <div className="flex min-w-0 flex-col gap-3 sm:col-span-6">
      {file !== null && (
        <div className="flex flex-wrap items-center gap-3 rounded-xl border border-line p-3">
          <span className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-primary-soft text-primary-ink">
            <FileText aria-hidden="true" className="size-5" />
          </span>
          <div className="min-w-0 flex-1 basis-40">
            <p className="text-sm font-medium wrap-anywhere">{file.name}</p>
            <p className="text-[0.8125rem] text-muted">
              {plural(file.pages, 'página')} · {formatBytes(file.sizeBytes)}
            </p>
          </div>
          {source !== undefined && (
            <Button size="sm" icon={<Eye />} onClick={() => setViewing(true)}>
              Ver
            </Button>
          )}
          {!readOnly && (
            <Button
              variant="ghost"
              size="iconSm"
              aria-label={`Trocar ${file.name}`}
              icon={<Trash2 />}
              onClick={() => onChange(null)}
            />
          )}
        </div>
      )}
      {file !== null && children}
      {file === null && (
        <DropZone
          label="Arraste o documento para cá ou clique para escolher"
          touchLabel="Escolher documento"
          hint={hint}
          accept={accept}
          disabled={sending.isPending}
          onFiles={(accepted, rejected) => {
            const [chosen] = [...accepted, ...rejected];
            if (chosen !== undefined) sending.mutate(chosen);
          }}
        />
      )}
      {sending.isPending && (
        <div>
          <Progress value={sent >= 1 ? undefined : sent} label="Envio do documento" />
          <p className="mt-1.5 text-[0.8125rem] text-muted">{sendingText(sending.variables.name, sent)}</p>
        </div>
      )}
      <Refusal
        error={sending.error}
        onRetry={() => (sending.variables === undefined ? undefined : sending.mutate(sending.variables))}
      />
      {error !== undefined && (
        <p role="alert" className="text-[0.8125rem] text-danger">
          {error}
        </p>
      )}
      {viewing && file !== null && source !== undefined && (
        <ViewerOverlay
          source={source}
          title={file.name}
          subtitle={plural(file.pages, 'página')}
          onClose={() => setViewing(false)}
        />
      )}
    </div>
  );
}

/** Why the file was not taken: what is wrong in it, one by one, where that is what the server answers. */
function Refusal({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const failed = 'O documento não pôde ser usado';
  const faults = error === null ? [] : asProblem(error).fields;
  if (error === null || faults.length === 0)
    return <ProblemCallout error={error} failed={failed} onRetry={onRetry} />;
  return (
    <Callout tone="danger" live title={failed}>
      <p>Corrija no arquivo e envie de novo:</p>
      <ul aria-label="O que corrigir no documento" className="mt-1 list-disc pl-5">
        {faults.map(({ message }) => (
          <li key={message} className="wrap-anywhere">
            {message}
          </li>
        ))}
      </ul>
    </Callout>
  );
}
