import { createHash } from 'node:crypto';

import type { PersonalLeaf } from '@lacre/contracts';

import type { Marking } from '../marking.ts';

/** Three people, who share everything that tests write. */
export const TEST_SUBJECTS: readonly [string, string, string] = [
  '00000000-0000-4000-8000-00000000000a',
  '00000000-0000-4000-8000-00000000000b',
  '00000000-0000-4000-8000-00000000000c',
];

/** Longer than any personal field. What is encrypted takes a third more room of what one append may hold. */
const LONGEST = 10_000;

/** Marks every value in the data of every event, each as one of the three's. */
export const markEverything: Marking = {
  contentOf({ data }) {
    const leaves: PersonalLeaf[] = [];
    collect(data, ['data'], leaves);
    return { leaves, subjects: new Set(leaves.map(({ subject }) => subject)) };
  },
  faultOf: () => undefined,
  erasedBy: ({ type, data }) => (type === 'TestErased' ? String(data['subject']) : undefined),
};

function collect(value: unknown, path: (string | number)[], leaves: PersonalLeaf[]): void {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) return value.forEach((item, index) => collect(item, [...path, index], leaves));
  if (typeof value === 'object') {
    for (const [name, member] of Object.entries(value)) collect(member, [...path, name], leaves);
    return;
  }
  if (typeof value === 'string' && value.length > LONGEST) return;
  const subject = TEST_SUBJECTS[createHash('sha1').update(path.join('.')).digest().readUInt8(0) % 3]!;
  leaves.push({ path, value, subject, erased: typeof value === 'string' ? 'text' : 'absent' });
}
