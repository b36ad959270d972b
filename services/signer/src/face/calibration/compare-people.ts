import type { FaceEngine } from '../engine/face-engine.ts';
import { distanceFrom, similarityOf } from '../rules/similarity.ts';
import { rateOf, Tally, type Rate } from './tally.ts';

/** One picture of one person, as the engine saw it. */
export interface Portrait {
  person: string;
  /** Folder that those of people lie in, where the operator has sorted them by group. */
  group?: string | undefined;
  template: Float32Array;
  /** Whether the product would take it: by its light, size, sharpness and pose. */
  good: boolean;
}

/** What a minimum of similarity would have let through, and kept out. */
interface ThresholdRow {
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
  /** Of so many enrolments one was compared with others; 1: all of them. */
  every: number;
  /** How often people were compared with themselves, and with others. */
  genuine: number;
  impostor: number;
  rows: ThresholdRow[];
}

/** From what the product never goes below (50) to what a tenant may ask for at most (90), and below for the curve. */
const SIMILARITIES = [30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90];

/** Comparisons of two faces are bounded: of a larger data set one enrolled list in so many is shown to all others. */
const MAX_COMPARISONS = 30_000_000;

/**
 * Compares every person with themselves and with all others. With one picture enrolled, every pair of pictures is
 * compared once. With more, each run of neighbours among a person's pictures, in the order given, is enrolled in turn,
 * and all other pictures are shown to it. Comparisons that share pictures are not independent: intervals are narrower
 * than they should be.
 *
 * @param bound of comparisons with others; beyond it a part of the enrolments stands for all
 */
export function comparePeople(
  engine: Pick<FaceEngine, 'distance'>,
  portraits: readonly Portrait[],
  { enrolled, goodOnly, bound = MAX_COMPARISONS }: { enrolled: number; goodOnly: boolean; bound?: number },
): Comparison {
  const people = peopleOf(portraits, goodOnly);
  const shown = people.flatMap((own, person) => own.map((template) => ({ person, template })));
  const enrolments = people.flatMap((own, person) => enrolmentsOf(own, enrolled, person));
  const every = Math.max(1, Math.ceil((enrolments.length * shown.length * enrolled) / bound));
  const genuine = new Tally();
  const impostor = new Tally();
  for (const [index, { person, list, own }] of enrolments.entries()) {
    const similarity = (template: Float32Array) => similarityOf(distanceFrom(engine, [template], list));
    for (const template of own) genuine.add(similarity(template));
    if (index % every !== 0) continue;
    // A pair of single pictures is the same either way.
    for (const other of shown)
      if (enrolled === 1 ? other.person > person : other.person !== person)
        impostor.add(similarity(other.template));
  }
  return {
    enrolled,
    goodOnly,
    every,
    genuine: genuine.total,
    impostor: impostor.total,
    rows: SIMILARITIES.map((similarity) => ({
      similarity,
      falseAccept: rateOf(impostor.atLeast(similarity), impostor.total),
      falseReject: rateOf(genuine.total - genuine.atLeast(similarity), genuine.total),
    })),
  };
}

/**
 * A group of people, compared among themselves: strangers of one group are the ones most easily taken for each other.
 */
export interface GroupComparison {
  group: string;
  people: number;
  pictures: number;
  comparisons: Comparison[];
}

/** Compares each group by itself, in the order of their names; nothing where pictures came without groups. */
export function compareGroups(
  engine: Pick<FaceEngine, 'distance'>,
  portraits: readonly Portrait[],
  options: readonly Parameters<typeof comparePeople>[2][],
): GroupComparison[] {
  const groups = Map.groupBy(portraits, ({ group }) => group);
  return [...groups]
    .flatMap(([group, own]) =>
      group === undefined
        ? []
        : {
            group,
            people: new Set(own.map(({ person }) => person)).size,
            pictures: own.length,
            comparisons: options.map((asked) => comparePeople(engine, own, asked)),
          },
    )
    .toSorted((one, other) => (one.group < other.group ? -1 : 1));
}

/** The templates of each person. */
function peopleOf(portraits: readonly Portrait[], goodOnly: boolean): Float32Array[][] {
  const compared = portraits.filter(({ good }) => good || !goodOnly);
  const people = Map.groupBy(compared, ({ person }) => person);
  return [...people.values()].map((own) => own.map(({ template }) => template));
}

interface Enrolment {
  person: number;
  list: readonly Float32Array[];
  /** The person's other pictures that are shown to it. */
  own: readonly Float32Array[];
}

function enrolmentsOf(own: readonly Float32Array[], enrolled: number, person: number): Enrolment[] {
  if (enrolled === 1)
    return own.map((template, at) => ({ person, list: [template], own: own.slice(at + 1) }));
  if (own.length <= enrolled) return [];
  return own.map((_, at) => {
    const chosen = new Set(Array.from({ length: enrolled }, (_unused, step) => (at + step) % own.length));
    return {
      person,
      list: own.filter((_template, place) => chosen.has(place)),
      own: own.filter((_template, place) => !chosen.has(place)),
    };
  });
}
