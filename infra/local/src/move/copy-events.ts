import { streams } from '@lacre/contracts';
import { eventsAfter, type EventStore, type RecordedEvent } from '@lacre/event-store';
import { LogDigest, type LogFigures } from '@lacre/event-store/copy';

import { MoveRefused } from './move-refused.ts';
import type { Staging } from './staging.ts';

/** What one transaction of the copy takes at most: events of the tenant, and events read. */
const COPIED_AT_ONCE = 1000;
const READ_AT_ONCE = 20_000;

const RESERVATIONS = streams.reservation('');
export const isReservation = ({ stream }: RecordedEvent): boolean => stream.startsWith(RESERVATIONS);

/** Whether the event goes with the tenant as it is; reservations are made anew. */
export const isOfTenant = (event: RecordedEvent, tenantId: string): boolean =>
  event.metadata['tenantId'] === tenantId && !isReservation(event);

/**
 * Copies what came to the source's log since the copy was last brought up to it, by the byte: ids, streams, revisions,
 * moments, personal data as it is stored. The whole log is read, since no other place says which events are a
 * tenant's.
 *
 * @param onProgress how many of the tenant's were copied by this call, of how many that were read
 */
export async function copyEvents(
  log: EventStore,
  staging: Staging,
  tenantId: string,
  onProgress: (copied: number, read: number) => void = () => {},
): Promise<number> {
  let copied = 0;
  let read = 0;
  let readAtOnce = 0;
  let events: RecordedEvent[] = [];
  let reservations = new Map<string, string | null>();
  let last: RecordedEvent | undefined;
  const keep = async (): Promise<void> => {
    if (last === undefined) return;
    await staging.add({ events, reservations, copiedTo: last.position });
    copied += events.length;
    readAtOnce = 0;
    events = [];
    reservations = new Map();
    onProgress(copied, read);
  };
  for await (const event of eventsAfter(log, staging.copiedTo)) {
    last = event;
    read += 1;
    readAtOnce += 1;
    if (isReservation(event)) reservations.set(event.stream, ownerAfter(event, tenantId));
    else if (isOfTenant(event, tenantId)) events.push(event);
    if (events.length >= COPIED_AT_ONCE || readAtOnce >= READ_AT_ONCE) await keep();
  }
  await keep();
  return copied;
}

/** Whose the value is after the event, where it is the tenant's. */
export function ownerAfter({ type, data }: RecordedEvent, tenantId: string): string | null {
  if (type === 'ValueReleased') return null;
  const { owner, tenantId: of } = data;
  return of === tenantId && typeof owner === 'string' ? owner : null;
}

/**
 * Reads the source's log and the copy anew, each by itself, and holds one against the other: in the log's order, hash and
 * count. Goes on where it was.
 */
export class Comparison {
  readonly #log: EventStore;
  readonly #staging: Staging;
  readonly #tenantId: string;
  readonly #original = new LogDigest();
  readonly #copy = new LogDigest();
  #readTo: Parameters<typeof eventsAfter>[1] = 'start';
  #copyReadTo = 0n;

  constructor(log: EventStore, staging: Staging, tenantId: string) {
    this.#log = log;
    this.#staging = staging;
    this.#tenantId = tenantId;
  }

  /** @throws MoveRefused when they differ */
  async advance(): Promise<LogFigures> {
    const { copiedTo } = this.#staging;
    if (copiedTo !== 'start')
      for await (const event of eventsAfter(this.#log, this.#readTo)) {
        if (this.#log.comparePositions(event.position, copiedTo) > 0) break;
        this.#readTo = event.position;
        if (isOfTenant(event, this.#tenantId)) this.#original.add(event);
      }
    for await (const event of this.#staging.events(this.#copyReadTo)) {
      this.#copyReadTo = BigInt(event.position);
      this.#copy.add(event);
    }
    const [original, copy] = [this.#original.figures(), this.#copy.figures()];
    if (original.sha256 !== copy.sha256 || original.events !== copy.events)
      throw new MoveRefused(
        `a cópia não é igual à origem (${copy.events} eventos, e não ${original.events}): desista com --abandon, e repita.`,
      );
    const unfinished = await this.#staging.unfinishedStreams();
    if (unfinished.length > 0)
      throw new MoveRefused(
        `há fluxos com eventos de outra conta ou sem os primeiros (${unfinished.join(', ')}): veja lacre fsck. A conta não foi levada.`,
      );
    return copy;
  }
}
