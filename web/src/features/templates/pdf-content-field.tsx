import { MAX_UPLOAD_MB } from '@lacre/contracts/limits';
import { useMutation } from '@tanstack/react-query';
import { Eye, FileText, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import type { PdfSource } from '@/components/pdf/pdf-source.ts';
import { ViewerOverlay } from '@/components/pdf/viewer-overlay.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Progress } from '@/components/ui/feedback/progress.tsx';
import { DropZone } from '@/components/ui/fields/drop-zone.tsx';
import { sendingText } from '@/entities/upload/taken-kinds.ts';
import { useTakenKinds } from '@/entities/upload/upload-options.ts';
import { uploadSource } from '@/entities/upload/upload-source.ts';
import { uploadFile } from '@/lib/api/upload.ts';
import { formatBytes, plural } from '@/lib/format/format.ts';
import { api } from '@/lib/session/session.ts';

import type { TemplatePdf } from './template-form-values.ts';

/** The document that a template keeps, signed as it is. */
export function PdfContentField({
  pdf,
  kept,
  error,
  readOnly,
  onChange,
}: {
  pdf: TemplatePdf | null;
  /** Where the one that is stored can be read. */
  kept: PdfSource | undefined;
  error: string | undefined;
  readOnly: boolean;
  onChange: (pdf: TemplatePdf | null) => void;
}) {
  const kinds = useTakenKinds();
  const [sent, setSent] = useState(0);
  const [viewing, setViewing] = useState(false);
  const sending = useMutation({
    mutationFn: (file: File) => uploadFile(api, 'uploadDocument', file, { onProgress: setSent }),
    onMutate: () => setSent(0),
    onSuccess: ({ name, pages, sizeBytes, uploadId, proof }) =>
      onChange({ name, pages, sizeBytes, uploadId, proof }),
  });
  const source =
    pdf?.proof !== undefined && pdf.uploadId !== undefined
      ? uploadSource({ uploadId: pdf.uploadId, proof: pdf.proof })
      : kept;
  return (
    <div className="flex flex-col gap-3 sm:col-span-6">
      {pdf !== null && (
        <div className="flex flex-wrap items-center gap-3 rounded-xl border border-line p-3">
          <span className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-primary-soft text-primary-ink">
            <FileText aria-hidden="true" className="size-5" />
          </span>
          <div className="min-w-0 flex-1 basis-40">
            <p className="text-sm font-medium wrap-anywhere">{pdf.name}</p>
            <p className="text-[0.8125rem] text-muted">
              {plural(pdf.pages, 'página')} · {formatBytes(pdf.sizeBytes)}
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
              aria-label={`Trocar ${pdf.name}`}
              icon={<Trash2 />}
              onClick={() => onChange(null)}
            />
          )}
        </div>
      )}
      {pdf === null && (
        <DropZone
          label="Arraste o documento para cá ou clique para escolher"
          touchLabel="Escolher documento"
          hint={[`${kinds.taken}, até ${MAX_UPLOAD_MB} MB. Ele é assinado como está.`, kinds.advice]
            .filter(Boolean)
            .join(' ')}
          accept={kinds.accept}
          disabled={sending.isPending}
          onFiles={(accepted, rejected) => {
            const [file] = [...accepted, ...rejected];
            if (file !== undefined) sending.mutate(file);
          }}
        />
      )}
      {sending.isPending && (
        <div>
          <Progress value={sent >= 1 ? undefined : sent} label="Envio do documento" />
          <p className="mt-1.5 text-[0.8125rem] text-muted">{sendingText(sending.variables.name, sent)}</p>
        </div>
      )}
      <ProblemCallout
        error={sending.error}
        onRetry={() => (sending.variables === undefined ? undefined : sending.mutate(sending.variables))}
      />
      {error !== undefined && pdf === null && (
        <p role="alert" className="text-[0.8125rem] text-danger">
          {error}
        </p>
      )}
      {viewing && pdf !== null && source !== undefined && (
        <ViewerOverlay
          source={source}
          title={pdf.name}
          subtitle={plural(pdf.pages, 'página')}
          onClose={() => setViewing(false)}
        />
      )}
    </div>
  );
}
