import { finished } from 'node:stream/promises';

import { BlobCorrupted, BlobNotFound } from '@lacre/blob-store';

import type { Audited, CheckResult } from '../check.ts';
import { NamedFiles } from '../named-files.ts';

/** Every file that the log names is there, unless the log says that it went, and is byte by byte what its hash says. */
export async function blobsMatchHashes({ facts, blobs }: Audited): Promise<CheckResult> {
  const files = new NamedFiles();
  for await (const event of facts()) files.enter(event);
  const named = files.all();
  const problems: { where: string; what: string }[] = [];
  for (const { sha256, what, where } of named.values())
    try {
      const content = await blobs.get(sha256);
      await finished(content.resume());
    } catch (error) {
      const fault = faultOf(error);
      if (fault === undefined) throw error;
      problems.push({ where, what: `${what} ${fault} (${sha256})` });
    }
  return { looked: `${named.size} arquivos`, problems };
}

function faultOf(error: unknown): string | undefined {
  if (error instanceof BlobNotFound) return 'não está no armazenamento';
  return error instanceof BlobCorrupted ? 'foi alterado no armazenamento' : undefined;
}
