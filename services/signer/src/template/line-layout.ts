import type { TextRun } from '@lacre/contracts';

import type { Canvas, TextStyle } from '../evidence/drawing/canvas.ts';
import { readableText } from './readable-text.ts';

/** One line of text: its runs follow one another, those of one emphasis as one. */
export type Line = TextRun[];

type Word = TextRun[];

const MARK = '.';
const BLANK: TextRun = { text: ' ', bold: false, italic: false };

export interface Styles {
  regular: TextStyle;
  bold: TextStyle;
}

function styleOf(styles: Styles, { bold, italic }: Omit<TextRun, 'text'>): TextStyle {
  const style = bold ? styles.bold : styles.regular;
  return italic ? { ...style, weight: style.weight === 'bold' ? 'boldItalic' : 'italic' } : style;
}

/** Width of a run, blanks at its end included. */
function advanceOf(canvas: Canvas, run: TextRun, styles: Styles): number {
  const style = styleOf(styles, run);
  return canvas.widthOf(`${run.text}${MARK}`, style) - canvas.widthOf(MARK, style);
}

export const readable = (runs: readonly TextRun[]): TextRun[] =>
  runs.map((run) => ({ ...run, text: readableText(run.text) }));

/** Draws one line from `left`; `top` is its upper edge. */
export function drawLine(canvas: Canvas, line: Line, left: number, top: number, styles: Styles): void {
  let x = left;
  for (const run of line) {
    canvas.lines([run.text], x, top, styleOf(styles, run));
    x += advanceOf(canvas, run, styles);
  }
}

/** Widths of the longest word and of the longest line that the text breaks itself, points. */
export function extentOf(
  canvas: Canvas,
  runs: readonly TextRun[],
  styles: Styles,
): { word: number; line: number } {
  const extent = { word: 0, line: 0 };
  const blank = advanceOf(canvas, BLANK, styles);
  let line = 0;
  for (const word of wordsOf(runs)) {
    const wide = word === '\n' ? 0 : widthOf(canvas, word, styles);
    line = word === '\n' ? 0 : line === 0 ? wide : line + blank + wide;
    extent.word = Math.max(extent.word, wide);
    extent.line = Math.max(extent.line, line);
  }
  return extent;
}

/** Width of a line as it is seen, points. */
export const seenWidthOf = (canvas: Canvas, line: Line, styles: Styles): number =>
  line.reduce(
    (sum, run, at) =>
      sum +
      (at === line.length - 1
        ? canvas.widthOf(run.text, styleOf(styles, run))
        : advanceOf(canvas, run, styles)),
    0,
  );

/** Words of a text, and where its own line breaks are: `\n` stands alone. */
function wordsOf(runs: readonly TextRun[]): (Word | '\n')[] {
  const words: (Word | '\n')[] = [];
  let word: Word = [];
  const endWord = () => {
    if (word.length > 0) words.push(word);
    word = [];
  };
  for (const { text, ...emphasis } of runs) {
    for (const part of text.normalize('NFC').split(/([^\S\u00a0]+)/)) {
      if (part.trim() !== '') word.push({ text: part, ...emphasis });
      else if (part !== '') {
        endWord();
        if (part.includes('\n')) words.push('\n');
      }
    }
  }
  endWord();
  return words;
}

/** Lines of at most `width` points, broken between words and where the text breaks them. */
export function linesOf(canvas: Canvas, runs: readonly TextRun[], width: number, styles: Styles): Line[] {
  const lines: Line[] = [];
  let line: Line = [];
  let used = 0;
  const endLine = () => {
    if (line.length > 0) lines.push(line);
    [line, used] = [[], 0];
  };
  /** Ends at a blank, which stays, so that words stay apart when lines are read on. */
  const endLineAtBlank = () => {
    append(line, [blankAfter(line)]);
    endLine();
  };
  for (const word of wordsOf(runs)) {
    if (word === '\n') {
      if (line.length > 0) endLineAtBlank();
      continue;
    }
    for (const [index, piece] of fitting(canvas, word, width, styles).entries()) {
      const wide = widthOf(canvas, piece, styles);
      if (index > 0) endLine();
      else if (line.length > 0) {
        const blank = advanceOf(canvas, blankAfter(line), styles);
        if (used + blank + wide > width) endLineAtBlank();
        else {
          append(line, [blankAfter(line)]);
          used += blank;
        }
      }
      append(line, piece);
      used += wide;
    }
  }
  endLine();
  return lines;
}

function blankAfter(line: Line): TextRun {
  return { ...(line.at(-1) ?? BLANK), text: ' ' };
}

const widthOf = (canvas: Canvas, word: Word, styles: Styles): number =>
  word.reduce((sum, run) => sum + advanceOf(canvas, run, styles), 0);

/** The word, or what is left of it when it is too long for a line: pieces that each fit one. */
function fitting(canvas: Canvas, word: Word, width: number, styles: Styles): Word[] {
  if (widthOf(canvas, word, styles) <= width) return [word];
  return word.flatMap((run) =>
    canvas.wrap(run.text, width, styleOf(styles, run)).map((text) => [{ ...run, text }]),
  );
}

function append(line: Line, runs: readonly TextRun[]): void {
  for (const run of runs) {
    const last = line.at(-1);
    if (last !== undefined && last.bold === run.bold && last.italic === run.italic) last.text += run.text;
    else line.push({ ...run });
  }
}
