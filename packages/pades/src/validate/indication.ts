import type { Indication } from './existence/proof-of-existence.ts';
import type { Reason, ReasonCode } from './reasons.ts';
import type { Verdict } from './verdict.ts';

/** What each reason against a seal is in the terms of EN 319 102-1; the first in this list that applies. */
const BY_REASON: readonly (readonly [ReasonCode, Indication])[] = [
  ['digest-mismatch', { indication: 'TOTAL-FAILED', subIndication: 'HASH_FAILURE' }],
  ['signature-mismatch', { indication: 'TOTAL-FAILED', subIndication: 'SIG_CRYPTO_FAILURE' }],
  ['certificate-not-pinned', { indication: 'INDETERMINATE', subIndication: 'NO_SIGNING_CERTIFICATE_FOUND' }],
  [
    'certificate-chain-broken',
    { indication: 'INDETERMINATE', subIndication: 'CERTIFICATE_CHAIN_GENERAL_FAILURE' },
  ],
  [
    'signing-time-outside-certificate',
    { indication: 'INDETERMINATE', subIndication: 'OUT_OF_BOUNDS_NO_POE' },
  ],
  ['signature-time-stamp-invalid', { indication: 'INDETERMINATE', subIndication: 'SIG_CONSTRAINTS_FAILURE' }],
  ['signing-certificate-mismatch', { indication: 'INDETERMINATE', subIndication: 'SIG_CONSTRAINTS_FAILURE' }],
];

/** Status of a seal that does not hold, or whose document was altered: the seal covers not all of it. */
export function indicationOf(verdict: Verdict, reasons: readonly Reason[]): Indication {
  if (verdict === 'altered-after-sealing') {
    return { indication: 'INDETERMINATE', subIndication: 'SIG_CONSTRAINTS_FAILURE' };
  }
  const codes = new Set(reasons.map(({ code }) => code));
  const found = BY_REASON.find(([code]) => codes.has(code));
  return found?.[1] ?? { indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE' };
}
