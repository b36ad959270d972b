import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { SignerContext } from '../dependencies.ts';
import { readEvidenceKey } from '../evidence/chain/evidence-key.ts';
import { readableDocument } from '../files/document-access.ts';

/** The key of a document's evidence: of everybody asked to sign it for the tenant, of themselves alone for a person. */
export function evidenceKey(app: FastifyInstance, signer: SignerContext): void {
  route(app, 'evidenceKey', async ({ principal, params }) => {
    const { record } = await readableDocument(signer.eventStore, principal, params);
    const only = principal.kind === 'person' ? principal.sub : undefined;
    return readEvidenceKey(signer, record, params.documentId, only);
  });
}
