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
  /** By tenant: one that left takes its own along, and what others name too stays. */
  readonly #named = new Map<string, Map<string, NamedFile>>();
  readonly #gone = new Set<string>();
  /** Of each user: they go with who is erased. */
  readonly #pictures = new Map<string, { tenantId: string; files: Map<string, NamedFile> }>();

  /** In the order of the log. */
  enter(event: LoggedEvent): void {
    if (event.type === 'DownloadExpired') this.#gone.add(event.data.sha256);
    if (event.type === 'UserErased') this.#pictures.delete(event.data.userId);
    if (event.type === 'TenantMoveForgotten') this.#forget(event.data.tenantId);
    const files = filesOf(event);
    if (files.length === 0) return;
    const kept = this.#keptOf(event);
    for (const { sha256, what } of files)
      if (!kept.has(sha256)) kept.set(sha256, { sha256, what, where: placeOf(event) });
  }

  #keptOf(event: LoggedEvent): Map<string, NamedFile> {
    const { tenantId } = event.metadata;
    if (event.type !== 'UserAvatarChanged') {
      const ofTenant = this.#named.get(tenantId) ?? new Map<string, NamedFile>();
      this.#named.set(tenantId, ofTenant);
      return ofTenant;
    }
    const { userId } = event.data;
    const ofUser = this.#pictures.get(userId) ?? { tenantId, files: new Map<string, NamedFile>() };
    this.#pictures.set(userId, ofUser);
    return ofUser.files;
  }

  #forget(tenantId: string): void {
    this.#named.delete(tenantId);
    for (const [userId, own] of this.#pictures) if (own.tenantId === tenantId) this.#pictures.delete(userId);
  }

  all(): ReadonlyMap<string, NamedFile> {
    const all = new Map<string, NamedFile>();
    for (const own of this.#named.values())
      for (const [sha256, each] of own)
        if (!all.has(sha256) && !this.#gone.has(sha256)) all.set(sha256, each);
    for (const { files } of this.#pictures.values())
      for (const [sha256, each] of files) all.set(sha256, each);
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
