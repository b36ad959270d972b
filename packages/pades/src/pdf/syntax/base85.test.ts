import { base85 } from '@lacre/pades-lab/drawn/random-stamp';
import { expect, test } from 'vitest';

import { decodeBase85 } from './base85.ts';

const decoded = (text: string) => {
  const data = decodeBase85(Buffer.from(text, 'latin1'));
  return data && Buffer.from(data).toString('hex');
};

test.each(['', '00', '0001', 'ffffff', '00000000', 'ffffffff', '0000000001', 'cafe0000000000000000'])(
  '%s decodes to its source',
  (hex) => {
    expect(decoded(base85(Buffer.from(hex, 'hex')))).toBe(hex);
  },
);

test.each([
  ['9jqo^\n~>\n', '4d616e20'],
  ['9jq o^~>\r\n', '4d616e20'],
])('%j, broken into lines, is read', (text, hex) => {
  expect(decoded(text)).toBe(hex);
});

test.each([
  ['no end', '9jqo^'],
  ['an end of one character', '9jqo^~'],
  ['data behind the end', '9jqo^~>9jqo^~>'],
  ['two ends of line behind it', '9jqo^~>\n\n'],
  ['a group of one character', '9jqo^9~>'],
  ['more than 32 bits', 'uuuuu~>'],
  ['zeros within a group', '9jzqo^~>'],
  ['a character beyond the alphabet', '9jqov~>'],
  ['a beginning as in a mail', '<~9jqo^~>'],
])('%s is refused, since readers differ on it', (_, text) => {
  expect(decoded(text)).toBeUndefined();
});
