import type { SignerTrust } from '../embedded/signer-trust.ts';

/**
 * Everything the validator can hold against a file, or has to say of it. A closed list: a product
 * translates the codes, the explanations are for the technical report.
 */
export const EXPLANATIONS = {
  'not-well-formed': 'The file is not a strictly well-formed PDF.',
  'no-signature': 'The document has no signature.',
  'no-seal-of-ours': 'No signature of the document is by one of the trusted seal certificates.',

  'signature-not-indirect': 'The signature dictionary is not an object of its own in the file.',
  'sub-filter-unexpected': 'SubFilter is not ETSI.CAdES.detached.',
  'byte-range-malformed': 'ByteRange is not of the exact form [0 a b c].',
  'byte-range-not-the-gap': 'What ByteRange leaves out is not exactly the Contents of the signature.',
  'byte-range-not-the-revision': 'ByteRange does not end where the revision of the signature ends.',
  'contents-not-canonical': 'Contents is not lower-case hexadecimal without white space.',
  'padding-not-zero': 'The unused end of Contents holds something.',
  'cms-malformed': 'The signature (CMS) is not strict DER of one signer.',
  'cms-not-canonical': 'The signature (CMS) differs from the one way a seal is written.',
  'content-type-unexpected': 'The signed content type is not data.',
  'certificate-not-pinned': 'The signature names a seal certificate but does not carry it unchanged.',
  'certificate-chain-broken': 'A certificate in the signature is neither known nor verified by its issuer.',
  'signing-certificate-mismatch': 'The signing-certificate-v2 attribute is not that of the certificate.',
  'digest-mismatch': 'The signed bytes of the document have been changed.',
  'signature-mismatch': 'The cryptographic signature does not verify.',
  'signing-time-missing': 'The signature has no valid signing time (M).',
  'signing-time-outside-certificate': 'The signing time lies outside the validity of the certificate.',

  'certificate-revoked': 'The certificate was revoked before the earliest proof that the signature existed.',
  'signature-time-stamp-invalid': 'The time stamp of the signature does not verify.',
  'signature-time-stamp-by-others': 'The time stamp of the signature is by an authority that is not trusted.',

  'bytes-after-seal': 'There are bytes after the sealed part.',
  'end-of-line-added': 'One end of line was added at the end of the file.',
  'revision-not-well-formed': 'A revision after the seal is not well-formed.',
  'revision-without-signature': 'A revision after the seal is not covered by a signature.',
  'security-store-malformed': 'The document security store is not one, or lost what it had.',
  'field-name-taken': 'A field was added under the name of another one.',
  'time-stamp-invalid': 'A document time stamp does not verify.',
  'time-stamp-damaged': 'A document time stamp by a trusted authority was changed after it was made.',
  'time-stamp-by-others': 'A document time stamp is by an authority that is not trusted, or not in our form.',
  'time-stamp-order': 'A time stamp tells an earlier time than one that it covers.',
  'validation-data-by-others':
    'Validation data was added that is not covered by a time stamp, in another form than ours.',
  'validation-data-unverified': 'Validation data was added by an unauthorised issuer.',
  'changes-by-others': 'Another program added time stamps or validation data in its own way.',
  'level-below-expected': 'Time stamps or validation data that the document was issued with are missing.',
  'trailer-changed': 'A revision after the seal changes the trailer.',
  'object-changed': 'An object was changed or added after the seal, and no rule allows it.',
  'object-freed': 'An object was removed after the seal.',
  'reference-filled': 'An object was added that the sealed document already refers to.',
  'bytes-unaccounted': 'A revision after the seal holds bytes that belong to no object.',
  'revisions-too-many': 'More revisions, or more objects in one, follow the seal than are looked at.',
  'later-signature-invalid': 'A signature after the seal does not verify.',
  'later-signature-present': 'The document was signed again after it was sealed.',
  'later-signature-stamp': 'A signature after the seal draws a stamp within its rectangle on one page.',
  'later-signature-visible': 'A signature after the seal draws on a page, and not as a stamp may.',
  'embedded-unsound': 'A signature that the document had before it was sealed does not hold.',
  'known-version-differs': 'The file is not the version that was issued, nor a continuation of it.',
} as const;

export type ReasonCode = keyof typeof EXPLANATIONS;

export interface Reason {
  readonly code: ReasonCode;
  readonly explanation: string;
  /** What exactly, such as an object number or the reader's own code. */
  readonly detail?: string;
  /** Of a signature that the detail names: how far its certificate is known. The name is proven no further. */
  readonly trust?: SignerTrust;
}

export function reason(code: ReasonCode, detail?: string, trust?: SignerTrust): Reason {
  return {
    code,
    explanation: EXPLANATIONS[code],
    ...(detail === undefined ? {} : { detail }),
    ...(trust === undefined ? {} : { trust }),
  };
}
