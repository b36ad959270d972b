import type { KeyObject } from 'node:crypto';

/**
 * Until when a signature by a key is relied upon, whatever its certificate says: NIST SP 800-57 part 1
 * rev. 5, table 4, ends 112 bits of strength with 2030; NIST IR 8547 (initial public draft, table 2)
 * ends RSA and elliptic curves of every size with 2035. SHA-2 has no end in sight.
 */
export function algorithmSunset(key: KeyObject): Date {
  const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  const weak = key.asymmetricKeyType === 'rsa' && modulusLength < 3072;
  return new Date(weak ? '2030-12-31T23:59:59Z' : '2035-12-31T23:59:59Z');
}

/** The earlier end: of a certificate's validity, or of its key's algorithm. */
export function reliedUntil({ notAfter, publicKey }: { notAfter: Date; publicKey: KeyObject }): Date {
  const sunset = algorithmSunset(publicKey);
  return notAfter < sunset ? notAfter : sunset;
}
