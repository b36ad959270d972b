import type { DataOf } from '@lacre/contracts';
import { expect, it } from 'vitest';

import { filesOfRevisions, partsOf } from './seal-record.ts';

const revision = (kind: 'seal' | 'time-stamp', sha256: string) => ({
  kind,
  sha256,
  sizeBytes: 10,
  fileSha256: `${sha256} and all before`,
});
const revisions: DataOf<'SealRenewed'>['revisions'] = [
  revision('seal', 'first'),
  revision('time-stamp', 'second'),
];
const made = { sourceSha256: 'source', sha256: 'whole' };

it('reads added bytes from their pack', () => {
  const pack = { sha256: 'pack', sizeBytes: 20 };
  expect(filesOfRevisions({ revisions, pack })).toEqual(['pack']);
  expect(partsOf({ ...made, revisions, pack })).toEqual(['source', 'pack']);
});

it('reads files from before there were packs as they are stored', () => {
  expect(filesOfRevisions({ revisions })).toEqual(['first', 'second']);
  expect(partsOf({ ...made, revisions })).toEqual(['source', 'first', 'second']);
  expect(partsOf(made)).toEqual(['whole']);
});
