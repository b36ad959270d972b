import { AuthorityUnavailable, fetchPublished } from '@lacre/authority-client';
import { certificateExtensions, readCertificate, RevocationError, type Certificate } from '@lacre/pades';

/** Authorities above a certificate; chains are of three or four. */
const MAX_PATH = 8;

/** The first answer of several addresses that verifies. @throws AuthorityUnavailable when none of them gave one */
export async function firstAnswer<Answer>(
  urls: readonly string[],
  ask: (url: string) => Promise<Answer>,
): Promise<Answer | undefined> {
  const usable = urls.filter((url) => /^https?:/i.test(url));
  let last: unknown;
  for (const url of usable) {
    try {
      return await ask(url);
    } catch (error) {
      if (!(error instanceof AuthorityUnavailable || error instanceof RevocationError)) throw error;
      last = error;
    }
  }
  if (usable.length === 0) return undefined;
  throw new AuthorityUnavailable('no authority gave an answer that verifies', { cause: last });
}

/** The path up to its root, as far as the authorities say where their issuers' certificates are. */
export async function completePath(path: readonly Certificate[]): Promise<Certificate[]> {
  const whole = [...path];
  for (let top = whole.at(-1); top && !isSelfIssued(top) && whole.length < MAX_PATH; top = whole.at(-1)) {
    const below = top;
    const issuer = await firstAnswer(certificateExtensions(below).caIssuersUrls, async (url) => {
      const found = certificateIn(await fetchPublished(url));
      if (!found || !below.x509.checkIssued(found.x509) || !below.x509.verify(found.publicKey))
        throw new AuthorityUnavailable(`${url} is not the issuer's certificate`);
      return found;
    });
    if (!issuer) break;
    whole.push(issuer);
  }
  return whole;
}

function certificateIn(bytes: Buffer): Certificate | undefined {
  try {
    return readCertificate(bytes.includes('-----BEGIN CERTIFICATE-----') ? bytes.toString('latin1') : bytes);
  } catch {
    return undefined;
  }
}

/** A root, or another self-signed certificate: there is no issuer above to ask. */
export const isSelfIssued = ({ x509 }: Certificate): boolean =>
  x509.subject === x509.issuer && x509.verify(x509.publicKey);
