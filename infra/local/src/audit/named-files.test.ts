import type { DataOf, DomainEvent } from '@lacre/contracts';
import { expect, it } from 'vitest';

import { filesOf } from './named-files.ts';

const revisions: DataOf<'SealRenewed'>['revisions'] = [
  { kind: 'validation-data', sha256: 'first', sizeBytes: 10, fileSha256: 'all up to the first' },
  { kind: 'time-stamp', sha256: 'second', sizeBytes: 20, fileSha256: 'all up to the second' },
];
const filesNamed = (
  type: 'SealProduced' | 'SealRenewed' | 'EvidenceSealed' | 'PartialCopySealed',
  more: object,
) =>
  filesOf({ type, data: { sourceSha256: 'source', sha256: 'whole', revisions, ...more } } as DomainEvent).map(
    ({ sha256 }) => sha256,
  );

/** What a backup copies, and what `fsck` looks for. */
it.each([
  ['SealProduced', ['source']],
  ['SealRenewed', []],
  ['EvidenceSealed', ['source']],
  ['PartialCopySealed', ['source']],
] as const)('%s names its pack, or each revision where there is none', (type, before) => {
  expect(filesNamed(type, { pack: { sha256: 'pack', sizeBytes: 30 } })).toEqual([...before, 'pack']);
  expect(filesNamed(type, {})).toEqual([...before, 'first', 'second']);
});

it('asks for nothing that the steps of a seal leave for each other', () => {
  const step = {
    sourceSha256: 'source',
    evidence: { pack: { sha256: 'evidence' } },
    tail: { sha256: 'tail' },
  };
  const steps = ['SealRendered', 'SealSigned', 'SealTimeStamped', 'SealValidationDataAdded', 'SealArchived'];
  expect(steps.flatMap((type) => filesOf({ type, data: step } as unknown as DomainEvent))).toEqual([]);
});
