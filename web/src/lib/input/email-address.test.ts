import { operations } from '@lacre/contracts';
import { MAX_EMAIL_LENGTH } from '@lacre/contracts/limits';
import { expect, it } from 'vitest';

import { isEmail } from './email-address.ts';

const { email } = operations.requestEmailChange.body.shape;
const ofLength = (length: number) => `${'a'.repeat(length - '@exemplo.com.br'.length)}@exemplo.com.br`;

it.each([
  ofLength(MAX_EMAIL_LENGTH),
  ofLength(MAX_EMAIL_LENGTH + 1),
  'a@b.co',
  'Ana+x@b.store',
  'a@b',
  'a..b@c.com',
])('takes "%s" as the server does', (address) =>
  expect(isEmail(address)).toBe(email.safeParse(address).success),
);

it('takes addresses that a mail can be sent to, and none that are longer', () => {
  expect(isEmail(ofLength(254))).toBe(true);
  expect(isEmail(ofLength(255))).toBe(false);
});
