import { MAX_UPLOAD_BYTES, UPLOAD_EXTENSIONS } from '@lacre/contracts';
import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { SignerContext } from '../dependencies.ts';

/** What can be sent to be signed here: without a converter, PDFs alone. */
export function uploadOptions(app: FastifyInstance, { office }: SignerContext): void {
  route(app, 'uploadOptions', async () => {
    const converts = await office.isAvailable();
    return {
      maxBytes: MAX_UPLOAD_BYTES,
      kinds: UPLOAD_EXTENSIONS.map((extension) => ({
        extension,
        available: extension === 'pdf' || converts,
      })),
    };
  });
}
