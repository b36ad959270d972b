import type { PdfSource } from '@/components/pdf/pdf-source.ts';
import { pathOf } from '@/lib/api/client.ts';
import { asProblem, problemFromAnswer } from '@/lib/api/problem.ts';
import { api } from '@/lib/session/session.ts';

/** An upload as signers will see it, by the proof of its sending. */
export function uploadSource({ uploadId, proof }: { uploadId: string; proof: string }): PdfSource {
  const url = pathOf('readUpload');
  return {
    url: `${url}#${uploadId}`,
    client: api,
    load: async () => {
      try {
        const answer = await api.withAuthority((authorization) =>
          fetch(url, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...authorization },
            body: JSON.stringify({ proof }),
          }),
        );
        if (!answer.ok)
          throw problemFromAnswer(answer.status, await answer.text(), answer.headers.get('retry-after'));
        return new Uint8Array(await answer.arrayBuffer());
      } catch (error) {
        throw asProblem(error);
      }
    },
  };
}
