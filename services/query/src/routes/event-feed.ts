import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { EventFeed } from '../event-feed.ts';

export function eventFeedRoute(app: FastifyInstance, feed: EventFeed): void {
  route(app, 'eventFeed', async ({ principal, query, reply }) => {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    return feed.read(principal, query, gone.signal);
  });
}
