import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { lookedUp } from '../lookup/look-ups.ts';
import type { CommandService } from '../service.ts';

const NOWHERE = { country: null, state: null, city: null };

/** Names the place for the location headers; a place that nobody can name goes by its coordinates. */
export function lookUpPlace(app: FastifyInstance, { attempts, lookUps }: CommandService): void {
  route(app, 'lookUpPlace', async ({ principal, query }) => {
    await attempts.count('lookUpPerUser', principal.sub);
    const { place } = lookUps;
    const found = place && (await lookedUp(place, query, 'GET_GEOLOCATION_ERROR'));
    return { ...query, ...(found ?? NOWHERE) };
  });
}
