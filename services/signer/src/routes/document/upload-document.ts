import { MAX_UPLOAD_BYTES } from '@lacre/contracts';

import { defineRoute } from '../../define-route.ts';
import { receiveFile } from '../../intake/receive-file.ts';
import { takeInUpload } from '../../intake/take-in-upload.ts';

/** Takes in a document to be signed and answers with the proof that a process is created with. */
export const route = defineRoute('uploadDocument', async ({ request, reply, principal }, signer) => {
  const file = await receiveFile({ request, reply }, MAX_UPLOAD_BYTES);
  return takeInUpload(signer, principal, file);
});
