import type { ReasonCode, SignerTrust } from '@lacre/pades';

/** Reasons that come from the register of issued files rather than from the file itself. */
type RegisterReason =
  | 'identical-to-issued'
  | 'begins-with-issued'
  | 'cut-before-last-proofs'
  | 'never-issued'
  | 'seal-does-not-hold'
  | 'trace-of-our-seal'
  | 'prints-otherwise'
  | 'too-complex';

export interface ValidationReason {
  code: ReasonCode | RegisterReason;
  detail?: string;
  trust?: SignerTrust;
}
