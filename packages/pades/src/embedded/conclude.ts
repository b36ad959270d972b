import type { Certificate } from '../cms/certificate.ts';
import type { Indication } from '../validate/existence/proof-of-existence.ts';
import type { EmbeddedProblem, EmbeddedTrust, JudgedSignature } from './embedded-signature.ts';
import type { KnownRevocation } from './revocation-known.ts';

/** What was found of one signature, before it is put together. */
export interface Findings {
  readonly problems: readonly EmbeddedProblem[];
  readonly trust: EmbeddedTrust;
  readonly certificate: Certificate | undefined;
  readonly revocation: KnownRevocation | undefined;
  readonly statedTime: Date | undefined;
  readonly provenTime: Date | undefined;
  readonly at: Date;
}

/** Problems by what they are in EN 319 102-1, 5.1.3, the gravest first; the first that applies is the status. */
const STATUS: readonly (readonly [EmbeddedProblem, Indication])[] = [
  ['too-many', { indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE' }],
  ['unlisted', { indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE' }],
  ['format', { indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE' }],
  ['not-whole', { indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE' }],
  ['seal-broken', { indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE' }],
  ['digest-mismatch', { indication: 'TOTAL-FAILED', subIndication: 'HASH_FAILURE' }],
  ['signature-mismatch', { indication: 'TOTAL-FAILED', subIndication: 'SIG_CRYPTO_FAILURE' }],
  ['changed-after', { indication: 'INDETERMINATE', subIndication: 'SIG_CONSTRAINTS_FAILURE' }],
  ['revoked', { indication: 'TOTAL-FAILED', subIndication: 'REVOKED' }],
  ['not-yet-valid', { indication: 'TOTAL-FAILED', subIndication: 'NOT_YET_VALID' }],
  ['unsupported', { indication: 'INDETERMINATE', subIndication: 'GENERIC' }],
  ['no-certificate', { indication: 'INDETERMINATE', subIndication: 'NO_SIGNING_CERTIFICATE_FOUND' }],
  ['other-certificate', { indication: 'INDETERMINATE', subIndication: 'NO_SIGNING_CERTIFICATE_FOUND' }],
  ['weak-algorithm', { indication: 'INDETERMINATE', subIndication: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE' }],
  ['revoked-unproven', { indication: 'INDETERMINATE', subIndication: 'REVOKED_NO_POE' }],
  ['expired', { indication: 'INDETERMINATE', subIndication: 'OUT_OF_BOUNDS_NO_POE' }],
  ['time-outside-certificate', { indication: 'INDETERMINATE', subIndication: 'SIG_CONSTRAINTS_FAILURE' }],
];

/** Says of one signature what it comes to, in ETSI's terms and in those of people. */
export function concludes(findings: Findings): Pick<JudgedSignature, 'problems' | 'indication' | 'state'> {
  const problems = [...findings.problems, ...certificateProblems(findings)];
  const indication = STATUS.find(([problem]) => problems.includes(problem))?.[1] ?? chainStatus(findings);
  return { problems, indication, state: stateOf(problems, indication) };
}

/**
 * What fails by the standard is broken. So is a signature made for another certificate than the one beside it, which
 * the standard leaves open: the name in that certificate is not the signer's.
 */
function stateOf(problems: readonly EmbeddedProblem[], { indication }: Indication): JudgedSignature['state'] {
  if (indication === 'TOTAL-FAILED' || problems.includes('other-certificate')) return 'broken';
  if (problems.includes('changed-after')) return 'altered';
  return problems.length > 0 ? 'reserved' : 'sound';
}

/** Validity and revocation at the time that is proven, or now (EN 319 102-1, 5.2.6 and 5.6.2). */
function certificateProblems(findings: Findings): EmbeddedProblem[] {
  const { certificate, revocation, provenTime, statedTime, at } = findings;
  if (!certificate) return [];
  const { notBefore, notAfter } = certificate;
  const problems: EmbeddedProblem[] = [];
  const revokedAt = revocation?.revokedAt;
  if (revokedAt && !provenTime) problems.push('revoked-unproven');
  if (revokedAt && provenTime && revokedAt <= provenTime) problems.push('revoked');
  const seen = provenTime ?? at;
  if (provenTime && provenTime < notBefore) problems.push('not-yet-valid');
  if (seen > notAfter) problems.push('expired');
  if (statedTime && (statedTime < notBefore || statedTime > notAfter))
    problems.push('time-outside-certificate');
  return problems;
}

/** Of a signature that holds: how far its certificate is known. */
function chainStatus({ trust, revocation }: Findings): Indication {
  if (trust === 'platform') return { indication: 'TOTAL-PASSED' };
  if (trust === 'unknown' || trust === 'icp-brasil-claimed') {
    return { indication: 'INDETERMINATE', subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' };
  }
  return revocation?.good
    ? { indication: 'TOTAL-PASSED' }
    : { indication: 'INDETERMINATE', subIndication: 'TRY_LATER' };
}
