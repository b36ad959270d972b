import { MAX_UPLOAD_BYTES } from '@lacre/contracts';
import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { SignerContext } from '../dependencies.ts';
import { receiveFile } from '../intake/receive-file.ts';
import { takeInUpload } from '../intake/take-in-upload.ts';

/** Takes in a document to be signed and answers with the proof that a process is created with. */
export function uploadDocument(app: FastifyInstance, signer: SignerContext): void {
  route(app, 'uploadDocument', async ({ request, reply, principal }) => {
    const file = await receiveFile({ request, reply }, MAX_UPLOAD_BYTES);
    return takeInUpload(signer, principal, file);
  });
}
