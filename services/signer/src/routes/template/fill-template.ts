import { createHash } from 'node:crypto';

import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { takeInUpload } from '../../intake/take-in-upload.ts';
import { filledTemplate } from '../../template/fill-template.ts';
import { storedPdf } from '../../template/stored-pdf.ts';

/** Makes a PDF of a template's text and takes it in as if it had been sent, with the proof a process is created with; a
 * stored PDF gets its proof as it is. */
export const route = defineRoute('fillTemplate', async (call, signer) => {
  const stored = await storedPdf(signer, call);
  if (stored !== undefined) return stored;
  const { document, filledFrom } = await filledTemplate(signer, call);
  const pdf = await signer.texts.render(document).catch((cause: unknown) => {
    throw new Refusal('TEMPLATE_PDF_GENERATION', { cause });
  });
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = { sentName: `${document.title}.pdf`, bytes, sha256 };
  return takeInUpload(signer, call.principal, file, filledFrom);
});
