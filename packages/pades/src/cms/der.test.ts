import { expect, test } from 'vitest';

import { DerFields } from './der-fields.ts';
import {
  DerError,
  element,
  objectIdentifier,
  readDer,
  sequence,
  setOf,
  TAG,
  tagged,
  unsignedInteger,
} from './der.ts';

test.for([
  '1.2.840.113549.1.7.2',
  '2.16.840.1.101.3.4.2.1',
  '2.5.4.3',
  '0.9.2342.19200300.100.1.25',
  '2.999.3',
  '2.25.340282366920938463463374607431768211455',
])('object identifier %s is written and read back the same', (oid) => {
  expect(readDer(objectIdentifier(oid)).oid()).toBe(oid);
});

test.for([0, 1, 127, 128, 255, 256, 65_535, 65_536])(
  'a length of %d is written and read back the same',
  (length) => {
    expect(readDer(element(0x04, Buffer.alloc(length))).content).toHaveLength(length);
  },
);

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

test.for([
  '06028001',
  '060181',
  '0600',
  // An arc of more than 128 bits, and an identifier of more arcs than any has.
  `0614${'ff'.repeat(19)}7f`,
  `068181${'01'.repeat(0x81)}`,
])('refuses the object identifier %s', (hex) => {
  expect(() => readDer(Buffer.from(hex, 'hex')).oid()).toThrow(DerError);
});

test('a child may not run over its parent', () => {
  const inner = sequence(element(0x04, Buffer.alloc(3)));
  inner[3] = 9;
  expect(() => readDer(inner).children()).toThrow(DerError);
});

test('bits are numbered from the left', () => {
  expect([...readDer(Buffer.from('030206c0', 'hex')).setBits()]).toEqual([0, 1]);
  expect([...readDer(Buffer.from('03030501a0', 'hex')).setBits()]).toEqual([7, 8, 10]);
  expect([...readDer(Buffer.from('030100', 'hex')).setBits()]).toEqual([]);
});

test.for(['0300', '030101', '03020801', '030201ff', `030a00${'ff'.repeat(9)}`])(
  'refuses the flags %s',
  (hex) => {
    expect(() => readDer(Buffer.from(hex, 'hex')).setBits()).toThrow(DerError);
  },
);

test.for(['0100', '010101', '01020000', '0201ff'])('refuses the boolean %s', (hex) => {
  expect(() => readDer(Buffer.from(hex, 'hex')).boolean()).toThrow(DerError);
});

test('unsigned integers have no byte for their sign', () => {
  expect(readDer(Buffer.from('02020080', 'hex')).unsignedInteger()).toEqual(Buffer.of(0x80));
  expect(readDer(Buffer.from('020100', 'hex')).unsignedInteger()).toEqual(Buffer.of(0));
  expect(() => readDer(Buffer.from('020180', 'hex')).unsignedInteger()).toThrow(DerError);
});

test('refuses fields out of their order, and fields that are left over', () => {
  const list = sequence(Buffer.of(2, 1, 7), Buffer.of(0xa0, 2, 5, 0));
  const fields = (): DerFields => new DerFields(readDer(list));
  const all = fields();
  expect(all.optional(TAG.oid)).toBeUndefined();
  expect(all.take(TAG.integer).smallInteger()).toBe(7);
  expect(all.explicit(1)).toBeUndefined();
  expect(all.explicit(0)?.tag).toBe(TAG.null);
  expect(all.any()).toBeUndefined();
  all.end();
  expect(() => all.take()).toThrow(DerError);
  expect(() => fields().take(TAG.oid)).toThrow(DerError);
  expect(() => fields().end()).toThrow(DerError);
  expect(() => new DerFields(readDer(sequence(tagged(0)))).explicit(0)).toThrow(DerError);
});
