import type { StrictPdf } from '@lacre/pades';

import {
  inheritedJson,
  isDict,
  isReference,
  objectNumber,
  resolveJson,
  type Json,
  type JsonDict,
  type Lookup,
} from '../../pdf/pdf-json.ts';
import { boxOf, type Box } from '../page-boxes.ts';
import type { ContentPlace } from './even-content.ts';

/** What is drawn: the content of a page, or a stream that is drawn within others. */
export interface DrawnStream {
  /** Of the page or the stream. */
  readonly num: number;
  /** Streams that are one content together: those of a page, or the one itself. */
  readonly parts: readonly number[];
  readonly role: ContentPlace['role'];
  readonly resources: JsonDict;
  /** Of a page: the sheet. */
  readonly sheet?: Box | undefined;
}

/**
 * Every content stream that can be drawn: pages, forms, appearances of annotations, tiles, glyphs and masks (ISO 32000-2,
 * 7.8.2), found by what names them, so that one that nothing leads to counts as well.
 */
export function* drawnStreams(
  pdf: StrictPdf,
  values: ReadonlyMap<number, Json>,
  lookup: Lookup,
): Generator<DrawnStream> {
  const dictAt = (value: Json | undefined): JsonDict => {
    const dict = resolveJson(value ?? null, lookup);
    return isDict(dict) ? dict : {};
  };
  for (const page of pdf.pages) {
    const dict = dictAt(values.get(page.ref.num));
    const contents = resolveJson(dict['/Contents'] ?? null, lookup);
    const parts = (Array.isArray(contents) ? contents : [dict['/Contents'] ?? null]).filter(isReference);
    const resources = dictAt(inheritedJson(dict, '/Resources', lookup));
    yield {
      num: page.ref.num,
      parts: parts.map(objectNumber),
      role: 'page',
      resources,
      sheet: boxOf(dict, '/MediaBox', lookup),
    };
  }
  for (const [num, { role, resources }] of namedStreams(values, lookup)) {
    const own = dictAt(values.get(num));
    if (own['/Length'] === undefined) continue;
    const used = '/Resources' in own ? dictAt(own['/Resources']) : resources;
    yield { num, parts: [num], role, resources: used };
  }
}

type Named = Pick<DrawnStream, 'role' | 'resources'>;

/** Streams by the keys that lead to them. */
function namedStreams(values: ReadonlyMap<number, Json>, lookup: Lookup): Map<number, Named> {
  const found = new Map<number, Named>();
  const note = (value: Json, named: Named): void => {
    if (isReference(value) && !found.has(objectNumber(value))) found.set(objectNumber(value), named);
  };
  const drawing: Named = { role: 'drawing', resources: {} };
  const membersOf = (value: Json | undefined): Json[] => {
    const members = resolveJson(value ?? null, lookup);
    return isDict(members) ? Object.values(members) : [];
  };
  const look = (value: Json): void => {
    if (Array.isArray(value)) return value.forEach(look);
    if (!isDict(value)) return undefined;
    for (const member of membersOf(value['/XObject'])) if (isForm(member, lookup)) note(member, drawing);
    for (const member of membersOf(value['/Pattern'])) {
      const tile = resolveJson(member, lookup);
      if (!isDict(tile) || resolveJson(tile['/PatternType'] ?? null, lookup) !== 1) continue;
      const isColoured = resolveJson(tile['/PaintType'] ?? null, lookup) !== 2;
      note(member, { role: isColoured ? 'drawing' : 'uncoloured', resources: {} });
    }
    for (const member of membersOf(value['/CharProcs'])) {
      const resources = resolveJson(value['/Resources'] ?? null, lookup);
      note(member, { role: 'glyph', resources: isDict(resources) ? resources : {} });
    }
    for (const state of membersOf(value['/AP'])) {
      note(state, drawing);
      for (const member of membersOf(state)) note(member, drawing);
    }
    if ('/S' in value && '/G' in value) note(value['/G'] ?? null, drawing);
    return Object.values(value).forEach(look);
  };
  for (const value of values.values()) look(value);
  return found;
}

function isForm(value: Json, lookup: Lookup): boolean {
  const dict = resolveJson(value, lookup);
  return isDict(dict) && resolveJson(dict['/Subtype'] ?? null, lookup) !== '/Image';
}
