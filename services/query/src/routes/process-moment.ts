import type { EventStore } from '@lacre/event-store';
import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { momentOf } from '../process-moment.ts';

export function processMomentRoute(app: FastifyInstance, eventStore: EventStore): void {
  route(app, 'processMoment', async ({ principal, params: { processId, revision } }) =>
    momentOf(eventStore, principal, processId, revision),
  );
}
