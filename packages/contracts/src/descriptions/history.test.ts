import { expect, it } from 'vitest';

import { historyObjectsOf, historySubjectOf } from './history.ts';
import { HISTORY_KINDS, historyKindOf, historyTypesOf, TENANT_HISTORY } from './index.ts';

it('gives every kind some events, and each event one kind', () => {
  for (const kind of HISTORY_KINDS) expect([kind, historyTypesOf(kind)]).not.toEqual([kind, []]);
  expect(TENANT_HISTORY.map((type) => historyTypesOf(historyKindOf(type)).includes(type))).not.toContain(
    false,
  );
  expect(() => historyKindOf('SealRendered')).toThrow('SealRendered');
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
