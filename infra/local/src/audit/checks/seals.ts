import { createHash } from 'node:crypto';

import { BlobCorrupted, BlobNotFound, BlobStoreUnavailable } from '@lacre/blob-store';
import type { DataOf } from '@lacre/contracts';
import type { LoggedEvent } from '@lacre/domain-log';
import {
  filesOfRevisions,
  partsOf,
  problemOfIssued,
  readSealTrust,
  type IssuedFile,
  type SealTrust,
} from '@lacre/signer';

import type { Audited, BegunCheck, CheckResult } from '../check.ts';
import { ContentsRead } from '../contents-read.ts';
import { placeOf } from '../open-installation.ts';

const CHECK = 'seals';

type Issued = IssuedFile & { where: string; tenantId: string };
type Found = { where: string; what: string };

/**
 * Every sealed file ever issued is put together again, and judged as anyone's would be. What signatures and seals are
 * of is the document that was asked for, and no document is called sealed without its seal.
 */
export async function sealsVerify(audited: Audited): Promise<BegunCheck> {
  const { blobsAt, keysFolder } = audited;
  const trust = await readSealTrust(keysFolder);
  const contents = await ContentsRead.open(audited, CHECK, `${blobsAt} ${digestOf(trust)}`);
  let issued: Issued[] = [];
  const latest = new Map<string, Issued>();
  const chain = new Chain();
  return {
    enter: (event) => {
      chain.enter(event);
      const { stream } = event;
      // Its files are with it, in the installation that it left for.
      if (event.type === 'TenantMoveForgotten')
        issued = issued.filter(({ tenantId }) => tenantId !== event.data.tenantId);
      const file = issuedBy(event, latest.get(stream));
      if (file === undefined) return;
      issued.push(file);
      contents.enter(entryOf(file));
      latest.set(stream, file);
    },
    end: () => judgeIssued(audited, { issued, trust, contents, problems: chain.problems() }),
  };
}

async function judgeIssued(
  { blobs, pool }: Audited,
  {
    issued,
    trust,
    contents,
    problems: found,
  }: { issued: readonly Issued[]; trust: SealTrust; contents: ContentsRead; problems: readonly Found[] },
): Promise<CheckResult> {
  const problems = [...found];
  const faulty: string[] = [];
  for (const file of issued) {
    if (contents.isKnown(entryOf(file))) continue;
    const what = await problemOfIssued(blobs, trust, file).catch(faultOf);
    if (what === undefined) continue;
    problems.push({ where: file.where, what });
    faulty.push(entryOf(file));
  }
  await contents.note(pool, CHECK, faulty);
  return { looked: `${issued.length} arquivos selados${contents.passedOver}`, problems };
}

/** All that a verdict on the file rests on. */
const entryOf = ({ where, sha256, sizeBytes, level, parts }: Issued): string =>
  [where, sha256, sizeBytes, level, ...parts].join(' ');

/** Another certificate may change any verdict. */
function digestOf({ trustedSealCertificates, trustAnchors }: SealTrust): string {
  const hash = createHash('sha256');
  for (const { certificate, chain = [] } of trustedSealCertificates)
    for (const { der } of [certificate, ...chain]) hash.update(der);
  for (const { der } of trustAnchors) hash.update(der);
  return hash.digest('hex');
}

function faultOf(error: unknown): string {
  if (error instanceof BlobStoreUnavailable) throw error;
  if (error instanceof BlobNotFound) return 'uma parte do arquivo selado não está no armazenamento';
  if (error instanceof BlobCorrupted) return 'uma parte do arquivo selado foi alterada no armazenamento';
  return `o arquivo selado não pôde ser lido: ${error instanceof Error ? error.message : String(error)}`;
}

/** The file that an event issues; a renewal goes on from the one before it. */
function issuedBy(event: LoggedEvent, before: Issued | undefined): Issued | undefined {
  const where = placeOf(event);
  const { tenantId } = event.metadata;
  switch (event.type) {
    case 'SealProduced':
    case 'PartialCopySealed':
    case 'EvidenceSealed': {
      const { sha256, sizeBytes, level } = event.data;
      return { where, tenantId, sha256, sizeBytes, level, parts: partsOf(event.data) };
    }
    case 'SealRenewed': {
      if (before === undefined) return undefined;
      const { sha256, sizeBytes } = event.data;
      const parts = [...before.parts, ...filesOfRevisions(event.data)];
      return { ...before, where, sha256, sizeBytes, parts };
    }
    default:
      return undefined;
  }
}

/** From the document that was asked for, over who signed it, to its seal: all of one file. */
class Chain {
  readonly #asked = new Map<string, string>();
  readonly #produced = new Map<string, DataOf<'SealProduced'>>();
  readonly #sealed: { where: string; data: DataOf<'DocumentSealed'> }[] = [];
  readonly #found: Found[] = [];

  enter(event: LoggedEvent): void {
    const where = placeOf(event);
    switch (event.type) {
      case 'ProcessCreated':
        for (const { documentId, sha256 } of event.data.documents) this.#asked.set(documentId, sha256);
        return;
      case 'SignatureSigned':
        this.#isOf(where, 'a assinatura', event.data.documentId, event.data.documentSha256);
        return;
      case 'SealProduced':
        this.#isOf(where, 'o selo', event.data.documentId, event.data.sourceSha256);
        if (!this.#produced.has(event.data.documentId)) this.#produced.set(event.data.documentId, event.data);
        return;
      case 'DocumentSealed':
        this.#sealed.push({ where, data: event.data });
        return;
      default:
    }
  }

  #isOf(where: string, what: string, documentId: string, sha256: string): void {
    if (this.#asked.get(documentId) !== sha256)
      this.#found.push({ where, what: `${what} não é do arquivo do documento ${documentId}` });
  }

  problems(): Found[] {
    const without = this.#sealed.flatMap(({ where, data }) => {
      const { documentId, sha256 } = data;
      const produced = this.#produced.get(documentId);
      if (produced?.sha256 === sha256) return [];
      const what =
        produced === undefined
          ? `o documento ${documentId} consta como selado, e falta o registro do selo`
          : `o documento ${documentId} consta como selado em outro arquivo que não o do selo`;
      return [{ where, what }];
    });
    return [...this.#found, ...without];
  }
}
