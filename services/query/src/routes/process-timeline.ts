import type { EventStore } from '@lacre/event-store';
import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { requireWholeTenant } from '../permission.ts';
import { timelineOf } from '../timeline.ts';

export function processTimelineRoute(app: FastifyInstance, eventStore: EventStore): void {
  route(app, 'processTimeline', async ({ principal, params }) => {
    requireWholeTenant(principal);
    return { items: await timelineOf(eventStore, principal.tenantId, params.processId) };
  });
}
