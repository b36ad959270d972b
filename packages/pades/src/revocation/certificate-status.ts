import { DerError, type DerElement, element, TAG } from '../cms/der.ts';
import { RevocationError } from './revocation-error.ts';

/** CRLReason (RFC 5280, 5.3.1). */
export const REASONS = {
  unspecified: 0,
  keyCompromise: 1,
  cACompromise: 2,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
  certificateHold: 6,
  removeFromCRL: 8,
  privilegeWithdrawn: 9,
  aACompromise: 10,
} as const;

export type RevocationReason = keyof typeof REASONS;

export interface Revocation {
  readonly status: 'revoked';
  readonly revokedAt: Date;
  readonly reason: RevocationReason;
}

/** What is known of a certificate; `unknown` says that the authority never issued it. */
export type CertificateStatus = { readonly status: 'good' } | { readonly status: 'unknown' } | Revocation;

/** A certificate taken back. */
export interface RevokedCertificate {
  /** Hexadecimal, see `serialNumberOf`. */
  readonly serial: string;
  readonly revokedAt: Date;
  /** `unspecified` when left out. */
  readonly reason?: RevocationReason;
}

export function enumerated(value: number): Buffer {
  return element(TAG.enumerated, Buffer.of(value));
}

/** Value of an ENUMERATED between 0 and 127. */
export function readEnumerated(field: DerElement): number {
  const content = field.expect(TAG.enumerated).content;
  if (content.length !== 1 || (content[0] as number) > 0x7f) throw new DerError('broken enumerated value');
  return content[0] as number;
}

export function readReason(field: DerElement | undefined): RevocationReason {
  if (!field) return 'unspecified';
  const value = readEnumerated(field);
  const found = (Object.keys(REASONS) as RevocationReason[]).find((name) => REASONS[name] === value);
  if (!found) throw new DerError(`reason ${value}`);
  return found;
}

/** The span of time that revocation information is about. */
export interface UpdateTimes {
  readonly thisUpdate: Date;
  /** Undefined when newer information is to be had at any time. */
  readonly nextUpdate: Date | undefined;
}

export interface FreshnessOptions {
  /** The moment for which the information must be the current one. */
  readonly at: Date;
  /** By how much two clocks may differ, in milliseconds; 5 minutes by default. */
  readonly toleranceMs?: number;
  /** How old information without nextUpdate may be, in milliseconds; 24 hours by default. */
  readonly maxAgeMs?: number;
}

const TOLERANCE_MS = 300_000;
const MAX_AGE_MS = 86_400_000;

/** @throws RevocationError `not-yet-current`, `no-longer-current` */
export function checkFreshness({ thisUpdate, nextUpdate }: UpdateTimes, options: FreshnessOptions): void {
  const { at, toleranceMs = TOLERANCE_MS, maxAgeMs = MAX_AGE_MS } = options;
  const until = nextUpdate?.getTime() ?? thisUpdate.getTime() + maxAgeMs;
  // Asked this way round, an invalid moment is refused too.
  if (!(thisUpdate.getTime() - toleranceMs <= at.getTime())) {
    throw new RevocationError('not-yet-current', thisUpdate.toISOString());
  }
  if (!(at.getTime() <= until + toleranceMs)) {
    throw new RevocationError('no-longer-current', new Date(until).toISOString());
  }
}
