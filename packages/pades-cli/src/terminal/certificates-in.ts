import { type Certificate, certificatesFromPem, isIssuedBy } from '@lacre/pades';
import { sameBytes } from '@lacre/pades/cms';

import { CommandError } from './command-error.ts';
import { readNamedFile } from './read-file.ts';

/** The certificates in a PEM file, of which there must be one at least. */
export function certificatesIn(path: string): Certificate[] {
  const certificates = certificatesFromPem(readNamedFile(path).toString('latin1'));
  if (certificates.length === 0)
    throw new CommandError(`${path}: there is no certificate in it (PEM is expected)`);
  return certificates;
}

/** The issuers above a certificate, nearest first, as far as they are among the candidates. */
export function issuersAbove(certificate: Certificate, candidates: readonly Certificate[]): Certificate[] {
  const chain: Certificate[] = [];
  for (let current = certificate; chain.length < candidates.length;) {
    const below = current;
    const issuer = candidates.find(
      (candidate) => !sameBytes(candidate.der, below.der) && isIssuedBy(below, candidate),
    );
    if (!issuer || chain.includes(issuer)) break;
    chain.push(issuer);
    current = issuer;
  }
  return chain;
}
