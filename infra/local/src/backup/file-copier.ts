import { BlobCorrupted, BlobNotFound, type BlobStore } from '@lacre/blob-store';
import { streams, type DomainEvent } from '@lacre/contracts';
import { soundEvent, understood } from '@lacre/domain-log';
import type { EventStore, RecordedEvent } from '@lacre/event-store';

import { filesOf } from '../audit/named-files.ts';
import { leftFiles } from '../move/left-files.ts';

const AT_ONCE = 4;

interface Copying {
  from: BlobStore;
  to: BlobStore;
  /** The log itself. */
  log: Pick<EventStore, 'readAll' | 'readStream'>;
}

/** Copies the files that events name, while they are read; files are never changed, so those that are there stay. */
export class FileCopier {
  readonly #stores: Copying;
  readonly #asked = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  readonly #missing = new Set<string>();
  readonly #gone = new Set<string>();
  copied = { files: 0, bytes: 0 };

  constructor(stores: Copying) {
    this.#stores = stores;
  }

  /** In the order of the log. Resolves when there is room for the next. */
  async enter(recorded: RecordedEvent): Promise<void> {
    const event = soundEvent(recorded);
    if (event === undefined) return;
    for (const { sha256 } of filesOf(event)) await this.copy(sha256);
    for (const sha256 of await this.#endedBy(event)) {
      this.#missing.delete(sha256);
      this.#gone.add(sha256);
    }
  }

  async copy(sha256: string): Promise<void> {
    if (this.#asked.has(sha256)) return;
    this.#asked.add(sha256);
    while (this.#running.size >= AT_ONCE) await Promise.race(this.#running);
    const running = this.#copy(sha256).finally(() => this.#running.delete(running));
    // `finish` rejects with it.
    running.catch(() => {});
    this.#running.add(running);
  }

  /** @returns the files that the installation itself does not have, or has damaged */
  async finish(): Promise<string[]> {
    await Promise.all(this.#running);
    return [...this.#missing].filter((sha256) => !this.#gone.has(sha256));
  }

  /** What the installation removed goes from the backup too, once no run that is to be put back names it. */
  async removeGone(): Promise<void> {
    const { from, to } = this.#stores;
    for (const sha256 of this.#gone) if (!(await from.has(sha256))) await to.remove(sha256);
  }

  async #copy(sha256: string): Promise<void> {
    const { from, to } = this.#stores;
    if (await to.has(sha256)) return;
    try {
      const { sizeBytes } = await to.put(await from.get(sha256));
      this.copied.files += 1;
      this.copied.bytes += sizeBytes;
    } catch (error) {
      if (!(error instanceof BlobNotFound) && !(error instanceof BlobCorrupted)) throw error;
      this.#missing.add(sha256);
    }
  }

  /** The files that the event says are gone. */
  async #endedBy(event: DomainEvent): Promise<string[]> {
    if (event.type === 'DownloadExpired') return [event.data.sha256];
    if (event.type === 'TenantMoveForgotten')
      return [...(await leftFiles(this.#stores.log, event.data.tenantId)).own];
    if (event.type !== 'UserErasureCompleted') return [];
    const pictures: string[] = [];
    for await (const recorded of this.#stores.log.readStream(streams.user(event.data.userId))) {
      const each = understood(recorded);
      if (each?.type === 'UserAvatarChanged' && each.data.avatar !== undefined)
        pictures.push(each.data.avatar.sha256);
    }
    return pictures;
  }
}
