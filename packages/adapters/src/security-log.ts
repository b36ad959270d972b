import { createHmac } from 'node:crypto';

import { SECURITY_LOG_DAYS } from '@lacre/contracts';
import type { SecurityEntry, SecurityLog } from '@lacre/http';
import { migrate } from '@lacre/postgres';
import { ownTenant, QUERY_ROLE } from '@lacre/read-models';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

/**
 * Made by whichever service starts first. Its rows are a tenant's, read under row-level security; what belongs to no
 * tenant goes to the stream alone, so that a stranger cannot fill the database.
 */
const createTable = `
create table entry (
  id bigint generated always as identity primary key,
  tenant_id uuid not null,
  at timestamptz not null,
  kind text not null,
  operation text,
  status integer not null,
  code text,
  caller_kind text,
  caller_id uuid,
  token_id uuid,
  source text not null,
  times integer not null
);
create index entry_tenant_at on entry (tenant_id, at desc, id desc);
alter table entry enable row level security;
do $$ begin
  create role ${QUERY_ROLE} nologin nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then null;
end $$;
create policy own_tenant on entry for select to ${QUERY_ROLE}
  using (${ownTenant});
grant usage on schema security to ${QUERY_ROLE};
grant select on entry to ${QUERY_ROLE};
`;

const indexFilters = `
create index entry_tenant_kind on entry (tenant_id, kind, at desc, id desc);
create index entry_tenant_caller on entry (tenant_id, caller_id, at desc, id desc);
`;

export async function migrateSecurityLog(pool: Pool): Promise<void> {
  await migrate(pool, {
    schema: 'security',
    migrations: [
      { id: '001-entries', sql: createTable },
      { id: '002-filters', sql: indexFilters },
    ],
  });
}

/** Lines of a tenant that are kept at most. */
const KEPT_PER_TENANT = 20_000;
/** Lines that say the same are one line with a count, within this time. */
const GATHER_MS = 5_000;
/** Different lines in that time, of one tenant (or of none) and of all; what is beyond is one line that counts them. */
const LINES_PER_TENANT = 100;
const LINES_IN_ALL = 1_000;
const TRIM_EVERY_MS = 3_600_000;

export interface SecurityLogOptions {
  pool: Pool;
  /** Of addresses: a keyed digest (HMAC), equal for equal addresses. At least 32 bytes. */
  digestKey: Uint8Array;
  /** Takes each line as JSON. */
  write: (line: string) => void;
  logger: Logger;
}

type Line = Omit<SecurityEntry, 'address' | 'requestId'> & {
  source: string;
  requestId: string;
  times: number;
};

/** The security log of a process: lines to a stream, those of tenants to the database too. */
export class PostgresSecurityLog implements SecurityLog {
  readonly #options: SecurityLogOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #lines = new Map<string, Line>();
  readonly #perTenant = new Map<string, number>();
  #flushing: Promise<void> = Promise.resolve();
  #trimmedAt = 0;

  constructor(options: SecurityLogOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.flush(), GATHER_MS).unref();
  }

  note({ address, ...entry }: SecurityEntry): void {
    const source = this.#digest(address);
    const { kind, operation = '', code = '', tenantId = '', caller, status } = entry;
    const key = [kind, operation, code, status, tenantId, caller?.id, caller?.tokenId, source].join(' ');
    const known = this.#lines.get(key);
    if (known !== undefined) {
      known.times += 1;
      return;
    }
    const count = this.#perTenant.get(tenantId) ?? 0;
    if (count >= LINES_PER_TENANT || this.#lines.size >= LINES_IN_ALL) return this.#overflow(entry);
    this.#perTenant.set(tenantId, count + 1);
    this.#lines.set(key, { ...entry, source, times: 1 });
  }

  /** Of the rest it is only said how much there was. */
  #overflow({ at, tenantId, requestId }: Omit<SecurityEntry, 'address'>): void {
    const key = `overflow ${tenantId ?? ''}`;
    const known = this.#lines.get(key);
    if (known !== undefined) known.times += 1;
    else if (this.#lines.size < 2 * LINES_IN_ALL)
      this.#lines.set(key, {
        at,
        kind: 'limited',
        operation: undefined,
        status: 0,
        code: undefined,
        tenantId,
        caller: undefined,
        source: '',
        requestId,
        times: 1,
      });
  }

  /** Writes what was gathered. A database that is away loses its rows, and the stream has them. */
  flush(): Promise<void> {
    const lines = [...this.#lines.values()];
    this.#lines.clear();
    this.#perTenant.clear();
    for (const line of lines) this.#toStream(line);
    const rows = lines.filter(({ tenantId }) => tenantId !== undefined);
    this.#flushing = this.#flushing
      .then(() => this.#store(rows))
      .catch((error: unknown) =>
        this.#options.logger.warn({ err: error }, 'lines of the security log were not stored'),
      );
    return this.#flushing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  #toStream({ at, ...line }: Line): void {
    try {
      this.#options.write(`${JSON.stringify({ at: at.toISOString(), ...line })}\n`);
    } catch (error) {
      this.#options.logger.error({ err: error }, 'the security log cannot be written');
    }
  }

  async #store(rows: readonly Line[]): Promise<void> {
    const { pool } = this.#options;
    if (rows.length > 0)
      await pool.query(
        `insert into security.entry
           (tenant_id, at, kind, operation, status, code, caller_kind, caller_id, token_id, source, times)
         select * from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[], $5::int[], $6::text[], $7::text[],
                              $8::uuid[], $9::uuid[], $10::text[], $11::int[])`,
        [
          rows.map(({ tenantId }) => tenantId),
          rows.map(({ at }) => at),
          rows.map(({ kind }) => kind),
          rows.map(({ operation }) => operation ?? null),
          rows.map(({ status }) => status),
          rows.map(({ code }) => code ?? null),
          rows.map(({ caller }) => caller?.kind ?? null),
          rows.map(({ caller }) => caller?.id ?? null),
          rows.map(({ caller }) => caller?.tokenId ?? null),
          rows.map(({ source }) => source),
          rows.map(({ times }) => times),
        ],
      );
    if (Date.now() - this.#trimmedAt > TRIM_EVERY_MS) await this.trim();
  }

  /** Drops lines that are too old, and of each tenant all but the newest. */
  async trim(keptPerTenant = KEPT_PER_TENANT): Promise<void> {
    this.#trimmedAt = Date.now();
    await this.#options.pool.query(
      `delete from security.entry where at < now() - make_interval(days => ${SECURITY_LOG_DAYS}) or id in (
         select id from (
           select id, row_number() over (partition by tenant_id order by at desc, id desc) as place from security.entry
         ) as ranked where place > $1)`,
      [keptPerTenant],
    );
  }

  #digest(address: string): string {
    return createHmac('sha256', this.#options.digestKey)
      .update(`security-log ${address}`)
      .digest('hex')
      .slice(0, 16);
  }
}
