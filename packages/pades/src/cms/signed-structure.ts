import { readSignatureAlgorithm } from './algorithm-identifier.ts';
import { signatureAlgorithmIdentifier } from './build-signed-data.ts';
import { sameBytes } from './certificate.ts';
import type { Certificate } from './certificate.ts';
import { DerFields } from './der-fields.ts';
import { bitString, DerError, type DerElement, readDer, sequence, TAG } from './der.ts';
import { ALGORITHMS, type SignatureAlgorithm } from './object-identifiers.ts';
import { type SignatureCheck, verifySignature } from './verify-signature.ts';

/** What certificates, CRLs and OCSP responses have in common: something, and a signature over it. */
export interface SignedStructure {
  readonly toBeSigned: DerElement;
  /** Undefined for one that is not relied upon. */
  readonly algorithm: SignatureAlgorithm | undefined;
  /** DER of the AlgorithmIdentifier. */
  readonly algorithmIdentifier: Uint8Array;
  readonly signature: Uint8Array;
  /** Fields after the signature. */
  readonly rest: DerFields;
}

/** @throws DerError */
export function readSigned(element: DerElement): SignedStructure {
  const fields = new DerFields(element);
  const toBeSigned = fields.take(TAG.sequence);
  const identifier = fields.take(TAG.sequence);
  const signature = fields.take().wholeBytes();
  return {
    toBeSigned,
    algorithm: readSignatureAlgorithm(identifier),
    algorithmIdentifier: identifier.encoded,
    signature,
    rest: fields,
  };
}

/** Verifies the signature by the key of a certificate; `unsupported` is also an algorithm that is not relied upon. */
export function verifyStructure(signed: SignedStructure, signer: Certificate): SignatureCheck {
  const { algorithm, toBeSigned, signature } = signed;
  if (!algorithm) return 'unsupported';
  return verifySignature(signer.publicKey, ALGORITHMS[algorithm], [toBeSigned.encoded], signature);
}

/** Why a certificate is not its supposed issuer's; undefined when it is. */
export type IssuanceProblem = 'algorithm-unsupported' | 'signature-mismatch';

const checked = new WeakMap<Certificate, WeakMap<Certificate, IssuanceProblem | 'none'>>();

/**
 * Checks the signature of a certificate by the key of `issuer`: SHA-2 with RSA v1.5 or ECDSA, by a key that is relied
 * upon. Names are not looked at. Each pair is checked once.
 *
 * @throws DerError
 */
export function issuanceProblem(certificate: Certificate, issuer: Certificate): IssuanceProblem | undefined {
  const answers = checked.get(certificate) ?? new WeakMap<Certificate, IssuanceProblem | 'none'>();
  checked.set(certificate, answers);
  const answer = answers.get(issuer) ?? problemOf(certificate, issuer) ?? 'none';
  answers.set(issuer, answer);
  return answer === 'none' ? undefined : answer;
}

function problemOf(certificate: Certificate, issuer: Certificate): IssuanceProblem | undefined {
  const check = verifyStructure(readSigned(readDer(certificate.der)), issuer);
  if (check === 'valid') return undefined;
  return check === 'mismatch' ? 'signature-mismatch' : 'algorithm-unsupported';
}

/** RFC 5280, 4.1.1.2 and 5.1.1.2: the identifier outside repeats the one that is signed. */
export function checkRepeatedAlgorithm(signed: SignedStructure, inner: DerElement): void {
  if (!sameBytes(signed.algorithmIdentifier, inner.encoded))
    throw new DerError('signature algorithms differ');
}

/** SEQUENCE of what is signed, its algorithm, and the signature, with what may follow. */
export function signedSequence(
  toBeSigned: Uint8Array,
  algorithm: SignatureAlgorithm,
  signature: Uint8Array,
  ...rest: readonly Uint8Array[]
): Buffer {
  return sequence(toBeSigned, signatureAlgorithmIdentifier(algorithm), bitString(signature), ...rest);
}
