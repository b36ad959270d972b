import type { FaceEngine } from '../engine/face-engine.ts';
import { SAME_PERSON_DISTANCE } from './liveness.ts';

/** Distance at which two faces are as likely taken for one as for two: similarity 50. Measured: see the README. */
const MIDPOINT = 0.5;
const STEEPNESS = 16;

/** How alike two faces are, of 100, by the distance of their templates. A score, not a probability. */
export function similarityOf(distance: number): number {
  return Math.round(1000 / (1 + Math.exp(STEEPNESS * (distance - MIDPOINT)))) / 10;
}

/**
 * How far what was shown is from what is enrolled: of each picture the closest enrolled template, of the pictures the
 * middle one, so that neither a single lucky picture decides nor a single bad one; the furthest, when it is further
 * than one person's pictures are from each other: then another person was before the camera, too.
 */
export function distanceFrom(
  engine: Pick<FaceEngine, 'distance'>,
  shown: readonly Float32Array[],
  enrolled: readonly Float32Array[],
): number {
  const closest = shown
    .map((template) => closestOf(engine, template, enrolled))
    .toSorted((one, other) => one - other);
  const middle = closest[Math.floor(closest.length / 2)];
  if (middle === undefined || enrolled.length === 0) throw new RangeError('nothing to compare');
  const furthest = closest.at(-1) ?? middle;
  return furthest > SAME_PERSON_DISTANCE ? furthest : middle;
}

function closestOf(
  engine: Pick<FaceEngine, 'distance'>,
  template: Float32Array,
  enrolled: readonly Float32Array[],
): number {
  let closest = Infinity;
  for (const known of enrolled) closest = Math.min(closest, engine.distance(template, known));
  return closest;
}
