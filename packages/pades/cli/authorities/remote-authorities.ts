import { certificateExtensions } from '../../src/certificates/certificate-extensions.ts';
import { type Certificate, isIssuedBy, readCertificate } from '../../src/cms/certificate.ts';
import { DerError } from '../../src/cms/der.ts';
import { CommandError, EXIT } from '../terminal/command-error.ts';
import type { Authorities } from './authorities.ts';

/** Tokens with chains come to 10 KB, large CRLs to a few megabytes. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 15_000;

/** Authorities over HTTP: the time-stamp authority by its address, others by those in certificates. */
export function remoteAuthorities(timeStampUrl: string | undefined): Authorities {
  // What is published is fetched once, so that a file has it once.
  const published = new Map<string, Promise<Buffer>>();
  const fetchPublished = (url: string): Promise<Buffer> => {
    const fetched = published.get(url) ?? exchange(url);
    published.set(url, fetched);
    return fetched;
  };
  return {
    timeStamp: (request) => {
      if (timeStampUrl === undefined) throw new CommandError('a time-stamp authority is needed: --tsa URL');
      return exchange(timeStampUrl, { type: 'application/timestamp-query', body: request });
    },
    ocsp: (certificate, _issuer, request) =>
      firstOf(certificateExtensions(certificate).ocspUrls, (url) =>
        exchange(url, { type: 'application/ocsp-request', body: request }),
      ),
    crls: async (certificate) => {
      const crl = await firstOf(certificateExtensions(certificate).crlUrls, fetchPublished);
      return crl ? [crl] : [];
    },
    issuerOf: (certificate) =>
      firstOf(certificateExtensions(certificate).caIssuersUrls, async (url) => {
        const issuer = certificateIn(await fetchPublished(url), url);
        if (!isIssuedBy(certificate, issuer))
          throw unavailable(`${hostOf(url)} gives another certificate than the issuer's`);
        return issuer;
      }),
  };
}

function unavailable(message: string): CommandError {
  return new CommandError(message, EXIT.unavailable);
}

/** The first address that answers. @throws CommandError when there are some and none does */
async function firstOf<T>(urls: readonly string[], ask: (url: string) => Promise<T>): Promise<T | undefined> {
  let last: CommandError | undefined;
  for (const url of urls.filter((each) => /^https?:/i.test(each))) {
    try {
      return await ask(url);
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

async function exchange(
  address: string,
  post?: { readonly type: string; readonly body: Uint8Array },
): Promise<Buffer> {
  if (!URL.canParse(address) || !/^https?:/i.test(address))
    throw new CommandError(`not an address over HTTP: ${address}`);
  const url = new URL(address);
  const { username, password, host } = url;
  [url.username, url.password] = ['', ''];
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  try {
    const answer = await fetch(url, {
      method: post ? 'POST' : 'GET',
      headers: {
        ...(post && { 'content-type': post.type }),
        // `fetch` takes no user and password in an address.
        ...(username && { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }),
      },
      ...(post && { body: Buffer.from(post.body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw unavailable(`${host} answered ${answer.status}`);
    return await bounded(answer, host);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw unavailable(`${host} did not answer`);
  }
}

async function bounded(answer: Response, host: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of answer.body ?? []) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_ANSWER_BYTES) throw unavailable(`${host} answered too much`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
