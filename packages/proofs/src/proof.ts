import { errors, jwtVerify, SignJWT } from 'jose';

import { proofKinds } from './kinds.ts';
import type { ProofClaims, ProofKind } from './kinds.ts';

/** RFC 8725 §3.11: an explicit type keeps a proof from being taken for any other JWT of the platform. */
const TYPE = 'lacre-proof+jwt';
/** RFC 7518 §3.2: a key for HS256 has at least the size of the hash. */
const MINIMUM_SECRET_BYTES = 32;

/** Shared by the services, at least 32 bytes. Of several the first signs, and all verify: former ones, and coming ones. */
export type ProofSecret = Uint8Array | readonly [Uint8Array, ...Uint8Array[]];

export interface IssueOptions {
  secret: ProofSecret;
  expiresInSeconds: number;
  now: Date;
}

export interface VerifyOptions {
  secret: ProofSecret;
  now: Date;
}

/** Why a proof is refused: its time is over; not a proof we could have made; of another kind; not signed by us. */
export type ProofError = 'expired' | 'malformed' | 'wrong-kind' | 'bad-signature';

export type VerifiedProof<K extends ProofKind> =
  | { ok: true; claims: ProofClaims<K> }
  | { ok: false; error: ProofError };

/**
 * States `claims` in a compact JWS that another service can check without a call.
 *
 * @throws ZodError when the claims do not fit their kind, RangeError for a short secret or life: both are bugs.
 */
export async function issueProof<K extends ProofKind>(
  kind: K,
  claims: ProofClaims<K>,
  options: IssueOptions,
): Promise<string> {
  const { expiresInSeconds, now } = options;
  if (!Number.isInteger(expiresInSeconds) || expiresInSeconds < 1) {
    throw new RangeError('A proof lives at least one second, in whole seconds');
  }
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ claims: proofKinds[kind].parse(claims) })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setAudience(kind)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + expiresInSeconds)
    .sign(checkedSecrets(options.secret)[0]);
}

/**
 * Reads a proof of `kind`. A refusal is a value, since the token comes from outside.
 *
 * @throws RangeError for a short secret.
 */
export async function verifyProof<K extends ProofKind>(
  kind: K,
  token: string,
  options: VerifyOptions,
): Promise<VerifiedProof<K>> {
  const [first, ...others] = checkedSecrets(options.secret);
  let verified = await verifyBy(first, kind, token, options.now);
  for (const secret of others) {
    if (verified.ok || verified.error !== 'bad-signature') return verified;
    verified = await verifyBy(secret, kind, token, options.now);
  }
  return verified;
}

async function verifyBy<K extends ProofKind>(
  secret: Uint8Array,
  kind: K,
  token: string,
  now: Date,
): Promise<VerifiedProof<K>> {
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ['HS256'],
      typ: TYPE,
      audience: kind,
      requiredClaims: ['iat', 'exp'],
      currentDate: now,
    });
    const claims = proofKinds[kind].safeParse(payload['claims']);
    if (!claims.success) return { ok: false, error: 'malformed' };
    return { ok: true, claims: claims.data as ProofClaims<K> };
  } catch (error) {
    return { ok: false, error: refusalOf(error) };
  }
}

function refusalOf(error: unknown): ProofError {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === 'aud' || error.claim === 'typ' ? 'wrong-kind' : 'malformed';
  }
  // An algorithm other than ours ("none" among them) is no signature of ours.
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JOSEAlgNotAllowed) {
    return 'bad-signature';
  }
  if (error instanceof errors.JOSEError) return 'malformed';
  throw error;
}

function checkedSecrets(given: ProofSecret): readonly [Uint8Array, ...Uint8Array[]] {
  const secrets = given instanceof Uint8Array ? ([given] as const) : given;
  if (secrets.some(({ byteLength }) => byteLength < MINIMUM_SECRET_BYTES)) {
    throw new RangeError(`The secret of proofs has at least ${MINIMUM_SECRET_BYTES} bytes`);
  }
  return secrets;
}
