import type { DigestName } from '../cms/object-identifiers.ts';
import type { Page } from '../pdf/document/page-tree.ts';
import { ReferenceIndex } from '../pdf/reference-index.ts';
import { readPdf, type StrictPdf } from '../pdf/strict-pdf.ts';
import { isName, PdfDict, PdfRef } from '../pdf/syntax/pdf-values.ts';
import { TimeStampError } from '../time-stamp/time-stamp-error.ts';
import { readTimeStampToken } from '../time-stamp/time-stamp-token.ts';
import { verifyTimeStampToken } from '../time-stamp/verify-time-stamp-token.ts';
import { declareExtension } from '../write/developer-extension.ts';
import { appended, type AppendedRevision, hashOf, type PdfSoFar } from '../write/pdf-so-far.ts';
import { RevisionWriter } from '../write/revision-writer.ts';
import { checkRoles } from './check-roles.ts';
import { coveredDigest, fillContents, finishUnsigned, type UnsignedRevision } from './contents-gap.ts';
import { SealRefusedError } from './seal-refused-error.ts';
import { timeStampPlaceholder } from './signature-dictionary.ts';
import { addFieldToForm, annotatePage, editCatalog, fieldSource, freeFieldName } from './signature-field.ts';

export interface DocumentTimeStampRequest extends PdfSoFar {
  /** Digest to stamp; SHA-256 by default, the only one that goes on from `hashState`. */
  readonly digest?: DigestName | undefined;
  /** Name of the field; a number is added when it is taken. */
  readonly fieldName?: string | undefined;
  /** Room for the token in bytes. Tokens with a chain of RSA-4096 come to 10 KB. */
  readonly reserveBytes?: number | undefined;
}

/** A document time stamp waiting for its token. */
export interface PreparedDocumentTimeStamp {
  readonly digest: DigestName;
  /** What the time-stamp authority is asked to stamp. */
  readonly imprint: Buffer;
  readonly fieldName: string;
  /**
   * Appends the revision with the token in it.
   *
   * @throws SealRefusedError `reserve-too-small`
   * @throws TimeStampError when the token does not verify, or stamps something else
   */
  finish(token: Uint8Array): AppendedRevision;
}

/**
 * Prepares a document time stamp (ISO 32000-2, 12.8.5; ETSI EN 319 142-1, 5.4.3) over the whole file:
 * B-LTA when the file is at B-LT, a renewal when it has one already. The same request yields the same
 * imprint, so that a token got before a crash still fits.
 *
 * @throws PdfSyntaxError when the file is not strictly well-formed, `role-conflict` as for `sealPdf`
 * @throws SealRefusedError `encrypted`, `no-pages`
 */
export async function prepareDocumentTimeStamp(
  request: DocumentTimeStampRequest,
): Promise<PreparedDocumentTimeStamp> {
  const { digest = 'sha256', reserveBytes = 16_384 } = request;
  const pdf = readPdf(request.pdf, request.limits);
  if (pdf.encrypted) throw new SealRefusedError('encrypted', 'the document is encrypted');
  const fieldName = freeFieldName(pdf, request.fieldName ?? 'DocTimeStamp');
  const before = await hashOf(request);
  const references = request.danglingNumbers ? undefined : new ReferenceIndex(pdf);
  const writer = new RevisionWriter(pdf, request.danglingNumbers ?? references?.dangling());
  const revision = writeRevision(pdf, writer, fieldName, reserveBytes, before.copy().digest());
  if (references) checkRoles(pdf, references, writer);
  const imprint = await coveredDigest(request.pdf, before, digest, revision);
  return {
    digest,
    imprint,
    fieldName,
    finish: (token) => {
      const read = readTimeStampToken(token);
      if (read.digest !== digest) throw new TimeStampError('imprint-mismatch', read.digest);
      verifyTimeStampToken(read, imprint);
      const tail = Buffer.from(revision.tail);
      fillContents(tail, revision.contents, token);
      return appended(request.pdf.length, before, writer.danglingNumbers, tail);
    },
  };
}

function writeRevision(
  pdf: StrictPdf,
  writer: RevisionWriter,
  fieldName: string,
  reserveBytes: number,
  identity: Uint8Array,
): UnsignedRevision {
  const placeholder = timeStampPlaceholder(reserveBytes);
  const timeStamp = writer.reserve();
  const bodyOffset = writer.write(timeStamp, placeholder.body);
  const field = writer.reserve();
  const page = pageOfNewestSignature(pdf);
  annotatePage(pdf, writer, page, field);
  writer.write(field, fieldSource(fieldName, timeStamp, page.ref));
  editCatalog(pdf, writer, new Map([...addFieldToForm(pdf, writer, field), ...declareExtension(pdf)]));
  return finishUnsigned(pdf, writer, identity, placeholder, bodyOffset);
}

/**
 * The page that the newest signature's widget is on: with evidence pages, none of the author's own. It
 * is found without a walk through the page tree.
 */
function pageOfNewestSignature(pdf: StrictPdf): Pick<Page, 'ref' | 'dict'> {
  const refs = pdf.form.signatures.map(({ field }) => field.get('P'));
  const ref = refs.findLast((candidate) => candidate instanceof PdfRef);
  const dict = pdf.resolve(ref);
  if (ref instanceof PdfRef && dict instanceof PdfDict && isName(dict.get('Type'), 'Page'))
    return { ref, dict };
  const [page] = pdf.pages;
  if (!page) throw new SealRefusedError('no-pages', 'the document has no page');
  return page;
}
