import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { SignerContext } from '../dependencies.ts';
import { receiveFile } from '../intake/receive-file.ts';
import type { IssuedSeals } from '../validate/issued-seals.ts';
import type { RequestBudget } from '../validate/request-budget.ts';
import { MAX_VALIDATED_BYTES, validateUpload } from '../validate/validate-upload.ts';

/** Tells anyone what a PDF is to us. The file lives in memory while it is looked at, and nowhere else. */
export function validateDocument(
  app: FastifyInstance,
  signer: SignerContext,
  { issued, budget }: { issued: IssuedSeals; budget: RequestBudget },
): void {
  route(app, 'validateDocument', async ({ request, reply }) => {
    budget.spend(request.ip);
    const file = await receiveFile({ request, reply }, MAX_VALIDATED_BYTES);
    void reply.header('cache-control', 'no-store');
    return validateUpload(signer, issued, file);
  });
}
