import { DerError, TAG } from '../cms/der.ts';
import { SIGNATURE_POLICY_IDENTIFIER } from '../cms/signature-policy.ts';
import { readAttachments } from '../pdf/document/attachments.ts';
import type { StrictPdf } from '../pdf/strict-pdf.ts';
import { PdfSyntaxError } from '../pdf/syntax/pdf-syntax-error.ts';
import { PdfString } from '../pdf/syntax/pdf-values.ts';
import { decodeText } from '../pdf/syntax/text-string.ts';
import type { CheckedSeal } from './check-seal.ts';
import type { SealedAttachment, ValidatedSeal } from './verdict.ts';

/** Embedded files of the sealed document; `sealed` is the state of the sealed revision. */
export function sealedAttachments(sealed: StrictPdf): SealedAttachment[] {
  const sealedRevision = sealed.revisions.length - 1;
  try {
    return readAttachments(sealed).map((file) =>
      Object.assign(file, { addedWithSeal: file.revision === sealedRevision }),
    );
  } catch (error) {
    // A document may have come with a broken tree of attachments; the seal over it holds all the same.
    if (error instanceof PdfSyntaxError) return [];
    throw error;
  }
}

/** What the seal says of itself. */
export function describeSeal(seal: CheckedSeal): ValidatedSeal {
  // Direct values only, as a seal has them; nothing here may fail when the seal holds.
  const text = (key: string): string | undefined => {
    const value = seal.field.value.get(key);
    return value instanceof PdfString ? decodeText(value.bytes) : undefined;
  };
  return {
    certificate: seal.trusted.certificate,
    algorithm: seal.algorithm,
    signingTime: seal.signingTime,
    fieldName: seal.field.name,
    name: text('Name'),
    reason: text('Reason'),
    location: text('Location'),
    byteRange: seal.coverage?.byteRange,
    revision: seal.coverage?.revision.index,
    policy: policyOf(seal),
  };
}

function policyOf({ parsed }: CheckedSeal): string | undefined {
  try {
    const [policy] = parsed?.signer.attributes.get(SIGNATURE_POLICY_IDENTIFIER)?.children(TAG.sequence) ?? [];
    return policy?.oid();
  } catch (error) {
    // An implied policy is NULL, and names none.
    if (error instanceof DerError) return undefined;
    throw error;
  }
}
