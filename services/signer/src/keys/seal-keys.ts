import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import {
  createLocalAuthority,
  createSigner,
  loadPfx,
  readCertificate,
  type Certificate,
  type SealSigner,
  type TrustedSealCertificate,
} from '@lacre/pades';

import { sha256Of } from './certificate-hash.ts';

/** The key that seals, and every certificate whose seals are ours. */
export interface SealKeys {
  signer: SealSigner;
  /** SHA-256 of the seal certificate's DER, hexadecimal. */
  certificateSha256: string;
  /** Made here at first start: no public authority stands behind it. */
  localAuthority: boolean;
  /** The current certificate and the ones before it: a rotation leaves old seals verifiable. */
  trusted: readonly TrustedSealCertificate[];
  /** SHA-256 of the certificates among {@link trusted} that a local authority issued. */
  localCertificates: ReadonlySet<string>;
  /** The issuers of the seal certificate, PEM, nearest first, the root last. */
  issuersPem: string;
}

export interface SealKeysOptions {
  /** Holds the local authority's keys and the certificates ever used. Made when missing, for this user alone. */
  folder: string;
  /** Named in the certificates of a local authority. */
  organization: string;
  /** The certificate to seal with; without it a local authority is made at first start. */
  pfx?: { path: string; password: string } | undefined;
  now: Date;
}

/** The seal certificate is not valid today: nothing may be sealed with it. */
export class SealCertificateExpired extends Error {
  override readonly name = 'SealCertificateExpired';
}

interface LoadedKeys {
  signer: SealSigner;
  localAuthority: boolean;
}

/**
 * Opens the seal keys. Two processes that start at once end up with one authority: each makes its own aside, and the
 * first to rename it into place wins.
 *
 * @throws SealCertificateExpired, PfxError
 */
export async function openSealKeys(options: SealKeysOptions): Promise<SealKeys> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const { signer, localAuthority } = options.pfx ? await fromPfx(options.pfx) : await fromFolder(options);
  assertValid(signer.certificate, options.now);
  const certificateSha256 = sha256Of(signer.certificate);
  await remember(options.folder, signer, localAuthority);
  const { trusted, localCertificates } = await remembered(options.folder);
  const issuersPem = signer.chain.map(({ x509 }) => x509.toString()).join('');
  return { signer, certificateSha256, localAuthority, trusted, localCertificates, issuersPem };
}

/** @throws SealCertificateExpired */
export function assertValid({ notBefore, notAfter }: Certificate, now: Date): void {
  if (now >= notBefore && now <= notAfter) return;
  throw new SealCertificateExpired(
    `the seal certificate is valid from ${notBefore.toISOString()} to ${notAfter.toISOString()}`,
  );
}

async function fromPfx({ path, password }: { path: string; password: string }): Promise<LoadedKeys> {
  return { signer: loadPfx(await readFile(path), password).signer, localAuthority: false };
}

const AUTHORITY = 'authority';
const PEM_FILES = [
  'rootKey',
  'rootCertificate',
  'issuingKey',
  'issuingCertificate',
  'sealKey',
  'sealCertificate',
] as const;

async function fromFolder(options: SealKeysOptions): Promise<LoadedKeys> {
  const folder = join(options.folder, AUTHORITY);
  const pem = await readPem(folder).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await makeAuthority(options, folder);
    return readPem(folder);
  });
  const signer = createSigner({
    privateKey: pem.sealKey,
    certificate: pem.sealCertificate,
    chain: [pem.issuingCertificate, pem.rootCertificate],
  });
  return { signer, localAuthority: true };
}

async function readPem(folder: string): Promise<Record<(typeof PEM_FILES)[number], string>> {
  const texts = await Promise.all(PEM_FILES.map((name) => readFile(join(folder, `${name}.pem`), 'utf8')));
  return Object.fromEntries(PEM_FILES.map((name, index) => [name, texts[index]])) as never;
}

async function makeAuthority({ folder: parent, organization, now }: SealKeysOptions, folder: string) {
  const made = (await createLocalAuthority({ organization, now })).toPem();
  const aside = join(parent, `${AUTHORITY}.${randomUUID()}`);
  await mkdir(aside, { mode: 0o700 });
  for (const name of PEM_FILES) await writeSynced(join(aside, `${name}.pem`), made[name]);
  await syncFolder(aside);
  // Commit point: before it a crash leaves a folder nobody reads, after it the authority is whole.
  await rename(aside, folder).catch(async (error: NodeJS.ErrnoException) => {
    await rm(aside, { recursive: true, force: true });
    // Somebody else was first; theirs counts.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  await syncFolder(parent);
}

const CERTIFICATES = 'certificates';

/** Keeps the certificate for ever: seals made with it are checked long after another has taken its place. */
async function remember(parent: string, signer: SealSigner, local: boolean): Promise<void> {
  const folder = join(parent, CERTIFICATES);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${sha256Of(signer.certificate)}${local ? '.local' : ''}.pem`;
  const aside = join(folder, `.${randomUUID()}`);
  await writeSynced(aside, [signer.certificate, ...signer.chain].map(({ x509 }) => x509.toString()).join(''));
  await rename(aside, join(folder, name));
  await syncFolder(folder);
}

async function remembered(parent: string) {
  const folder = join(parent, CERTIFICATES);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.pem') && !name.startsWith('.'));
  const trusted: TrustedSealCertificate[] = [];
  const localCertificates = new Set<string>();
  for (const name of names.toSorted()) {
    const blocks = (await readFile(join(folder, name), 'utf8')).match(PEM_BLOCK) ?? [];
    const [certificate, ...chain] = blocks.map((block) => readCertificate(block));
    if (!certificate) throw new Error(`${name} holds no certificate`);
    trusted.push({ certificate, chain });
    if (name.endsWith('.local.pem')) localCertificates.add(sha256Of(certificate));
  }
  return { trusted, localCertificates };
}

const PEM_BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----\n?/g;

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
