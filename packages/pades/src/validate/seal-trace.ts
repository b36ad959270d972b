import type { Certificate } from '../cms/certificate.ts';
import { asBuffer } from '../pdf/syntax/characters.ts';

const PROBE_BYTES = 20;

/**
 * Whether a file, however broken, once carried a seal by one of the certificates: looks for
 * pieces of the certificate's public key and of its issuer's signature in hexadecimal, as Contents
 * has them. Several pieces, so that damage in one does not hide the others. A trace proves nothing
 * of the content; it lets a product say "tampered" in place of "unreadable" or "not ours".
 */
export function containsSealTrace(bytes: Uint8Array, certificates: readonly Certificate[]): boolean {
  const file = asBuffer(bytes);
  return certificates.some((certificate) =>
    probes(certificate).some((probe) => file.includes(probe) || file.includes(probe.toUpperCase())),
  );
}

const made = new WeakMap<Certificate, readonly string[]>();

function probes(certificate: Certificate): readonly string[] {
  const known = made.get(certificate) ?? probesOf(certificate);
  made.set(certificate, known);
  return known;
}

/** Pieces that no other certificate has, spread over key and signature. */
function probesOf({ der, publicKey }: Certificate): string[] {
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const certificate = asBuffer(der);
  const keyStart = certificate.indexOf(key);
  const keyEnd = keyStart + key.length;
  // The key itself ends its SubjectPublicKeyInfo; an RSA one is followed by a five-byte exponent.
  const places = [keyEnd - 7 - 2 * PROBE_BYTES, keyEnd - 7 - PROBE_BYTES, der.length - 2 * PROBE_BYTES];
  return places.map((start) => certificate.subarray(start, start + PROBE_BYTES).toString('hex'));
}
