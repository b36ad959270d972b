import type { Certificate } from '../cms/certificate.ts';
import type { Indication } from '../validate/existence/proof-of-existence.ts';
import type { SignatureStamp } from '../validate/stamp/signature-stamp.ts';
import type { SignaturePlace } from './signature-places.ts';
import type { SignerTrust } from './signer-trust.ts';

/**
 * Everything there is to say against a signature that a document brings. A closed list: a product translates the
 * codes.
 */
export const EMBEDDED_PROBLEMS = {
  format: 'The signature is not one that can be read (ISO 32000-2, 12.8.1).',
  'not-whole': 'The signature covers a part of the file only, or leaves out more than itself.',
  'digest-mismatch': 'What was signed has been changed.',
  'signature-mismatch': 'The cryptographic signature does not verify.',
  'seal-broken': 'It names one of the trusted seal certificates and is not as such a seal is made.',
  'changed-after': 'The document was changed after the signature in a way that it does not allow.',
  unlisted: 'Some readers find a signature where others find none.',
  'too-many': 'There are more signatures than are looked at.',
  revoked: 'The certificate was revoked before the signature is proven to have existed.',
  'not-yet-valid': 'The signature is proven to have existed before its certificate was valid.',
  'revoked-unproven': 'The certificate is revoked, and nothing proves that the signature is older.',
  expired: 'The certificate has expired, and nothing proves that the signature is older.',
  'time-outside-certificate': 'The time that the signer states lies outside the validity of the certificate.',
  'weak-algorithm': 'It is made with an algorithm or a key that is no longer relied upon.',
  'other-certificate': 'It was made for another certificate than the one beside it.',
  'no-certificate': 'The certificate of the signer is missing.',
  unsupported: 'It is made in a way that cannot be verified here.',
  'filled-after': 'Fields of the form were filled in after the signature, as it allows.',
  'covered-by-stamp': 'A later signature draws a stamp over a part of a page.',
} as const;

export type EmbeddedProblem = keyof typeof EMBEDDED_PROBLEMS;

/**
 * broken: it does not hold · altered: the document was changed after it · reserved: it holds, with something to be said
 * against it · sound: it holds, and nothing was changed that it covers.
 */
export type EmbeddedState = 'sound' | 'reserved' | 'altered' | 'broken';

/** platform: one of the trusted seals; any other signer by their certificate. */
export type EmbeddedTrust = 'platform' | SignerTrust;

/** A signature or document time stamp that a document carries, verified. */
export interface JudgedSignature {
  readonly fieldName: string;
  readonly kind: 'signature' | 'document-time-stamp';
  readonly state: EmbeddedState;
  /** Status by ETSI EN 319 102-1, 5.1.3. */
  readonly indication: Indication;
  readonly problems: readonly EmbeddedProblem[];
  readonly trust: EmbeddedTrust;
  /** The signer's, as the signature has it: believed only as far as `trust` goes. */
  readonly certificate: Certificate | undefined;
  readonly issuerName: string | undefined;
  /** By the signer's own clock. */
  readonly statedTime: Date | undefined;
  /** By the earliest time stamp of a trusted authority. */
  readonly provenTime: Date | undefined;
  /** Index of the revision that it ends, and SHA-256 of the file up to there; undefined when it covers none. */
  readonly revision: number | undefined;
  readonly revisionSha256: string | undefined;
  /** Where it is drawn itself; empty when it is invisible. */
  readonly places: readonly SignaturePlace[];
  /** Where later signatures draw over what it covers. */
  readonly coveredBy: readonly SignatureStamp[];
}

/** Whether a document with it may go on to be signed. */
export const isUnsound = ({ state }: Pick<JudgedSignature, 'state'>): boolean =>
  state === 'broken' || state === 'altered';
