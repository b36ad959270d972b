import { constants, deflateRawSync } from 'node:zlib';

import { zipOf } from './office/sample-office.ts';

const MB = 1024 * 1024;
const XML = '<?xml version="1.0" encoding="UTF-8"?>';

interface RawEntry {
  name: string;
  packed: Buffer;
  method?: 0 | 8;
  /** What it claims to unpack to, bytes. */
  stated?: number;
  encrypted?: boolean;
  /** Where its local header is said to be; it is not written then. */
  at?: number;
}

/** An archive with arbitrary headers (PKWARE APPNOTE 4.3). */
function rawZip(entries: readonly RawEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let length = 0;
  for (const { name, packed, method = 8, stated = packed.length, encrypted = false, at } of entries) {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(encrypted ? 1 : 0, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(stated, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at ?? length, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), fields, place, Buffer.from(name));
    if (at !== undefined) continue;
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, Buffer.from(name), packed]);
    parts.push(local);
    length += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(length, 16);
  return Buffer.concat([...parts, central, end]);
}

const stored = (name: string, text: string): RawEntry => ({ name, packed: Buffer.from(text), method: 0 });

/** White space to follow an element, deflated to so many megabytes. */
function spaces(before: string, megabytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(16 * MB, ' '), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const start = deflateRawSync(Buffer.from(before), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([start, ...Array.from({ length: megabytes / 16 }, () => block), Buffer.from([3, 0])]);
}

const TYPES =
  `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  `<Override PartName="/word/document.xml" ` +
  `ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const RELATIONSHIPS =
  `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" ` +
  `Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>` +
  `</Relationships>`;
const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const paragraph = (text: string): string =>
  `<w:document ${WORD}><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`;

const docx = (document: RawEntry, ...more: readonly RawEntry[]): Buffer =>
  rawZip([stored('[Content_Types].xml', TYPES), stored('_rels/.rels', RELATIONSHIPS), document, ...more]);
const deflated = (name: string, text: string | Buffer): RawEntry => ({
  name,
  packed: deflateRawSync(Buffer.from(text as string)),
});
const odt = (content: RawEntry): Buffer =>
  rawZip([stored('mimetype', 'application/vnd.oasis.opendocument.text'), content]);

/** Ten entities, each ten of the one before: a billion at the end. */
const laughs = (): string => {
  const entities = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
  );
  return `<!DOCTYPE x [<!ENTITY e0 "ha">${entities.join('')}]>`;
};
const FLAT =
  `<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" ` +
  `xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3" ` +
  `office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:p>&e9;</text:p>` +
  `</office:text></office:body></office:document>`;

/** An archive within an archive, so many levels deep, around this. */
function nested(levels: number, content: Buffer): Buffer {
  let inner = content;
  for (let level = 0; level < levels; level += 1) {
    inner = rawZip([{ name: `${level}.zip`, packed: deflateRawSync(inner) }]);
  }
  return inner;
}

/** A document in which one element comes so many times, by itself. */
const manyTimes = (element: string, count: number): string =>
  paragraph('a').replace('<w:p>', `${element.repeat(count)}<w:p>`);

/** Text documents of more lines than can be laid out in time, of which each is small. */
export const ENDLESS_TEXTS: Readonly<Record<string, () => Buffer>> = {
  'a DOCX of 300,000 paragraphs': () =>
    docx(deflated('word/document.xml', manyTimes('<w:p><w:r><w:t>linha</w:t></w:r></w:p>', 300_000))),
  'a DOCX of 300,000 empty paragraphs by another prefix, in UTF-16': () => {
    const text = `\uFEFF${manyTimes('<w:p/>', 300_000).replaceAll('w:', 'x:')}`;
    return docx(deflated('word/document.xml', Buffer.from(text, 'utf16le')));
  },
  'a DOCX of 300,000 line breaks': () =>
    docx(deflated('word/document.xml', manyTimes('<w:p><w:r><w:br/></w:r></w:p>', 150_000))),
  'a DOCX whose 100,000 paragraphs are in two parts': () => {
    const part = manyTimes('<w:p/>', 50_000);
    return docx(deflated('word/document.xml', part), deflated('word/footnotes.xml', part));
  },
  'an ODT of 300,000 paragraphs': () =>
    odt(deflated('content.xml', FLAT.replace('<text:p>&e9;</text:p>', '<text:p>a</text:p>'.repeat(300_000)))),
};

/** Office documents made to exhaust the time or memory of a program that opens them. */
export const ARCHIVE_BOMBS: Readonly<Record<string, () => Buffer>> = {
  'a DOCX of 4 GB': () =>
    docx({ name: 'word/document.xml', packed: spaces(paragraph('a'), 4096), stated: 2 ** 32 - 16 }),
  'a DOCX of 1 GB that says it is small': () =>
    docx({ name: 'word/document.xml', packed: spaces(paragraph('a'), 1024), stated: 1000 }),
  'an ODT of 1 GB': () => odt({ name: 'content.xml', packed: spaces(FLAT.replace('&e9;', 'a'), 1024) }),
  'a DOCX with 80 MB of XML': () => docx({ name: 'word/document.xml', packed: spaces(paragraph('a'), 80) }),
  'a DOCX with a picture of 1 GB': () =>
    docx(stored('word/document.xml', paragraph('a')), {
      name: 'word/media/image1.bmp',
      packed: spaces('BM', 1024),
    }),
  'a DOCX whose entries are one and the same bytes': () => {
    const document = stored('word/document.xml', paragraph('a'));
    const picture: RawEntry = { name: 'word/media/0.bmp', packed: spaces('BM', 64) };
    const at = docx(document).indexOf('PK\u0001\u0002');
    const again = Array.from({ length: 1000 }, (_, index) => ({
      ...picture,
      name: `word/media/${index + 1}.bmp`,
      at,
    }));
    return docx(document, picture, ...again);
  },
  'a DOCX of 20,000 files': () =>
    docx(
      stored('word/document.xml', paragraph('a')),
      ...Array.from({ length: 20_000 }, (_, index) => stored(`word/media/${index}.txt`, 'a')),
    ),
  'archives six levels deep in a DOCX': () =>
    docx(stored('word/document.xml', paragraph('a')), {
      name: 'word/embeddings/a.bin',
      packed: nested(6, Buffer.from('a')),
      method: 0,
    }),
  'a bomb in an archive in a DOCX': () =>
    docx(stored('word/document.xml', paragraph('a')), {
      name: 'word/embeddings/a.xlsx',
      packed: deflateRawSync(rawZip([{ name: 'xl/sheet.bin', packed: spaces('', 1024) }])),
    }),
  'a billion laughs in a DOCX': () =>
    docx(stored('word/document.xml', `${XML}${laughs()}${paragraph('&e9;')}`)),
  'a billion laughs in a part of another name': () =>
    docx(
      stored('word/document.xml', paragraph('a')),
      stored('word/footer.bin', `${laughs()}${paragraph('&e9;')}`),
    ),
  'a billion laughs in UTF-16': () =>
    docx({
      name: 'word/document.xml',
      packed: Buffer.from(`\uFEFF${laughs()}${paragraph('&e9;')}`, 'utf16le'),
      method: 0,
    }),
  'a billion laughs in UTF-7': () =>
    docx(
      stored(
        'word/document.xml',
        `<?xml version="1.0" encoding="UTF-7"?>${laughs().replaceAll('<', '+ADw-')}`,
      ),
    ),
  'a billion laughs in an ODT': () => odt(stored('content.xml', `${XML}${laughs()}${FLAT}`)),
  'a billion laughs in flat ODF': () => Buffer.from(`${XML}${laughs()}${FLAT}`),
  'a DOCX that has a local file as an entity': () =>
    docx(
      stored(
        'word/document.xml',
        `${XML}<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${paragraph('&e;')}`,
      ),
    ),
  'a DOCX with an encrypted part': () =>
    docx({ name: 'word/document.xml', packed: Buffer.from('abc'), encrypted: true }),
  'an ODT with a password': () =>
    rawZip([
      stored('mimetype', 'application/vnd.oasis.opendocument.text'),
      stored('content.xml', 'cifrado'),
      stored('META-INF/manifest.xml', '<manifest:manifest><manifest:encryption-data/></manifest:manifest>'),
    ]),
  'a DOCX compressed in a way of its own': () =>
    rawZip([
      stored('[Content_Types].xml', TYPES),
      { name: 'word/document.xml', packed: Buffer.from('abc'), method: 99 as 8 },
    ]),
  'a DOCX whose document lies beyond its end': () =>
    docx({ name: 'word/document.xml', packed: Buffer.alloc(0), at: 2 ** 31 }),
  'a DOCX cut in the middle of a part': () => {
    const whole = zipOf({ '[Content_Types].xml': TYPES, 'word/document.xml': paragraph('a'.repeat(1000)) });
    return Buffer.concat([whole.subarray(0, 700), whole.subarray(whole.indexOf('PK\u0001\u0002'))]);
  },
};
