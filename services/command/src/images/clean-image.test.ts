import { describe, expect, it } from 'vitest';

import { pngChunk, sampleJpeg, samplePng } from '../testing/sample-images.ts';
import { cleanImage, markedImage } from './clean-image.ts';
import { NotAnImage } from './image-format.ts';

const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};
const within = (jpeg: Buffer, part: Buffer): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), part, jpeg.subarray(2)]);

describe('a PNG', () => {
  it('is taken as it is', () => {
    expect(cleanImage(samplePng())).toEqual({
      bytes: samplePng(),
      mediaType: 'image/png',
      width: 3,
      height: 2,
    });
  });

  it('loses text, positions, and bytes after its end', () => {
    const told = [pngChunk('tEXt', Buffer.from('Author\0Ana')), pngChunk('eXIf', Buffer.from('GPS'))];
    const file = Buffer.concat([samplePng({ before: told }), Buffer.from('<script>alert(1)</script>')]);
    expect(cleanImage(file).bytes).toEqual(samplePng());
  });

  it.each([
    ['a damaged chunk', () => Buffer.concat([samplePng().subarray(0, 20), samplePng().subarray(21)])],
    ['no end', () => samplePng().subarray(0, -12)],
    ['pixels missing', () => samplePng({ pixels: Buffer.alloc(4) })],
    ['more pixels than its sides say', () => samplePng({ pixels: Buffer.alloc(10_000) })],
    ['a width beyond the limit', () => samplePng({ width: 6_001, height: 1 })],
    ['a height beyond the limit', () => samplePng({ width: 1, height: 6_001 })],
    ['no sides', () => samplePng({ width: 0 })],
    ['nothing but its signature', () => samplePng().subarray(0, 8)],
  ])('is refused with %s', (_case, make) => {
    expect(() => cleanImage(make())).toThrow(NotAnImage);
  });
});

describe.each([
  ['PNG', samplePng],
  ['JPEG', sampleJpeg],
])('a mark in a %s', (_kind, sample) => {
  it('makes another file of the same picture, which loses it when it comes again', () => {
    const image = cleanImage(sample());
    const [one, other] = [markedImage(image, 'a'.repeat(64)), markedImage(image, 'b'.repeat(64))];
    expect(one.includes('a'.repeat(64))).toBe(true);
    expect(one.equals(other)).toBe(false);
    for (const marked of [one, other]) expect(cleanImage(marked)).toEqual(image);
  });
});

describe('a JPEG', () => {
  it('is taken with its sides', () => {
    expect(cleanImage(sampleJpeg())).toMatchObject({ mediaType: 'image/jpeg', width: 8, height: 8 });
    expect(cleanImage(sampleJpeg()).bytes).toEqual(sampleJpeg());
  });

  it('loses its location, comments, and bytes after its end', () => {
    const told = Buffer.concat([
      segment(0xe1, Buffer.from('Exif\0\0GPS')),
      segment(0xfe, Buffer.from('Ana')),
    ]);
    const file = Buffer.concat([within(sampleJpeg(), told), Buffer.from('PK\u0003\u0004')]);
    expect(cleanImage(file).bytes).toEqual(sampleJpeg());
  });

  it.each([
    ['no end', () => sampleJpeg().subarray(0, -2)],
    ['no picture', () => Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    ['a segment longer than the file', () => within(sampleJpeg(), Buffer.from([0xff, 0xe1, 0xff, 0xff]))],
    ['a frame that browsers do not show', () => within(sampleJpeg(), segment(0xc9, Buffer.alloc(9)))],
    ['two frames', () => within(sampleJpeg(), segment(0xc0, Buffer.from([8, 0, 8, 0, 8, 1, 1, 17, 0])))],
  ])('is refused with %s', (_case, make) => {
    expect(() => cleanImage(make())).toThrow(NotAnImage);
  });
});

it.each([
  ['nothing', Buffer.alloc(0)],
  ['a GIF', Buffer.from('GIF89a')],
  ['an SVG', Buffer.from('<svg/>')],
  ['a page', Buffer.from('<!doctype html>')],
])('%s is no image', (_case, file) => {
  expect(() => cleanImage(file)).toThrow(NotAnImage);
});
