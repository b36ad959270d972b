import { errors, streams, type ErrorCode, type StreamEvents, type TenantMove } from '@lacre/contracts';
import { createDomainLog } from '@lacre/domain-log';
import {
  EventStoreDecorator,
  type AppendOptions,
  type AppendResult,
  type EventStore,
  type NewEvent,
  type OrderedAppend,
} from '@lacre/event-store';

import { EventFollower } from './event-follower.ts';
import { FoldedStreams } from './folded-streams.ts';
import { NO_TENANT, tenantEvolution, type TenantState } from './principal-state.ts';

/** What is asked of a tenant that nothing is done for here: it is being moved, or is elsewhere. Its message is for people. */
export class TenantAway extends Error {
  override readonly name = 'TenantAway';
  readonly code: Extract<ErrorCode, 'TENANT_MOVING' | 'TENANT_MOVED'>;
  /** Where a tenant is that was moved. */
  readonly address: string | undefined;

  /** Of where a tenant stands; undefined where it is here, and takes commands. */
  static of(move: TenantMove): TenantAway | undefined {
    return move.stage === 'moving' || move.stage === 'movedOut' ? new TenantAway(move) : undefined;
  }

  private constructor(move: Extract<TenantMove, { stage: 'moving' | 'movedOut' }>) {
    const isMoving = move.stage === 'moving';
    const code = isMoving ? 'TENANT_MOVING' : 'TENANT_MOVED';
    super(isMoving ? errors[code].title : `${errors[code].title} ${move.address}`);
    this.code = code;
    this.address = isMoving ? undefined : move.address;
  }
}

/** Where tenants stand that are moved from or to this installation. */
export interface TenantMoves {
  /**
   * As the log was a moment ago: a move that began since is seen as soon as its event comes, without a question to the
   * log each time. @throws EventStoreUnavailable
   */
  of(tenantId: string): Promise<TenantMove>;
  /** @returns undefined for a tenant that is here, and takes commands. @throws EventStoreUnavailable */
  awayOf(tenantId: string): Promise<TenantAway | undefined>;
}

export function createTenantMoves({
  eventStore,
  logger,
}: {
  eventStore: EventStore;
  logger: { error(fields: object, message: string): void };
}): TenantMoves {
  const log = createDomainLog(eventStore);
  const follower = new EventFollower(log, (err) =>
    logger.error({ err }, 'moves of tenants are not followed; their streams are read until they are'),
  );
  const tenants = new FoldedStreams<TenantState, StreamEvents['tenant']>(log, follower, {
    initial: NO_TENANT,
    evolution: tenantEvolution,
  });
  const of = async (tenantId: string) => (await tenants.followed(streams.tenant(tenantId))).move;
  return {
    of,
    awayOf: async (tenantId) => TenantAway.of(await of(tenantId)),
  };
}

/** The events by which a move goes on are appended while nothing else is. */
const isOfMove = ({ type }: NewEvent): boolean => type.startsWith('TenantMove');

/**
 * A log that takes nothing of a tenant that is being moved, or is elsewhere, but the events of its move: TenantAway is
 * what a command, a job and an operator get.
 */
export const holdAppends = (store: EventStore, moves: TenantMoves): EventStore =>
  new HeldEventStore(store, moves);

class HeldEventStore extends EventStoreDecorator {
  readonly #moves: TenantMoves;

  constructor(store: EventStore, moves: TenantMoves) {
    super(store);
    this.#moves = moves;
  }

  override async append(
    stream: string,
    events: readonly NewEvent[],
    options: AppendOptions,
  ): Promise<AppendResult> {
    await this.#assertHere(events);
    return this.store.append(stream, events, options);
  }

  override async appendInOrder(appends: readonly OrderedAppend[]): Promise<AppendResult[]> {
    await this.#assertHere(appends.flatMap(({ events }) => events));
    return this.store.appendInOrder(appends);
  }

  async #assertHere(events: readonly NewEvent[]): Promise<void> {
    const tenantIds = new Set(
      events.filter((event) => !isOfMove(event)).map(({ metadata }) => metadata['tenantId']),
    );
    for (const tenantId of tenantIds) {
      const away = typeof tenantId === 'string' ? await this.#moves.awayOf(tenantId) : undefined;
      if (away !== undefined) throw away;
    }
  }
}
