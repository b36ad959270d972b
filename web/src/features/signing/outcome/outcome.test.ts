import type { DocumentStatus, ProcessStatus, SignatureStatus } from '@lacre/contracts';
import { expect, test } from 'vitest';

import { outcomeOf, type Outcome } from './outcome.ts';

type Document = [SignatureStatus, DocumentStatus];

test.each<[ProcessStatus, Document[], Outcome]>([
  ['waiting', [['pending', 'pending']], 'to-sign'],
  [
    'waiting',
    [
      ['signed', 'pending'],
      ['pending', 'pending'],
    ],
    'to-sign',
  ],
  ['waiting', [['signed', 'pending']], 'waiting'],
  ['waiting', [['signed', 'completed']], 'sealing'],
  [
    'waiting',
    [
      ['signed', 'sealed'],
      ['signed', 'pending'],
    ],
    'waiting',
  ],
  ['finished', [['signed', 'sealed']], 'finished'],
  [
    'finished',
    [
      ['signed', 'sealed'],
      ['canceled', 'canceled'],
    ],
    'finished',
  ],
  ['waiting', [['rejected', 'rejected']], 'rejected-by-you'],
  ['rejected', [['rejected', 'rejected']], 'rejected-by-you'],
  ['rejected', [['signed', 'rejected']], 'rejected'],
  ['rejected', [['pending', 'rejected']], 'rejected'],
  ['canceled', [['canceled', 'canceled']], 'canceled'],
  ['waiting', [['canceled', 'canceled']], 'canceled'],
  [
    'waiting',
    [
      ['canceled', 'sealed'],
      ['canceled', 'pending'],
    ],
    'dismissed',
  ],
])('a %s process with %j is %s', (status, documents, outcome) => {
  const request = {
    status,
    documents: documents.map(([signatureStatus, documentStatus]) => ({ signatureStatus, documentStatus })),
  };
  expect(outcomeOf(request)).toBe(outcome);
});

test('a request that its deadline closed is expired, not refused', () => {
  const document = { signatureStatus: 'rejected', documentStatus: 'rejected', expired: true } as const;
  expect(outcomeOf({ status: 'rejected', documents: [document] })).toBe('expired');
});
