import { type Certificate, readCertificate, sameBytes } from './certificate.ts';
import { DerError, octetString } from './der.ts';
import { ALGORITHMS, type DigestName, OID } from './object-identifiers.ts';
import { parseSignedData } from './parse-signed-data.ts';
import { verifySignature } from './verify-signature.ts';

/** Digests accepted in foreign signatures. SHA-1 is not: its collisions are affordable. */
const DIGESTS: ReadonlyMap<string, DigestName> = new Map([
  [OID.sha256, 'sha256'],
  [OID.sha384, 'sha384'],
  [OID.sha512, 'sha512'],
]);
/** By signature identifier: whether the padding is PSS (RFC 4055). */
const SIGNATURES: ReadonlyMap<string, boolean> = new Map([
  [OID.rsaEncryption, false],
  [OID.rsassaPss, true],
  ...Object.values(ALGORITHMS).map(({ signatureOid }): [string, boolean] => [signatureOid, false]),
]);

/** The digest that a detached signature is made with; undefined when it cannot be read or is not accepted. */
export function digestOfSignature(cms: Uint8Array): DigestName | undefined {
  try {
    return DIGESTS.get(parseSignedData(cms).signer.digestOid);
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}

/**
 * Verifies a foreign detached signature by the certificate it carries. It says that the bytes
 * are what that key signed; whose key it is, is not decided here.
 *
 * @param digestOf the digest of what is signed, by whatever algorithm the signature is made with
 * @returns the signer's certificate, or undefined when anything does not verify or its key is not relied upon
 */
export function verifyDetached(
  cms: Uint8Array,
  digestOf: (digest: DigestName) => Uint8Array | undefined,
): Certificate | undefined {
  try {
    const { certificates, signer } = parseSignedData(cms);
    const certificate = certificates
      .map((der) => readCertificate(der))
      .find(
        (candidate) =>
          sameBytes(candidate.issuer, signer.issuer) && sameBytes(candidate.serial, signer.serial),
      );
    const digest = DIGESTS.get(signer.digestOid);
    const pss = SIGNATURES.get(signer.signatureOid);
    const stated = signer.attributes.get(OID.messageDigest)?.encoded;
    if (!certificate || !digest || pss === undefined || !stated) return undefined;
    const actual = digestOf(digest);
    if (!actual || !sameBytes(stated, octetString(actual))) return undefined;
    const { signedBytes, signature } = signer;
    const check = verifySignature(certificate.publicKey, { digest, pss }, [signedBytes], signature);
    return check === 'valid' ? certificate : undefined;
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}
