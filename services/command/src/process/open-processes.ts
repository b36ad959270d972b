import { contactOf, type Contact } from '@lacre/contracts';
import type { EventStore } from '@lacre/event-store';
import type { LogIndex } from '@lacre/event-store/log-index';
import type { Pool } from 'pg';

import { schema } from '../database/migrations.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { signatureProcess } from './decide/decide-process.ts';
import { processOf, type ExistingProcess } from './decide/state.ts';
import { openProcessIndex } from './open-process-index.ts';

/** Streams read side by side. */
const AT_ONCE = 20;

/**
 * Which processes may still wait for a company's or a person's signatures: an index of the log, filled from it. It only
 * says which streams to read; whether one waits is decided from the stream.
 */
export class OpenProcesses {
  readonly #pool: Pool;
  readonly #handler: CommandHandler;
  readonly #index: LogIndex;

  constructor(pool: Pool, store: EventStore, handler: CommandHandler) {
    this.#pool = pool;
    this.#handler = handler;
    this.#index = openProcessIndex(pool, store);
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

  /** Processes in which the person signs, or another in their name, that wait for signatures or seals, of all created before the call. */
  async withPerson(tenantId: string, personId: string): Promise<string[]> {
    const found = await this.#find(tenantId, 'person_ids @> array[$2::uuid]', personId);
    return found
      .filter(
        ({ status, participants }) =>
          status === 'waiting' &&
          participants.some((one) => one.personId === personId || one.atRequestOf?.personId === personId),
      )
      .map(({ processId }) => processId);
  }

  /** Contacts of the person in processes that wait for signatures or seals, of all created before the call. */
  async contactsOf(tenantId: string, personId: string): Promise<Contact[]> {
    const found = await this.#find(tenantId, 'person_ids @> array[$2::uuid]', personId);
    return found
      .filter(({ status }) => status === 'waiting')
      .flatMap(({ participants }) => participants.filter((one) => one.personId === personId).map(contactOf));
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
        .map(({ process_id: processId }) => this.#handler.load(signatureProcess, processId));
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
