import { finished } from 'node:stream/promises';

import { BlobCorrupted, BlobNotFound } from '@lacre/blob-store';
import { eventSchemas, isEventType, type DomainEvent } from '@lacre/contracts';
import { partsOf } from '@lacre/signer';

import type { Audited, CheckResult } from '../fsck.ts';

/** Every file that the log names is there, and is byte by byte what its hash says. */
export async function blobsMatchHashes({ events, blobs }: Audited): Promise<CheckResult> {
  const named = new Map<string, string>();
  const gone = new Set<string>();
  for await (const { type, data, stream } of events()) {
    if (!isEventType(type)) continue;
    const event = { type, data: eventSchemas[type].parse(data) } as DomainEvent;
    if (event.type === 'DownloadExpired') gone.add(event.data.sha256);
    for (const sha256 of blobsOf(event)) if (!named.has(sha256)) named.set(sha256, stream);
  }
  const problems: { where: string; what: string }[] = [];
  let count = 0;
  for (const [sha256, stream] of named) {
    if (gone.has(sha256)) continue;
    count += 1;
    try {
      const content = await blobs.get(sha256);
      await finished(content.resume());
    } catch (error) {
      const what =
        error instanceof BlobNotFound
          ? 'o arquivo não está no armazenamento'
          : error instanceof BlobCorrupted
            ? 'o arquivo foi alterado no armazenamento'
            : undefined;
      if (what === undefined) throw error;
      problems.push({ where: `${sha256} (${stream})`, what });
    }
  }
  return { looked: `${count} arquivos`, problems };
}

/** Addresses of the files that an event names. */
function blobsOf(event: DomainEvent): string[] {
  switch (event.type) {
    case 'ProcessCreated':
      return event.data.documents.flatMap(({ sha256, sourceSha256 }) => [sha256, sourceSha256]);
    case 'SealRendered': {
      const { evidence } = event.data;
      return evidence ? [evidence.pagesSha256, evidence.factsSha256, evidence.payloadSha256] : [];
    }
    case 'SealProduced':
    case 'EvidenceSealed':
    case 'PartialCopySealed':
      return partsOf(event.data);
    case 'SealRenewed':
      return event.data.revisions.map(({ sha256 }) => sha256);
    case 'TemplateCreated':
    case 'TemplateEdited': {
      const { content } = event.data;
      return content.kind === 'pdf' ? [content.sha256, content.sourceSha256] : [];
    }
    case 'DownloadPrepared':
      return [event.data.sha256];
    default:
      return [];
  }
}
