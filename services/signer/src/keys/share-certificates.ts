import { sha256Of } from './certificate-hash.ts';
import { rememberCertificate, rememberedCertificates } from './certificate-register.ts';

/**
 * Has another installation know certificates that this one sealed and time-stamped with: what they signed is checked
 * there from then on. No key goes with them. Signers that run there know them with their next look at the keys.
 *
 * @param sha256s of their DER, hexadecimal
 * @returns those that are not known here either
 */
export async function shareCertificates(
  from: string,
  to: string,
  sha256s: ReadonlySet<string>,
): Promise<string[]> {
  const found = new Set<string>();
  for (const use of ['seal', 'time-stamp'] as const)
    for (const known of await rememberedCertificates(from, use)) {
      const sha256 = sha256Of(known.certificate);
      if (!sha256s.has(sha256)) continue;
      found.add(sha256);
      await rememberCertificate(to, use, known);
    }
  return [...sha256s].filter((sha256) => !found.has(sha256));
}
