import { inflateSync } from 'node:zlib';

/** An object at the beginning of a line; the same number again, later in the file, is what counts. */
const OBJECT = /(?:^|[\r\n])[ \t]{0,8}(\d{1,9})[ \t\r\n]{1,8}(\d{1,5})[ \t\r\n]{1,8}obj(?![A-Za-z])/g;
const ROOT = /\/Root[ \t\r\n]{1,8}(\d{1,9})[ \t\r\n]{1,8}(\d{1,5})[ \t\r\n]{1,8}R/g;
const ENCRYPTION = /\/Encrypt[ \t\r\n]{1,8}(?:\d|<<)/;
/** Where an object stream's dictionary ends at the latest, characters. */
const DICTIONARY_CHARACTERS = 2_000;
/** What all object streams may decode to, bytes. */
const INFLATED_BYTES = 64 * 1024 * 1024;
const ROW_BYTES = 7;

type Place = { offset: number; gen: number } | { container: number; index: number };

export interface RebuildLimits {
  maxObjects: number;
}

/**
 * The file with a cross-reference of its own making after it, from where its objects are seen to begin: for files whose
 * own leads astray, as after a transfer that changed line ends or a program that cut something out. What it then says
 * is for qpdf and the strict reader to judge, and for people to see.
 *
 * @returns undefined when no catalog is in sight
 */
export function rebuildXref(
  file: Uint8Array,
  { maxObjects }: RebuildLimits,
): Buffer | 'encrypted' | undefined {
  const whole = Buffer.from(file.buffer, file.byteOffset, file.length);
  const header = whole.indexOf('%PDF-');
  if (header === -1) return undefined;
  const bytes = whole.subarray(header);
  const text = bytes.toString('latin1');
  const root = [...text.matchAll(ROOT)].at(-1);
  if (root === undefined) return undefined;
  if (ENCRYPTION.test(text)) return 'encrypted';
  const places = placesOf(bytes, text, maxObjects);
  return places && withXref(bytes, places, `${root[1]} ${root[2]} R`);
}

function placesOf(bytes: Buffer, text: string, maxObjects: number): Map<number, Place> | undefined {
  const places = new Map<number, Place>();
  const budget = { bytes: INFLATED_BYTES };
  for (const found of text.matchAll(OBJECT)) {
    const num = Number(found[1]);
    const offset = text.indexOf(found[1] ?? '', found.index);
    places.set(num, { offset, gen: Number(found[2]) });
    for (const [index, member] of membersOf(bytes, text, found.index + found[0].length, budget).entries())
      places.set(member, { container: num, index });
    if (places.size > maxObjects) return undefined;
  }
  places.delete(0);
  return places;
}

/** Numbers of the objects in an object stream (ISO 32000-2, 7.5.7); none for anything else. */
function membersOf(bytes: Buffer, text: string, start: number, budget: { bytes: number }): number[] {
  const end = text.indexOf('stream', start);
  if (end === -1 || end - start > DICTIONARY_CHARACTERS) return [];
  const dict = text.slice(start, end);
  const count = /\/N[ \t\r\n]{1,8}(\d{1,7})/.exec(dict)?.[1];
  const first = /\/First[ \t\r\n]{1,8}(\d{1,9})/.exec(dict)?.[1];
  if (!/\/Type[ \t\r\n]{0,8}\/ObjStm/.test(dict) || count === undefined || first === undefined) return [];
  const from = end + 'stream'.length + (text[end + 6] === '\r' ? 2 : 1);
  const data = bytes.subarray(from, Math.max(from, text.indexOf('endstream', from)));
  const decoded = dict.includes('/FlateDecode') ? inflated(data, budget.bytes) : data;
  budget.bytes -= decoded.length;
  const numbers = decoded.toString('latin1', 0, Number(first)).match(/\d{1,9}/g) ?? [];
  return numbers
    .filter((_, at) => at % 2 === 0)
    .slice(0, Number(count))
    .map(Number);
}

function inflated(data: Buffer, maxBytes: number): Buffer {
  try {
    return inflateSync(data, { maxOutputLength: Math.max(1, maxBytes) });
  } catch {
    return Buffer.alloc(0);
  }
}

/** A cross-reference stream over these places (7.5.8). */
function withXref(bytes: Buffer, places: ReadonlyMap<number, Place>, root: string): Buffer {
  const entries = [...places].toSorted(([a], [b]) => a - b);
  const own = (entries.at(-1)?.[0] ?? 0) + 1;
  const offset = bytes.length + 1;
  const listed: [number, Place][] = [...entries, [own, { offset, gen: 0 }]];
  const rows = Buffer.alloc((listed.length + 1) * ROW_BYTES);
  rows.writeUInt16BE(65_535, ROW_BYTES - 2);
  listed.forEach(([, place], index) => {
    const at = (index + 1) * ROW_BYTES;
    const [type, second, third] =
      'offset' in place ? [1, place.offset, place.gen] : [2, place.container, place.index];
    rows.writeUInt8(type, at);
    rows.writeUInt32BE(second, at + 1);
    rows.writeUInt16BE(third & 0xffff, at + 5);
  });
  const numbers = [0, ...listed.map(([num]) => num)].map((num) => `${num} 1`).join(' ');
  const dict = `<< /Type /XRef /W [1 4 2] /Size ${own + 1} /Index [${numbers}] /Root ${root} /Length ${rows.length} >>`;
  return Buffer.concat([
    bytes,
    Buffer.from(`\n${own} 0 obj\n${dict}\nstream\n`),
    rows,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${offset}\n%%EOF\n`),
  ]);
}
