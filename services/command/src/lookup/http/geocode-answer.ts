import { z } from 'zod';

import type { Place } from '../source.ts';

const component = z.object({ long_name: z.string(), short_name: z.string(), types: z.array(z.string()) });
const answer = z.object({
  status: z.string(),
  results: z.array(
    z.object({ formatted_address: z.string().optional(), address_components: z.array(component).optional() }),
  ),
});

const NOWHERE: Place = { country: null, state: null, city: null };

/**
 * What a maps service says of a place: its structured components, and its formatted address where these lack something.
 *
 * @returns null when nothing is known of the place, undefined for what is no such answer
 */
export function readGeocodeAnswer(body: unknown): Place | null | undefined {
  const parsed = answer.safeParse(body);
  if (!parsed.success) return undefined;
  if (parsed.data.status === 'ZERO_RESULTS') return null;
  const [first] = parsed.data.results;
  if (parsed.data.status !== 'OK' || first === undefined) return undefined;
  const structured = fromComponents(first.address_components ?? []);
  const split = fromFormatted(first.formatted_address ?? '');
  return {
    country: structured.country ?? split.country,
    state: structured.state ?? split.state,
    city: structured.city ?? split.city,
  };
}

function fromComponents(components: readonly z.output<typeof component>[]): Place {
  const find = (type: string) => components.find(({ types }) => types.includes(type));
  const state = find('administrative_area_level_1');
  // Brazil's municipalities are level 2; elsewhere the locality is what people call the city.
  const city = find('locality') ?? find('administrative_area_level_2');
  return {
    country: find('country')?.long_name ?? null,
    state: state?.short_name ?? null,
    city: city?.long_name ?? null,
  };
}

/**
 * The source specification splits the formatted address by comma and blank and takes element 4 for the country and
 * element 2 for the state; its notes also call them the fourth and third part. A Brazilian address has five parts:
 *
 *     Av. Paulista, 1578 - Bela Vista, São Paulo - SP, 01310-200, Brasil
 *     0             1                  2               3          4
 *
 * Counted from 0 both say what they are meant to; the fourth part would be the postal code. So they count from 0, and
 * element 2 is a city and a state. An address of any other shape is not guessed at.
 */
function fromFormatted(formatted: string): Place {
  const parts = formatted.split(', ');
  if (parts.length !== 5) return NOWHERE;
  const [, , region = '', , country = ''] = parts;
  const named = /^(?<city>.+) - (?<state>[A-Z]{2})$/.exec(region)?.groups;
  return {
    country: country === '' ? null : country,
    state: named?.['state'] ?? (region === '' ? null : region),
    city: named?.['city'] ?? null,
  };
}
