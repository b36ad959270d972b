import type { PartKind } from './docx-package.ts';
import { readXml, textOf, type XmlElement } from './xml-tree.ts';

/** What stands in a paragraph, one after the other: text, a break, a tab, or a thing without characters. */
export interface Piece {
  element: XmlElement;
  /** Whether it is text that can be written anew. */
  isText: boolean;
  text: string;
  /** Where it begins in the paragraph's text. */
  start: number;
}

export interface Paragraph {
  element: XmlElement;
  pieces: readonly Piece[];
  /** All of its pieces' texts: Word parts a word wherever its spelling or format was touched. */
  text: string;
  /** `tabela 1, linha 2, coluna 1`. */
  place: string;
}

/** ECMA-376 part 1, transitional and strict. */
const WORD = new Set([
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
]);
export const isWord = ({ space, local }: XmlElement, ...names: readonly string[]): boolean =>
  space !== undefined && WORD.has(space) && names.includes(local);

/** Children of a run that stand for characters (ECMA-376 part 1, 17.3.3). */
const CHARACTERS: Readonly<Record<string, string>> = {
  br: '\n',
  cr: '\n',
  tab: '\t',
  ptab: '\t',
  noBreakHyphen: '-',
};
/** What has a place in a line, and no characters. */
const THINGS = new Set(['drawing', 'pict', 'object', 'sym', 'footnoteReference', 'endnoteReference']);
const THING = '\uFFFC';

const PART_WORDS: Readonly<Record<PartKind, string>> = {
  document: '',
  header: 'cabeçalho, ',
  footer: 'rodapé, ',
  footnotes: 'nota de rodapé, ',
  endnotes: 'nota de fim, ',
};

/** Every paragraph of a part, those in tables and text boxes too, in the order of the document. @throws XmlError */
export function paragraphsIn(xml: string, kind: PartKind): { root: XmlElement; paragraphs: Paragraph[] } {
  const root = readXml(xml);
  const paragraphs: Paragraph[] = [];
  const tables: XmlElement[] = [];
  let number = 0;
  const visit = (element: XmlElement): void => {
    // Text that was taken out, or moved elsewhere, with changes being tracked.
    if (isWord(element, 'del', 'moveFrom')) return;
    if (isWord(element, 'tbl')) tables.push(element);
    if (isWord(element, 'p')) {
      const pieces = piecesOf(xml, element);
      const text = pieces.map((piece) => piece.text).join('');
      const inside = placeInside(element, tables);
      if (inside === undefined && text.trim() !== '') number += 1;
      const place = PART_WORDS[kind] + (inside ?? `parágrafo ${Math.max(number, 1)}`);
      paragraphs.push({ element, pieces, text, place });
    }
    for (const child of element.children) visit(child);
  };
  visit(root);
  return { root, paragraphs };
}

/** Of a paragraph in a text box or a table; undefined elsewhere. */
function placeInside(paragraph: XmlElement, tables: readonly XmlElement[]): string | undefined {
  let cell: XmlElement | undefined;
  for (let at = paragraph.parent; at !== undefined; at = at.parent) {
    if (isWord(at, 'txbxContent')) return 'caixa de texto';
    if (isWord(at, 'tc')) cell ??= at;
    if (!isWord(at, 'tbl') || cell === undefined) continue;
    const row = nearest(cell, 'tr');
    const rows = at.children.filter((child) => isWord(child, 'tr'));
    const cells = row?.children.filter((child) => isWord(child, 'tc')) ?? [];
    const place = (list: readonly XmlElement[], one: XmlElement | undefined) =>
      one === undefined ? 1 : Math.max(list.indexOf(one) + 1, 1);
    return `tabela ${place(tables, at)}, linha ${place(rows, row)}, coluna ${place(cells, cell)}`;
  }
  return undefined;
}

function nearest(element: XmlElement, name: string): XmlElement | undefined {
  let at: XmlElement | undefined = element;
  while (at !== undefined && !isWord(at, name)) at = at.parent;
  return at;
}

function piecesOf(xml: string, paragraph: XmlElement): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  const add = (element: XmlElement, text: string, isText: boolean): void => {
    pieces.push({ element, isText, text, start });
    start += text.length;
  };
  const visit = (element: XmlElement): void => {
    for (const child of element.children) {
      if (isWord(child, 'p', 'del', 'moveFrom', 'pPr', 'rPr')) continue;
      const character = isWord(child, child.local) ? CHARACTERS[child.local] : undefined;
      if (isWord(child, 't')) add(child, textOf(xml, child), true);
      else if (character !== undefined) add(child, character, false);
      else if (isWord(child, child.local) && THINGS.has(child.local)) add(child, THING, false);
      // Two ways to show one thing (ECMA-376 part 3, 7.5): it takes one place.
      else if (child.local === 'AlternateContent') add(child, THING, false);
      else visit(child);
    }
  };
  visit(paragraph);
  return pieces;
}

/** What is shown of a paragraph, characters. */
const EXCERPT = 60;

/** In one line, cut. */
export const shown = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll(THING, '').trim();
  return line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT).trimEnd()}…`;
};

/** `(tabela 1, linha 2, coluna 1: “Peso: {{contratada.peso}}”)`. */
export function whereIs({ place, text }: Paragraph, written: string): string {
  const from = Math.max(0, text.indexOf(written) - EXCERPT / 3);
  return `(${place}: “${from > 0 ? '…' : ''}${shown(text.slice(from))}”)`;
}
