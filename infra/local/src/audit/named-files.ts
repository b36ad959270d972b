import type { DomainEvent } from '@lacre/contracts';
import type { LoggedEvent } from '@lacre/domain-log';
import { filesOfRevisions, partsOf } from '@lacre/signer';

import { placeOf } from './open-installation.ts';

/** A file that the log names. */
export interface NamedFile {
  sha256: string;
  /** What people call it. */
  what: string;
  /** The event that names it first. */
  where: string;
}

/**
 * Every file that the log names and that has to be there: not those that the log says are gone, nor those that the steps
 * of a seal leave for the next one, which begins anew without them.
 */
export class NamedFiles {
  readonly #named = new Map<string, NamedFile>();
  readonly #gone = new Set<string>();
  /** Of each user: they go with who is erased. */
  readonly #pictures = new Map<string, Map<string, NamedFile>>();

  /** In the order of the log. */
  enter(event: LoggedEvent): void {
    if (event.type === 'DownloadExpired') this.#gone.add(event.data.sha256);
    if (event.type === 'UserErased') this.#pictures.delete(event.data.userId);
    let kept = this.#named;
    if (event.type === 'UserAvatarChanged') {
      kept = this.#pictures.get(event.data.userId) ?? new Map();
      this.#pictures.set(event.data.userId, kept);
    }
    for (const { sha256, what } of filesOf(event))
      if (!kept.has(sha256)) kept.set(sha256, { sha256, what, where: placeOf(event) });
  }

  all(): ReadonlyMap<string, NamedFile> {
    const all = new Map(this.#named);
    for (const sha256 of this.#gone) all.delete(sha256);
    for (const own of this.#pictures.values()) for (const [sha256, each] of own) all.set(sha256, each);
    return all;
  }
}

/** The files that an event names and that have to be there from then on. */
export function filesOf(event: DomainEvent): Omit<NamedFile, 'where'>[] {
  const all = (what: string, ...hashes: (string | undefined)[]): Omit<NamedFile, 'where'>[] =>
    hashes.flatMap((sha256) => (sha256 === undefined ? [] : [{ what, sha256 }]));
  switch (event.type) {
    case 'ProcessCreated':
      return event.data.documents.flatMap(({ name, sha256, sourceSha256 }) =>
        all(`o arquivo do documento "${name}"`, sha256, sourceSha256),
      );
    case 'SealProduced':
    case 'EvidenceSealed':
    case 'PartialCopySealed':
      return all('uma parte do arquivo selado', ...partsOf(event.data));
    case 'SealRenewed':
      return all('um carimbo do arquivo selado', ...filesOfRevisions(event.data));
    case 'TemplateCreated':
    case 'TemplateEdited': {
      const { content } = event.data;
      return content.kind === 'text' ? [] : all('o arquivo do modelo', content.sha256, content.sourceSha256);
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
