import type { FaceEngine } from '../engine/face-engine.ts';
import { distanceFrom, similarityOf } from '../rules/similarity.ts';
import { rateOf, Tally, type Rate } from './tally.ts';

/** One picture of one person, as the engine saw it. */
export interface Portrait {
  person: string;
  template: Float32Array;
  /** Whether the product would take it: by its light, size, sharpness and pose. */
  good: boolean;
}

/** What a minimum of similarity would have let through, and kept out. */
export interface ThresholdRow {
  similarity: number;
  /** Strangers taken for the person (ISO/IEC 19795-1: false match rate of this comparison). */
  falseAccept: Rate | undefined;
  /** The person taken for a stranger (false non-match rate). */
  falseReject: Rate | undefined;
}

export interface Comparison {
  /** Pictures enrolled for each person; the closest of them counts. */
  enrolled: number;
  /** Whether only pictures that the product would take were compared. */
  goodOnly: boolean;
  /** How often somebody was compared with themselves, and with others. */
  genuine: number;
  impostor: number;
  rows: ThresholdRow[];
}

/** From what the product never goes below (50) to what a tenant may ask for at most (90), and below for the curve. */
const SIMILARITIES = [30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90];

/**
 * Compares everybody with themselves and with all others. With one picture enrolled, every pair of pictures is compared
 * once. With more, each run of neighbours among a person's pictures, in the order given, is enrolled in turn, and all
 * other pictures are shown to it. Comparisons that share pictures are not independent: intervals are narrower than they
 * should be.
 */
export function comparePeople(
  engine: Pick<FaceEngine, 'distance'>,
  portraits: readonly Portrait[],
  { enrolled, goodOnly }: { enrolled: number; goodOnly: boolean },
): Comparison {
  const people = new Map<string, Float32Array[]>();
  for (const { person, template, good } of portraits)
    if (good || !goodOnly) people.set(person, [...(people.get(person) ?? []), template]);
  const genuine = new Tally();
  const impostor = new Tally();
  const order = [...people.keys()];
  for (const [index, person] of order.entries()) {
    const own = people.get(person) ?? [];
    for (const { list, shown } of enrolments(own, enrolled)) {
      for (const template of shown) genuine.add(similarityOf(distanceFrom(engine, [template], list)));
      // A pair of single pictures is the same either way.
      const others = enrolled === 1 ? order.slice(index + 1) : order.filter((other) => other !== person);
      for (const other of others)
        for (const template of people.get(other) ?? [])
          impostor.add(similarityOf(distanceFrom(engine, [template], list)));
    }
  }
  return {
    enrolled,
    goodOnly,
    genuine: genuine.total,
    impostor: impostor.total,
    rows: SIMILARITIES.map((similarity) => ({
      similarity,
      falseAccept: rateOf(impostor.atLeast(similarity), impostor.total),
      falseReject: rateOf(genuine.total - genuine.atLeast(similarity), genuine.total),
    })),
  };
}

interface Enrolment {
  list: Float32Array[];
  /** The person's other pictures that are shown to it. */
  shown: Float32Array[];
}

function enrolments(own: readonly Float32Array[], enrolled: number): Enrolment[] {
  if (enrolled === 1) return own.map((template, at) => ({ list: [template], shown: own.slice(at + 1) }));
  if (own.length <= enrolled) return [];
  return own.map((_, at) => {
    const chosen = new Set(Array.from({ length: enrolled }, (_unused, step) => (at + step) % own.length));
    return {
      list: own.filter((_template, place) => chosen.has(place)),
      shown: own.filter((_template, place) => !chosen.has(place)),
    };
  });
}
