import { AuthorityUnavailable, exchange, fetchPublished } from '@lacre/authority-client';
import { type Certificate, certificateExtensions, DerError, isIssuedBy, readCertificate } from '@lacre/pades';

import { CommandError, EXIT } from '../terminal/command-error.ts';
import type { Authorities } from './authorities.ts';

/** Authorities over HTTP: the time-stamp authority by its address, others by those in certificates. */
export function remoteAuthorities(timeStampUrl: string | undefined): Authorities {
  // What is published is fetched once, so that a file has it once.
  const published = new Map<string, Promise<Buffer>>();
  const fetchOnce = (url: string): Promise<Buffer> => {
    const fetched = published.get(url) ?? fetchPublished(url);
    published.set(url, fetched);
    return fetched;
  };
  return {
    timeStamp: (request) => {
      if (timeStampUrl === undefined) throw new CommandError('a time-stamp authority is needed: --tsa URL');
      if (!URL.canParse(timeStampUrl) || !isHttp(timeStampUrl))
        throw new CommandError(`not an address over HTTP: ${timeStampUrl}`);
      return told(
        exchange(timeStampUrl, 'application/timestamp-query', request, 'application/timestamp-reply'),
      );
    },
    ocsp: (certificate, _issuer, request) =>
      firstOf(certificateExtensions(certificate).ocspUrls, (url) =>
        exchange(url, 'application/ocsp-request', request, 'application/ocsp-response'),
      ),
    crls: async (certificate) => {
      const crl = await firstOf(certificateExtensions(certificate).crlUrls, fetchOnce);
      return crl ? [crl] : [];
    },
    issuerOf: (certificate) =>
      firstOf(certificateExtensions(certificate).caIssuersUrls, async (url) => {
        const issuer = certificateIn(await fetchOnce(url), url);
        if (!isIssuedBy(certificate, issuer))
          throw unavailable(`${hostOf(url)} gives another certificate than the issuer's`);
        return issuer;
      }),
  };
}

const isHttp = (address: string): boolean => /^https?:/i.test(address);

/** What an authority answers; no answer ends the command. @throws CommandError */
async function told<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AuthorityUnavailable) throw unavailable(error.message);
    throw error;
  }
}

function unavailable(message: string): CommandError {
  return new CommandError(message, EXIT.unavailable);
}

/** The first address that answers. @throws CommandError when there are some and none does */
async function firstOf<T>(urls: readonly string[], ask: (url: string) => Promise<T>): Promise<T | undefined> {
  let last: CommandError | undefined;
  for (const url of urls.filter(isHttp)) {
    try {
      return await told(ask(url));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      last = error;
    }
  }
  if (last) throw last;
  return undefined;
}

function certificateIn(bytes: Buffer, url: string): Certificate {
  try {
    return readCertificate(bytes.includes('-----BEGIN CERTIFICATE-----') ? bytes.toString('latin1') : bytes);
  } catch (error) {
    if (error instanceof DerError) throw unavailable(`${hostOf(url)} gives no certificate`);
    throw error;
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
