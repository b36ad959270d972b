import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

import { type Certificate, readCertificate } from '../cms/certificate.ts';
import { DerError } from '../cms/der.ts';
import { KeyFileError } from './key-file-error.ts';
import { type LoadedKey, withCertificates } from './loaded-key.ts';
import {
  assembleAuthority,
  type HeldCertificate,
  type LocalAuthority,
  type LocalAuthorityPem,
} from './local-authority.ts';

interface PemBlock {
  readonly label: string;
  readonly text: string;
}

/** A block of any length is found in one pass; a BEGIN without its END is none. */
function blocksOf(pem: string): PemBlock[] {
  const blocks: PemBlock[] = [];
  let begin: { label: string; index: number } | undefined;
  for (const { 1: kind, 2: label = '', 0: line, index } of pem.matchAll(
    /-----(BEGIN|END) ([A-Z0-9 ]+)-----/g,
  )) {
    if (kind === 'BEGIN') begin = { label, index };
    else if (begin?.label === label) {
      blocks.push({ label, text: pem.slice(begin.index, index + line.length) });
      begin = undefined;
    }
  }
  return blocks;
}

/**
 * Opens PEM that holds a private key (PKCS #8, encrypted or not; PKCS #1; SEC 1), its certificate and,
 * in any order, issuers. Several files, such as a key and a chain, may be given joined.
 *
 * @param password of an encrypted key
 * @throws KeyFileError
 * @throws SealRefusedError `key-unsupported`
 */
export function loadPem(pem: string, password?: string): LoadedKey {
  const keyBlock = blocksOf(pem).find(({ label }) => label.endsWith('PRIVATE KEY'));
  if (!keyBlock) throw new KeyFileError('no-private-key', 'no block is a private key');
  return withCertificates(openKey(keyBlock.text, password), certificatesFromPem(pem));
}

/**
 * Every certificate in PEM, such as a bundle of trust anchors, in its order; other blocks are passed over.
 *
 * @throws KeyFileError `unreadable`
 */
export function certificatesFromPem(pem: string): Certificate[] {
  return blocksOf(pem)
    .filter(({ label }) => label === 'CERTIFICATE')
    .map(({ text }) => certificateFrom(text));
}

/**
 * A key and its certificate, each in PEM of its own.
 *
 * @throws KeyFileError
 */
export function heldCertificateFromPem(key: string, certificatePem: string): HeldCertificate {
  const privateKey = openKey(key, undefined);
  const certificate = certificateFrom(certificatePem);
  if (!certificate.publicKey.equals(createPublicKey(privateKey))) {
    throw new KeyFileError('no-certificate', `${certificate.commonName} belongs to another key`);
  }
  return { certificate, privateKey };
}

/**
 * The authority that `toPem` wrote down.
 *
 * @throws KeyFileError
 */
export function localAuthorityFromPem(pem: LocalAuthorityPem): LocalAuthority {
  return assembleAuthority({
    root: heldCertificateFromPem(pem.rootKey, pem.rootCertificate),
    issuing: heldCertificateFromPem(pem.issuingKey, pem.issuingCertificate),
    seal: heldCertificateFromPem(pem.sealKey, pem.sealCertificate),
    ocsp: heldCertificateFromPem(pem.ocspKey, pem.ocspCertificate),
    timeStamping: heldCertificateFromPem(pem.timeStampingKey, pem.timeStampingCertificate),
  });
}

function openKey(pem: string, password: string | undefined): KeyObject {
  const encrypted = pem.includes('ENCRYPTED');
  try {
    // Without a passphrase OpenSSL would ask for one at the terminal.
    return createPrivateKey({ key: pem, format: 'pem', passphrase: password ?? '' });
  } catch (error) {
    const detail = error instanceof Error ? error.message : '';
    throw new KeyFileError(encrypted && isWrongPassword(detail) ? 'wrong-password' : 'unreadable', detail);
  }
}

/** Decryption with a wrong key shows as broken padding, or as content that is no key. */
function isWrongPassword(message: string): boolean {
  return !/unsupported (?:algorithm|cipher|kdf)|unknown/i.test(message);
}

function certificateFrom(pem: string): Certificate {
  try {
    return readCertificate(pem);
  } catch (error) {
    if (error instanceof DerError) throw new KeyFileError('unreadable', error.message);
    throw error;
  }
}
