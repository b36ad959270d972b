import { finished } from 'node:stream/promises';

import { BlobCorrupted, BlobNotFound } from '@lacre/blob-store';
import type { DomainEvent } from '@lacre/contracts';
import { partsOf } from '@lacre/signer';

import type { Audited, CheckResult } from '../check.ts';
import { placeOf } from '../open-installation.ts';

interface Named {
  what: string;
  where: string;
}

interface NamedFile {
  /** What people call it. */
  what: string;
  sha256: string;
}

/** Every file that the log names is there, unless the log says that it went, and is byte by byte what its hash says. */
export async function blobsMatchHashes({ facts, blobs }: Audited): Promise<CheckResult> {
  const named = new Map<string, Named>();
  const gone = new Set<string>();
  /** Of each user: they go with who is erased. */
  const pictures = new Map<string, Map<string, Named>>();
  for await (const event of facts()) {
    if (event.type === 'DownloadExpired') gone.add(event.data.sha256);
    if (event.type === 'UserErased') pictures.delete(event.data.userId);
    let kept = named;
    if (event.type === 'UserAvatarChanged') {
      kept = pictures.get(event.data.userId) ?? new Map();
      pictures.set(event.data.userId, kept);
    }
    for (const { sha256, what } of filesOf(event))
      if (!kept.has(sha256)) kept.set(sha256, { what, where: placeOf(event) });
  }
  for (const sha256 of gone) named.delete(sha256);
  for (const own of pictures.values()) for (const [sha256, each] of own) named.set(sha256, each);
  const problems: { where: string; what: string }[] = [];
  for (const [sha256, { what, where }] of named)
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

/** The files that an event names. */
function filesOf(event: DomainEvent): NamedFile[] {
  const all = (what: string, ...hashes: (string | undefined)[]): NamedFile[] =>
    hashes.flatMap((sha256) => (sha256 === undefined ? [] : [{ what, sha256 }]));
  switch (event.type) {
    case 'ProcessCreated':
      return event.data.documents.flatMap(({ name, sha256, sourceSha256 }) =>
        all(`o arquivo do documento "${name}"`, sha256, sourceSha256),
      );
    case 'SealRendered': {
      const { evidence } = event.data;
      return all(
        'um arquivo das evidências',
        evidence?.pagesSha256,
        evidence?.factsSha256,
        evidence?.payloadSha256,
      );
    }
    case 'SealSigned':
    case 'SealTimeStamped':
    case 'SealValidationDataAdded':
    case 'SealArchived':
      return all('um passo do selo', event.data.tail.sha256);
    case 'SealProduced':
    case 'EvidenceSealed':
    case 'PartialCopySealed':
      return all('uma parte do arquivo selado', ...partsOf(event.data));
    case 'SealRenewed':
      return all('um carimbo do arquivo selado', ...event.data.revisions.map(({ sha256 }) => sha256));
    case 'TemplateCreated':
    case 'TemplateEdited': {
      const { content } = event.data;
      return content.kind === 'pdf' ? all('o arquivo do modelo', content.sha256, content.sourceSha256) : [];
    }
    case 'DownloadPrepared':
      return all('o arquivo do download', event.data.sha256);
    case 'TenantImageChanged':
      return all(
        event.data.name === 'logo' ? 'o logotipo da conta' : 'a imagem de fundo da conta',
        event.data.image?.sha256,
      );
    case 'UserAvatarChanged':
      return all('a foto do usuário', event.data.avatar?.sha256);
    default:
      return [];
  }
}
