import { deflateSync } from 'node:zlib';

import type { PdfSource, StrictPdf, PdfValue, PdfStream } from '@lacre/pades';

import {
  isDict,
  jsonSource,
  resolveJson,
  type Json,
  type JsonDict,
  type Lookup,
} from '../../pdf/pdf-json.ts';
import type { Box } from '../page-boxes.ts';
import { blendMode } from '../print-rules.ts';
import { drawnStreams, type DrawnStream } from './content-streams.ts';
import { decodedContent } from './decode-content.ts';
import { evenContent, type EvenContent } from './even-content.ts';
import type { Layers } from './layers.ts';

/** The contents of a document that had to change, and what is to be said of them. */
export interface EvenContents {
  /** By number of the page, or of the form, tile or glyph. */
  readonly contents: ReadonlyMap<number, Buffer>;
  readonly differs: boolean;
  readonly layered: boolean;
}

/**
 * Every content stream as each reader draws it alike.
 *
 * @throws ContentError when there is no telling what one draws
 */
export async function evenContents(
  pdf: StrictPdf,
  values: ReadonlyMap<number, Json>,
  lookup: Lookup,
  layers: Layers,
): Promise<EvenContents> {
  const contents = new Map<number, Buffer>();
  let [differs, layered] = [false, false];
  const onWhite = blendsWithPaper(values, lookup);
  // Pages of a form often share their content and resources.
  const known = new Map<JsonDict, Map<string, EvenContent>>();
  for (const drawn of drawnStreams(pdf, values, lookup)) {
    const shared = known.get(drawn.resources) ?? new Map<string, EvenContent>();
    known.set(drawn.resources, shared);
    const key = `${drawn.role} ${drawn.parts.join(' ')} ${drawn.sheet?.join(' ')}`;
    const before = shared.get(key);
    if (before) {
      if (before.bytes) contents.set(drawn.num, before.bytes);
      continue;
    }
    const bytes = await contentOf(pdf, drawn, lookup);
    if (!bytes) continue;
    const even = evenContent(bytes, {
      role: drawn.role,
      backdrop: onWhite && drawn.sheet ? paper(drawn.sheet) : undefined,
      layer: (name) => {
        const properties = resolveJson(drawn.resources['/Properties'] ?? null, lookup);
        const named = isDict(properties) ? properties[`/${name}`] : undefined;
        return named === undefined ? undefined : layers.stateOf(named);
      },
      components: (name) => componentsOf(name, drawn.resources, lookup),
    });
    shared.set(key, even);
    if (even.bytes) contents.set(drawn.num, even.bytes);
    differs ||= even.differs;
    layered ||= even.layered;
  }
  return { contents, differs, layered };
}

/** With these, white paper leaves a colour as it is. */
const PLAIN_BLENDS: ReadonlySet<Json> = new Set(
  ['Normal', 'Compatible', 'Multiply', 'Darken'].map((name) => `/${name}`),
);

/**
 * Whether anything is blended in a way for which white is a colour: where nothing else lies under it PDFium blends with
 * the paper, and others, by the standard (ISO 32000-2, 11.4.7), with nothing.
 */
function blendsWithPaper(values: ReadonlyMap<number, Json>, lookup: Lookup): boolean {
  const blends = (value: Json): boolean => {
    if (Array.isArray(value)) return value.some(blends);
    if (!isDict(value)) return false;
    if ('/BM' in value && !PLAIN_BLENDS.has(blendMode(value, lookup))) return true;
    return Object.values(value).some(blends);
  };
  return [...values.values()].some(blends);
}

/** The paper as a part of the page, which a screen reader skips (14.8.2.2). */
function paper([left, bottom, right, top]: Box): string {
  const box = [left, bottom, right - left, top - bottom].map(jsonSource).join(' ');
  return `/Artifact BMC q 1 g ${box} re f Q EMC`;
}

const LINE_FEED = Buffer.from('\n');

/** A page's streams are one content, as if there were white space between them (7.8.2). */
async function contentOf(
  pdf: StrictPdf,
  drawn: DrawnStream,
  lookup: Lookup,
): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  for (const num of drawn.parts) {
    const stream = pdf.object(num);
    if (!isStream(stream)) return undefined;
    const bytes = await decodedContent(pdf, stream, lookup);
    if (!bytes) return undefined;
    parts.push(bytes, LINE_FEED);
  }
  return drawn.parts.length === 1 ? parts[0] : Buffer.concat(parts);
}

const isStream = (value: PdfValue): value is PdfStream =>
  value !== null && typeof value === 'object' && 'data' in value;

const FAMILIES: Readonly<Record<string, number>> = {
  '/DeviceGray': 1,
  '/CalGray': 1,
  '/G': 1,
  '/DeviceRGB': 3,
  '/CalRGB': 3,
  '/RGB': 3,
  '/Lab': 3,
  '/DeviceCMYK': 4,
  '/CMYK': 4,
  '/Separation': 1,
  '/Indexed': 1,
  '/Pattern': 0,
};

function componentsOf(name: string, resources: JsonDict, lookup: Lookup): number | undefined {
  const spaces = resolveJson(resources['/ColorSpace'] ?? null, lookup);
  const named = isDict(spaces) ? (spaces[`/${name}`] ?? `/${name}`) : `/${name}`;
  const space = resolveJson(named, lookup);
  const [family = null, parameter = null] = (Array.isArray(space) ? space : [space]).map((item) =>
    resolveJson(item, lookup),
  );
  if (family === '/ICCBased' && isDict(parameter)) {
    const count = resolveJson(parameter['/N'] ?? null, lookup);
    return typeof count === 'number' ? count : undefined;
  }
  if (family === '/DeviceN' && Array.isArray(parameter)) return parameter.length;
  return typeof family === 'string' ? FAMILIES[family] : undefined;
}

/** A stream with this content, and of its dictionary what is not about the old data. */
export function contentSource(dict: JsonDict, content: Uint8Array): PdfSource {
  const kept = Object.fromEntries(
    Object.entries(dict).filter(([key]) => !['/Filter', '/DecodeParms', '/DP', '/F'].includes(key)),
  );
  const data = deflateSync(content);
  const head = jsonSource({ ...kept, '/Filter': '/FlateDecode', '/Length': data.length });
  return Buffer.concat([Buffer.from(`${head}\nstream\n`, 'latin1'), data, Buffer.from('\nendstream')]);
}
