import type { PdfReader } from '../pdf-reader.ts';
import { PdfSyntaxError } from '../syntax/pdf-syntax-error.ts';
import { PdfArray, PdfDict, PdfString, type PdfValue } from '../syntax/pdf-values.ts';

/** A key of a name tree, with its value as written. */
export interface NameTreeEntry {
  readonly key: Uint8Array;
  readonly value: PdfValue;
}

/** All entries of a name tree, in the order of its leaves (ISO 32000-2, 7.9.6). */
export function readNameTree(pdf: PdfReader, root: PdfDict): NameTreeEntry[] {
  const entries: NameTreeEntry[] = [];
  const seen = new Set<PdfDict>();
  const visit = (node: PdfDict, depth: number): void => {
    if (seen.has(node) || depth > pdf.limits.maxDepth)
      throw malformed(node, 'name tree loops or is too deep');
    seen.add(node);
    const names = pdf.resolve(node.get('Names'));
    if (names instanceof PdfArray) {
      if (names.items.length % 2 !== 0) throw malformed(node, 'a name without a value');
      for (let index = 0; index < names.items.length; index += 2) {
        const key = pdf.resolve(names.items[index]);
        if (!(key instanceof PdfString)) throw malformed(node, 'a key is not a string');
        entries.push({ key: key.bytes, value: names.items[index + 1] ?? null });
      }
    }
    const kids = pdf.resolve(node.get('Kids'));
    if (kids instanceof PdfArray) {
      for (const kid of kids.items) {
        const child = pdf.resolve(kid);
        if (!(child instanceof PdfDict)) throw malformed(node, 'a kid is not a dictionary');
        visit(child, depth + 1);
      }
    }
  };
  visit(root, 0);
  return entries;
}

function malformed(node: PdfDict, detail: string): PdfSyntaxError {
  return new PdfSyntaxError('name-tree-malformed', node.start, detail);
}
