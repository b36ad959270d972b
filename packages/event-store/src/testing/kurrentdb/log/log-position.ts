/** A place in the log as the protocol gives it: two halves, compared one after the other. */
export interface LogPosition {
  commit: bigint;
  prepare: bigint;
}

/** Before everything. On the wire a half of -1 is 2^64-1, which the client reads as a place after everything (K1). */
export const beforeAll: LogPosition = { commit: -1n, prepare: -1n };

export const atRecord = (position: bigint): LogPosition => ({ commit: position, prepare: position });

/** Where the next read begins after a record that ends here. */
export const afterRecord = (end: bigint): LogPosition => ({ commit: end, prepare: 0n });

export function isBefore(one: LogPosition, other: LogPosition): boolean {
  return one.commit < other.commit || (one.commit === other.commit && one.prepare < other.prepare);
}

export const unsigned = (half: bigint): bigint => BigInt.asUintN(64, half);
export const signed = (half: bigint): bigint => BigInt.asIntN(64, half);
