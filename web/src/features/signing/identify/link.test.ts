import { expect, test } from 'vitest';

import { readSigningLink } from './link.ts';

const process = '0198c5a0-0000-7000-8000-000000000001';
const person = '0198c5a0-0000-7000-8000-000000000002';

test.each([
  [
    { process, person },
    { process, person },
  ],
  [{ process }, { process }],
  [{ process: 'x', person }, { person }],
  [{ process: [process], person: 7 }, {}],
  [{ domain: 'andrade' }, { domain: 'andrade' }],
  [{ domain: '../andrade' }, {}],
])('%j is read as %j', (raw, link) => {
  expect(readSigningLink(raw)).toEqual(link);
});
