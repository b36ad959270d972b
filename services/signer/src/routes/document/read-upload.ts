import { Refusal } from '@lacre/http';
import { verifyProof } from '@lacre/proofs';

import { defineRoute } from '../../define-route.ts';
import { sendPdf } from '../../files/send-pdf.ts';

/** What an upload is shown as, for the uploader: the proof is theirs alone. */
export const route = defineRoute('readUpload', async ({ request, reply, principal, body }, signer) => {
  const { proofSecret: secret, blobs, now } = signer;
  const options = { secret, now: now() };
  const document = await verifyProof('upload', body.proof, options);
  const verified = document.ok ? document : await verifyProof('word-template', body.proof, options);
  if (
    !verified.ok ||
    verified.claims.tenantId !== principal.tenantId ||
    verified.claims.userId !== principal.sub
  )
    throw new Refusal('UPLOAD_PROOF_INVALID');
  const { sha256, sizeBytes, name } = verified.claims;
  const parts = [sha256];
  return sendPdf(request, reply, blobs, { sha256, sizeBytes, parts, name, disposition: 'inline' });
});
