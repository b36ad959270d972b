import { finished } from 'node:stream/promises';

import { BlobCorrupted, BlobNotFound, type BlobStore } from '@lacre/blob-store';

import type { Audited, BegunCheck, CheckResult } from '../check.ts';
import { ContentsRead } from '../contents-read.ts';
import { filesOf, NamedFiles, type NamedFile } from '../named-files.ts';

const CHECK = 'blobs';

/**
 * Every file that the log names is there, unless the log says that it went, and is byte by byte what its hash says. What
 * else is there is counted: uploads that no process has yet, steps of seals under way, what a crash left of either.
 */
export async function blobsMatchHashes(audited: Audited): Promise<BegunCheck> {
  const files = new NamedFiles();
  const contents = await ContentsRead.open(audited, CHECK, audited.blobsAt);
  return {
    enter: (event) => {
      files.enter(event);
      for (const { sha256 } of filesOf(event)) contents.enter(sha256);
    },
    end: () => readNamed(audited, files.all(), contents),
  };
}

async function readNamed(
  { blobs, pool }: Audited,
  named: ReadonlyMap<string, NamedFile>,
  contents: ContentsRead,
): Promise<CheckResult> {
  const faulty: string[] = [];
  const problems: { where: string; what: string }[] = [];
  for (const { sha256, what, where } of named.values()) {
    if (contents.isKnown(sha256)) continue;
    try {
      const content = await blobs.get(sha256);
      await finished(content.resume());
    } catch (error) {
      const fault = faultOf(error);
      if (fault === undefined) throw error;
      problems.push({ where, what: `${what} ${fault} (${sha256})` });
      faulty.push(sha256);
    }
  }
  await contents.note(pool, CHECK, faulty);
  return { looked: `${named.size} arquivos${contents.passedOver}${await besides(blobs, named)}`, problems };
}

/** How many files the store has that are not among those, for people; empty when there is none. */
async function besides(blobs: BlobStore, named: ReadonlyMap<string, unknown>): Promise<string> {
  let count = 0;
  for await (const sha256 of blobs.addresses()) if (!named.has(sha256)) count += 1;
  return count === 0 ? '' : `; ${count} a mais no armazenamento, de que o registro não precisa`;
}

function faultOf(error: unknown): string | undefined {
  if (error instanceof BlobNotFound) return 'não está no armazenamento';
  return error instanceof BlobCorrupted ? 'foi alterado no armazenamento' : undefined;
}
