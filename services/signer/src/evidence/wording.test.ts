import { expect, it } from 'vitest';

import { brasiliaTime, methodsText, placeText, sizeText } from './wording.ts';

it('gives Brasília time with its offset', () => {
  expect(brasiliaTime('2026-11-21T02:26:12.000Z')).toBe('20/11/2026 23:26:12 (UTC−03:00)');
  // Summer time was kept until 2019.
  expect(brasiliaTime('2018-12-01T12:00:00Z')).toBe('01/12/2018 10:00:00 (UTC−02:00)');
});

it('says how a signer was identified', () => {
  expect(methodsText([{ kind: 'sms-code' }, { kind: 'location' }])).toBe(
    'CPF e código de uso único por SMS · localização',
  );
  expect(methodsText([{ kind: 'known-device' }])).toBe(
    'CPF e dispositivo confirmado antes por código de uso único',
  );
  const contact = { channel: 'sms', masked: '(••) •••••-4321', commitment: null } as const;
  expect(methodsText([{ kind: 'sms-code' }], contact)).toBe(
    'CPF e código de uso único por SMS, enviado a (••) •••••-4321',
  );
});

it('gives the place that the device reported, with its accuracy', () => {
  expect(placeText({})).toBeNull();
  expect(placeText({ state: 'São Paulo', country: 'Brasil', latitude: '-23.5', longitude: '-46.6' })).toBe(
    'São Paulo, Brasil · -23.5, -46.6',
  );
  expect(placeText({ city: 'Campinas', state: 'SP', country: 'Brasil' })).toBe('Campinas, SP, Brasil');
  expect(placeText({ latitude: '-23.5' })).toBeNull();
});

it('gives sizes in bytes, KB and MB', () => {
  expect([100, 2048, 1_300_000].map(sizeText)).toEqual(['100 bytes', '2 KB', '1,2 MB']);
});
