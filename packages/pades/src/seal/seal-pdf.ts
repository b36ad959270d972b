import { createHash, type Hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { buildSignedData, signedAttributes } from '../cms/build-signed-data.ts';
import { ALGORITHMS } from '../cms/object-identifiers.ts';
import { PdfSyntaxError } from '../pdf/pdf-syntax-error.ts';
import type { PdfRef } from '../pdf/pdf-values.ts';
import type { ReaderLimits } from '../pdf/reader-limits.ts';
import { readPdf, type StrictPdf } from '../pdf/strict-pdf.ts';
import { type AttachmentSource, embedFiles } from '../write/embed-files.ts';
import { appendPages } from '../write/import-pages.ts';
import { RevisionWriter } from '../write/revision-writer.ts';
import { SealRefusedError } from './seal-refused-error.ts';
import { checkKey, isSignatureOf, type SealSigner } from './seal-signer.ts';
import {
  type SignatureDescription,
  signaturePlaceholder,
  type SignaturePlaceholder,
} from './signature-dictionary.ts';
import { addFieldToForm, annotatePage, editCatalog, fieldSource, freeFieldName } from './signature-field.ts';

/** ByteRange of a signature: offset and length before Contents, offset and length after it. */
export type ByteRange = readonly [0, number, number, number];

export interface SealRequest extends SignatureDescription {
  /** The document. Not copied and not changed; must not change while sealing. */
  readonly pdf: Uint8Array;
  readonly signer: SealSigner;
  /** A PDF whose pages become the last pages of the document, in the sealed revision. */
  readonly evidence?: Uint8Array | undefined;
  readonly attachments?: readonly AttachmentSource[] | undefined;
  /**
   * A SHA-256 that has been fed exactly `pdf`, kept from when the bytes came in; it is copied, not
   * used up. With it a SHA-256 seal does not read the document's bytes again.
   */
  readonly hashState?: Hash | undefined;
  /** Room for the CMS in bytes; 32 KB leaves space for time stamps and long chains. */
  readonly reserveBytes?: number | undefined;
  /** Name of the signature field; a number is added when it is taken. */
  readonly fieldName?: string | undefined;
  readonly limits?: Partial<ReaderLimits> | undefined;
}

export interface SealedPdf {
  /** The sealed file in order: the original's own memory, then what was appended. */
  readonly pdf: readonly [original: Uint8Array, appended: Uint8Array];
  readonly sizeBytes: number;
  /** SHA-256 of the sealed file, lower-case hexadecimal. */
  readonly sha256: string;
  /** SHA-256 of the original, to compare with what was recorded when it came in. */
  readonly originalSha256: string;
  readonly byteRange: ByteRange;
  /** `certification` with DocMDP; `approval` when the document was certified before. */
  readonly kind: 'certification' | 'approval';
  readonly fieldName: string;
  /** Bytes the CMS takes of those reserved. */
  readonly cmsBytes: number;
  readonly pageCount: number;
}

/** Offsets in the cross-reference stream are written in four bytes; a gigabyte is far beyond intake. */
const MAX_PDF_BYTES = 2 ** 30;

/**
 * Seals a PDF at PAdES B-B (ETSI EN 319 142-1) by appending one revision that holds the evidence
 * pages, the attachments and the signature. Earlier revisions, signed ones too, keep every byte.
 *
 * The same request with the same RSA key yields the same bytes, so a repeated step is harmless.
 * Memory: the appended part only (twice `reserveBytes`, the evidence pages, deflated attachments);
 * the original is read in place. Time: one pass of SHA-256, none when `hashState` is given.
 *
 * @throws PdfSyntaxError when the document is not strictly well-formed
 * @throws SealRefusedError when it, or the key, may not be used for this
 */
export async function sealPdf(request: SealRequest): Promise<SealedPdf> {
  const { signer, reserveBytes = 32_768 } = request;
  if (request.pdf.length > MAX_PDF_BYTES)
    throw new SealRefusedError('too-large', `${request.pdf.length} bytes`);
  const pdf = readPdf(request.pdf, request.limits);
  checkSigner(request);
  const certifies = checkPermission(pdf, request);
  pdf.checkAllObjects();
  const original = await originalHash(request);
  const originalDigest = original.copy().digest();
  const fieldName = freeFieldName(pdf, request.fieldName ?? 'Signature1');
  const placeholder = signaturePlaceholder(request, certifies, reserveBytes);
  const revision = writeRevision(pdf, request, placeholder, fieldName, originalDigest);
  const { tail, byteRange, contents } = revision;

  const digest = await messageDigest(request, original, tail, contents);
  const attributes = signedAttributes(digest, signer.certificate);
  const signature = await signer.sign(attributes);
  if (!isSignatureOf(signer.certificate, signer.algorithm, attributes, signature)) {
    throw new SealRefusedError('key-does-not-match', 'the signature does not verify by the certificate');
  }
  const cms = buildSignedData(signer, attributes, signature);
  if (cms.length > reserveBytes) {
    throw new SealRefusedError('reserve-too-small', `${cms.length} bytes of CMS, ${reserveBytes} reserved`);
  }
  tail.write(cms.toString('hex'), contents.start + 1, 'latin1');
  return {
    pdf: [request.pdf, tail],
    sizeBytes: request.pdf.length + tail.length,
    sha256: original.copy().update(tail).digest('hex'),
    originalSha256: originalDigest.toString('hex'),
    byteRange,
    kind: certifies ? 'certification' : 'approval',
    fieldName,
    cmsBytes: cms.length,
    pageCount: revision.pageCount,
  };
}

function checkSigner({ signer, signingTime }: SealRequest): void {
  checkKey(signer.certificate.publicKey, signer.algorithm);
  const { notBefore, notAfter } = signer.certificate;
  if (signingTime < notBefore || signingTime > notAfter) {
    throw new SealRefusedError(
      'certificate-not-valid-now',
      `valid ${notBefore.toISOString()} to ${notAfter.toISOString()}`,
    );
  }
}

/** Whether the seal certifies (DocMDP); a document is certified once, later seals approve. */
function checkPermission(pdf: StrictPdf, request: SealRequest): boolean {
  if (pdf.encrypted) throw new SealRefusedError('encrypted', 'the document is encrypted');
  const { certification } = pdf.form;
  if (!certification) return true;
  if (certification.permission === 1) {
    throw new SealRefusedError('certified-no-changes', 'certified or locked so that nothing may be added');
  }
  if (request.evidence || request.attachments?.length) {
    throw new SealRefusedError('certified-no-pages', `certified with DocMDP ${certification.permission}`);
  }
  return false;
}

interface WrittenRevision {
  /** What follows the original, Contents still empty. */
  readonly tail: Buffer;
  readonly byteRange: ByteRange;
  /** Extent of the Contents token, `<` and `>` included, in `tail`. */
  readonly contents: { readonly start: number; readonly end: number };
  readonly pageCount: number;
}

function writeRevision(
  pdf: StrictPdf,
  request: SealRequest,
  placeholder: SignaturePlaceholder,
  fieldName: string,
  identity: Uint8Array,
): WrittenRevision {
  const writer = new RevisionWriter(pdf);
  // First in the revision, so that a file cut short later on still shows whose seal it had.
  const signature = writer.reserve();
  const bodyOffset = writer.write(signature, placeholder.body);
  const field = writer.reserve();
  const evidence = request.evidence ? openEvidence(request.evidence) : undefined;
  const imported = evidence ? appendPages(pdf, evidence, writer, [field]) : [];
  const page = imported[0] ?? annotateFirstPage(pdf, writer, field);
  writer.write(field, fieldSource(fieldName, signature, page));
  const catalogEdits = addFieldToForm(pdf, writer, field);
  const { attachments = [] } = request;
  if (attachments.length > 0) {
    for (const [key, value] of embedFiles(pdf, writer, attachments, request.signingTime))
      catalogEdits.set(key, value);
  }
  editCatalog(pdf, writer, catalogEdits);
  const tail = writer.finish(identity);
  const contents = {
    start: bodyOffset + placeholder.contentsStart,
    end: bodyOffset + placeholder.contentsStart + placeholder.contentsLength,
  };
  const byteRange = fillByteRange(request.pdf.length, tail, contents, bodyOffset, placeholder);
  return { tail, byteRange, contents, pageCount: pdf.pageCount + imported.length };
}

function openEvidence(bytes: Uint8Array): StrictPdf {
  try {
    const evidence = readPdf(bytes);
    if (evidence.pageCount > 0) return evidence;
  } catch (error) {
    if (!(error instanceof PdfSyntaxError)) throw error;
    throw new SealRefusedError('evidence-unusable', error.message);
  }
  throw new SealRefusedError('evidence-unusable', 'no pages');
}

/** Without evidence pages the widget hangs on the first page of the document. */
function annotateFirstPage(pdf: StrictPdf, writer: RevisionWriter, field: PdfRef): PdfRef {
  const page = pdf.pages[0];
  if (!page) throw new SealRefusedError('no-pages', 'the document has no page');
  annotatePage(pdf, writer, page, field);
  return page.ref;
}

function fillByteRange(
  originalLength: number,
  tail: Buffer,
  contents: { readonly start: number; readonly end: number },
  bodyOffset: number,
  placeholder: SignaturePlaceholder,
): ByteRange {
  const before = originalLength + contents.start;
  const byteRange: ByteRange = [0, before, originalLength + contents.end, tail.length - contents.end];
  const text = `[${byteRange.join(' ')}]`;
  tail.write(text, bodyOffset + placeholder.byteRangeStart, 'latin1');
  return byteRange;
}

/** SHA-256 over the original, in slices between which other work gets its turn. */
async function originalHash({ pdf, hashState }: SealRequest): Promise<Hash> {
  return hashState ? hashState.copy() : feed(createHash('sha256'), pdf);
}

const SLICE_BYTES = 8 * 1024 * 1024;

async function feed(hash: Hash, bytes: Uint8Array): Promise<Hash> {
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    if (start > 0) await nextTurn();
    hash.update(bytes.subarray(start, start + SLICE_BYTES));
  }
  return hash;
}

/** Digest over the file without the Contents token. Only SHA-256 can go on from the original's hash. */
async function messageDigest(
  request: SealRequest,
  original: Hash,
  tail: Buffer,
  contents: { readonly start: number; readonly end: number },
): Promise<Buffer> {
  const { digest } = ALGORITHMS[request.signer.algorithm];
  const hash = digest === 'sha256' ? original.copy() : await feed(createHash(digest), request.pdf);
  return hash.update(tail.subarray(0, contents.start)).update(tail.subarray(contents.end)).digest();
}
