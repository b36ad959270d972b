import type { EmbeddedFont } from '../pdf/embedded-font.ts';

/** A piece of a line in one manner: characters the font has, or one that it lacks. */
export type Run = { readonly text: string } | { readonly missing: string };

/**
 * A character that the font lacks is drawn as its Unicode number in a small frame: legible, the same for all,
 * and never taken for another. Sizes are shares of the text's.
 */
export const STAND_IN = { size: 0.68, padding: 0.16, gap: 0.1 } as const;

/** `738B` for 王 */
export const numberOf = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');

/** Splits a text into what the font has and what it lacks. */
export function runsOf(text: string, font: EmbeddedFont): Run[] {
  const runs: Run[] = [];
  let known = '';
  for (const character of text) {
    if (font.has(character.codePointAt(0) as number)) {
      known += character;
      continue;
    }
    if (known !== '') runs.push({ text: known });
    known = '';
    runs.push({ missing: character });
  }
  if (known !== '') runs.push({ text: known });
  return runs;
}

/** Width of a text at size 1; blanks at its end take no room. */
export const widthOf = (text: string, font: EmbeddedFont): number => widthAfter(0, text.trimEnd(), font);

/** Where a text ends that begins at `x`, at size 1. */
function widthAfter(x: number, text: string, font: EmbeddedFont): number {
  let end = x;
  for (const character of text) end += characterWidth(character, font);
  return end;
}

function characterWidth(character: string, font: EmbeddedFont): number {
  const codePoint = character.codePointAt(0) as number;
  if (font.has(codePoint)) return font.advanceOf(codePoint) / 1000;
  return widthOf(numberOf(character), font) * STAND_IN.size + 2 * (STAND_IN.padding + STAND_IN.gap);
}

/**
 * Lines of at most `width` (at size 1), broken between words; words too long for a line are broken within, after a
 * mark that names of files part words with if one is near. A line broken at a blank keeps it, so that words stay
 * apart when lines are read on.
 */
export function wrapText(text: string, width: number, font: EmbeddedFont): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    // Of the line, with the blank at its end.
    let used = 0;
    for (const word of printable(paragraph).split(/(?<= )/)) {
      const visible = word.trimEnd();
      const end = widthAfter(used, visible, font);
      if (end <= width) {
        line += word;
        used = widthAfter(end, word.slice(visible.length), font);
        continue;
      }
      if (line !== '') lines.push(line);
      line = breakWord(word, width, font, lines);
      used = widthAfter(0, line, font);
    }
    lines.push(line);
  }
  return lines;
}

/** Pushes all lines but the last, which it returns. */
function breakWord(word: string, width: number, font: EmbeddedFont, lines: string[]): string {
  let line = '';
  let used = 0;
  for (const character of word) {
    const advance = characterWidth(character, font);
    if (line !== '' && character !== ' ' && used + advance > width) {
      const mark = /^.*[^\p{L}\p{N}\p{M}](?=.{0,12}$)/u.exec(line)?.[0] ?? line;
      lines.push(mark);
      line = line.slice(mark.length);
      used = widthOf(line, font);
    }
    line += character;
    used += advance;
  }
  return line;
}

/** As many lines as are allowed; the last ends with an ellipsis when there were more. */
export function atMost(lines: readonly string[], maximum: number): readonly string[] {
  if (lines.length <= maximum) return lines;
  const last = Array.from((lines[maximum - 1] ?? '').trimEnd());
  return [...lines.slice(0, maximum - 1), `${last.slice(0, -2).join('').trimEnd()}…`];
}

/** The text, or as much of its beginning as fits the width (at size 1), and an ellipsis. */
export function clipped(text: string, width: number, font: EmbeddedFont): string {
  const whole = printable(text);
  if (widthOf(whole, font) <= width) return whole;
  let room = width - widthOf('…', font);
  let kept = '';
  for (const character of whole) {
    room -= characterWidth(character, font);
    if (room < 0) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

/**
 * One line of visible text: what draws nothing or moves other characters about is left out (controls, formats, what
 * Unicode calls ignorable), and halves of characters show as replaced.
 */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toWellFormed()
    .trim();
}
