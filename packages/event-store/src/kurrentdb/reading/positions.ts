import type { Position } from '../../port.ts';

/** A place in KurrentDB's log has two numbers, decimals in the protocol; the port's text is `<commit>/<prepare>`. */
export function positionText(commit: string, prepare: string): Position {
  return `${commit}/${prepare}` as Position;
}

export function positionNumbers(position: Position): { commit: string; prepare: string } {
  const [commit, prepare] = position.split('/') as [string, string];
  return { commit, prepare };
}

/**
 * Whether this can be a place. Positions are signed in the server; until 24.10.4 it gave 2^64−1 for "nowhere" in a
 * checkpoint (mended by https://github.com/kurrent-io/KurrentDB/pull/4892).
 */
export function isPlace(commit: string): boolean {
  return BigInt(commit) < 2n ** 63n;
}

export function comparePositions(a: Position, b: Position): number {
  const [left, right] = [positionNumbers(a), positionNumbers(b)];
  const difference =
    BigInt(left.commit) - BigInt(right.commit) || BigInt(left.prepare) - BigInt(right.prepare);
  return difference < 0n ? -1 : Number(difference > 0n);
}
