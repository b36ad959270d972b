import { expect, test } from 'vitest';

import { arrivalOf } from './arrival.ts';

test.each([
  ['/login', '', '#link=abc', { kind: 'sign-in-link', secret: 'abc' }],
  ['/login/acme', '', '#verify=a-b_c', { kind: 'verify-email', secret: 'a-b_c' }],
  ['/password', '', '#reset=xyz', { kind: 'password-reset', secret: 'xyz' }],
  ['/password', '', '#invitation=xyz', { kind: 'invitation', secret: 'xyz' }],
  ['/password', '?invitation=old', '', { kind: 'invitation', secret: 'old' }],
  ['/login', '?invitation=old', '', undefined],
  ['/login', '?code=4%2F0A&state=s', '', { kind: 'google', callback: 'code=4%2F0A&state=s' }],
  ['/login', '?error=access_denied&state=s', '', { kind: 'google', callback: 'error=access_denied&state=s' }],
  ['/login', '?code=4', '', undefined],
  ['/login', '', '#link=', undefined],
  ['/dashboard', '', '#link=abc', undefined],
  ['/password', '?code=a&state=b', '', undefined],
  ['/login', '?redirect=%2Fprocesses', '', undefined],
])('%s%s%s brings %j', (pathname, search, hash, arrival) => {
  expect(arrivalOf({ pathname, search, hash })).toEqual(arrival);
});
