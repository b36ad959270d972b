import { setTimeout as pause } from 'node:timers/promises';

import type { EventStore, Position, RecordedEvent } from '@lacre/event-store';
import type { Pool, PoolClient } from 'pg';

import { entryOf, type ProcessEntry } from '../process/process-record.ts';

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
const PAGE_EVENTS = 500;
const RESTART_MS = 1000;

/**
 * The register of every sealed file, derived from the seal streams. Its rows and its place in the log move in one
 * transaction, so that a crash neither loses nor repeats a seal.
 */
export class IssuedSeals {
  readonly #pool: Pool;
  readonly #store: EventStore;

  constructor(pool: Pool, store: EventStore) {
    this.#pool = pool;
    this.#store = store;
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

  /** Takes in every seal recorded before the call: after it, a seal that is not found was never issued. */
  async catchUp(): Promise<void> {
    for (;;) {
      const events: RecordedEvent[] = [];
      const after = await this.#checkpoint();
      for await (const event of this.#store.readAll({ after, filter: FILTER, limit: PAGE_EVENTS })) {
        events.push(event);
      }
      const last = events.at(-1);
      if (!last) return;
      await this.#record(events, last.position);
      if (events.length < PAGE_EVENTS) return;
    }
  }

  /** Follows the log until `signal` aborts; what fails is reported and tried again. */
  async follow(signal: AbortSignal, onFault: (error: unknown) => void): Promise<void> {
    while (!signal.aborted) {
      try {
        const after = await this.#checkpoint();
        for await (const message of this.#store.subscribe({ after, filter: FILTER, signal })) {
          const events = message.kind === 'events' ? message.events : [];
          if (message.position !== undefined) await this.#record(events, message.position);
        }
      } catch (error) {
        if (signal.aborted) return;
        onFault(error);
        await pause(RESTART_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  async #checkpoint(): Promise<Position | 'start'> {
    const { rows } = await this.#pool.query<{ position: Position | null }>(
      'select position from signer.issued_checkpoint',
    );
    return rows[0]?.position ?? 'start';
  }

  async #record(events: readonly RecordedEvent[], position: Position): Promise<void> {
    const client = await this.#pool.connect();
    try {
      await client.query('begin');
      await this.#write(client, events, position);
      await client.query('commit');
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Events taken in already, by a follower or a validator at the same time, change nothing. */
  async #write(client: PoolClient, events: readonly RecordedEvent[], position: Position): Promise<void> {
    const { rows } = await client.query<{ position: Position | null }>(
      'select position from signer.issued_checkpoint for update',
    );
    const current = rows[0]?.position;
    if (current && this.#store.comparePositions(position, current) <= 0) return;
    const versions = events.map(entryOf).flatMap(versionsOf);
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
    await client.query('update signer.issued_checkpoint set position = $1', [position]);
  }
}

type Issue = Extract<
  ProcessEntry,
  { type: 'SealProduced' | 'SealRenewed' | 'PartialCopySealed' | 'EvidenceSealed' }
>;

/** The events that issue a file, and what it is made as. */
const ISSUES: Readonly<Record<Issue['type'], IssuedSeal['madeAs']>> = {
  SealProduced: 'document',
  SealRenewed: 'document',
  PartialCopySealed: 'partial-copy',
  EvidenceSealed: 'evidence',
};

const isIssue = (entry: ProcessEntry): entry is Issue => entry.type in ISSUES;

/** The file that the event issues, and its beginnings at the end of each revision. */
function versionsOf(entry: ProcessEntry): IssuedSeal[] {
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
