import type { EventStore } from '@lacre/event-store';
import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { timelineOf } from '../timeline.ts';

export function processTimelineRoute(app: FastifyInstance, eventStore: EventStore): void {
  route(app, 'processTimeline', async ({ principal, params }) => {
    return { items: await timelineOf(eventStore, principal, params.processId) };
  });
}
