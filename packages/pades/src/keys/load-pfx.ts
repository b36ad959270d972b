import { createPrivateKey, type KeyObject } from 'node:crypto';

import forge from 'node-forge';

import { readCertificate } from '../cms/certificate.ts';
import { KeyFileError } from './key-file-error.ts';
import { type LoadedKey, withCertificates } from './loaded-key.ts';

/**
 * Opens a PKCS #12 file: RSA or EC key, modern or legacy encryption (RC2-40, 3DES), which OpenSSL 3
 * and so Node itself refuse though many A1 exports still use it. The key leaves node-forge at once;
 * signing is node:crypto's.
 *
 * @throws KeyFileError
 * @throws SealRefusedError `key-unsupported`
 */
export function loadPfx(bytes: Uint8Array, password: string): LoadedKey {
  const bags = openBags(bytes, password);
  const privateKey = privateKeyOf(bags);
  const certificates = bags
    .filter((bag) => bag.type === forge.pki.oids['certBag'])
    .map((bag) => readCertificate(derOf(bag.cert ? forge.pki.certificateToAsn1(bag.cert) : bag.asn1)));
  return withCertificates(privateKey, certificates);
}

function openBags(bytes: Uint8Array, password: string): forge.pkcs12.Bag[] {
  let asn1: forge.asn1.Asn1;
  try {
    asn1 = forge.asn1.fromDer(forge.util.createBuffer(Buffer.from(bytes).toString('latin1')));
  } catch {
    throw new KeyFileError('unreadable', 'not a PKCS #12 file');
  }
  try {
    return bagsOf(asn1, password);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const wrong = /password|mac could not be verified/i.test(message);
    if (!wrong && Buffer.byteLength(password) > password.length) return openWithUtf8(asn1, password);
    throw new KeyFileError(wrong ? 'wrong-password' : 'unreadable', message);
  }
}

/**
 * The integrity check takes a password as UTF-16 (RFC 7292, B.1), PBES2 as UTF-8 (RFC 8018, 3), and
 * node-forge gives the same string to both. By now the check has passed, so it is left out, and the
 * decryption repeated with the other form.
 */
function openWithUtf8(asn1: forge.asn1.Asn1, password: string): forge.pkcs12.Bag[] {
  try {
    const withoutMac = Object.assign({}, asn1, { value: (asn1.value as forge.asn1.Asn1[]).slice(0, 2) });
    return bagsOf(withoutMac, forge.util.encodeUtf8(password));
  } catch (error) {
    throw new KeyFileError('unreadable', error instanceof Error ? error.message : '');
  }
}

function bagsOf(asn1: forge.asn1.Asn1, password: string): forge.pkcs12.Bag[] {
  return forge.pkcs12.pkcs12FromAsn1(asn1, password).safeContents.flatMap((contents) => contents.safeBags);
}

function privateKeyOf(bags: readonly forge.pkcs12.Bag[]): KeyObject {
  const types = new Set([forge.pki.oids['keyBag'], forge.pki.oids['pkcs8ShroudedKeyBag']]);
  const bag = bags.find((candidate) => types.has(candidate.type));
  if (!bag) throw new KeyFileError('no-private-key', 'the file holds no private key');
  if (bag.key) {
    return createPrivateKey(forge.pki.privateKeyToPem(bag.key));
  }
  // node-forge knows no EC keys and leaves their PKCS #8 as it found it.
  return createPrivateKey({ key: Buffer.from(derOf(bag.asn1)), format: 'der', type: 'pkcs8' });
}

function derOf(asn1: forge.asn1.Asn1): Uint8Array {
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'latin1');
}
