import { ForeignEvent } from '@lacre/adapters/log-server';
import { eventFault } from '@lacre/contracts';
import { EventStoreFault, StreamTruncated, type EventStore, type RecordedEvent } from '@lacre/event-store';

import type { Audited, BegunCheck, CheckResult } from '../check.ts';
import { IdSet } from '../id-set.ts';
import { placeOf, type Installation } from '../open-installation.ts';

type Found = CheckResult['problems'][number];

/**
 * Every stream counts from 0 without a gap, both in the log and when it is read by itself; order only goes up, no id is
 * there twice, every event fits the contracts, and what it has of people can be read unless they were erased. What others
 * keep on the same server is counted, and is no problem; what they wrote into the installation's streams is.
 */
export function logIsContiguous({
  eventStore,
  damaged,
  foreignEvents,
  foreign: intruders = new Map(),
}: Audited): BegunCheck {
  const next = new Map<string, bigint>();
  const ids = new IdSet();
  const problems: Found[] = [];
  let last: RecordedEvent | undefined;
  let count = 0;
  return {
    enterStored: (event) => {
      const where = placeOf(event);
      let expected = next.get(event.stream) ?? 0n;
      while (intruders.has(placeOf({ stream: event.stream, revision: expected }))) expected += 1n;
      if (event.revision !== expected)
        problems.push({ where, what: `esperava-se o evento de número ${expected}: falta algo no registro` });
      if (last && eventStore.comparePositions(last.position, event.position) >= 0)
        problems.push({ where, what: 'está fora da ordem do registro' });
      if (!ids.add(event.id)) problems.push({ where, what: `o identificador ${event.id} se repete` });
      const misfit = misfitOf(event);
      if (misfit !== undefined) problems.push({ where, what: misfit });
      if (damaged.has(where)) problems.push({ where, what: DAMAGED });
      next.set(event.stream, event.revision + 1n);
      last = event;
      count += 1;
    },
    end: async () => {
      const cut = await cutStreams(eventStore, next.keys());
      const foreign = (await foreignEvents?.()) ?? 0;
      const others = foreign === 0 ? '' : `; ${foreign} eventos de outros sistemas no mesmo servidor`;
      return {
        looked: `${count} eventos em ${next.size} fluxos${others}`,
        problems: [...cut, ...intruded(intruders), ...problems],
      };
    },
  };
}

/** Of each stream: a system that writes to it writes often. */
function intruded(intruders: NonNullable<Installation['foreign']>): Found[] {
  const streams = Map.groupBy(intruders.values(), ({ stream }) => stream);
  return [...streams].map(([stream, events]) => {
    const [first] = events;
    const many =
      events.length === 1
        ? ''
        : `; são ${events.length} neste fluxo, até o de número ${events.at(-1)?.revision}`;
    return {
      where: placeOf({ stream, revision: first?.revision ?? 0n }),
      what: `o evento (${first?.type}) não foi escrito pelo Lacre, que passa por ele; confira quem pode escrever neste servidor (lacre log prepare)${many}`,
    };
  });
}

/** Streams looked at together. */
const AT_ONCE = 16;

/**
 * Truncated or deleted streams: read alone, they begin later than in the log ($maxCount, $maxAge, $tb, a deletion). A
 * decision made from such a stream is wrong.
 */
async function cutStreams(store: EventStore, streams: IteratorObject<string>): Promise<Found[]> {
  const found: Found[] = [];
  const look = async () => {
    for (const stream of streams) {
      const what = await cutOf(store, stream);
      if (what !== undefined) found.push({ where: stream, what });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, look));
  return found.toSorted((one, other) => one.where.localeCompare(other.where));
}

const CUT = 'o fluxo foi cortado no servidor ($maxCount, $maxAge, $tb ou exclusão)';

async function cutOf(store: EventStore, stream: string): Promise<string | undefined> {
  try {
    for await (const { revision } of store.readStream(stream, { limit: 1 }))
      return revision === 0n ? undefined : `${CUT}: começa no evento de número ${revision}`;
    return `${CUT}: lido por si, está vazio`;
  } catch (error) {
    if (error instanceof StreamTruncated) return CUT;
    // Named with the events that others wrote.
    if (error instanceof EventStoreFault && error.cause instanceof ForeignEvent) return undefined;
    throw error;
  }
}

const DAMAGED =
  'os dados pessoais não podem ser lidos, e ninguém os apagou: o evento foi alterado, ou perdeu-se uma chave';

const MISFITS: Readonly<
  Record<NonNullable<ReturnType<typeof eventFault>>['in'], (type: string, path: string) => string>
> = {
  type: (type) => `o tipo ${type} não existe`,
  data: (type, path) => `${type} não tem a forma que deveria (${path})`,
  metadata: (_type, path) => `os metadados não têm a forma que deveriam (${path})`,
};

function misfitOf(event: RecordedEvent): string | undefined {
  const fault = eventFault(event);
  return fault && MISFITS[fault.in](event.type, fault.path);
}
