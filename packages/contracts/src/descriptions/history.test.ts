import { expect, it } from 'vitest';

import { historyObjectsOf, historySubjectOf, historyTypesOf } from './history.ts';
import { HISTORY_KINDS, TENANT_HISTORY } from './index.ts';

it('has every event of the history in one kind', () => {
  expect(HISTORY_KINDS.flatMap(historyTypesOf).toSorted()).toEqual(TENANT_HISTORY.toSorted());
});

it('names people first, and each once', () => {
  const data = {
    tenantId: 't',
    processId: 'p',
    replaced: { personId: 'ana' },
    participant: { personId: 'rui' },
    personIds: ['rui', 'eva'],
  };
  expect(historyObjectsOf(data)).toEqual([
    { kind: 'person', id: 'ana' },
    { kind: 'person', id: 'rui' },
    { kind: 'person', id: 'eva' },
    { kind: 'process', id: 'p' },
  ]);
  expect(historySubjectOf(data)).toBe('ana');
  expect(historySubjectOf({ processId: 'p', documentId: 'd' })).toBeUndefined();
});
