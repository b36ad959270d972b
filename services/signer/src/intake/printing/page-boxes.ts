import { inheritedJson, resolveJson, type JsonDict, type Lookup } from '../pdf/pdf-json.ts';

/** Points: what lies so near the edge of the page is no text. */
const EDGE = 1;
export type Box = readonly [left: number, bottom: number, right: number, top: number];

export function boxOf(page: JsonDict, key: string, lookup: Lookup): Box | undefined {
  const list = resolveJson(inheritedJson(page, key, lookup), lookup);
  const sides = Array.isArray(list) ? list.map((side) => resolveJson(side, lookup)) : [];
  if (sides.length !== 4 || !sides.every((side) => typeof side === 'number')) return undefined;
  const [a, b, c, d] = sides as [number, number, number, number];
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

/** The part of the sheet that viewers show, where it is another than the sheet; undefined where it has no area. */
export function croppedTo(page: JsonDict, lookup: Lookup): Box | undefined {
  const [sheet, crop] = [boxOf(page, '/MediaBox', lookup), boxOf(page, '/CropBox', lookup)];
  if (!sheet || !crop) return undefined;
  const shown: Box = [
    Math.max(sheet[0], crop[0]),
    Math.max(sheet[1], crop[1]),
    Math.min(sheet[2], crop[2]),
    Math.min(sheet[3], crop[3]),
  ];
  const isSheet = shown.every((side, index) => Math.abs(side - (sheet[index] as number)) <= EDGE);
  return isSheet || shown[0] >= shown[2] || shown[1] >= shown[3] ? undefined : shown;
}
