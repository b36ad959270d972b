import { constants, deflateRawSync, deflateSync } from 'node:zlib';

import { ONE_PAGE, onePage, rawObject, rawPdf, xrefStream, type RawObject } from './raw-pdf.ts';

const MB = 1024 * 1024;
const flate = (data: Uint8Array): Buffer => deflateSync(data, { level: 9 });
const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Bytes deflated to one stream that inflates to this many times the block: full flushes end on byte boundaries. */
function deflatedOver(block: Uint8Array, count: number): Buffer {
  const packed = deflateRawSync(block, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...times(count, () => packed), Buffer.from([3, 0])]);
}

const zeros = (megabytes: number): Buffer => deflatedOver(Buffer.alloc(16 * MB), megabytes / 16);
const filters = (...names: string[]): string => `/Filter [${names.map((name) => `/${name}`).join(' ')}]`;

/** LZW (9 to 12 bits): one byte, then each code the string just made: every string a byte longer than the last. */
function lzwBomb(tables: number): Buffer {
  const bits: number[] = [];
  const put = (code: number, width: number): void => {
    for (let bit = width - 1; bit >= 0; bit -= 1) bits.push((code >> bit) & 1);
  };
  for (let table = 0; table < tables; table += 1) {
    put(256, table === 0 ? 9 : 12);
    put(0, 9);
    let next = 258;
    for (; next < 4094; next += 1)
      put(next, next + 1 >= 2048 ? 12 : next + 1 >= 1024 ? 11 : next + 1 >= 512 ? 10 : 9);
  }
  put(257, 12);
  const out = Buffer.alloc(Math.ceil(bits.length / 8));
  bits.forEach((bit, index) => {
    out[index >> 3] = (out[index >> 3] ?? 0) | (bit << (7 - (index & 7)));
  });
  return out;
}

/** The file's objects in an object stream, which says what it likes of itself. */
function objectStreamPdf(options: {
  dict: string;
  data: Buffer;
  places?: readonly (number | readonly [number, number])[];
}) {
  const header = Buffer.from('%PDF-1.7\n');
  const stream = rawObject(5, { dict: `/Type /ObjStm ${options.dict}`, data: options.data });
  const offset = header.length + stream.length;
  const places = options.places ?? [0, [5, 0], [5, 1], [5, 2], [5, 3], header.length, offset];
  const xref = xrefStream(6, places, '/Root 1 0 R');
  return Buffer.concat([header, stream, xref, Buffer.from(`startxref\n${offset}\n%%EOF\n`)]);
}

/** One page that is read through a cross-reference stream with this dictionary and data. */
function xrefStreamPdf(dict: string, data: Buffer): Buffer {
  const start = Buffer.from('%PDF-1.7\n');
  const objects = [...ONE_PAGE, '<< >>'].map((object, index) => rawObject(index + 1, object));
  const body = Buffer.concat([start, ...objects]);
  const xref = rawObject(5, { dict: `/Type /XRef /Root 1 0 R ${dict}`, data });
  return Buffer.concat([body, xref, Buffer.from(`startxref\n${body.length}\n%%EOF\n`)]);
}

/** A table whose trailer points back again and again: each section empty. */
function prevChain(sections: number): Buffer {
  const base = onePage({ dict: '', data: Buffer.from('0 0 m') });
  const parts = [base];
  let length = base.length;
  let before = Number(/startxref\n(\d+)/.exec(base.toString('latin1'))?.[1]);
  for (let section = 0; section < sections; section += 1) {
    const part = Buffer.from(
      `xref\n0 0\ntrailer\n<< /Size 5 /Root 1 0 R /Prev ${before} >>\nstartxref\n${length}\n%%EOF\n`,
    );
    before = length;
    parts.push(part);
    length += part.length;
  }
  return Buffer.concat(parts);
}

const replaced = (pdf: Buffer, what: string, by: string): Buffer =>
  Buffer.from(pdf.toString('latin1').replace(what, by), 'latin1');

const plain = (): Buffer => onePage({ dict: '', data: Buffer.from('0 0 m 100 100 l S') });

/** Every object nested in an array of the one before: a page tree that fans out by two at every level. */
function fanOut(levels: number): Buffer {
  const node = (kid: number): string =>
    `<< /Type /Pages /Kids [${kid} 0 R ${kid} 0 R] /Count ${2 ** levels} >>`;
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    ...times(levels, (level) => node(level + 3)),
    '<< /Type /Page /MediaBox [0 0 595 842] >>',
  ]);
}

const pages = (count: number): Buffer =>
  rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${count} /MediaBox [0 0 9 9] /Kids [${times(count, (index) => `${index + 3} 0 R`).join(' ')}] >>`,
    ...times(count, () => '<< /Type /Page /Parent 2 0 R >>'),
  ]);

const image = (width: number, height: number, more: string, data: Buffer = Buffer.from('x')): Buffer =>
  onePage(
    { dict: '', data: Buffer.from('q 1 0 0 1 0 0 cm /I Do Q') },
    {
      dict: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${more}`,
      data,
    },
  );

const namedAction = '/Names [(a) 5 0 R]';

/** PDFs made to take a reader's time or memory, by the trick of each. */
/** Objects 5 and on: each form draws the next. */
function nestedForms(count: number, content: string): Buffer {
  const form = (index: number): RawObject => ({
    dict:
      '/Type /XObject /Subtype /Form /BBox [0 0 1 1]' +
      (index + 1 < count ? ` /Resources << /XObject << /X ${index + 6} 0 R /XX ${index + 6} 0 R >> >>` : ''),
    data: Buffer.from(index + 1 < count ? content : '0 0 1 1 re f'),
  });
  const page = ONE_PAGE[2]?.replace('/Contents', '/Resources << /XObject << /X 5 0 R >> >> /Contents') ?? '';
  const first: RawObject = { dict: '', data: Buffer.from('/X Do') };
  return rawPdf([
    ...ONE_PAGE.slice(0, 2),
    page,
    first,
    ...Array.from({ length: count }, (_, index) => form(index)),
  ]);
}

export const BOMBS: Readonly<Record<string, () => Buffer>> = {
  'a stream that inflates to 4 GB': () => onePage({ dict: filters('FlateDecode'), data: zeros(4096) }),
  'a stream deflated twice over': () =>
    onePage({ dict: filters('FlateDecode', 'FlateDecode'), data: flate(zeros(16_384)) }),
  'a stream deflated three times over': () =>
    onePage({ dict: filters('FlateDecode', 'Fl', 'FlateDecode'), data: flate(flate(zeros(16_384))) }),
  'eight streams of 200 MB': () =>
    rawPdf([...ONE_PAGE, ...times<RawObject>(8, () => ({ dict: filters('FlateDecode'), data: zeros(208) }))]),
  'thirty forms that draw one another four times each': () => nestedForms(30, '/X Do /X Do /X#58 Do /X Do'),
  'ten thousand forms within forms': () => nestedForms(10_000, '/X Do'),
  'LZW under Flate': () => onePage({ dict: filters('FlateDecode', 'LZWDecode'), data: flate(lzwBomb(60)) }),
  'run lengths under Flate': () =>
    onePage({
      dict: filters('FlateDecode', 'RunLengthDecode'),
      data: deflatedOver(Buffer.alloc(16 * MB, Buffer.from([129, 0])), 4),
    }),
  'base 85 zeros under Flate': () =>
    onePage({
      dict: filters('FlateDecode', 'ASCII85Decode'),
      data: deflatedOver(Buffer.alloc(16 * MB, 'z'), 12),
    }),
  'white space that hexadecimal leaves out': () =>
    onePage({
      dict: filters('FlateDecode', 'ASCIIHexDecode'),
      data: deflatedOver(Buffer.alloc(16 * MB, ' '), 64),
    }),
  'Flate in base 85 in hexadecimal': () => {
    const ascii85 = Buffer.from(`${base85(zeros(4096))}~>`);
    return onePage({
      dict: filters('ASCIIHexDecode', 'ASCII85Decode', 'FlateDecode'),
      data: Buffer.from(`${ascii85.toString('hex')}>`),
    });
  },
  'thirty filters in a row': () =>
    onePage({ dict: filters(...times(30, () => 'ASCIIHexDecode')), data: Buffer.from('30>') }),
  'an object stream that inflates to 4 GB': () =>
    objectStreamPdf({ dict: '/N 4 /First 20 /Filter /FlateDecode', data: zeros(4096) }),
  'a cross-reference stream that inflates to 4 GB': () =>
    xrefStreamPdf('/Size 6 /W [1 4 2] /Filter /FlateDecode', zeros(4096)),
  'an object stream of ten million objects': () =>
    objectStreamPdf({ dict: '/N 10000000 /First 20', data: Buffer.from('1 0 2 10 3 20 4 30 << >>') }),
  'ten million free objects': () =>
    xrefStreamPdf('/Size 10000000 /W [1 1 1] /Filter /FlateDecode', flate(Buffer.alloc(30_000_000))),
  'three hundred thousand and one objects': () => rawPdf([...ONE_PAGE, ...times(300_001, () => 'null')]),
  'five thousand and one pages': () => pages(5_001),
  'an image of 100,000 by 100,000': () =>
    image(100_000, 100_000, '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode'),
  'a mask of 100,000 by 100,000': () => image(100_000, 100_000, '/ImageMask true /Filter /CCITTFaxDecode'),
  'an image of 100,000 by 100,000 that inflates': () =>
    image(100_000, 100_000, '/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode', zeros(9536)),
  'arrays within arrays, 100,000 deep': () => onePage(`${'['.repeat(100_000)}${']'.repeat(100_000)}`),
  'dictionaries within dictionaries, 100,000 deep': () =>
    onePage(`${'<< /A '.repeat(100_000)}0${' >>'.repeat(100_000)}`),
  'arrays 100,000 deep where the table is gone': () =>
    replaced(onePage(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), '\nxref\n', '\nxxxx\n'),
  'parentheses within parentheses, a million deep': () =>
    onePage(`${'('.repeat(1_000_000)}${')'.repeat(1_000_000)}`),
};

function base85(data: Buffer): string {
  const whole = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
  const groups: string[] = [];
  for (let at = 0; at < whole.length; at += 4) {
    let value = whole.readUInt32BE(at);
    if (value === 0) {
      groups.push('z');
      continue;
    }
    let group = '';
    for (let digit = 0; digit < 5; digit += 1) {
      group = String.fromCharCode(0x21 + (value % 85)) + group;
      value = Math.floor(value / 85);
    }
    groups.push(group);
  }
  return groups.join('');
}

/** PDFs whose structure leads nowhere, in circles, or to more than there is. */
export const MAZES: Readonly<Record<string, () => Buffer>> = {
  'a page tree that leads back to itself': () =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 1 >>',
    ]),
  'a page tree that fans out to a billion pages': () => fanOut(30),
  'a page tree 20,000 levels deep': () =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      ...times(20_000, (level) => `<< /Type /Pages /Kids [${level + 3} 0 R] /Count 1 >>`),
      '<< /Type /Page /MediaBox [0 0 595 842] >>',
    ]),
  'two billion pages promised': () => replaced(plain(), '/Count 1', '/Count 2147483647'),
  'a table that is its own Prev': () => {
    const pdf = plain();
    return replaced(pdf, '/Root 1 0 R >>', `/Root 1 0 R /Prev ${pdf.lastIndexOf('xref\n0')} >>`);
  },
  'a chain of 10,000 tables': () => prevChain(10_000),
  'a Size of two billion': () => replaced(plain(), '/Size 5', '/Size 2147483647'),
  'a table that promises ten million objects': () => replaced(plain(), 'xref\n0 5', 'xref\n0 10000000'),
  'a cross-reference stream of two billion entries': () =>
    xrefStreamPdf('/Size 2147483647 /W [1 4 2]', Buffer.alloc(70)),
  'a cross-reference stream of no width': () =>
    xrefStreamPdf('/Size 2147483647 /W [0 0 0]', Buffer.alloc(70)),
  'a predictor with two billion columns': () =>
    xrefStreamPdf(
      '/Size 6 /W [1 4 2] /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 2147483647 >>',
      flate(Buffer.alloc(100)),
    ),
  'a content predictor with two billion columns of 32 colours': () =>
    onePage({
      dict: `${filters('FlateDecode')} /DecodeParms << /Predictor 15 /Colors 32 /BitsPerComponent 16 /Columns 2147483647 >>`,
      data: flate(Buffer.alloc(100)),
    }),
  'an object stream within itself': () =>
    objectStreamPdf({
      dict: '/N 1 /First 4 /Length 5 0 R',
      data: Buffer.from('5 0 99'),
      places: [0, [5, 0], [5, 0], [5, 0], [5, 0], [5, 0], 0],
    }),
  'an object stream that extends itself': () =>
    objectStreamPdf({
      dict: '/N 4 /First 20 /Extends 5 0 R',
      data: Buffer.from(
        `1 0 2 34 3 76 4 122 `.padEnd(20) +
          '<< /Type /Catalog /Pages 2 0 R >> << /Type /Pages /Kids [3 0 R] /Count 1 >> ' +
          '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >> null',
      ),
    }),
  'a length that is the stream it belongs to': () => replaced(plain(), '/Length 17', '/Length 4 0 R'),
  'references that lead to one another': () =>
    rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '3 0 R', '2 0 R']),
  'a filter that is a circle of references': () =>
    onePage({ dict: '/Filter 5 0 R', data: Buffer.from('x') }, '6 0 R', '5 0 R'),
  'form fields in a circle': () =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R] >> >>',
      ...ONE_PAGE.slice(1),
      'null',
      '<< /T (a) /Kids [6 0 R] >>',
      '<< /T (b) /Parent 5 0 R /Kids [5 0 R] >>',
    ]),
  'a name tree in a circle': () =>
    rawPdf([
      `<< /Type /Catalog /Pages 2 0 R /Names << /JavaScript 5 0 R /Dests 5 0 R >> >>`,
      ...ONE_PAGE.slice(1),
      'null',
      `<< /Kids [5 0 R 5 0 R] ${namedAction} >>`,
    ]),
  'an outline in a circle': () =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R /Outlines 5 0 R >>',
      ...ONE_PAGE.slice(1),
      'null',
      '<< /First 6 0 R /Last 6 0 R /Count 2000000000 >>',
      '<< /Title (a) /Parent 5 0 R /Next 6 0 R /Prev 6 0 R /First 5 0 R >>',
    ]),
  'a stream whose data lies in another file': () =>
    onePage({ dict: '/F (/etc/passwd)', data: Buffer.from('x') }),
  'two catalogs under one number': () => {
    const pdf = plain();
    return replaced(pdf, '\nxref\n', `\n1 0 obj\n<< /Type /Catalog /Pages 9 0 R >>\nendobj\nxref\n`);
  },
  'five megabytes of noise': () =>
    Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(5 * MB), Buffer.from('\n%%EOF\n')]),
  'a million objects that begin and never end': () =>
    Buffer.from(`%PDF-1.7\n${'1 0 obj << '.repeat(1_000_000)}\n%%EOF\n`),
  'a hundred thousand objects of one number where the table is gone': () =>
    Buffer.from(`%PDF-1.7\n${'1 0 obj\n<< /Type /Catalog /Pages 1 0 R >>\nendobj\n'.repeat(100_000)}%%EOF\n`),
  'a hundred thousand trailers': () =>
    Buffer.from(`%PDF-1.7\n${'trailer\n<< /Root 1 0 R /Prev 9 >>\nstartxref\n9\n'.repeat(100_000)}%%EOF\n`),
};

/** The same every time (a linear congruential generator). */
function noise(bytes: number): Buffer {
  const out = Buffer.alloc(bytes);
  let state = 12_345;
  for (let at = 0; at < bytes; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    out[at] = state >> 16;
  }
  return out;
}
