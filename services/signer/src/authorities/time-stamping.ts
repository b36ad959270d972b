import { randomBytes } from 'node:crypto';

import { exchange } from '@lacre/authority-client';
import { readTimeStampResponse, timeStampRequest, type Certificate } from '@lacre/pades';

import type { SealKeys } from '../keys/seal-keys.ts';
import type { LocalAuthorityService } from './local-authority-service.ts';
import type { TimeStampTrust } from './time-stamp-trust.ts';

/** A time stamp that was given and verified. */
export interface Stamp {
  /** DER of the token (RFC 3161, 2.4.2). */
  token: Uint8Array;
  time: Date;
  /** Whose it is, as its certificate names them. */
  authority: string;
  certificate: Certificate;
  /** The certificate's issuers as far as they are known, nearest first. */
  chain: readonly Certificate[];
}

/** Gives time stamps (RFC 3161). One that is away or refuses is an error, to be tried again: no seal goes without. */
export interface TimeStamping {
  /** The name people read of the authority before it has stamped anything. */
  readonly name: string;
  /** Of this installation: no public authority stands behind it. */
  readonly local: boolean;
  /** @param imprint SHA-256 of what is stamped. @throws AuthorityUnavailable, TimeStampError, TimeStampUntrusted */
  stamp(imprint: Uint8Array): Promise<Stamp>;
}

/** A nonce ties an answer to its question (RFC 3161, 2.4.1). */
const NONCE_BYTES = 16;
/** Time stamps by the authority of this installation, asked and answered as any other. */
export function localTimeStamping(keys: SealKeys, service: LocalAuthorityService): TimeStamping {
  return {
    local: true,
    get name() {
      return keys.authority.timeStamping.certificate.commonName;
    },
    stamp: (imprint) =>
      ask(imprint, keys.authority.timeStamping.signer.chain, (request) => service.timeStamp(request)),
  };
}

/**
 * Time stamps over HTTP (RFC 3161, 3.4). The trusted authority is remembered: it is what the time stamps are checked
 * against later.
 *
 * @param url of the authority; user and password in it go as basic authentication
 */
export function remoteTimeStamping(url: string, keys: SealKeys, trust: TimeStampTrust): TimeStamping {
  return {
    local: false,
    name: new URL(url).host,
    stamp: async (imprint) => {
      const stamp = await ask(imprint, [], (request) =>
        exchange(url, 'application/timestamp-query', request, 'application/timestamp-reply'),
      );
      const { certificate } = stamp;
      const [, ...chain] = await trust.path([certificate, ...stamp.chain], stamp.time);
      await keys.rememberTimeStamping({ certificate, chain, local: false });
      return { ...stamp, chain };
    },
  };
}

async function ask(
  imprint: Uint8Array,
  knownChain: readonly Certificate[],
  answer: (request: Buffer) => Promise<Uint8Array>,
): Promise<Stamp> {
  const request = timeStampRequest({
    imprint: Buffer.from(imprint),
    digest: 'sha256',
    nonce: randomBytes(NONCE_BYTES),
    certReq: true,
  });
  const { token, info } = readTimeStampResponse(await answer(request), request);
  const { certificate, certificates, time } = info;
  if (!certificate) throw new Error('a time stamp asked for with its certificate came without');
  const chain = knownChain.length > 0 ? knownChain : issuersAmong(certificates, certificate);
  return { token, time, authority: certificate.commonName, certificate, chain };
}

/** Issuers of the certificate, nearest first, as far as they are among the given. */
function issuersAmong(pool: readonly Certificate[], certificate: Certificate): Certificate[] {
  const chain: Certificate[] = [];
  let current = certificate;
  while (chain.length < pool.length) {
    const issuer = pool.find(
      (candidate) =>
        candidate !== current && current.x509.checkIssued(candidate.x509) && !chain.includes(candidate),
    );
    if (!issuer) break;
    chain.push(issuer);
    current = issuer;
  }
  return chain;
}
