import { askedLanguage } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { receiveFile } from '../../intake/receive-file.ts';
import { MAX_VALIDATED_BYTES, validateUpload } from '../../validate/validate-upload.ts';

/** The public verdict on a PDF. The file is held in memory during the request, and nowhere else. */
export const route = defineRoute('validateDocument', async ({ request, reply }, signer) => {
  const { issued, budget } = signer;
  budget.spend(request.ip);
  const file = await receiveFile({ request, reply }, MAX_VALIDATED_BYTES);
  void reply.header('cache-control', 'no-store');
  return validateUpload(signer, issued, file, askedLanguage(request));
});
