import { defineRoute } from '../../define-route.ts';
import { fetchableDownload } from '../../download/fetchable-download.ts';
import { sendArchive } from '../../download/send-archive.ts';

/** The zip that the caller asked for, while its time lasts. */
export const route = defineRoute('downloadArchive', async ({ reply, principal, params }, signer) => {
  const archive = await fetchableDownload(signer, principal, params.downloadId);
  return sendArchive(reply, signer, archive);
});
