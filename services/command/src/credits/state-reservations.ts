/** What became of the credits one process reserved. */
export interface Reservation {
  amount: number;
  /** Documents whose credit was consumed or given back, each once. */
  settled: Readonly<Record<string, 'consumed' | 'refunded'>>;
  /** The whole reservation went back, because the process was not created. */
  refundedWhole: boolean;
  /** Of processes that are made together. */
  setId?: string | undefined;
}

/** A reservation in memory, or that there is none of the process. */
interface Held {
  reservation: Reservation | undefined;
  /** Since it was read from a snapshot. */
  isChanged: boolean;
}

type Shard = ReadonlyMap<string, Held>;

const SHARDS = 1024;

/**
 * Reservations by process: all of an account, or those that were read from its snapshot or made since. Changing one
 * copies a shard, not the whole, for copying everything at each event would cost the square of their number.
 */
export class Reservations {
  readonly #shards: readonly (Shard | undefined)[];
  /** How many processes it knows of. */
  readonly size: number;

  private constructor(shards: readonly (Shard | undefined)[], size: number) {
    this.#shards = shards;
    this.size = size;
  }

  static readonly NONE = new Reservations(Array.from({ length: SHARDS }), 0);

  get(processId: string): Reservation | undefined {
    return this.#held(processId)?.reservation;
  }

  /** Whether it can say what the process reserved, be it nothing, without its account's snapshot. */
  knows(processId: string): boolean {
    return this.#held(processId) !== undefined;
  }

  /** Processes of a set, by their reservations. Looks through all of them: for what is rare. */
  ofSet(setId: string): string[] {
    return this.#all().flatMap(([processId, { reservation }]) =>
      reservation?.setId === setId ? [processId] : [],
    );
  }

  /** What a snapshot does not have as it is now. */
  changed(): [processId: string, reservation: Reservation][] {
    return this.#all().flatMap(([processId, { reservation, isChanged }]): [string, Reservation][] =>
      isChanged && reservation !== undefined ? [[processId, reservation]] : [],
    );
  }

  with(processId: string, reservation: Reservation): Reservations {
    return this.#put(processId, { reservation, isChanged: true });
  }

  /** Takes in what a snapshot says of processes, where nothing is known of them. */
  read(processId: string, reservation: Reservation | undefined): Reservations {
    return this.knows(processId) ? this : this.#put(processId, { reservation, isChanged: false });
  }

  #put(processId: string, held: Held): Reservations {
    const shards = this.#shards.slice();
    const index = shardOf(processId);
    shards[index] = new Map(shards[index]).set(processId, held);
    return new Reservations(shards, this.size + (this.knows(processId) ? 0 : 1));
  }

  #held(processId: string): Held | undefined {
    return this.#shards[shardOf(processId)]?.get(processId);
  }

  #all(): [string, Held][] {
    return this.#shards.flatMap((shard) => [...(shard ?? [])]);
  }
}

/** Process ids are UUIDs: their first digits spread evenly. */
const shardOf = (processId: string): number => Number.parseInt(processId.slice(0, 8), 16) % SHARDS;

/** Credits of the reservation that are neither consumed nor given back. */
export function remainingOf({ amount, settled, refundedWhole }: Reservation): number {
  return refundedWhole ? 0 : amount - Object.keys(settled).length;
}
