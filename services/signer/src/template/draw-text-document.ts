import type { TextRun } from '@lacre/contracts';

import { Canvas, COLORS, CONTENT_WIDTH, PAGE, type TextStyle } from '../evidence/drawing/canvas.ts';
import { printable } from '../evidence/drawing/text-layout.ts';
import type { StructureElement } from '../evidence/pdf/structure-tree.ts';
import { drawTable } from './draw-table.ts';
import { drawLine, linesOf, readable, type Line, type Styles } from './line-layout.ts';
import type { FlowingText, TextDocument } from './text-document.ts';

/** Where content starts, on the first page and later ones, points from the top. */
const TOP = 64;
const INDENT = 20;

const inBoth = (style: Omit<TextStyle, 'weight'>): Styles => ({
  regular: style,
  bold: { ...style, weight: 'bold' },
});
const strong = (style: Omit<TextStyle, 'weight'>): Styles => {
  const weighty = { ...style, weight: 'bold' } as const;
  return { regular: weighty, bold: weighty };
};
const BODY = inBoth({ size: 10.5, leading: 16 });
const TITLE = strong({ size: 16, leading: 22 });
const HEADINGS = {
  'heading-1': { styles: strong({ size: 14, leading: 20 }), before: 18, type: 'H2' },
  'heading-2': { styles: strong({ size: 12, leading: 17 }), before: 14, type: 'H3' },
  'heading-3': { styles: strong({ size: 10.5, leading: 16 }), before: 10, type: 'H3' },
} as const;
const FOOTER: TextStyle = { size: 8, leading: 11, color: COLORS.muted };
const BETWEEN_PARAGRAPHS = 8;
const BETWEEN_ITEMS = 3;

/**
 * A filled text as a PDF, A4, tagged, as many pages as it takes. The same document gives the same bytes.
 *
 * @throws Error when there is nothing to draw
 */
export async function drawTextDocument(document: TextDocument): Promise<Uint8Array> {
  const canvas = await Canvas.open([TOP, TOP]);
  canvas.addPage();
  const title = printable(document.title);
  drawLines(
    canvas,
    canvas.root.add('H1'),
    linesOf(canvas, [{ text: title, bold: true, italic: false }], CONTENT_WIDTH, TITLE),
    TITLE,
  );
  canvas.y += BETWEEN_PARAGRAPHS;
  drawBlocks(canvas, document.blocks);
  drawFooters(canvas, title);
  return canvas.pdf.finish({ title, subject: title, producer: 'Lacre', createdAt: document.createdAt });
}

function drawBlocks(canvas: Canvas, blocks: TextDocument['blocks']): void {
  let list: { kind: FlowingText['kind']; element: StructureElement } | undefined;
  for (const block of blocks) {
    const { kind } = block;
    if (kind === 'bullet' || kind === 'number') {
      list =
        list?.kind === kind
          ? list
          : { kind, element: canvas.root.add('L', { numbering: kind === 'number' ? 'Decimal' : 'Disc' }) };
      drawItem(canvas, list.element, block);
      continue;
    }
    if (list !== undefined) canvas.y += BETWEEN_PARAGRAPHS - BETWEEN_ITEMS;
    list = undefined;
    if (kind === 'table') {
      drawTable(canvas, block);
      canvas.y += BETWEEN_PARAGRAPHS;
    } else if (kind === 'paragraph') drawParagraph(canvas, readable(block.runs));
    else drawHeading(canvas, kind, readable(block.runs));
  }
}

function drawParagraph(canvas: Canvas, runs: readonly TextRun[]): void {
  const lines = linesOf(canvas, runs, CONTENT_WIDTH, BODY);
  if (lines.length === 0) return;
  drawLines(canvas, canvas.root.add('P'), lines, BODY);
  canvas.y += BETWEEN_PARAGRAPHS;
}

/** Never parted from the two lines that follow it. */
function drawHeading(canvas: Canvas, kind: keyof typeof HEADINGS, runs: readonly TextRun[]): void {
  const { styles, before, type } = HEADINGS[kind];
  const lines = linesOf(canvas, runs, CONTENT_WIDTH, styles);
  if (lines.length === 0) return;
  const page = canvas.page.index;
  canvas.reserve(before + lines.length * styles.regular.leading + 2 * BODY.regular.leading);
  if (canvas.page.index === page) canvas.y += before - BETWEEN_PARAGRAPHS;
  drawLines(canvas, canvas.root.add(type), lines, styles);
  canvas.y += BETWEEN_PARAGRAPHS / 2;
}

function drawItem(canvas: Canvas, list: StructureElement, { kind, label = '', runs }: FlowingText): void {
  const lines = linesOf(canvas, readable(runs), CONTENT_WIDTH - INDENT, BODY);
  if (lines.length === 0) return;
  const item = list.add('LI');
  canvas.reserve(BODY.regular.leading);
  const mark = kind === 'bullet' ? '•' : label;
  canvas.within(item.add('Lbl'), () => canvas.lines([mark], PAGE.side, canvas.y, BODY.regular));
  drawLines(canvas, item.add('LBody'), lines, BODY, PAGE.side + INDENT);
  canvas.y += BETWEEN_ITEMS;
}

/** Draws lines downwards, on to further pages; all of them belong to one element. */
function drawLines(
  canvas: Canvas,
  owner: StructureElement,
  lines: readonly Line[],
  styles: Styles,
  left: number = PAGE.side,
): void {
  const { leading } = styles.regular;
  for (const line of lines) {
    canvas.reserve(leading);
    canvas.within(owner, () => drawLine(canvas, line, left, canvas.y, styles));
    canvas.y += leading;
  }
}

/** What stands at the foot of every page is said elsewhere too. */
function drawFooters(canvas: Canvas, title: string): void {
  const { pages } = canvas.pdf;
  for (const page of pages) {
    canvas.turnTo(page);
    canvas.decoration(() => {
      const top = PAGE.height - PAGE.foot + 18;
      const number = `Página ${page.index + 1} de ${pages.length}`;
      const right = PAGE.side + CONTENT_WIDTH - canvas.widthOf(number, FOOTER);
      canvas.lines([canvas.clip(title, right - PAGE.side - 24, FOOTER)], PAGE.side, top, FOOTER);
      canvas.lines([number], right, top, FOOTER);
    });
  }
}
