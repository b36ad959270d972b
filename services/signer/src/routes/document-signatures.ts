import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { SignerContext } from '../dependencies.ts';
import { embeddedView } from '../embedded/embedded-views.ts';
import { readEmbedded } from '../embedded/read-embedded.ts';
import { readableDocument } from '../files/document-access.ts';

/** The signatures that a document came with, as they stand today. */
export function documentSignatures(app: FastifyInstance, signer: SignerContext): void {
  route(app, 'documentSignatures', async ({ principal, params }) => {
    const { document } = await readableDocument(signer.eventStore, principal, params);
    return { items: (await readEmbedded(signer, document)).map(embeddedView) };
  });
}
