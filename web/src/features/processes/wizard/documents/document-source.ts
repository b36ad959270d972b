import { previewSource } from '@/entities/template/preview.ts';
import { uploadSource } from '@/entities/upload/upload-source.ts';
import { fillingOf } from '@/features/processes/wizard/draft/draft-templates.ts';
import { valueFault, type Draft, type DraftDocument } from '@/features/processes/wizard/draft/draft.ts';
import { pathOf } from '@/lib/api/client.ts';
import { plural } from '@/lib/format/format.ts';
import { api } from '@/lib/session/session.ts';

/** Where a document can be looked at before the process is there; of a template also before its document is made. */
export function sourceOf(draft: Draft, document: DraftDocument) {
  const { uploadId, proof, template } = document;
  if (template?.kind === 'pdf')
    return { url: pathOf('readTemplate', { templateId: template.templateId }), client: api };
  const { body, key } = fillingOf(draft, document);
  if (template === undefined || template.filledFor === key)
    return uploadSource({ uploadId: `${uploadId}-${proof.slice(-16)}`, proof });
  const { companyId, participants } = body;
  // What is being typed is none yet.
  const values = Object.fromEntries(
    Object.entries(body.values).filter(([name, value]) => valueFault({ name, value }) === undefined),
  );
  const using = { participants, values, ...(companyId === '' ? {} : { companyId }) };
  return previewSource({ templateId: template.templateId, using });
}

/** What is seen of a document, in words. */
export const viewedWords = ({ pages }: DraftDocument): string =>
  pages === 0
    ? 'Prévia: os campos ainda sem dados aparecem entre chaves'
    : `${plural(pages, 'página')}, como será mostrado a quem assina`;
