import { readCertificate } from '../cms/certificate.ts';
import { DerError } from '../cms/der.ts';
import { ReferenceIndex } from '../pdf/reference-index.ts';
import { readPdf, type StrictPdf } from '../pdf/strict-pdf.ts';
import { readOcspResponse } from '../revocation/ocsp-response.ts';
import { readCrl } from '../revocation/read-crl.ts';
import { RevocationError } from '../revocation/revocation-error.ts';
import { declareExtension } from '../write/developer-extension.ts';
import { appended, type AppendedRevision, hashOf, type PdfSoFar } from '../write/pdf-so-far.ts';
import { RevisionWriter } from '../write/revision-writer.ts';
import {
  addToSecurityStore,
  SecurityStoreError,
  type ValidationData,
  vriKey,
} from '../write/security-store.ts';
import { checkRoles } from './check-roles.ts';
import { embeddedSignatures } from './embedded-signatures.ts';
import { SealRefusedError } from './seal-refused-error.ts';
import { editCatalog } from './signature-field.ts';

/** Validation data of one signature, which gets an entry of its own in VRI. */
export interface SignatureValidationData extends Partial<ValidationData> {
  /**
   * The signature or document time stamp by the name of its field, or a signature time stamp, which
   * has none, by its token.
   */
  readonly signature: { readonly fieldName: string } | { readonly timeStampToken: Uint8Array };
}

export interface ValidationDataRequest extends PdfSoFar, Partial<ValidationData> {
  /** What is given here need not be repeated beside it. */
  readonly forSignatures?: readonly SignatureValidationData[] | undefined;
}

/**
 * Appends a revision with certificates, OCSP responses and CRLs in the document security store, which
 * makes B-LT of B-T (ETSI EN 319 142-1, 6.3), and prepares the renewal of B-LTA. A store that the file
 * has, from an earlier renewal or from its author, is added to; nothing is stored twice.
 *
 * The same request yields the same bytes.
 *
 * @returns undefined when the file has all of it already
 * @throws PdfSyntaxError when the file is not strictly well-formed, `role-conflict` as for `sealPdf`
 * @throws SealRefusedError `encrypted`, `validation-data-unreadable`, `security-store-malformed`,
 * `signature-unknown`
 */
export async function appendValidationData(
  request: ValidationDataRequest,
): Promise<AppendedRevision | undefined> {
  const pdf = readPdf(request.pdf, request.limits);
  if (pdf.encrypted) throw new SealRefusedError('encrypted', 'the document is encrypted');
  const data = checked(request);
  const perSignature = keyed(pdf, request.forSignatures ?? []);
  const references = request.danglingNumbers ? undefined : new ReferenceIndex(pdf);
  const writer = new RevisionWriter(pdf, request.danglingNumbers ?? references?.dangling());
  const storeEdits = storeEditsOf(pdf, writer, data, perSignature);
  if (!storeEdits) return undefined;
  editCatalog(pdf, writer, new Map([...storeEdits, ...declareExtension(pdf)]));
  if (references) checkRoles(pdf, references, writer);
  const before = await hashOf(request);
  const tail = writer.finish(before.copy().digest());
  return appended(request.pdf.length, before, writer.danglingNumbers, tail);
}

function storeEditsOf(
  ...parameters: Parameters<typeof addToSecurityStore>
): ReturnType<typeof addToSecurityStore> {
  try {
    return addToSecurityStore(...parameters);
  } catch (error) {
    if (!(error instanceof SecurityStoreError)) throw error;
    throw new SealRefusedError('security-store-malformed', error.message);
  }
}

function keyed(
  pdf: StrictPdf,
  forSignatures: readonly SignatureValidationData[],
): Map<string, ValidationData> {
  const signatures = embeddedSignatures(pdf);
  return new Map(
    forSignatures.map((given) => {
      const { signature } = given;
      if ('timeStampToken' in signature) return [vriKey(signature.timeStampToken), checked(given)];
      const found = signatures.find(({ fieldName }) => fieldName === signature.fieldName);
      if (!found) throw new SealRefusedError('signature-unknown', signature.fieldName);
      return [vriKey(found.contents), checked(given)];
    }),
  );
}

/** What is stored is there for decades, so that it is looked at before. */
function checked(given: Partial<ValidationData>): ValidationData {
  const { certificates = [], ocspResponses = [], crls = [] } = given;
  try {
    for (const certificate of certificates) readCertificate(certificate);
    for (const response of ocspResponses) readOcspResponse(response);
    for (const crl of crls) readCrl(crl);
  } catch (error) {
    if (!(error instanceof DerError || error instanceof RevocationError)) throw error;
    throw new SealRefusedError('validation-data-unreadable', error.message);
  }
  return { certificates, ocspResponses, crls };
}
