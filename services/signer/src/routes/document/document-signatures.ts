import { askedLanguage } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { embeddedView } from '../../embedded/embedded-views.ts';
import { readEmbedded } from '../../embedded/read-embedded.ts';
import { readableDocument } from '../../files/document-access.ts';

/** The signatures that a document came with, as they stand today. */
export const route = defineRoute('documentSignatures', async ({ request, principal, params }, signer) => {
  const { document } = await readableDocument(signer.log, principal, params);
  const language = askedLanguage(request);
  const signatures = await readEmbedded(signer, document);
  return { items: signatures.map((signature) => embeddedView(signature, language)) };
});
