import { authority } from '@lacre/pades-lab/fixtures/authorities';
import { handmadeCertificate, policies } from '@lacre/pades-lab/fixtures/handmade-certificates';
import { expect, test } from 'vitest';

import { icpBrasilPolicy } from './icp-brasil.ts';

test.for([
  ['2.16.76.1.2.1.133', 'A1'],
  ['2.16.76.1.2.3.6', 'A3'],
  ['2.16.76.1.2.4.1', 'A4'],
  ['2.16.76.1.2.101.2', 'S1'],
  ['2.16.76.1.2.303.1', 'T3'],
  ['2.16.76.1.2.500.1', undefined],
] as const)('the policy %s is of ICP-Brasil, type %s', ([oid, type]) => {
  const { certificate } = handmadeCertificate({ name: 'x', extensions: [policies('1.2.3', oid)] });
  expect(icpBrasilPolicy(certificate)).toEqual({ oid, type });
});

test.for(['2.16.76.1.20.1', '2.16.76.1.3.1', '2.16.76.2.2.1.1', '1.2.16.76.1.2.1'])(
  'the policy %s is not',
  (oid) => {
    const { certificate } = handmadeCertificate({ name: 'x', extensions: [policies(oid)] });
    expect(icpBrasilPolicy(certificate)).toBeUndefined();
  },
);

test('a local authority claims none', async () => {
  expect(icpBrasilPolicy((await authority()).seal.certificate)).toBeUndefined();
});
