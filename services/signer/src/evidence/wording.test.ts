import { expect, it } from 'vitest';

import { brasiliaTime, deviceText, methodsText, placeText, sizeText } from './wording.ts';

it('tells Brasília time with its offset', () => {
  expect(brasiliaTime('2026-11-21T02:26:12.000Z')).toBe('20/11/2026 23:26:12 (UTC−03:00)');
  // Summer time was kept until 2019.
  expect(brasiliaTime('2018-12-01T12:00:00Z')).toBe('01/12/2018 10:00:00 (UTC−02:00)');
});

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    'Chrome 141 · Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36 Edg/141.0',
    'Edge 141 · Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari 18 · iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
    'Samsung Internet 28 · Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox 144 · Linux'],
  ['curl/8.5.0', 'curl/8.5.0'],
])('names the device behind %j', (userAgent, text) => {
  expect(deviceText(userAgent)).toBe(text);
});

it('tells how somebody was identified', () => {
  expect(methodsText([{ kind: 'sms-code' }, { kind: 'location' }])).toBe(
    'CPF e código de uso único por SMS · localização',
  );
  expect(methodsText([{ kind: 'known-device' }])).toBe(
    'CPF e dispositivo confirmado antes por código de uso único',
  );
});

it('tells where the device says it was, as far as it says so', () => {
  expect(placeText({})).toBeNull();
  expect(placeText({ state: 'São Paulo', country: 'Brasil', latitude: '-23.5', longitude: '-46.6' })).toBe(
    'São Paulo, Brasil · -23.5, -46.6',
  );
  expect(placeText({ city: 'Campinas', state: 'SP', country: 'Brasil' })).toBe('Campinas, SP, Brasil');
  expect(placeText({ latitude: '-23.5' })).toBeNull();
});

it('tells sizes as people do', () => {
  expect([100, 2048, 1_300_000].map(sizeText)).toEqual(['100 bytes', '2 KB', '1,2 MB']);
});
