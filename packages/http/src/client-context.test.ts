import { expect, it } from 'vitest';

import { asUser, person, token, useService } from './testing/use-service.ts';

const { cast, post } = useService();

it('treats location headers of "undefined" as absent', async () => {
  const nowhere = { 'client-country': 'undefined', 'client-state': 'null', 'client-latitude': 'undefined' };
  const reply = await post({ reason: 'Mudou' }, asUser, { ...nowhere, 'client-longitude': 'NULL' });
  expect(reply.statusCode).toBe(200);
  expect(Object.keys(cast.seen).filter((name) => name !== 'userAgent')).toEqual(['ip']);
});

it.each([
  ['no number', { 'client-latitude': 'aqui', 'client-longitude': '-46.6' }, ['client-latitude']],
  ['beyond the pole', { 'client-latitude': '90.1', 'client-longitude': '-46.6' }, ['client-latitude']],
  ['beyond the date line', { 'client-latitude': '0', 'client-longitude': '-180.5' }, ['client-longitude']],
  ['in exponents', { 'client-latitude': '1e1', 'client-longitude': '1' }, ['client-latitude']],
  [
    'not a number',
    { 'client-latitude': 'NaN', 'client-longitude': 'Infinity' },
    ['client-latitude', 'client-longitude'],
  ],
  [
    'with a comma',
    { 'client-latitude': '-23,55', 'client-longitude': '-46,63' },
    ['client-latitude', 'client-longitude'],
  ],
  ['endless', { 'client-latitude': `-23.${'5'.repeat(4000)}`, 'client-longitude': '1' }, ['client-latitude']],
  ['in other digits', { 'client-latitude': '１２', 'client-longitude': '1' }, ['client-latitude']],
  ['half a pair', { 'client-latitude': '-23.5' }, ['client-longitude']],
  ['in a country of 101 letters', { 'client-country': 'B'.repeat(101) }, ['client-country']],
  ['in a city of 101 letters, percent-encoded', { 'client-city': '%C3%A3'.repeat(101) }, ['client-city']],
  [
    'both wrong',
    { 'client-latitude': 'x', 'client-longitude': 'y' },
    ['client-latitude', 'client-longitude'],
  ],
])('refuses a command whose location is %s', async (_case, headers, fields) => {
  const reply = await post({ reason: 'Mudou' }, asUser, headers);
  expect([reply.statusCode, reply.json().code]).toEqual([422, 'GEOLOCATION_VALIDATION_ERROR']);
  expect(reply.json().errors.map(({ field }: { field: string }) => field)).toEqual(fields);
});

it.each([
  ['Latin-1', 'São Paulo'],
  ['UTF-8', Buffer.from('São Paulo').toString('latin1')],
  ['percent-encoded', encodeURIComponent('São Paulo')],
  ['with what cannot be seen', 'São\u00ad Paulo '],
])('passes the client context of a command on, in %s', async (_case, state) => {
  const headers = {
    'client-country': 'Brasil',
    'client-state': state,
    'client-city': '100% Campinas',
    'client-latitude': '-23.550520',
    'client-longitude': '-46.633308',
  };
  expect((await post({ reason: 'where' }, asUser, headers)).statusCode).toBe(200);
  expect(cast.seen).toMatchObject({
    country: 'Brasil',
    state: 'São Paulo',
    city: '100% Campinas',
    latitude: '-23.550520',
    longitude: '-46.633308',
  });
});

it('takes a name of 100 letters, whatever its encoding takes', async () => {
  const headers = { 'client-state': '%C3%A3'.repeat(100) };
  expect((await post({ reason: 'where' }, asUser, headers)).statusCode).toBe(200);
  expect(cast.seen).toMatchObject({ state: 'ã'.repeat(100) });
});

it('takes no notice of a location that cannot be read when nothing is recorded', async () => {
  const headers = { authorization: `Bearer ${token(person)}`, 'client-latitude': 'aqui' };
  expect((await cast.app.inject({ url: '/signature', headers })).statusCode).toBe(200);
});
