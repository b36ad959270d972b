import { expect, test } from 'vitest';

import { DerError, element, objectIdentifier, readDer, sequence, setOf, unsignedInteger } from './der.ts';

test.for([
  '1.2.840.113549.1.7.2',
  '2.16.840.1.101.3.4.2.1',
  '2.5.4.3',
  '0.9.2342.19200300.100.1.25',
  '2.999.3',
])('object identifier %s there and back', (oid) => {
  expect(readDer(objectIdentifier(oid)).oid()).toBe(oid);
});

test.for([0, 1, 127, 128, 255, 256, 65_535, 65_536])('a length of %d there and back', (length) => {
  expect(readDer(element(0x04, Buffer.alloc(length))).content).toHaveLength(length);
});

test('integers are unsigned and in their shortest form', () => {
  expect(unsignedInteger(Buffer.of(0, 0, 0x7f))).toEqual(Buffer.of(2, 1, 0x7f));
  expect(unsignedInteger(Buffer.of(0x80))).toEqual(Buffer.of(2, 2, 0, 0x80));
  expect(unsignedInteger(Buffer.of(0))).toEqual(Buffer.of(2, 1, 0));
});

test('members of a set are sorted by their bytes', () => {
  expect(setOf(Buffer.of(4, 1, 9), Buffer.of(4, 1, 1))).toEqual(Buffer.of(0x31, 6, 4, 1, 1, 4, 1, 9));
});

test.for([
  ['nothing', ''],
  ['no length', '30'],
  ['an indefinite length', '30800000'],
  ['a length in two bytes that fits in one', '04810100'],
  ['a length with a leading zero', '0482000100'],
  ['content cut short', '0405aa'],
  ['bytes after the end', '040100ff'],
  ['a tag of two bytes', '1f8101'],
] as const)('refuses %s', ([, hex]) => {
  expect(() => readDer(Buffer.from(hex, 'hex'))).toThrow(DerError);
});

test.for(['02020001', '0202ff80', '0200'])('refuses the integer %s', (hex) => {
  expect(() => readDer(Buffer.from(hex, 'hex')).integer()).toThrow(DerError);
});

test.for(['06028001', '060181', '0600'])('refuses the object identifier %s', (hex) => {
  expect(() => readDer(Buffer.from(hex, 'hex')).oid()).toThrow(DerError);
});

test('a child may not run over its parent', () => {
  const inner = sequence(element(0x04, Buffer.alloc(3)));
  inner[3] = 9;
  expect(() => readDer(inner).children()).toThrow(DerError);
});
