import type { Certificate } from '@lacre/pades';

import { sha256Of } from './certificate-hash.ts';
import { rememberedCertificates } from './certificate-register.ts';
import { ownSealCertificates } from './local-authority-folder.ts';
import { revokeCertificate, revokedCertificates } from './revoked-certificates.ts';

/** A certificate by which the installation seals, sealed, or is about to. */
export interface ListedCertificate {
  sha256: string;
  commonName: string;
  notAfter: Date;
  /** Of the installation's authority: `coming` until its processes seal by it. */
  state: 'current' | 'coming' | 'other';
  /** Issued by the authority of the installation, which can revoke it. */
  isOwn: boolean;
  revokedAt: Date | undefined;
}

/** Every certificate ever sealed by, and those of the local authority that are still to be. @param folder `seal-keys` */
export async function listSealCertificates(folder: string, now = new Date()): Promise<ListedCertificate[]> {
  const own = await ownSealCertificates(folder, now).catch((error: Error) => {
    if (error.name === 'SealKeysUnusable') return { all: [], current: undefined };
    throw error;
  });
  const revoked = await revokedCertificates(folder);
  const remembered = await rememberedCertificates(folder, 'seal');
  const all = new Map<string, { certificate: Certificate; isOwn: boolean }>();
  for (const { certificate, local } of remembered)
    all.set(sha256Of(certificate), { certificate, isOwn: local });
  for (const certificate of own.all) all.set(sha256Of(certificate), { certificate, isOwn: true });
  const coming = new Set(own.all.filter((each) => isLater(each, own.current)).map((each) => sha256Of(each)));
  const current = own.current && sha256Of(own.current);
  return [...all].map(([sha256, { certificate, isOwn }]) => ({
    sha256,
    isOwn,
    commonName: certificate.commonName,
    notAfter: certificate.notAfter,
    state: sha256 === current ? 'current' : coming.has(sha256) ? 'coming' : 'other',
    revokedAt: revoked.find((each) => each.sha256 === sha256)?.revokedAt,
  }));
}

const isLater = (certificate: Certificate, current: Certificate | undefined): boolean =>
  current !== undefined && certificate.notBefore > current.notBefore;

export type Revoked = 'revoked' | 'unknown' | 'not-own' | 'already' | 'last';

/**
 * Takes back a certificate of the local authority: its OCSP and CRL say so, and nothing is sealed by it.
 *
 * @param request.id the beginning of the SHA-256 of its DER, as it is listed
 * @returns `last` when no other is there to seal by
 */
export async function revokeSealCertificate(
  folder: string,
  { id, revokedAt, now }: { id: string; revokedAt: Date; now: Date },
): Promise<Revoked> {
  const listed = await listSealCertificates(folder, now);
  const [found, ...more] = listed.filter(({ sha256 }) => sha256.startsWith(id));
  if (found === undefined || more.length > 0) return 'unknown';
  if (!found.isOwn) return 'not-own';
  if (found.revokedAt !== undefined) return 'already';
  const { all } = await ownSealCertificates(folder, now);
  const certificate = all.find((each) => sha256Of(each) === found.sha256);
  if (certificate === undefined) return 'not-own';
  if (all.length === 1) return 'last';
  await revokeCertificate(folder, certificate, { revokedAt, reason: 'keyCompromise' });
  return 'revoked';
}
