import { defineRoute } from '../../define-route.ts';
import { lookedUp } from '../../lookup/look-ups.ts';

const NOWHERE = { country: null, state: null, city: null };

/** Names the place for the location headers; a place without a name goes by its coordinates. */
export const route = defineRoute('lookUpPlace', async ({ principal, query }, { attempts, lookUps }) => {
  await attempts.count('lookUpPerUser', principal.sub);
  const { place } = lookUps;
  const found = place && (await lookedUp(place, query, 'GET_GEOLOCATION_ERROR'));
  return { ...query, ...(found ?? NOWHERE) };
});
