import { placeholderName } from '@lacre/contracts';

import { rewriteZip } from '../../intake/office/rewrite-zip.ts';
import { readableText } from '../readable-text.ts';
import { encoded, readDocx } from './docx-package.ts';
import { PLACEHOLDER } from './read-word.ts';
import { paragraphsIn, type Paragraph, type Piece } from './word-paragraphs.ts';
import { edited, escapedText, type XmlEdit } from './xml-tree.ts';

/** By the name of the placeholder, what stands in its place. */
export type WordTexts = Readonly<Record<string, string>>;

/**
 * The document with every placeholder filled where it stands, in the format that its first characters have; nothing
 * else of it changes. Undefined when the texts come to more than `maxCharacters`.
 *
 * @throws XmlError
 */
export function fillWord(file: Buffer, texts: WordTexts, maxCharacters: number): Buffer | undefined {
  const docx = readDocx(file);
  let characters = 0;
  const replaced = new Map<string, Buffer>();
  for (const { name, kind, xml } of docx.parts) {
    const edits: XmlEdit[] = [];
    for (const paragraph of paragraphsIn(xml, kind).paragraphs) {
      const fillings = fillingsOf(paragraph, texts);
      for (const { by } of fillings) characters += by.length;
      if (characters > maxCharacters) return undefined;
      edits.push(...editsOf(paragraph, fillings));
    }
    if (edits.length > 0) replaced.set(name, encoded(edited(xml, edits)));
  }
  return rewriteZip(docx.file, docx.entries, replaced);
}

/** A span of a paragraph's text, and what takes its place. */
interface Filling {
  start: number;
  end: number;
  by: string;
}

const fillingsOf = ({ text }: Paragraph, texts: WordTexts): Filling[] =>
  [...text.matchAll(PLACEHOLDER)].map(({ 0: written, 1: name = '', index }) => ({
    start: index,
    end: index + written.length,
    by: readableText(texts[placeholderName(name)] ?? ''),
  }));

/** Each span's text is written where it begins, and goes from the pieces that it reaches into. */
function editsOf({ pieces }: Paragraph, fillings: readonly Filling[]): XmlEdit[] {
  return pieces.flatMap((piece) => {
    const pieceEnd = piece.start + piece.text.length;
    const reaching = fillings.filter(({ start, end }) => start < pieceEnd && end > piece.start);
    if (reaching.length === 0) return [];
    const { element } = piece;
    const by = piece.isText ? rewritten(piece, reaching) : '';
    return [{ start: element.start, end: element.end, by }];
  });
}

function rewritten({ element, text, start }: Piece, fillings: readonly Filling[]): string {
  let at = 0;
  let whole = '';
  for (const filling of fillings) {
    whole += text.slice(at, Math.max(at, filling.start - start));
    if (filling.start >= start) whole += filling.by;
    at = filling.end - start;
  }
  whole += text.slice(at);
  const { name } = element;
  const prefix = name.slice(0, name.indexOf(':') + 1);
  return whole
    .split('\n')
    .map((line) => (line === '' ? '' : `<${name} xml:space="preserve">${escapedText(line)}</${name}>`))
    .join(`<${prefix}br/>`);
}
