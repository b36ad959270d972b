import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { readSigningCode, signingPath } from './signing-link.ts';

const codeOf = (path: string) => path.replace('/a/', '');

test('is 46 characters, and names the process and the person again', () => {
  for (let times = 0; times < 200; times += 1) {
    const [process, person] = [randomUUID(), randomUUID()];
    const path = signingPath(process, person);
    expect(path).toMatch(/^\/a\/[\w-]{43}$/);
    expect(readSigningCode(codeOf(path))).toEqual({ process, person });
  }
});

test('is the same for ids in capitals, and begins with the process', () => {
  const [process, person] = ['0198c5a0-0000-7000-8000-000000000001', '0198c5a0-0000-7000-8000-000000000002'];
  expect(signingPath(process.toUpperCase(), person)).toBe(signingPath(process, person));
  expect(signingPath(process, person)).toBe('/a/AZjFoAAAcACAAAAAAAAAAQGYxaAAAHAAgAAAAAAAAAI');
  expect(signingPath(process, person, 'es')).toBe(`${signingPath(process, person)}?language=es`);
});

test.each(['', 'x', '../login', `${'A'.repeat(42)}=`, 'A'.repeat(44), `${'A'.repeat(42)}ã`])(
  '%j names nothing',
  (code) => {
    expect(readSigningCode(code)).toBeUndefined();
  },
);
