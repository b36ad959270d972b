import { derivedId } from '@lacre/event-store';
import { it } from 'vitest';

import { specificationOf } from '../../decider/specification.ts';
import { personBatch } from './decide-person-batch.ts';

const { given } = specificationOf(personBatch);
const [batchId, tenantId, personId] = ['batch', 'tenant', 'person'].map((name) => derivedId(name)) as [
  string,
  string,
  string,
];
const create = { type: 'create', batchId, tenantId, personIds: [personId] } as const;
const created = {
  type: 'PersonBatchCreated',
  data: { batchId, tenantId, personIds: [personId] },
} as const satisfies object;

it('is created once', () => {
  given().when(create).thenTypes('PersonBatchCreated');
  given({ ...created, data: { ...created.data, personIds: [personId] } })
    .when(create)
    .thenNothing();
});

it('is never created after it was abandoned', () => {
  given({ type: 'PersonBatchAbandoned', data: { batchId, tenantId } })
    .when(create)
    .thenRejected('CONCURRENT_CHANGE');
});
