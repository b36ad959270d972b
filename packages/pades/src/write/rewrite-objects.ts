import { createHash } from 'node:crypto';

import type { StrictPdf } from '../pdf/strict-pdf.ts';
import { PdfSyntaxError } from '../pdf/syntax/pdf-syntax-error.ts';
import { PdfRef } from '../pdf/syntax/pdf-values.ts';
import type { PdfSource } from './pdf-source.ts';
import { RevisionWriter } from './revision-writer.ts';

/**
 * The file with one more revision, in which these objects have other bodies. An object of an object stream is
 * written by itself from then on.
 *
 * @param added new objects, numbered from the document's size on
 * @throws PdfSyntaxError `limit-revisions`, `limit-objects`; `role-conflict` when the document speaks of a new object's
 * number
 */
export function rewriteObjects(
  pdf: StrictPdf,
  bodies: ReadonlyMap<number, PdfSource>,
  added: readonly PdfSource[] = [],
): Buffer {
  const writer = new RevisionWriter(pdf);
  for (const [index, body] of added.entries()) {
    const { num } = writer.add(body);
    if (num !== pdf.size + index)
      throw new PdfSyntaxError('role-conflict', 0, `object ${pdf.size + index} is referred to already`);
  }
  for (const [num, body] of bodies) {
    const entry = pdf.entryOf(num);
    writer.write(new PdfRef(num, entry?.kind === 'offset' ? entry.gen : 0), body);
  }
  const identity = createHash('sha256').update(pdf.bytes).digest();
  return Buffer.concat([pdf.bytes, writer.finish(identity)]);
}
