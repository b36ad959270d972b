import { defineRoute } from '../../define-route.ts';
import { takeInUpload } from '../../intake/take-in-upload.ts';
import { filledTemplate } from '../../template/fill-template.ts';
import { madeFile } from '../../template/made-file.ts';
import { storedPdf } from '../../template/stored-pdf.ts';

/**
 * Makes a document of a template's text or Word document and takes it in as if it had been sent, with the proof a
 * process is created with; a stored PDF gets its proof as it is.
 */
export const route = defineRoute('fillTemplate', async (call, signer) => {
  const stored = await storedPdf(signer, call);
  if (stored !== undefined) return stored;
  const { content, filledFrom } = await filledTemplate(signer, call);
  return takeInUpload(signer, call.principal, await madeFile(signer, content), filledFrom);
});
