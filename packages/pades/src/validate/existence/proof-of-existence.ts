import type { Certificate } from '../../cms/certificate.ts';
import { sameBytes } from '../../cms/certificate.ts';
import type { CheckedSeal } from '../check-seal.ts';
import { type Reason, reason } from '../reasons.ts';
import { algorithmSunset, reliedUntil } from './algorithm-sunset.ts';
import type { KnownCertificates } from './known-certificates.ts';
import type { ValidatedTimeStamp } from './time-stamp-check.ts';
import type { RevocationFinding } from './validation-data-check.ts';

/** PAdES baseline level that a file has reached (ETSI EN 319 142-1, 6). */
export type BaselineLevel = 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';
export const BASELINE_LEVELS: readonly BaselineLevel[] = ['B-B', 'B-T', 'B-LT', 'B-LTA'];

/** Status of a signature and its sub-indication (ETSI EN 319 102-1, 5.1.3), as far as they occur here. */
export type Indication =
  | { readonly indication: 'TOTAL-PASSED'; readonly subIndication?: undefined }
  | {
      readonly indication: 'TOTAL-FAILED';
      readonly subIndication:
        | 'FORMAT_FAILURE'
        | 'HASH_FAILURE'
        | 'SIG_CRYPTO_FAILURE'
        | 'REVOKED'
        | 'NOT_YET_VALID';
    }
  | {
      readonly indication: 'INDETERMINATE';
      readonly subIndication:
        | 'SIG_CONSTRAINTS_FAILURE'
        | 'NO_SIGNING_CERTIFICATE_FOUND'
        | 'NO_CERTIFICATE_CHAIN_FOUND'
        | 'TRY_LATER'
        | 'GENERIC'
        | 'CERTIFICATE_CHAIN_GENERAL_FAILURE'
        | 'REVOKED_NO_POE'
        | 'REVOKED_CA_NO_POE'
        | 'OUT_OF_BOUNDS_NO_POE'
        | 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE';
    };

/** When the seal can be shown to have existed, and until when that can be shown. */
export interface ProofOfExistence {
  readonly level: BaselineLevel;
  /** Time of the earliest time stamp that still counts; undefined when there is only the seal's own word. */
  readonly provenTime: Date | undefined;
  /**
   * End of what the last archive time stamp rests upon: its authority's certificate, or its algorithm;
   * without a time stamp, the seal's own.
   */
  readonly provableUntil: Date;
  readonly indication: Indication;
  /** Why the seal does not count in spite of its cryptography. */
  readonly reasons: readonly Reason[];
}

export interface ProofMaterial {
  readonly seal: CheckedSeal;
  /** Trusted time stamps, in the order in which each covers the ones before. */
  readonly timeStamps: readonly ValidatedTimeStamp[];
  /** What is said of revocation, and in which revision. */
  readonly findings: readonly (RevocationFinding & { readonly revision: number })[];
  /** Last revision of the genuine part; what comes after adds nothing to its level. */
  readonly lastRevision: number;
  readonly known: KnownCertificates;
  /** The moment of judging; the last thing known of when left out. */
  readonly at: Date | undefined;
}

/** OCSP responses without nextUpdate are current for a day; clocks differ by minutes. */
const DAY_MS = 86_400_000;
const TOLERANCE_MS = 300_000;

/** Works out what the time stamps and validation data of a seal that holds come to. */
export function proveExistence(material: ProofMaterial): ProofOfExistence {
  const { seal, timeStamps, at } = material;
  const last = timeStamps.at(-1)?.time;
  const now = at ?? (last && seal.signingTime && last > seal.signingTime ? last : (seal.signingTime ?? last));
  const judgedAt = now ?? seal.trusted.certificate.notBefore;
  const counting = countingTimeStamps(material, judgedAt);
  const provenTime = counting
    .map(({ time }) => time as Date)
    .toSorted((a, b) => a.getTime() - b.getTime())[0];
  const lastCounting = counting.at(-1)?.authority;
  const { indication, reasons } = indicationAt(material, provenTime, judgedAt);
  return {
    level: levelOf(material, counting, provenTime),
    provenTime,
    provableUntil: reliedUntil(lastCounting ?? seal.trusted.certificate),
    indication,
    reasons,
  };
}

/**
 * The time stamps that count at a moment (EN 319 102-1, 5.6.2): the last while its authority and
 * algorithm last, each earlier one when a later one that counts was made before its own ran out.
 */
function countingTimeStamps({ timeStamps, findings }: ProofMaterial, at: Date): ValidatedTimeStamp[] {
  const counting: ValidatedTimeStamp[] = [];
  let seen = at;
  for (const stamp of timeStamps.toReversed()) {
    const { authority, time } = stamp;
    if (!authority || !time) continue;
    const revokedAt = revocationOf(authority, findings);
    if (seen > reliedUntil(authority) || (revokedAt && revokedAt <= seen)) continue;
    counting.unshift(stamp);
    if (time < seen) seen = time;
  }
  return counting;
}

function revocationOf(certificate: Certificate, findings: ProofMaterial['findings']): Date | undefined {
  const times = findings.flatMap(({ about, certificate: status }) =>
    status.status === 'revoked' && sameBytes(about.der, certificate.der) ? status.revokedAt : [],
  );
  return times.toSorted((a, b) => a.getTime() - b.getTime())[0];
}

function indicationAt(
  { seal, findings, known }: ProofMaterial,
  provenTime: Date | undefined,
  at: Date,
): Pick<ProofOfExistence, 'indication' | 'reasons'> {
  const { certificate } = seal.trusted;
  const seen = provenTime ?? at;
  const revokedAt = revocationOf(certificate, findings);
  const indeterminate = (subIndication: (Indication & { indication: 'INDETERMINATE' })['subIndication']) =>
    ({ indication: 'INDETERMINATE', subIndication }) as const;
  if (revokedAt && (!provenTime || revokedAt <= provenTime)) {
    const reasons = [reason('certificate-revoked', revokedAt.toISOString())];
    if (!provenTime) return { indication: indeterminate('REVOKED_NO_POE'), reasons };
    return { indication: { indication: 'TOTAL-FAILED', subIndication: 'REVOKED' }, reasons };
  }
  for (const issuer of known.issuersOf(certificate) ?? []) {
    const issuerRevokedAt = revocationOf(issuer, findings);
    if (!issuerRevokedAt || issuerRevokedAt > seen) continue;
    const reasons = [reason('certificate-revoked', `${issuer.commonName}, ${issuerRevokedAt.toISOString()}`)];
    return { indication: indeterminate('REVOKED_CA_NO_POE'), reasons };
  }
  if (seen < certificate.notBefore) {
    return { indication: { indication: 'TOTAL-FAILED', subIndication: 'NOT_YET_VALID' }, reasons: [] };
  }
  if (seen > certificate.notAfter) return { indication: indeterminate('OUT_OF_BOUNDS_NO_POE'), reasons: [] };
  if (seen > algorithmSunset(certificate.publicKey)) {
    return { indication: indeterminate('CRYPTO_CONSTRAINTS_FAILURE_NO_POE'), reasons: [] };
  }
  return { indication: { indication: 'TOTAL-PASSED' }, reasons: [] };
}

/** No issuer above it could revoke it. */
function isSelfSigned({ issuer, subject, x509 }: Certificate): boolean {
  return sameBytes(issuer, subject) && x509.verify(x509.publicKey);
}

function levelOf(
  material: ProofMaterial,
  counting: readonly ValidatedTimeStamp[],
  provenTime: Date | undefined,
): BaselineLevel {
  const [first] = counting;
  if (!first || !provenTime) return 'B-B';
  const storedIn = validationDataRevision(material, first, provenTime);
  if (storedIn === undefined) return 'B-T';
  const archived = counting.some(({ kind, revision }) => kind === 'document' && revision >= storedIn);
  return archived ? 'B-LTA' : 'B-LT';
}

/**
 * The revision by which the file has, for each certificate below a root in the paths of the seal and
 * of its first time stamp, word that it was not revoked when the seal is proven to have existed.
 */
function validationDataRevision(
  { seal, findings, known, lastRevision }: ProofMaterial,
  stamp: ValidatedTimeStamp,
  provenTime: Date,
): number | undefined {
  const { certificate } = seal.trusted;
  const paths = [[certificate, ...(known.issuersOf(certificate) ?? [])], stamp.path ?? []];
  const asked = paths.flatMap((path) =>
    path.filter((each, index) => index < path.length - 1 || (path.length === 1 && !isSelfSigned(each))),
  );
  const revisions = asked.map((each) => {
    const own = findings.filter(({ revision }) => revision <= lastRevision);
    const good = own.filter(({ about, certificate: status, thisUpdate, nextUpdate }) => {
      const until = (nextUpdate?.getTime() ?? thisUpdate.getTime() + DAY_MS) + TOLERANCE_MS;
      const clear =
        status.status === 'good' || (status.status === 'revoked' && status.revokedAt > provenTime);
      return sameBytes(about.der, each.der) && clear && until >= provenTime.getTime();
    });
    return good.length === 0 ? undefined : Math.min(...good.map(({ revision }) => revision));
  });
  if (revisions.length === 0 || revisions.includes(undefined)) return undefined;
  return Math.max(...revisions.map((revision) => revision ?? 0));
}
