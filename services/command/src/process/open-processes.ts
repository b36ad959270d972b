import type { DataOf } from '@lacre/contracts';
import type { EventStore, RecordedEvent } from '@lacre/event-store';
import { LogIndex } from '@lacre/event-store/log-index';
import type { Pool, PoolClient } from 'pg';

import { schema } from '../database/migrations.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { process } from './decide-process.ts';
import { processOf, type ExistingProcess } from './state.ts';

const FILTER = { streamPrefixes: ['process-'] };
/** Streams read side by side. */
const AT_ONCE = 20;

interface OpenProcess {
  tenantId: string;
  companyId: string;
  personIds: string[];
}

interface Changes {
  opened: Map<string, OpenProcess>;
  joined: Map<string, string[]>;
  ended: Set<string>;
}

/**
 * Which processes may still wait for a company's or a person's signatures: an index of the log, filled from it. It only
 * tells which streams to look at; whether one waits is decided from the stream.
 */
export class OpenProcesses {
  readonly #pool: Pool;
  readonly #handler: CommandHandler;
  readonly #index: LogIndex;

  constructor(pool: Pool, store: EventStore, handler: CommandHandler) {
    this.#pool = pool;
    this.#handler = handler;
    this.#index = new LogIndex({
      pool,
      store,
      placeTable: `${schema}.open_process_checkpoint`,
      filter: FILTER,
      write: (client, events) => apply(client, changesOf(events)),
    });
  }

  /** Processes of the company that wait for signatures or seals, of all that were created before the call. */
  async ofCompany(tenantId: string, companyId: string): Promise<string[]> {
    const found = await this.#find(tenantId, 'company_id = $2', companyId);
    return found.filter(({ status }) => status === 'waiting').map(({ processId }) => processId);
  }

  /** Processes in which a signature of the person is pending, of all that were created before the call. */
  async ofPerson(tenantId: string, personId: string): Promise<string[]> {
    const found = await this.#find(tenantId, 'person_ids @> array[$2::uuid]', personId);
    return found
      .filter(({ signatures }) =>
        [...signatures.values()].some((one) => one.personId === personId && one.status === 'pending'),
      )
      .map(({ processId }) => processId);
  }

  /** Processes the person takes part in that wait for anybody's signatures or seals, of all created before the call. */
  async withPerson(tenantId: string, personId: string): Promise<string[]> {
    const found = await this.#find(tenantId, 'person_ids @> array[$2::uuid]', personId);
    return found
      .filter(
        ({ status, participants }) =>
          status === 'waiting' && participants.some((one) => one.personId === personId),
      )
      .map(({ processId }) => processId);
  }

  async #find(tenantId: string, condition: string, id: string): Promise<ExistingProcess[]> {
    await this.#index.catchUp();
    const { rows } = await this.#pool.query<{ process_id: string }>(
      `select process_id from ${schema}.open_process where tenant_id = $1 and ${condition}`,
      [tenantId, id],
    );
    const found: ExistingProcess[] = [];
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      const states = rows
        .slice(at, at + AT_ONCE)
        .map(({ process_id: processId }) => this.#handler.load(process, processId));
      for (const state of await Promise.all(states)) {
        const existing = processOf(state, tenantId);
        if (existing !== undefined) found.push(existing);
      }
    }
    return found;
  }

  /** Follows the log until `signal` aborts, so that looking something up is quick. */
  follow(signal: AbortSignal, onFault: (error: unknown) => void): Promise<void> {
    return this.#index.follow(signal, onFault);
  }
}

/** What the events together come to: a process that begins and ends among them leaves nothing. */
function changesOf(events: readonly RecordedEvent[]): Changes {
  const changes: Changes = { opened: new Map(), joined: new Map(), ended: new Set() };
  for (const { type, data: recorded } of events) {
    const { processId } = recorded as unknown as { processId: string };
    switch (type) {
      case 'ProcessCreated': {
        const { tenantId, company, participants } = recorded as unknown as DataOf<'ProcessCreated'>;
        const personIds = participants.map(({ personId }) => personId);
        changes.opened.set(processId, { tenantId, companyId: company.companyId, personIds });
        break;
      }
      case 'ParticipantReplaced': {
        const { participant } = recorded as unknown as { participant: { personId: string } };
        changes.joined.set(processId, [...(changes.joined.get(processId) ?? []), participant.personId]);
        break;
      }
      case 'ProcessFinished':
      case 'ProcessRejected':
      case 'ProcessCanceled':
        changes.ended.add(processId);
        break;
    }
  }
  return changes;
}

async function apply(client: PoolClient, { opened, joined, ended }: Changes): Promise<void> {
  const rows = [...opened].map(([processId, open]) => ({
    process_id: processId,
    tenant_id: open.tenantId,
    company_id: open.companyId,
    person_ids: open.personIds,
  }));
  await client.query(
    `insert into ${schema}.open_process (process_id, tenant_id, company_id, person_ids)
     select process_id, tenant_id, company_id, array(select jsonb_array_elements_text(person_ids)::uuid)
       from jsonb_to_recordset($1::jsonb) as given (process_id uuid, tenant_id uuid, company_id uuid, person_ids jsonb)
     on conflict (process_id) do nothing`,
    [JSON.stringify(rows)],
  );
  for (const [processId, personIds] of joined)
    await client.query(
      `update ${schema}.open_process set person_ids = person_ids || $2::uuid[] where process_id = $1`,
      [processId, personIds],
    );
  await client.query(`delete from ${schema}.open_process where process_id = any($1::uuid[])`, [[...ended]]);
}
