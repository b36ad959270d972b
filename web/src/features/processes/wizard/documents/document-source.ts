import { uploadSource } from '@/entities/upload/upload-source.ts';
import type { DraftDocument } from '@/features/processes/wizard/draft/draft.ts';
import { pathOf } from '@/lib/api/client.ts';
import { api } from '@/lib/session/session.ts';

/** Where a document can be looked at before the process is there; undefined until it is made. */
export function sourceOf({ uploadId, proof, template }: DraftDocument) {
  if (template?.kind === 'pdf')
    return { url: pathOf('readTemplate', { templateId: template.templateId }), client: api };
  return proof === '' ? undefined : uploadSource({ uploadId: `${uploadId}-${proof.slice(-16)}`, proof });
}
