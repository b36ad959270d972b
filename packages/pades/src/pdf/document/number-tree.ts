import type { PdfReader } from '../pdf-reader.ts';
import { isCount, PdfArray, PdfDict, PdfRef, type PdfValue } from '../syntax/pdf-values.ts';

/**
 * Reads a number tree whole (ISO 32000-2, 7.9.7), in order of its keys, which are counts. Values stay as written.
 *
 * @returns undefined for what is no such tree: keys out of order or twice, a node reached twice, or one that has both
 *   pairs and nodes
 */
export function readNumberTree(
  pdf: PdfReader,
  root: PdfValue | undefined,
): (readonly [number, PdfValue])[] | undefined {
  const pairs: (readonly [number, PdfValue])[] = [];
  const seen = new Set<number>();
  const read = (value: PdfValue | undefined, depth: number): boolean => {
    if (depth > pdf.limits.maxDepth) return false;
    if (value instanceof PdfRef) {
      if (seen.has(value.num)) return false;
      seen.add(value.num);
    }
    const node = pdf.resolve(value);
    if (!(node instanceof PdfDict)) return false;
    const [nums, kids] = [pdf.resolve(node.get('Nums')), pdf.resolve(node.get('Kids'))];
    if (nums !== null && kids !== null) return false;
    if (kids !== null) return kids instanceof PdfArray && kids.items.every((kid) => read(kid, depth + 1));
    if (nums === null) return true;
    return nums instanceof PdfArray && readPairs(pdf, nums, pairs);
  };
  return read(root, 0) ? pairs : undefined;
}

function readPairs(pdf: PdfReader, nums: PdfArray, pairs: (readonly [number, PdfValue])[]): boolean {
  if (nums.items.length % 2 !== 0) return false;
  for (let at = 0; at < nums.items.length; at += 2) {
    const key = pdf.resolve(nums.items[at]);
    if (!isCount(key) || key <= (pairs.at(-1)?.[0] ?? -1)) return false;
    pairs.push([key, nums.items[at + 1] as PdfValue]);
  }
  return true;
}
