import { WEBHOOK_EVENT_TYPES } from '@lacre/contracts';
import { expect, test } from 'vitest';

import { webhookEventGroups } from './webhook-events.ts';

test('every type that webhooks are sent can be chosen for one, and nothing else can', () => {
  const types = webhookEventGroups.flatMap(({ events }) => Object.keys(events));
  expect(types.toSorted()).toEqual([...WEBHOOK_EVENT_TYPES].toSorted());
});
