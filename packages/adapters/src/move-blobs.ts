import { copyBlobs, type CopyFigures } from '@lacre/blob-store';
import type { EventStore } from '@lacre/event-store';
import type { ClientBase, Pool } from 'pg';

import type { BlobPlace } from './blob-place.ts';
import type { LogPlace, Mark, MarkedStore } from './installation/facts.ts';
import {
  alone,
  copiedBlobs,
  forgetCopiedBlobs,
  migrateInstallation,
  noteCopiedBlobs,
} from './installation/installation-table.ts';
import { keysMark } from './installation/keys-mark.ts';
import { NotNow } from './installation/not-now.ts';
import type { KeyRing } from './installation/own-keys.ts';
import { assertAccepted, examine, markStores } from './installation/settle.ts';
import { lockOutWriters } from './installation/writer-lock.ts';

export interface BlobMove {
  pool: Pool;
  /** The log itself: neither decrypted nor with epochs. */
  store: EventStore;
  place: LogPlace;
  /** Stores of the installation beside its blobs. */
  stores: readonly MarkedStore[];
  from: BlobPlace;
  to: BlobPlace;
  masterKey: KeyRing;
  onProgress: (figures: Readonly<CopyFigures>) => void;
}

export interface MovedBlobs {
  figures: CopyFigures;
  /** Processes that use the installation: what they add is still to be copied. None once it has moved. */
  running: readonly string[];
}

/**
 * Copies the files of the installation to another place. While the product runs, what is there is copied, which may take
 * long, and nothing else changes: blobs are never altered, so that a copy of one is as good tomorrow. Once it has
 * stopped, the rest is copied, what went is removed, and the other place is the installation's.
 *
 * Commit point: the database's note of where the files are. Before it a crash leaves a part of the copy, which is gone on
 * with; after it the former place is refused, as it was left.
 *
 * @throws InstallationRefused, NotNow, BlobCorrupted, BlobStoreUnavailable, WrongMasterKey
 */
export async function moveBlobs(move: BlobMove): Promise<MovedBlobs> {
  const { pool, to } = move;
  await migrateInstallation(pool);
  const ours = await assertOurs(move);
  await claim(to.mark, ours);
  return alone(pool, async (client) => {
    const running = await lockOutWriters(client);
    if (running.length > 0) return { running };
    const figures = await copy(client, move, true);
    await markStores(client, [to.mark], ours);
    await forgetCopiedBlobs(client);
    return { running, figures };
  }).then(async ({ running, figures }) => ({
    running,
    // Others may be started and stopped meanwhile: nothing that they wait for is held.
    figures: figures ?? (await copy(pool, move, false)),
  }));
}

type Own = Pick<Mark, 'installationId' | 'epoch'>;

async function assertOurs({ pool, store, place, stores, from }: BlobMove): Promise<Own> {
  const verdict = assertAccepted(
    await examine(pool, { store, place, stores: [keysMark(pool), from.mark, ...stores] }),
  );
  if (verdict.kind === 'nameless')
    throw new NotNow('esta instalação ainda não tem identidade: inicie o Lacre antes, uma vez');
  return { installationId: verdict.installationId, epoch: verdict.epoch.name };
}

/** Before the first file: so that no other installation takes the place meanwhile, and none is written over. */
async function claim(target: MarkedStore, { installationId, epoch }: Own): Promise<void> {
  const mark = await target.read();
  if (mark?.installationId === installationId) return;
  if (mark !== undefined)
    throw new NotNow(`${target.where} é da instalação ${mark.installationId}, e não desta. Nada foi copiado`);
  if (await target.holdsData())
    throw new NotNow(
      `em ${target.where} já há arquivos, e nada diz que são desta instalação. Nada foi copiado`,
    );
  await target.write({ installationId, epoch, opened: 0 });
}

async function copy(
  client: ClientBase | Pool,
  { from, to, masterKey, onProgress }: BlobMove,
  isFinal: boolean,
): Promise<CopyFigures> {
  const { where } = to.mark;
  return copyBlobs({
    from: await from.open(masterKey),
    to: await to.open(masterKey),
    checkpoint: await copiedBlobs(client, where),
    isFinal,
    onCheckpoint: (checkpoint) => noteCopiedBlobs(client, where, checkpoint),
    onProgress,
  });
}
