import { finished } from 'node:stream/promises';

import { BlobCorrupted, BlobNotFound } from '@lacre/blob-store';
import { soundEvent } from '@lacre/domain-log';
import { eventsAfter } from '@lacre/event-store';
import { LogDigest, type LogFigures } from '@lacre/event-store/copy';
import { MasterKeys, subjectsIn } from '@lacre/personal-data';

import { NamedFiles } from '../audit/named-files.ts';
import { SUBJECT_KEYS } from '../backup/kept-tables.ts';
import { quoted } from '../backup/table-rows.ts';
import { isOfTenant } from './copy-events.ts';
import type { End } from './ends.ts';
import { LeftFiles } from './left-files.ts';
import { MoveRefused } from './move-refused.ts';
import { NamedOwners } from './named-owners.ts';

const KEYS_AT_ONCE = 1000;

interface Ends {
  source: End;
  target: End;
  tenantId: string;
}

/** What the source's log has of a tenant that left: its figures, whose the personal data is, and its files. */
export async function readLeft({
  source,
  tenantId,
}: Ends): Promise<{ figures: LogFigures; owners: NamedOwners; files: LeftFiles }> {
  const digest = new LogDigest();
  const owners = new NamedOwners();
  const files = new LeftFiles();
  for await (const event of eventsAfter(source.log)) {
    // Said here alone, after the tenant had left.
    if (!isOfTenant(event, tenantId) || event.type === 'TenantMoveForgotten') continue;
    digest.add(event);
    owners.enter(event);
    files.enter(event);
  }
  for await (const event of eventsAfter(source.log)) {
    if (event.metadata['tenantId'] === tenantId) continue;
    // No user or person is of two tenants; a key that others need too would never be destroyed for one.
    for (const subject of subjectsIn(event)) owners.subjects.delete(subject);
    files.share(event);
  }
  return { figures: digest.figures(), owners, files };
}

/**
 * The files that the target's log needs of the tenant, once it began with the events that the source has: as many, in
 * their order, with one hash.
 *
 * @throws MoveRefused when it does not
 */
export async function assertSameEvents(
  { target, tenantId }: Ends,
  figures: LogFigures,
): Promise<ReadonlySet<string>> {
  const digest = new LogDigest();
  const files = new NamedFiles();
  let events = 0;
  for await (const recorded of eventsAfter(target.log)) {
    if (!isOfTenant(recorded, tenantId)) continue;
    if (events < figures.events) digest.add(recorded);
    events += 1;
    const event = soundEvent(recorded);
    if (event !== undefined) files.enter(event);
  }
  const shown = digest.figures();
  if (shown.events !== figures.events || shown.sha256 !== figures.sha256)
    throw new MoveRefused(
      `o registro do destino não começa pelos eventos que a conta tem na origem (${shown.events} de ${figures.events}, SHA-256 ${shown.sha256} e não ${figures.sha256}): nada foi apagado. Veja lacre fsck nas duas.`,
    );
  return new Set(files.all().keys());
}

/**
 * Each key that the source still has is the one that the target has, or had when it was destroyed there.
 *
 * @throws MoveRefused when one is not
 */
export async function assertSameKeys({ source, target }: Ends, subjects: readonly string[]): Promise<void> {
  let differing = 0;
  for (let n = 0; n < subjects.length; n += KEYS_AT_ONCE) {
    const some = subjects.slice(n, n + KEYS_AT_ONCE);
    const [here, there] = [await keysIn(source, some), await keysIn(target, some)];
    for (const [subject, key] of here) {
      if (key === null) continue;
      const other = there.get(subject);
      if (other === undefined || (other !== null && !key.equals(other))) differing += 1;
    }
  }
  if (differing > 0)
    throw new MoveRefused(
      `o destino não tem ${differing} das chaves dos dados pessoais da conta: nada foi apagado. Veja lacre fsck --only keys no destino.`,
    );
}

/** Null for one that was destroyed. */
async function keysIn(
  { installation, keys }: End,
  subjects: readonly string[],
): Promise<Map<string, Buffer | null>> {
  const masterKeys = new MasterKeys(keys.PERSONAL_DATA_KEYS);
  const { rows } = await installation.pool.query<{
    subject_id: string;
    master_key: string | null;
    wrapped: Buffer | null;
  }>(
    `select subject_id, master_key, wrapped from ${quoted(SUBJECT_KEYS)} where subject_id = any ($1::uuid[])`,
    [subjects],
  );
  return new Map(
    rows.map(({ subject_id: id, master_key: masterKey, wrapped }) => [
      id,
      masterKey === null || wrapped === null ? null : masterKeys.unwrap(id, { masterKey, wrapped }),
    ]),
  );
}

/**
 * Reads each of the files in the target, to its SHA-256.
 *
 * @throws MoveRefused when one is missing or altered there
 */
export async function assertSameFiles(
  { installation: { blobs } }: End,
  files: readonly string[],
  onProgress: (read: number) => void,
): Promise<void> {
  const faulty: string[] = [];
  for (const [index, sha256] of files.entries()) {
    onProgress(index);
    try {
      await finished((await blobs.get(sha256)).resume());
    } catch (error) {
      if (!(error instanceof BlobNotFound) && !(error instanceof BlobCorrupted)) throw error;
      faulty.push(sha256);
    }
  }
  if (faulty.length > 0)
    throw new MoveRefused(
      `faltam no destino, ou foram alterados lá, ${faulty.length} arquivos da conta (${faulty.slice(0, 3).join(', ')}): nada foi apagado. Veja lacre fsck --only blobs no destino.`,
    );
}
