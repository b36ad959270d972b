import { expect, test } from 'vitest';

import { navigationFor, placesFor } from './navigation.ts';

const FOR_STEWARDS = ['/users', '/events', '/webhooks', '/settings'];

test.each(['administrator', 'manager'] as const)('shows the whole menu to %s', (role) => {
  expect(placesFor(role).map(({ to }) => to)).toEqual(expect.arrayContaining(FOR_STEWARDS));
});

test('hides administration from a common user', () => {
  const places = placesFor('common').map(({ to }) => to);
  for (const place of FOR_STEWARDS) expect(places).not.toContain(place);
  expect(places).toEqual(expect.arrayContaining(['/processes', '/companies', '/tokens', '/credits']));
});

test('leaves no group empty, and no letter twice', () => {
  for (const role of ['administrator', 'manager', 'common'] as const) {
    expect(navigationFor(role).every(({ items }) => items.length > 0)).toBe(true);
    const keys = placesFor(role).flatMap(({ key }) => key ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  }
});

test('puts four places in the bar of a phone', () => {
  expect(placesFor('common').filter(({ onPhoneBar }) => onPhoneBar)).toHaveLength(4);
});
