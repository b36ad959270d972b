import { isIP } from 'node:net';
import { rootCertificates } from 'node:tls';

import {
  buildCertificatePath,
  CertificatePathError,
  OID,
  readCertificate,
  type Certificate,
} from '@lacre/pades';

import { sha256Of } from '../keys/certificate-hash.ts';
import type { SealKeys } from '../keys/seal-keys.ts';
import { completePath } from './certificate-path.ts';

/** Stamped by an authority that is not trusted here: the step waits, and the stamp is not used. */
class TimeStampUntrusted extends Error {
  override readonly name = 'TimeStampUntrusted';
}

export interface TimeStampTrustOptions {
  url: string;
  keys: SealKeys;
  /** Certificates that the authority must lead to, when the operator named any: then no other is believed. */
  anchors: readonly Certificate[];
  /** Told when an authority is believed because it was the first to answer. */
  onFirstUse: (root: Certificate) => void;
}

/**
 * Finds out whether an authority may be believed, since what it stamps is proof for ever after. It must lead to a
 * certificate that the operator named; without any, to a root that Node carries (Mozilla's), or to the root that was
 * believed before. The very first one is believed on its own word only where the connection shows who answers.
 */
export class TimeStampTrust {
  readonly #options: TimeStampTrustOptions;

  constructor(options: TimeStampTrustOptions) {
    this.#options = options;
  }

  /**
   * The path from a time-stamp authority's certificate to whom it is believed by.
   *
   * @param known the certificate, then its issuers as far as they came along
   * @throws TimeStampUntrusted, AuthorityUnavailable
   */
  async path(known: readonly [Certificate, ...Certificate[]], at: Date): Promise<Certificate[]> {
    const [certificate] = known;
    const pool = await completePath(known);
    const { anchors } = this.#options;
    if (anchors.length > 0) return pathTo(certificate, anchors, pool, at);
    const root = pool.at(-1) ?? certificate;
    if (root === certificate)
      throw new TimeStampUntrusted(`${certificate.commonName} is vouched for by itself alone`);
    const firstUse = this.#isNewRoot(root);
    const path = pathTo(certificate, [root], pool, at);
    if (firstUse) this.#options.onFirstUse(root);
    return path;
  }

  /** @returns whether the root is believed for the first time. @throws TimeStampUntrusted */
  #isNewRoot(root: Certificate): boolean {
    const { keys, url } = this.#options;
    if (isBundled(root)) return false;
    const believed = keys.remoteTimeStampRoots.map(sha256Of);
    if (believed.includes(sha256Of(root))) return false;
    if (believed.length === 0 && showsWhoAnswers(new URL(url))) return true;
    throw new TimeStampUntrusted(
      `${root.commonName} is a root without an anchor: set TSA_CERTIFICATES to a file with the certificate that the ` +
        'time-stamp authority leads to',
    );
  }
}

function pathTo(
  certificate: Certificate,
  anchors: readonly Certificate[],
  pool: readonly Certificate[],
  at: Date,
): Certificate[] {
  try {
    return buildCertificatePath(certificate, { anchors, pool, at, purpose: OID.timeStampingPurpose });
  } catch (error) {
    if (error instanceof CertificatePathError) throw new TimeStampUntrusted(error.message, { cause: error });
    throw error;
  }
}

/** TLS authenticates the server; on this machine itself there is no one in between. */
function showsWhoAnswers({ protocol, hostname }: URL): boolean {
  const host = hostname.replaceAll(/[[\]]/g, '');
  const isLoopback = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  return protocol === 'https:' || isLoopback;
}

let bundled: ReadonlySet<string> | undefined;
function isBundled(root: Certificate): boolean {
  bundled ??= new Set(rootCertificates.map((pem) => pemDigest(pem)));
  return bundled.has(sha256Of(root));
}

const pemDigest = (pem: string): string => {
  try {
    return sha256Of(readCertificate(pem));
  } catch {
    // A root that is not strict DER would not be accepted in a path either.
    return '';
  }
};
