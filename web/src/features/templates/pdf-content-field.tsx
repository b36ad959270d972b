import { MAX_UPLOAD_MB } from '@lacre/contracts/limits';

import { useTakenKinds } from '@/entities/upload/upload-options.ts';
import { uploadFile } from '@/lib/api/upload.ts';
import { api } from '@/lib/session/session.ts';

import { StoredFileField, type StoredFileProps } from './stored-file-field.tsx';
import type { TemplateFile } from './template-form-values.ts';

async function send(file: File, onProgress: (sent: number) => void): Promise<TemplateFile> {
  const sent = await uploadFile(api, 'uploadDocument', file, { onProgress });
  const { name, pages, sizeBytes, uploadId, proof } = sent;
  return { name, pages, sizeBytes, uploadId, proof };
}

/** The document that a template keeps, signed as it is. */
export function PdfContentField(props: StoredFileProps<TemplateFile>) {
  const kinds = useTakenKinds();
  return (
    <StoredFileField
      {...props}
      send={send}
      accept={kinds.accept}
      hint={[`${kinds.taken}, até ${MAX_UPLOAD_MB} MB. Ele é assinado como está.`, kinds.advice]
        .filter(Boolean)
        .join(' ')}
    />
  );
}
