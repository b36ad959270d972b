import type { BodyOf } from '@lacre/contracts';

import type { PdfSource } from '@/components/pdf/pdf-source.ts';
import { pathOf } from '@/lib/api/client.ts';
import { asProblem, isAbort } from '@/lib/api/problem.ts';
import { api } from '@/lib/session/session.ts';

/** What a preview is made of: what is being written, or a template that is kept with what is known of its use. */
export type Previewed =
  | { written: BodyOf<'previewTemplate'> }
  | { templateId: string; using: BodyOf<'previewFilledTemplate'> };

/** The PDF that it would make. @throws Problem, or the signal's AbortError */
export async function previewOf(previewed: Previewed, signal?: AbortSignal): Promise<Uint8Array> {
  try {
    const answer =
      'written' in previewed
        ? await api.download('previewTemplate', { body: previewed.written, signal })
        : await api.download('previewFilledTemplate', {
            params: { templateId: previewed.templateId },
            body: previewed.using,
            signal,
          });
    return new Uint8Array(await answer.arrayBuffer());
  } catch (error) {
    throw isAbort(error) ? error : asProblem(error);
  }
}

/** A document that is only looked at, known by what it is made of. */
export const previewSource = (previewed: Extract<Previewed, { templateId: string }>): PdfSource => ({
  url: `${pathOf('previewFilledTemplate', { templateId: previewed.templateId })}#${JSON.stringify(previewed.using)}`,
  client: api,
  load: (signal) => previewOf(previewed, signal),
});
