import { lastOfStreams, LOG_TABLE, readRecorded } from '@lacre/adapters/log-rows';
import { OWNER_ENDINGS, reservationsElsewhere, type RenamedReservation } from '@lacre/command';
import { domainSkeleton, MAX_WEBHOOKS, schemaVersionOf, streams, type EventType } from '@lacre/contracts';
import {
  bareOf,
  derivedId,
  eventsAfter,
  type Json,
  type JsonObject,
  type Position,
  type RecordedEvent,
} from '@lacre/event-store';
import type { ClientBase, Pool } from 'pg';

import type { CopiedSoFar, End, Move } from './ends.ts';
import { MoveRefused } from './move-refused.ts';

/** Where the values stand that belong to one owner each. */
const OWNERS = [streams.tenant(''), streams.user(''), streams.company(''), streams.person('')];
const STREAMS_AT_ONCE = 1000;

/** A value that the tenant holds, by its reservations here and there. */
export interface HeldValue extends RenamedReservation {
  owner: string;
}

/**
 * Who holds what, found by the values in the tenant's events: a reservation is named by a digest of its value under the
 * installation's key. A reservation whose value no event says was never used, and one whose owner is gone is free:
 * neither goes along. Reads on where it was, as far as the copy has come.
 */
export class HeldValues {
  readonly #keys: { from: Uint8Array; to: Uint8Array };
  readonly #source: End;
  readonly #staging: CopiedSoFar;
  readonly #tenantId: string;
  readonly #found = new Map<string, RenamedReservation>();
  readonly #seen = new Set<string>();
  readonly #gone = new Set<string>();
  #readTo: Position | 'start' = 'start';

  constructor({ source, target, staging, tenantId }: Omit<Move, 'staging'> & { staging: CopiedSoFar }) {
    this.#keys = { from: source.digestKey, to: target.digestKey };
    this.#source = source;
    this.#staging = staging;
    this.#tenantId = tenantId;
  }

  async advance(): Promise<HeldValue[]> {
    const owners = await this.#staging.reservations();
    const find = reservationsElsewhere(this.#keys, this.#tenantId, (stream) => owners.has(stream));
    const ask = (value: string): void => {
      for (const renamed of find(value)) this.#found.set(renamed.stream, renamed);
    };
    for (let slot = 0; slot < MAX_WEBHOOKS; slot += 1) ask(String(slot));
    for await (const event of this.#events()) {
      this.#seen.add(event.stream);
      if (OWNER_ENDINGS.has(event.type)) this.#gone.add(event.stream);
      for (const value of textsIn(event.data)) ask(value);
      const { domain } = event.data;
      if (typeof domain === 'string') ask(domainSkeleton(domain));
    }
    return [...this.#found.values()].flatMap((renamed) => {
      const owner = owners.get(renamed.stream);
      const isThere = owner !== undefined && this.#seen.has(owner) && !this.#gone.has(owner);
      return isThere ? [{ ...renamed, owner }] : [];
    });
  }

  /** In plain; a value is reserved before an event says it, so that what was copied has the reservations of these. */
  async *#events(): AsyncGenerator<RecordedEvent> {
    const { copiedTo } = this.#staging;
    if (copiedTo === 'start') return;
    const { installation, log } = this.#source;
    const streamPrefixes = [...OWNERS, streams.webhook('')];
    for await (const event of eventsAfter(installation.eventStore, this.#readTo, { streamPrefixes })) {
      if (log.comparePositions(bareOf(event.position), copiedTo) > 0) return;
      this.#readTo = event.position;
      if (event.metadata['tenantId'] === this.#tenantId) yield event;
    }
  }
}

function* textsIn(value: Json | undefined): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value) as Json[]) yield* textsIn(each);
}

const WORDS: Readonly<Record<HeldValue['kind'], string>> = {
  cnpj: 'CNPJ de empresa',
  cpf: 'CPF de pessoa',
  email: 'email de usuário',
  phone: 'telefone de usuário',
  domain: 'endereço de entrada',
  skeleton: 'endereço de entrada que se confunde com outro',
  webhook: 'lugar de webhook',
};

/** What of the values belongs to others in the target, in a line for each kind. */
export async function takenValues(
  client: ClientBase | Pool,
  values: readonly HeldValue[],
): Promise<string[]> {
  const { taken } = await standingsIn(client, values);
  const counts = new Map<string, number>();
  for (const { kind } of taken) counts.set(WORDS[kind], (counts.get(WORDS[kind]) ?? 0) + 1);
  return [...counts].map(([words, count]) => `no destino já é de outros: ${words} (${count})`);
}

/**
 * The events by which the values become the tenant's in the target.
 *
 * @throws MoveRefused when one belongs to another there
 */
export async function reserveValues(
  client: ClientBase,
  values: readonly HeldValue[],
  { tenantId, moveId, now }: { tenantId: string; moveId: string; now: Date },
): Promise<RecordedEvent[]> {
  const { taken, last } = await standingsIn(client, values);
  if (taken.length > 0)
    throw new MoveRefused(`${(await takenValues(client, values)).join('\n')}\nA conta não foi levada.`);
  return values.flatMap(({ kind, elsewhere: stream, owner }) => {
    const before = last.get(stream);
    const held = before && heldBy(before);
    if (held === owner) return [];
    const type: EventType = held === undefined ? 'ValueReserved' : 'ReservationTakenOver';
    const data: JsonObject = { kind, tenantId, owner, ...(held !== undefined && { from: held }) };
    const metadata = {
      occurredAt: now.toISOString(),
      correlationId: moveId,
      schemaVersion: schemaVersionOf(type),
      tenantId,
      actor: { kind: 'system', name: 'operador' },
    };
    return {
      id: derivedId('tenant-move', moveId, stream),
      type,
      data,
      metadata,
      stream,
      revision: before === undefined ? 0n : before.revision + 1n,
      position: '' as Position,
      recordedAt: now.toISOString(),
    };
  });
}

/** @returns who the value belongs to after the last event of its reservation */
const heldBy = ({ type, data: { owner } }: RecordedEvent): string | undefined =>
  type === 'ValueReleased' || typeof owner !== 'string' ? undefined : owner;

async function standingsIn(client: ClientBase | Pool, values: readonly HeldValue[]) {
  const last = new Map<string, RecordedEvent>();
  const taken: HeldValue[] = [];
  for (let n = 0; n < values.length; n += STREAMS_AT_ONCE) {
    const some = values.slice(n, n + STREAMS_AT_ONCE);
    const found = await lastOfStreams(
      client,
      some.map(({ elsewhere }) => elsewhere),
    );
    for (const value of some) {
      const before = found.get(value.elsewhere);
      if (before === undefined) continue;
      last.set(value.elsewhere, before);
      const holder = heldBy(before);
      if (holder !== undefined && holder !== value.owner && !(await isGone(client, holder)))
        taken.push(value);
    }
  }
  return { last, taken };
}

/** Whether nothing brings the owner back: what it held is free. */
async function isGone(client: ClientBase | Pool, owner: string): Promise<boolean> {
  const endings = await readRecorded(client, `${LOG_TABLE} where stream = $1 and type = any ($2) limit 1`, [
    owner,
    [...OWNER_ENDINGS],
  ]);
  return endings.length > 0;
}
