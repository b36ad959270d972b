import { createHash } from 'node:crypto';

import { expect, it } from 'vitest';

import {
  DECLARATION_SHA256,
  DECLARATION_VERSIONS,
  declarationText,
  declarerOf,
  DECLARERS,
} from './at-request.ts';

it.each(DECLARATION_VERSIONS.flatMap((version) => DECLARERS.map((by) => [version, by] as const)))(
  'version %s of the %s hashes to what signatures record: a declared text never changes',
  (version, by) => {
    const sha256 = createHash('sha256').update(declarationText(version, by)).digest('hex');
    expect(sha256).toBe(DECLARATION_SHA256[version][by]);
  },
);

it('asks the signer at another’s request and every witness for a declaration, and no participant of other processes', () => {
  const ana = { personId: 'ana', part: 'signer' as const, atRequestOf: {} };
  const leo = { personId: 'leo', part: 'signer' as const };
  const rui = { personId: 'rui', part: 'attestant' as const };
  expect([ana, leo, rui].map((one) => declarerOf(one, [ana, leo, rui]))).toEqual([
    'signer',
    undefined,
    'witness',
  ]);
  expect([leo, rui].map((one) => declarerOf(one, [leo, rui]))).toEqual([undefined, undefined]);
});
