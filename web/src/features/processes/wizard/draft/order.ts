import type { Draft, DraftParticipant } from './draft.ts';

/** The participants as they are listed: by their places where there is an order, else as they were included. */
export const listed = ({ ordered: isOrdered, participants }: Draft): DraftParticipant[] =>
  isOrdered ? participants.toSorted((one, other) => one.group - other.group) : participants;

/** With a place in the order for each: as they are listed, unless places were given before. */
export function ordered({ participants }: Draft): DraftParticipant[] {
  if (new Set(participants.map(({ group }) => group)).size > 1) return participants;
  return participants.map((each, index) => ({ ...each, group: index + 1 }));
}

/** Where in the order a new participant comes: last, or with the others where there is none. */
export const nextGroup = ({ ordered: isOrdered, participants }: Draft): number =>
  isOrdered ? Math.max(0, ...participants.map(({ group }) => group)) + 1 : 1;

/**
 * The participants after one of them was moved in the list. Between two who sign at the same time they sign with them;
 * anywhere else alone. Places are counted anew, without gaps.
 *
 * @param from the index in the list. @param to the index there after the move
 */
export function moved(draft: Draft, from: number, to: number): DraftParticipant[] {
  const others = listed(draft);
  const [one] = others.splice(from, 1);
  if (one === undefined) return draft.participants;
  const [before, after] = [others[to - 1], others[to]];
  const joins = before !== undefined && after !== undefined && before.group === after.group;
  // A place of its own, halfway: the count below makes it whole.
  const group = joins ? before.group : (before?.group ?? 0) + 0.5;
  return counted(others.toSpliced(to, 0, { ...one, group }));
}

/** With the places 1, 2, 3 … in the order of those given. */
function counted(participants: readonly DraftParticipant[]): DraftParticipant[] {
  const places = [...new Set(participants.map(({ group }) => group))].toSorted((one, other) => one - other);
  return participants.map((each) => ({ ...each, group: places.indexOf(each.group) + 1 }));
}

/** The participant's place, in words for those who do not see the list. */
export function placeInWords(participants: readonly DraftParticipant[], personId: string): string {
  const one = participants.find((each) => each.personId === personId);
  if (one === undefined) return '';
  const places = new Set(participants.map(({ group }) => group)).size;
  const isAlone = participants.filter(({ group }) => group === one.group).length === 1;
  return `${one.name}: ${one.group}º de ${places} a assinar${isAlone ? '' : ', ao mesmo tempo que outros'}`;
}
