import { personApi } from '@/lib/session/person-session.ts';

import type { LocationHeaders } from './location.ts';
import { placeHeaders } from './place-headers.ts';

/** How long to wait for the place's name, milliseconds: coordinates do without. */
const NAMING_MS = 5_000;

/**
 * The headers with the names of the place, where the server knows them: it alone asks a maps service, if it has one. A
 * place without a name now (GET_GEOLOCATION_ERROR) goes by its coordinates.
 */
export async function namedLocation(headers: LocationHeaders): Promise<Record<string, string>> {
  try {
    const query = { latitude: headers['client-latitude'], longitude: headers['client-longitude'] };
    const place = await personApi.call('lookUpPlace', { query, timeoutMs: NAMING_MS });
    return { ...headers, ...placeHeaders(place) };
  } catch {
    return headers;
  }
}
