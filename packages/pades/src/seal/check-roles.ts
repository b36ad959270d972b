import { ObjectRoles } from '../pdf/document/object-roles.ts';
import type { ReferenceIndex } from '../pdf/reference-index.ts';
import type { StrictPdf } from '../pdf/strict-pdf.ts';
import { PdfSyntaxError } from '../pdf/syntax/pdf-syntax-error.ts';
import type { RevisionWriter } from '../write/revision-writer.ts';

/**
 * Refuses to write an object again that is more to the document than what is written: a list of annotations
 * that is the content of a page as well would have the page changed by its seal. The security store is looked
 * at before anything is added to it, lest a document be sealed that could not be taken further.
 *
 * @throws PdfSyntaxError `role-conflict`
 */
export function checkRoles(pdf: StrictPdf, references: ReferenceIndex, writer: RevisionWriter): void {
  const roles = new ObjectRoles(references, pdf);
  const conflict =
    roles.conflictInStore() ??
    writer.rewritten.map((num) => roles.conflict(num, roles.roleOf(num))).find((each) => each !== undefined);
  if (conflict !== undefined) throw new PdfSyntaxError('role-conflict', 0, conflict);
}
