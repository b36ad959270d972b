import type { Paragraph, Piece } from './word-paragraphs.ts';
import { escapedText, type XmlEdit } from './xml-tree.ts';

/** A span of a paragraph's text, and what takes its place. */
export interface Filling {
  start: number;
  end: number;
  by: string;
}

/**
 * The edits that write a paragraph's text anew: each span's text is written where it begins, in the format that it has
 * there, and goes from the pieces that it reaches into.
 *
 * @param fillings in their order; what lies within an earlier one goes with it
 */
export function editsOf({ pieces }: Paragraph, fillings: readonly Filling[]): XmlEdit[] {
  const apart = fillings.filter(({ start }, at) => fillings.slice(0, at).every(({ end }) => start >= end));
  return pieces.flatMap((piece) => {
    const pieceEnd = piece.start + piece.text.length;
    const reaching = apart.filter(({ start, end }) => start < pieceEnd && end > piece.start);
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
    at = Math.max(at, filling.end - start);
  }
  whole += text.slice(at);
  const { name } = element;
  const prefix = name.slice(0, name.indexOf(':') + 1);
  return whole
    .split('\n')
    .map((line) => (line === '' ? '' : `<${name} xml:space="preserve">${escapedText(line)}</${name}>`))
    .join(`<${prefix}br/>`);
}

/** The text with its spans replaced. */
export function withFillings(text: string, fillings: readonly Filling[]): string {
  let at = 0;
  let whole = '';
  for (const { start, end, by } of fillings) {
    if (start >= at) whole += text.slice(at, start) + by;
    at = Math.max(at, end);
  }
  return whole + text.slice(at);
}
