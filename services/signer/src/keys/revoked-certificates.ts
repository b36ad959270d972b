import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { serialNumberOf, type Certificate, type RevokedCertificate } from '@lacre/pades';
import { z } from 'zod';

import { sha256Of } from './certificate-hash.ts';
import { putFile } from './durable-files.ts';
import { damaged, readKept } from './unusable-keys.ts';

const FOLDER = 'revoked';
const SUFFIX = '.json';

const schema = z.strictObject({
  serial: z.string().regex(/^[\da-f]+$/),
  revokedAt: z.iso.datetime().transform((text) => new Date(text)),
  reason: z.enum(['keyCompromise', 'superseded']),
});

/** A certificate of the local authority that it took back. */
export interface OwnRevocation extends RevokedCertificate {
  /** Of its DER, lower-case hexadecimal. */
  readonly sha256: string;
}

/** What the local authority says of its certificates from here on. Commit point: the file. */
export async function revokeCertificate(
  parent: string,
  certificate: Certificate,
  { revokedAt, reason }: { revokedAt: Date; reason: 'keyCompromise' | 'superseded' },
): Promise<void> {
  const folder = join(parent, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const content = { serial: serialNumberOf(certificate), revokedAt: revokedAt.toISOString(), reason };
  await putFile(folder, `${sha256Of(certificate)}${SUFFIX}`, JSON.stringify(content));
}

/** Certificates that the local authority took back. @throws SealKeysUnusable */
export async function revokedCertificates(parent: string): Promise<OwnRevocation[]> {
  const folder = join(parent, FOLDER);
  const names = (await readdir(folder).catch(() => [])).filter(
    (name) => name.endsWith(SUFFIX) && !name.startsWith('.'),
  );
  return Promise.all(
    names.toSorted().map(async (name) => {
      const path = join(folder, name);
      const { serial, revokedAt, reason } = readContent(await readKept(path), path);
      return { sha256: name.slice(0, -SUFFIX.length), serial, revokedAt, reason };
    }),
  );
}

function readContent(text: string, path: string): z.output<typeof schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw damaged(path);
  }
}
