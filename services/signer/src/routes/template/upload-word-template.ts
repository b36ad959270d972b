import { MAX_UPLOAD_BYTES } from '@lacre/contracts';

import { defineRoute } from '../../define-route.ts';
import { receiveFile } from '../../intake/receive-file.ts';
import { takeInWord } from '../../template/take-in-word.ts';

/** Takes in a Word document and answers with its placeholders and the proof that a template is created with. */
export const route = defineRoute('uploadWordTemplate', async ({ request, reply, principal }, signer) => {
  const file = await receiveFile({ request, reply }, MAX_UPLOAD_BYTES);
  return takeInWord(signer, principal, file);
});
