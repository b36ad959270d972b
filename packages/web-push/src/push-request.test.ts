import { expect, it } from 'vitest';

import { isOfPushService } from './push-services.ts';
import { browserKeys, decryptAsBrowser } from './testing/index.ts';

it('reads the example of RFC 8291, section 5, as the browser there', () => {
  const browser = browserKeys({
    privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  });
  expect(browser.p256dh).toBe(
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  );
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  expect(decryptAsBrowser(browser, Buffer.from(body, 'base64url')).toString()).toBe(
    'When I grow up, I want to be a watermelon',
  );
});

it.each([
  ['https://push.example/x', true],
  ['https://a.b.wild.example/x', true],
  ['https://wild.example/x', false],
  ['https://evilwild.example/x', false],
  ['https://push.example.evil.com/x', false],
  ['https://push.example@evil.com/x', false],
  ['not an address', false],
])('%s is of a push service that may be sent to: %s', (endpoint, expected) => {
  expect(isOfPushService(endpoint, ['push.example', '*.wild.example'])).toBe(expected);
});
