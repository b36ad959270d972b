import { filesOfDraftsBut, findTenant, recordMove } from '@lacre/command';
import { dropCodesAndDevices } from '@lacre/identity';
import { openSecrets } from '@lacre/personal-data/secrets';
import { forgetTenantRows } from '@lacre/projector';
import { dropSubscriptionsOf } from '@lacre/web-push';

import { spaced } from '../operate/progress.ts';
import { alone } from './alone.ts';
import type { End } from './ends.ts';
import type { LeftFiles } from './left-files.ts';
import { MoveRefused } from './move-refused.ts';
import { forgetRows, rowIdsOf } from './move-rows.ts';
import type { NamedOwners } from './named-owners.ts';
import { numberText } from './number-text.ts';
import { assertSameEvents, assertSameFiles, assertSameKeys, readLeft } from './shown-elsewhere.ts';
import { Staging } from './staging.ts';

/** Each is a transaction that waits for the disk; those at one time wait together. */
const KEYS_AT_ONCE = 5;

/** Each step of forgetting, in their order. */
export type ForgetStep = 'shown' | 'forgotten' | 'keysDestroyed' | 'rowsRemoved' | 'filesRemoved';

export interface ForgetRequest {
  /** That the tenant left. */
  source: End;
  /** That has it now. */
  target: End;
  tenantId: string;
  /** Prints a line for the operator. */
  say: (line: string) => void;
  /** Called after each step, and awaited. */
  onStep?: (step: ForgetStep) => unknown;
}

/** What the target showed, and what the source is still to lose. */
interface Shown {
  moveId: string;
  events: number;
  sha256: string;
  owners: NamedOwners;
  files: LeftFiles;
}

/**
 * Removes what a tenant that left has here beside the log: the keys of its people, so that their data in the log can
 * be read no more, its rows and its files. First the target shows its events, keys and files, each by its hash. Killed
 * anywhere, the same command goes on.
 *
 * Commit point: TenantMoveForgotten. Before it nothing is removed; after it a repeat removes what is left.
 *
 * @throws MoveRefused; nothing is removed by that call
 */
export async function forgetTenant(request: ForgetRequest): Promise<void> {
  const { source, target } = request;
  await alone([source, target], async () => {
    const shown = await show(request);
    await request.onStep?.('shown');
    await forget(request, shown);
  });
}

/** Changes nothing. @throws MoveRefused */
export async function showTenant(request: ForgetRequest): Promise<void> {
  await show(request);
}

async function show(request: ForgetRequest): Promise<Shown> {
  const { source, target, say } = request;
  const moveId = await moveOver(request);
  const { figures, owners, files } = await readLeft(request);
  const needed = await assertSameEvents(request, figures);
  await assertSameKeys(request, [...owners.subjects]);
  const there = await among(
    source,
    [...files.own, ...files.shared].filter((sha256) => needed.has(sha256)),
  );
  const sayProgress = spaced(say);
  await assertSameFiles(target, there, (read) =>
    sayProgress(() => `${numberText(read)} de ${numberText(there.length)} arquivos conferidos no destino…`),
  );
  const { events, sha256 } = figures;
  say(
    `Conferidos no destino: ${numberText(events)} eventos (SHA-256 ${sha256}), ${numberText(owners.subjects.size)} chaves e ${numberText(there.length)} arquivos.`,
  );
  return { moveId, events, sha256, owners, files };
}

/** @returns the id of the move. @throws MoveRefused when it is not over, or the tenant is not in the target */
async function moveOver({ source, target, tenantId }: ForgetRequest): Promise<string> {
  if (source.installationId === target.installationId)
    throw new MoveRefused('a origem e o destino são a mesma instalação');
  const { move } = (await findTenant(source.installation, tenantId)) ?? { move: { stage: 'none' } as const };
  if (move.stage === 'moving')
    throw new MoveRefused(
      `a conta está sendo levada a ${move.address}: termine antes, com lacre tenant move.`,
    );
  if (move.stage !== 'movedOut')
    throw new MoveRefused('a conta está nesta instalação, e não foi levada a outra: nada foi apagado.');
  const there = (await findTenant(target.installation, tenantId))?.move;
  if (there?.stage === 'moving' || (await Staging.find(target.installation.pool, tenantId)) !== undefined)
    throw new MoveRefused('a conta ainda não chegou ao destino: termine antes, com lacre tenant move.');
  if (there?.stage !== 'movedIn')
    throw new MoveRefused(
      `a conta não está em ${target.address}: dê em --to as configurações da instalação em que ela está agora.`,
    );
  return move.moveId;
}

/** Each step may be repeated. Files come last: by the event, what is left of them is no longer called missing. */
async function forget(
  request: ForgetRequest,
  { moveId, events, sha256, owners, files }: Shown,
): Promise<void> {
  const { source, tenantId, say, onStep = () => {} } = request;
  const { eventStore, personalData } = source.installation;
  await recordMove(eventStore, tenantId, { type: 'forgetMoved', moveId, events, sha256 });
  await onStep('forgotten');
  const sayProgress = spaced(say);
  const subjects = [...owners.subjects];
  let destroyed = 0;
  while (destroyed < subjects.length) {
    const some = subjects.slice(destroyed, destroyed + KEYS_AT_ONCE);
    await Promise.all(some.map((subject) => personalData.keys.destroy(subject)));
    destroyed += some.length;
    sayProgress(() => `${numberText(destroyed)} de ${numberText(subjects.length)} chaves destruídas…`);
  }
  await onStep('keysDestroyed');
  const rows = await removeRows(request, owners);
  await onStep('rowsRemoved');
  const removed = await removeFiles(request, files);
  await onStep('filesRemoved');
  say(
    `Esquecidas na origem: ${numberText(destroyed)} chaves, ${numberText(rows)} linhas e ${numberText(removed)} arquivos.`,
  );
  if (files.shared.size > 0)
    say(`Ficam ${numberText(files.shared.size)} arquivos que também são de outras contas.`);
}

async function removeRows({ source, tenantId }: ForgetRequest, owners: NamedOwners): Promise<number> {
  const { installation, keys } = source;
  const { pool } = installation;
  const secrets = await openSecrets(pool, keys.PERSONAL_DATA_KEYS);
  const people = [...owners.subjects, ...owners.userIds];
  for (const id of people) await dropSubscriptionsOf({ pool, secrets }, id);
  await dropCodesAndDevices(pool, people);
  const rows = await forgetRows(pool, await rowIdsOf(pool, tenantId, owners));
  return rows + (await forgetTenantRows(pool, tenantId));
}

/**
 * Removes the files that no other tenant has, neither in its log nor in a draft. One that another tenant named since, from
 * an upload that met the file here, is brought back.
 *
 * @returns how many were removed
 */
async function removeFiles({ source, target, tenantId }: ForgetRequest, files: LeftFiles): Promise<number> {
  const { pool, blobs } = source.installation;
  const secrets = await openSecrets(pool, source.keys.PERSONAL_DATA_KEYS);
  const kept = new Set(files.shared);
  for await (const sha256 of filesOfDraftsBut({ pool, secrets }, tenantId))
    if (files.own.has(sha256)) kept.add(sha256);
  for (const sha256 of kept)
    if (!(await blobs.has(sha256)) && (await target.installation.blobs.has(sha256)))
      await blobs.put(await target.installation.blobs.get(sha256));
  let removed = 0;
  for (const sha256 of await among(source, [...files.own])) {
    if (kept.has(sha256)) continue;
    await blobs.remove(sha256);
    removed += 1;
  }
  return removed;
}

/** Those of the files that the installation still has. */
async function among({ installation: { blobs } }: End, files: readonly string[]): Promise<string[]> {
  const there: string[] = [];
  for (const sha256 of files) if (await blobs.has(sha256)) there.push(sha256);
  return there;
}
