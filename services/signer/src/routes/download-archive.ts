import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { SignerContext } from '../dependencies.ts';
import { fetchableDownload } from '../download/fetchable-download.ts';
import { sendArchive } from '../download/send-archive.ts';

/** The zip that the caller asked for, while its time lasts. */
export function downloadArchive(app: FastifyInstance, signer: SignerContext): void {
  route(app, 'downloadArchive', async ({ reply, principal, params }) => {
    const archive = await fetchableDownload(signer, principal, params.downloadId);
    return sendArchive(reply, signer, archive);
  });
}
