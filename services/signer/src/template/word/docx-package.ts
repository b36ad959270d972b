import { inflateRawSync } from 'node:zlib';

import { packedData, readZipDirectory, type ZipEntry } from '../../intake/office/zip-directory.ts';
import { readXml, XmlError } from './xml-tree.ts';

/** Where text of a Word document stands. */
export type PartKind = 'document' | 'header' | 'footer' | 'footnotes' | 'endnotes';

/** A part that holds text which a reader sees, its XML as characters. */
export interface DocxPart {
  name: string;
  kind: PartKind;
  xml: string;
}

export interface DocxPackage {
  file: Buffer;
  entries: readonly ZipEntry[];
  parts: readonly DocxPart[];
  /** XML of charts and diagrams, whose text is not filled. */
  drawings: readonly string[];
}

const TYPES = '[Content_Types].xml';
const MAIN = 'word/document.xml';
/** ECMA-376 part 1, 11.3: the content types of the parts with text. */
const CONTENT_TYPE = /wordprocessingml\.(document\.main|header|footer|footnotes|endnotes)\+xml$/;
const DRAWING = /^word\/(?:charts|diagrams)\/[^/]+\.xml$/i;

/**
 * The parts of a Word document that `officeProblem` found nothing against.
 *
 * @throws XmlError when its archive or its text cannot be read
 */
export function readDocx(file: Buffer): DocxPackage {
  const entries = readZipDirectory(file) ?? [];
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  // Of two parts by one name a reader may take either.
  if (entries.length === 0 || names.size !== entries.length) throw new XmlError('malformed');
  const contentOf = (entry: ZipEntry): string => decoded(unpacked(file, entry));
  const types = entries.find(({ name }) => name === TYPES);
  const kinds = kindsIn(types === undefined ? '' : contentOf(types));
  const parts = entries.flatMap((entry) => {
    const kind = entry.name === MAIN ? 'document' : kinds.get(`/${entry.name}`.toLowerCase());
    return kind === undefined ? [] : [{ name: entry.name, kind, xml: contentOf(entry) }];
  });
  const drawings = entries.filter(({ name }) => DRAWING.test(name)).map(contentOf);
  return { file, entries, parts, drawings };
}

/** By the part's name in lower case: names of parts make no difference between cases (ECMA-376 part 2, 6.2.2.3). */
function kindsIn(types: string): Map<string, PartKind> {
  const kinds = new Map<string, PartKind>();
  for (const { start, innerStart, local } of readXml(types).children) {
    if (local !== 'Override') continue;
    const tag = types.slice(start, innerStart);
    const [, type] = /\sContentType\s*=\s*["']([^"']*)/.exec(tag) ?? [];
    const [, name] = /\sPartName\s*=\s*["']([^"']*)/.exec(tag) ?? [];
    const [, kind] = CONTENT_TYPE.exec(type ?? '') ?? [];
    if (kind !== undefined && name !== undefined)
      kinds.set(name.toLowerCase(), kind === 'document.main' ? 'document' : (kind as PartKind));
  }
  return kinds;
}

function unpacked(file: Buffer, entry: ZipEntry): Buffer {
  const packed = packedData(file, entry);
  if (packed === undefined) throw new XmlError('malformed');
  // Its size was held to the limits of `officeProblem`.
  return entry.method === 0 ? packed : inflateRawSync(packed);
}

function decoded(content: Buffer): string {
  const [first = 0, second = 0] = content;
  const isLittle = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c);
  const [, declared] =
    /^\W*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)/.exec(content.toString('latin1', 0, 200)) ?? [];
  const label = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : (declared ?? 'utf-8');
  try {
    return new TextDecoder(label, { fatal: true }).decode(content);
  } catch {
    throw new XmlError('malformed');
  }
}

/** The part's XML in UTF-8, and said to be. */
export const encoded = (xml: string): Buffer =>
  Buffer.from(xml.replace(/^\s*<\?xml[^>]*\?>/, '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'));
