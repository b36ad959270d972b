import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { readCertificate, type Certificate } from '@lacre/pades';

import { sha256Of } from './certificate-hash.ts';
import { putFile } from './durable-files.ts';
import { damaged, readKept } from './unusable-keys.ts';

/** A certificate that was used, with its issuers, nearest first. */
export interface KnownCertificate {
  certificate: Certificate;
  chain: readonly Certificate[];
  /** Made here: no public authority stands behind it. */
  local: boolean;
}

export type CertificateUse = 'seal' | 'time-stamp';

const FOLDER = 'certificates';
const SUFFIX = { seal: '', 'time-stamp': '.tsa' } as const;
const PEM_BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----\n?/g;

/** Keeps a certificate for ever: what it signed is checked long after another has taken its place. */
export async function rememberCertificate(
  parent: string,
  use: CertificateUse,
  { certificate, chain, local }: KnownCertificate,
): Promise<void> {
  const folder = join(parent, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${sha256Of(certificate)}${local ? '.local' : ''}${SUFFIX[use]}.pem`;
  await putFile(folder, name, [certificate, ...chain].map(({ x509 }) => x509.toString()).join(''));
}

/** Changes whenever a certificate is remembered; undefined before the first. */
export async function registerChangedAt(parent: string): Promise<bigint | undefined> {
  const folder = await stat(join(parent, FOLDER), { bigint: true }).catch(() => undefined);
  return folder?.mtimeNs;
}

/** Every certificate ever remembered for the use. @throws SealKeysUnusable */
export async function rememberedCertificates(
  parent: string,
  use: CertificateUse,
): Promise<KnownCertificate[]> {
  const folder = join(parent, FOLDER);
  const names = (await readdir(folder).catch(() => [])).filter(
    (name) =>
      name.endsWith('.pem') && !name.startsWith('.') && name.endsWith('.tsa.pem') === (use !== 'seal'),
  );
  return Promise.all(
    names.toSorted().map(async (name) => {
      const path = join(folder, name);
      const [certificate, ...chain] = readBlocks(await readKept(path), path);
      if (!certificate) throw damaged(path);
      return { certificate, chain, local: name.includes('.local.') };
    }),
  );
}

function readBlocks(text: string, path: string): Certificate[] {
  try {
    return (text.match(PEM_BLOCK) ?? []).map((block) => readCertificate(block));
  } catch {
    throw damaged(path);
  }
}
