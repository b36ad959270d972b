import { finished } from 'node:stream/promises';

import { BlobCorrupted, BlobNotFound, type BlobStore } from './port.ts';

/** Blobs that are copied or checked at the same time. */
const AT_ONCE = 8;

export interface CopyFigures {
  /** Now in both stores, every one of them read from the target and checked. */
  blobs: number;
  /** Of those, written by this run. */
  copied: number;
  copiedBytes: number;
  /** Taken out of the target, for the source has them no more. */
  removed: number;
}

/** How far a copy has come. */
export interface CopyCheckpoint {
  /**
   * What is in the target up to this address, and not in flight, was read from it and is right; empty before the first.
   */
  verifiedTo: string;
  /** May have been written to the target and not been read from it yet. */
  inFlight: readonly string[];
}

export interface CopyOptions {
  from: BlobStore;
  to: BlobStore;
  /** Where an earlier run ended. */
  checkpoint: CopyCheckpoint;
  /** Whether the source rests, so that what it lacks is to go from the target too. */
  isFinal: boolean;
  /** Resolves once the checkpoint survives: it is called before anything is written, and once that was checked. */
  onCheckpoint: (checkpoint: CopyCheckpoint) => Promise<void>;
  onProgress?: (figures: Readonly<CopyFigures>) => void;
}

interface Place {
  sha256: string;
  inSource: boolean;
  inTarget: boolean;
}

/**
 * Makes the target hold what the source does, every blob read back and checked by its SHA-256. May be ended at any
 * moment and called again: what is there is not sent again, and only what no run has come to is read again.
 *
 * @throws BlobCorrupted of the source; BlobStoreUnavailable
 */
export async function copyBlobs(options: CopyOptions): Promise<CopyFigures> {
  const figures: CopyFigures = { blobs: 0, copied: 0, copiedBytes: 0, removed: 0 };
  const unread = new Set(options.checkpoint.inFlight);
  let { verifiedTo } = options.checkpoint;
  let batch: Place[] = [];
  const settle = async (): Promise<void> => {
    const missing = batch.filter(({ inSource, inTarget }) => inSource && !inTarget);
    for (const { sha256 } of missing) unread.add(sha256);
    if (missing.length > 0) await options.onCheckpoint({ verifiedTo, inFlight: [...unread] });
    const isVerified = (sha256: string) => sha256 <= verifiedTo && !unread.has(sha256);
    // None goes on after the caller has been given a fault.
    const outcomes = await Promise.allSettled(
      batch.map((place) => carry(place, { ...options, isVerified }, figures)),
    );
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    for (const { sha256 } of batch) {
      unread.delete(sha256);
      if (sha256 > verifiedTo) verifiedTo = sha256;
    }
    batch = [];
    options.onProgress?.(figures);
    await options.onCheckpoint({ verifiedTo, inFlight: [...unread] });
  };
  for await (const place of merged(options.from, options.to)) {
    batch.push(place);
    if (batch.length === AT_ONCE) await settle();
  }
  if (batch.length > 0) await settle();
  return figures;
}

async function carry(
  { sha256, inSource, inTarget }: Place,
  { from, to, isFinal, isVerified }: CopyOptions & { isVerified: (sha256: string) => boolean },
  figures: CopyFigures,
): Promise<void> {
  if (!inSource) {
    if (!isFinal) return;
    await to.remove(sha256);
    figures.removed += 1;
    return;
  }
  const isThere = inTarget && (isVerified(sha256) || (await isIntact(to, sha256)));
  if (!isThere) {
    const copied = await copyOne(from, to, sha256);
    // Removed meanwhile: the next run takes it out of the target, where it got there.
    if (copied === undefined) return;
    figures.copied += 1;
    figures.copiedBytes += copied.sizeBytes;
  }
  figures.blobs += 1;
}

async function copyOne(from: BlobStore, to: BlobStore, sha256: string) {
  try {
    const stored = await to.put(await from.get(sha256));
    await finished((await to.get(sha256)).resume());
    return stored;
  } catch (error) {
    if (await from.has(sha256)) throw error;
    return undefined;
  }
}

async function isIntact(store: BlobStore, sha256: string): Promise<boolean> {
  try {
    await finished((await store.get(sha256)).resume());
    return true;
  } catch (error) {
    if (error instanceof BlobCorrupted || error instanceof BlobNotFound) return false;
    throw error;
  }
}

/** The addresses of both, each once, in ascending order. */
async function* merged(from: BlobStore, to: BlobStore): AsyncGenerator<Place> {
  const [source, target] = [from.addresses(), to.addresses()].map((all) => all[Symbol.asyncIterator]());
  if (source === undefined || target === undefined) return;
  let [one, two] = await Promise.all([source.next(), target.next()]);
  while (one.done !== true || two.done !== true) {
    const inSource = one.done !== true && (two.done === true || one.value <= two.value);
    const inTarget = two.done !== true && (one.done === true || two.value <= one.value);
    yield { sha256: (inSource ? one.value : two.value) as string, inSource, inTarget };
    [one, two] = await Promise.all([inSource ? source.next() : one, inTarget ? target.next() : two]);
  }
}
