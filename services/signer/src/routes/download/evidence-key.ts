import { defineRoute } from '../../define-route.ts';
import { readEvidenceKey } from '../../evidence/chain/evidence-key.ts';
import { readableDocument } from '../../files/document-access.ts';

/** The key of a document's evidence: of every participant for the tenant, of themselves alone for a person. */
export const route = defineRoute('evidenceKey', async ({ principal, params }, signer) => {
  const { record } = await readableDocument(signer.log, principal, params);
  const only = principal.kind === 'person' ? principal.sub : undefined;
  return readEvidenceKey(signer, record, params.documentId, only);
});
