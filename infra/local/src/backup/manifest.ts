import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { BackupRefused } from './backup-refused.ts';

/** Name of the file that says what a backup is made of. */
export const MANIFEST = 'manifest';
/** The last byte is the version of this format. */
const MAGIC = Buffer.from('LACREBK\u0001', 'latin1');
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const sha256 = z.string().regex(/^[\da-f]{64}$/);
const count = z.number().int().min(0);
/** A part of the backup by what it is: SHA-256 and size of its plain bytes. */
const part = z.object({ sha256, sizeBytes: count });
export type Part = z.output<typeof part>;

const position = z.string().min(1);
const segment = part.extend({
  events: count,
  /** Position of its last event. */
  last: position,
});
export type Segment = z.output<typeof segment>;

/** Migrations of each schema that were applied, with the checksums of what they did. */
const ledger = z.record(z.string(), z.array(z.tuple([z.string(), z.string()])));
export type Ledger = z.output<typeof ledger>;

const schema = z.object({
  installationId: z.uuid(),
  epoch: z.string(),
  /** The product's release that made it. */
  release: z.string(),
  /** How often the folder was written, from 1. */
  run: count,
  /** Every fact that was acknowledged before this moment is in it; ISO 8601 in UTC. */
  takenAt: z.iso.datetime(),
  publicUrl: z.string().optional(),
  log: z.object({
    events: count,
    last: z.object({ stream: z.string(), revision: z.string(), id: z.uuid(), position }),
    segments: z.array(segment).min(1),
  }),
  /** Rows that are not derived from the log: first what must not be later than it, then what must not be earlier. */
  tables: z.object({ before: part, after: part, ledger }),
  /** Keys and authorities: files of the data folder. */
  keys: part,
  /** Erasures that the log recorded after the last event, up to the moment. */
  erasures: part.extend({ subjects: count, takenAt: z.iso.datetime() }),
  /** Files that the log names and the installation itself did not have. */
  missing: z.array(sha256),
});
/** What a backup is made of, authenticated by the backup's key. */
export type Manifest = z.output<typeof schema>;

/** Undefined where there is none. @throws BackupRefused when it was altered, or written with another key */
export async function readManifest(folder: string, key: Buffer): Promise<Manifest | undefined> {
  const path = join(folder, MANIFEST);
  const sealed = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw new BackupRefused(`não foi possível ler ${path} (${error.code}).`);
  });
  if (sealed === undefined) return undefined;
  const header = sealed.subarray(0, MAGIC.byteLength);
  if (!header.equals(MAGIC)) throw new BackupRefused(`${path} não é o de uma cópia de segurança do Lacre.`);
  return schema.parse(JSON.parse(opened(sealed, key, path)));
}

function opened(sealed: Buffer, key: Buffer, path: string): string {
  const nonce = sealed.subarray(MAGIC.byteLength, MAGIC.byteLength + NONCE_BYTES);
  const body = sealed.subarray(MAGIC.byteLength + NONCE_BYTES, -TAG_BYTES);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(MAGIC).setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(body), decipher.final()]).toString();
  } catch {
    throw new BackupRefused(
      `${path} não se abre com esta chave: ela não é a desta cópia de segurança, ou o arquivo foi alterado. Nada foi escrito.`,
    );
  }
}

/** Whole or not at all, and durable. Commit point of a run: the rename; before it the backup is that of the run before. */
export async function writeManifest(folder: string, key: Buffer, manifest: Manifest): Promise<void> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(MAGIC);
  const body = Buffer.concat([cipher.update(JSON.stringify(manifest)), cipher.final()]);
  const draft = join(folder, `.${MANIFEST}.${randomUUID()}`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(Buffer.concat([MAGIC, nonce, body, cipher.getAuthTag()]));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(folder, MANIFEST));
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
