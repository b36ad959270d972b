/** What became of the credits one process reserved. */
export interface Reservation {
  amount: number;
  /** Documents whose credit was consumed or given back, each once. */
  settled: Readonly<Record<string, 'consumed' | 'refunded'>>;
  /** The whole reservation went back, because the process never came to be. */
  refundedWhole: boolean;
  /** Of processes that are made together. */
  setId?: string | undefined;
}

const SHARDS = 1024;

/**
 * Reservations by process. Changing one copies a shard, not the whole: a tenant's credits are folded from its first
 * event on, and copying everything at each event would cost the square of their number.
 */
export class Reservations {
  readonly #shards: readonly (ReadonlyMap<string, Reservation> | undefined)[];

  constructor(
    shards: readonly (ReadonlyMap<string, Reservation> | undefined)[] = Array.from({ length: SHARDS }),
  ) {
    this.#shards = shards;
  }

  get(processId: string): Reservation | undefined {
    return this.#shards[shardOf(processId)]?.get(processId);
  }

  /** Processes of a set, by their reservations. Looks through all of them: for what is rare. */
  ofSet(setId: string): string[] {
    return this.#shards.flatMap((shard) =>
      [...(shard ?? [])].flatMap(([processId, reservation]) =>
        reservation.setId === setId ? [processId] : [],
      ),
    );
  }

  with(processId: string, reservation: Reservation): Reservations {
    const shards = this.#shards.slice();
    const index = shardOf(processId);
    shards[index] = new Map(shards[index]).set(processId, reservation);
    return new Reservations(shards);
  }
}

/** Process ids are UUIDs: their first digits spread evenly. */
const shardOf = (processId: string): number => Number.parseInt(processId.slice(0, 8), 16) % SHARDS;

/** Credits of the reservation that are neither consumed nor given back. */
export function remainingOf({ amount, settled, refundedWhole }: Reservation): number {
  return refundedWhole ? 0 : amount - Object.keys(settled).length;
}
