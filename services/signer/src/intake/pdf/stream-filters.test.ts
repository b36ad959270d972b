import { deflateSync } from 'node:zlib';

import { PDFDocument, PDFName, PDFRawStream, decodePDFRawStream } from 'pdf-lib';
import { expect, it } from 'vitest';

import { STREAM_FILTERS } from './stream-filters.ts';

async function decode(filter: string, data: Uint8Array, pieceBytes = data.length): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < data.length; at += pieceBytes) pieces.push(data.subarray(at, at + pieceBytes));
  const out: Uint8Array[] = [];
  for await (const piece of STREAM_FILTERS[filter]?.(pieces) ?? []) out.push(Buffer.from(piece));
  return Buffer.concat(out);
}

const text = Buffer.from('Contrato de prestação de serviços, contrato de prestação. '.repeat(100));
/** LZW as the standard's own example has it (ISO 32000-2, 7.4.4.2). */
const lzwExample = Buffer.from('800b6050220c0c8501', 'hex');

it.each<[string, string, Buffer, Buffer]>([
  ['Flate', 'FlateDecode', deflateSync(text), text],
  ['hexadecimal', 'ASCIIHexDecode', Buffer.from(`${text.toString('hex')}>`), text],
  ['hexadecimal with white space', 'AHx', Buffer.from('4 1\n42>43'), Buffer.from('AB')],
  ['base 85', 'ASCII85Decode', Buffer.from('87cURD]i,"Ebo80~>'), Buffer.from('Hello World!')],
  ['base 85 zeros', 'A85', Buffer.from('zz~>'), Buffer.alloc(8)],
  ['a short end of base 85', 'A85', Buffer.from('87cURDZ~>'), Buffer.from('Hello')],
  ['run lengths', 'RunLengthDecode', Buffer.from([2, 65, 66, 67, 254, 68, 128, 9, 9]), Buffer.from('ABCDDD')],
  ['LZW', 'LZWDecode', lzwExample, Buffer.from([45, 45, 45, 45, 45, 65, 45, 45, 45, 66])],
])('decodes %s, in whatever pieces it comes', async (_what, filter, encoded, decoded) => {
  expect(await decode(filter, encoded)).toEqual(decoded);
  expect(await decode(filter, encoded, 1 + (encoded.length > 1000 ? 97 : 0))).toEqual(decoded);
});

it.each([1_000, 40_000])('decodes LZW of %d entries as another reader does', async (steps) => {
  // Every pair of bytes is new, so that the table fills and codes widen.
  const data = Buffer.from(
    Array.from({ length: steps }, (_, index) => (index * index + (index >> 3)) & 0xff),
  );
  const encoded = lzw(data);
  const context = (await PDFDocument.create()).context;
  const dict = context.obj({});
  dict.set(PDFName.of('Filter'), PDFName.of('LZWDecode'));
  const other = Buffer.from(decodePDFRawStream(PDFRawStream.of(dict, encoded)).decode());
  expect(other).toEqual(data);
  expect(await decode('LZWDecode', encoded, 1_000)).toEqual(data);
});

/** An LZW writer, which clears its table when it is full (7.4.4.2, EarlyChange 1). */
function lzw(data: Buffer): Buffer {
  const out: number[] = [];
  let held = 0;
  let bits = 0;
  const put = (code: number, width: number): void => {
    held = (held << width) | code;
    for (bits += width; bits >= 8; bits -= 8) out.push((held >> (bits - 8)) & 0xff);
    held &= (1 << bits) - 1;
  };
  let table = new Map<string, number>();
  let written = 0;
  const write = (code: number): void => {
    const next = 258 + written;
    put(code, next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9);
    written += 1;
  };
  put(256, 9);
  let current = '';
  for (const byte of data) {
    const longer = current + String.fromCharCode(byte);
    if (longer.length === 1 || table.has(longer)) {
      current = longer;
      continue;
    }
    write(table.get(current) ?? current.charCodeAt(0));
    table.set(longer, table.size + 258);
    if (table.size + 258 === 4095) {
      put(256, 12);
      table = new Map();
      written = 0;
    }
    current = String.fromCharCode(byte);
  }
  write(table.get(current) ?? current.charCodeAt(0));
  write(257);
  put(0, 7);
  return Buffer.from(out);
}
