import { isDeepStrictEqual } from 'node:util';

import { checked, type LoggedEvent } from '@lacre/domain-log';
import type { EventStore, RecordedEvent } from '@lacre/event-store';
import { LogIndex } from '@lacre/event-store/log-index';
import type { Pool, PoolClient } from 'pg';

/** A state of a sealed file that was issued. */
export interface IssuedSeal {
  sha256: string;
  documentId: string;
  processId: string;
  tenantId: string;
  /** The document's seal, a copy of it while it was pending, or its evidence pages alone. */
  madeAs: 'document' | 'partial-copy' | 'evidence';
  /** Of the partial copy, when it is one. */
  copyId: string | undefined;
  sizeBytes: number;
  validationCode: string;
  /** False for a beginning of the file that ends before its last proofs. */
  whole: boolean;
}

export interface IssuedDifferences {
  /** How many there are to be. */
  expected: number;
  /** Issued, and not in the register: the product would take its own file for a stranger's. */
  missing: readonly IssuedSeal[];
  /** In the register, and never issued: the product would take a stranger's file for its own. */
  extra: readonly IssuedSeal[];
  /** As the log has those of which the register says something else. */
  other: readonly IssuedSeal[];
}

interface IssuedRow {
  sha256: string;
  document_id: string;
  process_id: string;
  tenant_id: string;
  made_as: IssuedSeal['madeAs'];
  copy_id: string | null;
  size_bytes: bigint;
  validation_code: string;
  whole: boolean;
}

const FILTER = { streamPrefixes: ['seal-', 'partial-copy-', 'evidence-'] };

/** The register of every sealed file, an index of the seal streams. */
export class IssuedSeals {
  readonly #pool: Pool;
  readonly #index: LogIndex;

  constructor(pool: Pool, store: EventStore) {
    this.#pool = pool;
    const placeTable = 'signer.issued_checkpoint';
    this.#index = new LogIndex({ pool, store, placeTable, filter: FILTER, write });
  }

  async find(sha256: string): Promise<IssuedSeal | undefined> {
    const { rows } = await this.#pool.query<IssuedRow>(
      'select * from signer.issued_version where sha256 = $1',
      [sha256],
    );
    return rows[0] && issuedOf(rows[0]);
  }

  /** The document or partial copy with the validation code, by its newest version. */
  async findByCode(code: string): Promise<IssuedSeal | undefined> {
    const { rows } = await this.#pool.query<IssuedRow>(
      'select * from signer.issued_version where validation_code = $1 and whole order by size_bytes desc limit 1',
      [code],
    );
    return rows[0] && issuedOf(rows[0]);
  }

  /** Like {@link findByCode}; a document sealed a moment ago is known too. */
  async findFreshByCode(code: string): Promise<IssuedSeal | undefined> {
    const known = await this.findByCode(code);
    if (known) return known;
    await this.catchUp();
    return this.findByCode(code);
  }

  /** Some of the files that are known to be issued, each as a whole. */
  async some(limit: number): Promise<IssuedSeal[]> {
    const { rows } = await this.#pool.query<IssuedRow>(
      'select * from signer.issued_version where whole order by sha256 limit $1',
      [limit],
    );
    return rows.map(issuedOf);
  }

  /** Takes in every seal recorded before the call: after it, a seal that is not found was never issued. */
  catchUp(): Promise<void> {
    return this.#index.catchUp();
  }

  /** Where the register says something else than the log, as far as it has come. Reads all of that; changes nothing. */
  async differences(): Promise<IssuedDifferences> {
    const { held: rows, events } = await this.#index.heldBeside(async (client) => {
      const found = await client.query<IssuedRow>('select * from signer.issued_version order by sha256');
      return found.rows;
    });
    const expected = new Map<string, IssuedSeal>();
    // As they are written: whichever event came first with a file has it.
    for await (const event of events)
      for (const version of versionsOf(checked(event)))
        if (!expected.has(version.sha256)) expected.set(version.sha256, version);
    const held = new Map(rows.map((row) => [row.sha256, issuedOf(row)]));
    return {
      expected: expected.size,
      missing: [...expected.values()].filter(({ sha256 }) => !held.has(sha256)),
      extra: [...held.values()].filter(({ sha256 }) => !expected.has(sha256)),
      other: [...expected.values()].filter((version) => {
        const known = held.get(version.sha256);
        return known !== undefined && !isDeepStrictEqual(known, version);
      }),
    };
  }

  /** Follows the log until `signal` aborts; what fails is reported and tried again. */
  follow(signal: AbortSignal, onFault: (error: unknown) => void): Promise<void> {
    return this.#index.follow(signal, onFault);
  }
}

async function write(client: PoolClient, events: readonly RecordedEvent[]): Promise<void> {
  const versions = events.map(checked).flatMap(versionsOf);
  await client.query(
    `insert into signer.issued_version
       (sha256, document_id, process_id, tenant_id, copy_id, size_bytes, validation_code, whole, made_as)
     select * from unnest($1::text[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::bigint[], $7::text[],
                          $8::boolean[], $9::text[])
     on conflict do nothing`,
    [
      versions.map((version) => version.sha256),
      versions.map((version) => version.documentId),
      versions.map((version) => version.processId),
      versions.map((version) => version.tenantId),
      versions.map((version) => version.copyId ?? null),
      versions.map((version) => version.sizeBytes),
      versions.map((version) => version.validationCode),
      versions.map((version) => version.whole),
      versions.map((version) => version.madeAs),
    ],
  );
}

type Issue = Extract<
  LoggedEvent,
  { type: 'SealProduced' | 'SealRenewed' | 'PartialCopySealed' | 'EvidenceSealed' }
>;

/** The events that issue a file, and what it is made as. */
const ISSUES: Readonly<Record<Issue['type'], IssuedSeal['madeAs']>> = {
  SealProduced: 'document',
  SealRenewed: 'document',
  PartialCopySealed: 'partial-copy',
  EvidenceSealed: 'evidence',
};

const isIssue = (entry: LoggedEvent): entry is Issue => entry.type in ISSUES;

/** The file that the event issues, and its beginnings at the end of each revision. */
function versionsOf(entry: LoggedEvent): IssuedSeal[] {
  if (!isIssue(entry)) return [];
  const madeAs = ISSUES[entry.type];
  const { documentId, processId, tenantId, sha256, sizeBytes, validationCode, revisions = [] } = entry.data;
  const copyId = entry.type === 'PartialCopySealed' ? entry.data.copyId : undefined;
  const common = { documentId, processId, tenantId, madeAs, copyId, validationCode };
  if (revisions.length === 0) return [{ ...common, sha256, sizeBytes, whole: true }];
  const versions: IssuedSeal[] = [];
  let end = sizeBytes;
  for (const { fileSha256, sizeBytes: added } of revisions.toReversed()) {
    versions.push({ ...common, sha256: fileSha256, sizeBytes: end, whole: end === sizeBytes });
    end -= added;
  }
  return versions;
}

const issuedOf = (row: IssuedRow): IssuedSeal => ({
  sha256: row.sha256,
  documentId: row.document_id,
  processId: row.process_id,
  tenantId: row.tenant_id,
  madeAs: row.made_as,
  copyId: row.copy_id ?? undefined,
  sizeBytes: Number(row.size_bytes),
  validationCode: row.validation_code,
  whole: row.whole,
});
