import { END, START } from '@kurrent/kurrentdb-client';
import type { Position as LogPosition, ReadPosition } from '@kurrent/kurrentdb-client';

import type { Position } from '../port.ts';

/** A place in KurrentDB's log has two numbers; the port's text is `<commit>/<prepare>`. */
export function positionText({ commit, prepare }: LogPosition): Position {
  return `${commit}/${prepare}` as Position;
}

export function logPosition(position: Position): LogPosition {
  const [commit, prepare] = position.split('/') as [string, string];
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
}

export function readPosition(position: Position | 'start' | 'end'): ReadPosition {
  if (position === 'start') return START;
  return position === 'end' ? END : logPosition(position);
}

export function comparePositions(a: Position, b: Position): number {
  const [left, right] = [logPosition(a), logPosition(b)];
  const difference = left.commit - right.commit || left.prepare - right.prepare;
  return difference < 0n ? -1 : Number(difference > 0n);
}
