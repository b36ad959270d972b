import { TENANT_HISTORY, WEBHOOK_EVENT_TYPES } from '@lacre/contracts';
import { expect, test } from 'vitest';

import { tenantActions } from './tenant-actions.ts';
import { webhookEventGroups } from './webhook-events.ts';

test('every fact of a tenant’s history has its words, and nothing else has', () => {
  const actions = TENANT_HISTORY.map((type) => type.charAt(0).toLowerCase() + type.slice(1));
  expect(Object.keys(tenantActions).toSorted()).toEqual(actions.toSorted());
});

test('every type that webhooks are sent can be chosen for one, and nothing else can', () => {
  const types = webhookEventGroups.flatMap(({ events }) => Object.keys(events));
  expect(types.toSorted()).toEqual([...WEBHOOK_EVENT_TYPES].toSorted());
});
