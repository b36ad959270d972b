import type { StructureElement } from '../pdf/structure-tree.ts';
import { CONTENT_WIDTH, COLORS, heightOf, PAGE, type Canvas, type TextStyle } from './canvas.ts';

export interface Fact {
  readonly label: string;
  readonly value: string;
  /** Longer values end with an ellipsis; `evidence.json` has them whole. */
  readonly maximumLines?: number;
}

const LABEL: TextStyle = { size: 8.5, leading: 12.6, color: COLORS.muted };
const VALUE: TextStyle = { size: 9, leading: 12.6 };
const LABEL_WIDTH = 88;
const ROW_GAP = 2;
const MAXIMUM_LINES = 4;

/** Labels on the left, what they name on the right: laid out, with its height known before it is drawn. */
export interface FactsTable {
  readonly height: number;
  draw(parent: StructureElement, top: number): void;
}

/** Lays facts out in a column from `x` to the right margin, or `width` wide. */
export function factsTable(
  canvas: Canvas,
  facts: readonly Fact[],
  x: number = PAGE.side,
  width: number = PAGE.side + CONTENT_WIDTH - x,
): FactsTable {
  const rows = facts.map(({ label, value, maximumLines = MAXIMUM_LINES }) => ({
    label,
    lines: canvas.wrap(value, width - LABEL_WIDTH, VALUE, maximumLines),
  }));
  const gaps = Math.max(0, rows.length - 1) * ROW_GAP;
  const height = rows.reduce((sum, { lines }) => sum + heightOf(lines, VALUE), gaps);
  return {
    height,
    draw(parent, top) {
      if (rows.length === 0) return;
      const table = parent.add('Table');
      let y = top;
      for (const { label, lines } of rows) {
        const row = table.add('TR');
        canvas.within(row.add('TH', { scope: 'Row' }), () => canvas.lines([label], x, y, LABEL));
        canvas.within(row.add('TD'), () => canvas.lines(lines, x + LABEL_WIDTH, y, VALUE));
        y += heightOf(lines, VALUE) + ROW_GAP;
      }
    },
  };
}
