import { createHash, type Hash } from 'node:crypto';

import { icpBrasilPolicy } from '../certificates/icp-brasil.ts';
import { buildSignedData, signedAttributes } from '../cms/build-signed-data.ts';
import { canonicalSignature } from '../cms/canonical-signature.ts';
import { ALGORITHMS } from '../cms/object-identifiers.ts';
import type { SignaturePolicy } from '../cms/signature-policy.ts';
import { verifySignature } from '../cms/verify-signature.ts';
import { ReferenceIndex } from '../pdf/reference-index.ts';
import { readPdf, type StrictPdf } from '../pdf/strict-pdf.ts';
import { PdfSyntaxError } from '../pdf/syntax/pdf-syntax-error.ts';
import type { PdfRef } from '../pdf/syntax/pdf-values.ts';
import { declareExtension } from '../write/developer-extension.ts';
import { type AttachmentSource, embedFiles } from '../write/embed-files.ts';
import { appendPages } from '../write/import-pages.ts';
import { appended, type AppendedRevision, hashOf, type PdfSoFar } from '../write/pdf-so-far.ts';
import { RevisionWriter } from '../write/revision-writer.ts';
import { checkRoles } from './check-roles.ts';
import {
  type ByteRange,
  type ContentsExtent,
  coveredDigest,
  fillContents,
  finishUnsigned,
  type UnsignedRevision,
} from './contents-gap.ts';
import { SealRefusedError } from './seal-refused-error.ts';
import { withTimeStamp } from './seal-revision.ts';
import { checkKey, type SealSigner } from './seal-signer.ts';
import {
  type SignatureDescription,
  signaturePlaceholder,
  type SignaturePlaceholder,
} from './signature-dictionary.ts';
import { addFieldToForm, annotatePage, editCatalog, fieldSource, freeFieldName } from './signature-field.ts';

export type { ByteRange } from './contents-gap.ts';

export interface SealRequest extends SignatureDescription, PdfSoFar {
  readonly signer: SealSigner;
  /**
   * A PDF whose pages become the last pages of the document, in the sealed revision. Not for a document
   * that carries signatures: see {@link sealPdf}.
   */
  readonly evidence?: Uint8Array | undefined;
  /** Files to embed. Not for a document that carries signatures. */
  readonly attachments?: readonly AttachmentSource[] | undefined;
  /** Declared in the signature; one of ICP-Brasil needs a certificate of ICP-Brasil. */
  readonly policy?: SignaturePolicy | undefined;
  /**
   * Gets a time-stamp token (RFC 3161) over a SHA-256 digest, that of the signature value: the seal is
   * then at B-T at once. Leave it out to stage the seal, and time-stamp it by `addSignatureTimeStamp`.
   */
  readonly timeStamp?: ((signatureDigest: Buffer) => Promise<Uint8Array>) | undefined;
  /** Room for the CMS in bytes; 32 KB leaves space for time stamps and long chains. */
  readonly reserveBytes?: number | undefined;
  /** Name of the signature field; a number is added when it is taken. */
  readonly fieldName?: string | undefined;
}

export interface SealedPdf extends AppendedRevision {
  /** The sealed file in order: the original's own memory, then `tail`. */
  readonly pdf: readonly [original: Uint8Array, appended: Uint8Array];
  /** SHA-256 of the original, to compare with what was recorded when it came in. */
  readonly originalSha256: string;
  readonly byteRange: ByteRange;
  /** Where Contents stands in `tail`. */
  readonly contents: ContentsExtent;
  /** `certification` with DocMDP; `approval` when the document was certified before. */
  readonly kind: 'certification' | 'approval';
  readonly fieldName: string;
  /** Bytes the CMS takes of those reserved. */
  readonly cmsBytes: number;
  readonly pageCount: number;
}

/** Offsets in the cross-reference stream are written in four bytes; a gigabyte is far beyond intake. */
const MAX_PDF_BYTES = 2 ** 30;
/** Arc of ICP-Brasil's signature policies (DOC-ICP-15.03). */
const ICP_BRASIL_POLICIES = '2.16.76.1.7.1.';

/**
 * Seals a PDF at PAdES B-B (ETSI EN 319 142-1), or at B-T with `timeStamp`, by appending one revision
 * that holds the evidence pages, the attachments and the signature. Earlier revisions, signed ones
 * too, keep every byte.
 *
 * A document that carries signatures takes the seal and nothing else. ISO 32000-2, 12.8.2.2 lets
 * neither pages nor attachments into a certified one; in one that is signed and not certified, those
 * signatures would go on verifying, but validators compare the revisions and report them as modified.
 *
 * The same request with the same RSA key yields the same bytes, so a repeated step is harmless.
 * Memory: the appended part only (twice `reserveBytes`, the evidence pages, deflated attachments);
 * the original is read in place. Time: one pass of SHA-256, none when `hashState` is given.
 *
 * @throws PdfSyntaxError when the document is not strictly well-formed, `role-conflict` when something that
 * the seal must write again is the document's for another purpose too
 * @throws SealRefusedError when it, or the key, may not be used for this
 * @throws TimeStampError when the token got is not one over the signature value
 */
export async function sealPdf(request: SealRequest): Promise<SealedPdf> {
  const { reserveBytes = 32_768 } = request;
  if (request.pdf.length > MAX_PDF_BYTES)
    throw new SealRefusedError('too-large', `${request.pdf.length} bytes`);
  const pdf = readPdf(request.pdf, request.limits);
  checkSigner(request);
  const certifies = checkPermission(pdf, request);
  pdf.checkAllObjects();
  const original = await hashOf(request);
  const originalDigest = original.copy().digest();
  const fieldName = freeFieldName(pdf, request.fieldName ?? 'Signature1');
  const placeholder = signaturePlaceholder(request, certifies, reserveBytes);
  const revision = writeRevision(pdf, request, placeholder, fieldName, originalDigest);
  const cms = await signRevision(request, original, revision);
  fillContents(revision.tail, revision.contents, cms);
  return {
    ...appended(request.pdf.length, original, revision.danglingNumbers, revision.tail),
    pdf: [request.pdf, revision.tail],
    originalSha256: originalDigest.toString('hex'),
    byteRange: revision.byteRange,
    contents: revision.contents,
    kind: certifies ? 'certification' : 'approval',
    fieldName,
    cmsBytes: cms.length,
    pageCount: revision.pageCount,
  };
}

/** The CMS over the revision, time-stamped when that is asked for. */
async function signRevision(
  request: SealRequest,
  original: Hash,
  revision: UnsignedRevision,
): Promise<Buffer> {
  const { signer, policy, timeStamp } = request;
  const scheme = ALGORITHMS[signer.algorithm];
  const digest = await coveredDigest(request.pdf, original, scheme.digest, revision);
  const attributes = signedAttributes(digest, signer.certificate, policy);
  const { publicKey } = signer.certificate;
  const signature = canonicalSignature(publicKey, await signer.sign(attributes));
  if (verifySignature(publicKey, scheme, [attributes], signature) !== 'valid') {
    throw new SealRefusedError('key-does-not-match', 'the signature does not verify by the certificate');
  }
  const cms = buildSignedData(signer, attributes, signature);
  if (!timeStamp) return cms;
  return withTimeStamp(cms, await timeStamp(createHash('sha256').update(signature).digest()));
}

function checkSigner({ signer, signingTime, policy }: SealRequest): void {
  checkKey(signer.certificate.publicKey, signer.algorithm);
  if (policy?.oid.startsWith(ICP_BRASIL_POLICIES) && !icpBrasilPolicy(signer.certificate)) {
    throw new SealRefusedError('policy-needs-icp-brasil', `policy ${policy.oid}`);
  }
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
  if (certification?.permission === 1) {
    throw new SealRefusedError('certified-no-changes', 'certified or locked so that nothing may be added');
  }
  if (request.evidence || request.attachments?.length) {
    if (certification) {
      throw new SealRefusedError('certified-no-pages', `certified with DocMDP ${certification.permission}`);
    }
    if (pdf.hasSignatures) {
      throw new SealRefusedError('signed-no-pages', `${pdf.form.signatures.length} signatures`);
    }
  }
  return !certification;
}

interface WrittenRevision extends UnsignedRevision {
  readonly danglingNumbers: ReadonlySet<number>;
  readonly pageCount: number;
}

function writeRevision(
  pdf: StrictPdf,
  request: SealRequest,
  placeholder: SignaturePlaceholder,
  fieldName: string,
  identity: Uint8Array,
): WrittenRevision {
  const references = new ReferenceIndex(pdf);
  const writer = new RevisionWriter(pdf, request.danglingNumbers ?? references.dangling());
  // First in the revision, so that a file cut short later on still shows whose seal it had.
  const signature = writer.reserve();
  const bodyOffset = writer.write(signature, placeholder.body);
  const field = writer.reserve();
  const evidence = request.evidence ? openEvidence(request.evidence) : undefined;
  const imported = evidence && appendPages(pdf, evidence, writer, [field]);
  const page = imported?.refs[0] ?? annotateFirstPage(pdf, writer, field);
  writer.write(field, fieldSource(fieldName, signature, page));
  const catalogEdits = addFieldToForm(pdf, writer, field);
  const { attachments = [] } = request;
  if (attachments.length > 0) {
    for (const [key, value] of embedFiles(pdf, writer, attachments, request.signingTime))
      catalogEdits.set(key, value);
  }
  for (const [key, value] of imported?.catalogEdits ?? []) catalogEdits.set(key, value);
  for (const [key, value] of declareExtension(pdf)) catalogEdits.set(key, value);
  editCatalog(pdf, writer, catalogEdits);
  checkRoles(pdf, references, writer);
  const unsigned = finishUnsigned(pdf, writer, identity, placeholder, bodyOffset);
  const { danglingNumbers } = writer;
  const pageCount = pdf.pageCount + (imported?.refs.length ?? 0);
  return { ...unsigned, danglingNumbers, pageCount };
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
