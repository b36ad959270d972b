import { type Canvas, COLORS, CONTENT_WIDTH, PAGE } from '../evidence/drawing/canvas.ts';
import type { StructureElement } from '../evidence/pdf/structure-tree.ts';
import { drawLine, extentOf, linesOf, readable, seenWidthOf, type Line, type Styles } from './line-layout.ts';
import type { TextTable } from './text-document.ts';

const CELL: Styles = {
  regular: { size: 9.5, leading: 13.5 },
  bold: { size: 9.5, leading: 13.5, weight: 'bold' },
};
const HEADER: Styles = { regular: CELL.bold, bold: CELL.bold };
const { leading: LEADING } = CELL.regular;
const PADDING = { side: 6, top: 4 } as const;
/** Lines that a row broken over pages leaves together on either side of the break. */
const KEPT_TOGETHER = 2;
const LOOK = { stroke: COLORS.line, width: 0.6 } as const;

/** A column's cells stand from `x` on, `width` wide, padding included. */
interface Column {
  readonly x: number;
  readonly width: number;
  readonly alignment: TextTable['alignments'][number];
}

interface Row {
  readonly cells: readonly (readonly Line[])[];
  readonly styles: Styles;
  /** Lines of the longest cell. */
  readonly count: number;
  readonly height: number;
}

/**
 * A table as wide as the text, its header repeated on each page. A row stays whole where a page can hold it; a taller
 * one goes on line by line.
 */
export function drawTable(canvas: Canvas, table: TextTable): void {
  const made: TextTable = {
    ...table,
    header: table.header.map(readable),
    rows: table.rows.map((cells) => cells.map(readable)),
  };
  const columns = columnsOf(canvas, made);
  const header = rowOf(canvas, made.header, columns, HEADER);
  const rows = made.rows.map((cells) => rowOf(canvas, cells, columns, CELL));
  const drawing = new TableDrawing(canvas, columns, header);
  drawing.begin(rows[0]);
  for (const row of rows) drawing.add(row);
}

function rowOf(canvas: Canvas, cells: TextTable['header'], columns: readonly Column[], styles: Styles): Row {
  const lines = columns.map(({ width }, at) =>
    linesOf(canvas, cells[at] ?? [], width - 2 * PADDING.side, styles),
  );
  const count = Math.max(1, ...lines.map(({ length }) => length));
  return { cells: lines, styles, count, height: heightOf(count) };
}

const heightOf = (lines: number): number => lines * LEADING + 2 * PADDING.top;

interface Extent {
  /** Width of the longest word, or a fair share of the page where that is less: a longer word is broken. */
  readonly least: number;
  /** Width of the longest line. */
  readonly most: number;
}

/** Columns as wide as the page, wider by what they hold. */
function columnsOf(canvas: Canvas, { header, rows, alignments }: TextTable): Column[] {
  const extents = alignments.map((_, at): Extent => {
    const cells = [
      extentOf(canvas, header[at] ?? [], HEADER),
      ...rows.map((row) => extentOf(canvas, row[at] ?? [], CELL)),
    ];
    // A line that has just room is not broken for a rounding.
    const most = (of: 'word' | 'line') =>
      cells.reduce((sum, cell) => Math.max(sum, cell[of]), LEADING) + 2 * PADDING.side + 0.1;
    return { least: Math.min(most('word'), CONTENT_WIDTH / alignments.length), most: most('line') };
  });
  const widths = widthsOf(extents);
  let x: number = PAGE.side;
  return alignments.map((alignment, at) => {
    const width = widths[at] as number;
    const column = { x, width, alignment };
    x += width;
    return column;
  });
}

/** Columns that ask for no more than a fair share have it, so that amounts stay on a line; the others share the rest. */
function widthsOf(extents: readonly Extent[]): number[] {
  const total = extents.reduce((sum, { most }) => sum + most, 0);
  if (total <= CONTENT_WIDTH) return extents.map(({ most }) => (most * CONTENT_WIDTH) / total);
  let room = CONTENT_WIDTH;
  let wide = extents;
  for (;;) {
    const share = room / wide.length;
    const modest = wide.filter(({ most }) => most <= share);
    if (modest.length === 0) break;
    for (const { most } of modest) room -= most;
    wide = wide.filter((extent) => !modest.includes(extent));
  }
  const spare = wide.reduce((left, { least }) => left - least, room);
  const asked = wide.reduce((sum, { least, most }) => sum + most - least, 0);
  return extents.map((extent) =>
    wide.includes(extent) ? extent.least + (spare * (extent.most - extent.least)) / asked : extent.most,
  );
}

class TableDrawing {
  readonly #canvas: Canvas;
  readonly #columns: readonly Column[];
  readonly #header: Row;
  readonly #element: StructureElement;

  constructor(canvas: Canvas, columns: readonly Column[], header: Row) {
    this.#canvas = canvas;
    this.#columns = columns;
    this.#header = header;
    this.#element = canvas.root.add('Table');
  }

  /** The header never stands alone at the foot of a page. */
  begin(first: Row | undefined): void {
    const canvas = this.#canvas;
    const height = first?.height ?? 0;
    const together = height <= this.#roomForRow ? height : heightOf(KEPT_TOGETHER);
    const beginning = this.#header.height + together;
    if (beginning <= canvas.roomOfPage) canvas.reserve(beginning);
    this.#flow(this.#header, this.#ownersOf('TH'));
  }

  add(row: Row): void {
    const owners = this.#ownersOf('TD');
    if (row.height > this.#canvas.room && row.height <= this.#roomForRow) this.#turn();
    this.#flow(row, owners);
  }

  #ownersOf(type: 'TH' | 'TD'): StructureElement[] {
    const row = this.#element.add('TR');
    return this.#columns.map(() => row.add(type, type === 'TH' ? { scope: 'Column' } : {}));
  }

  /** Draws a row, on to further pages where one cannot hold it. */
  #flow(row: Row, owners: readonly StructureElement[]): void {
    const { count } = row;
    for (let from = 0; from < count;) {
      const left = count - from;
      let fitting = Math.min(left, this.#linesThatFit);
      if (fitting < left) {
        // What goes on over the page is more than a line.
        fitting = Math.min(fitting, left - KEPT_TOGETHER);
        if (fitting < KEPT_TOGETHER) {
          this.#turn(row === this.#header);
          fitting = Math.min(left, this.#linesThatFit);
        }
      }
      this.#draw(row, owners, from, from + fitting);
      from += fitting;
      if (from < count) this.#turn(row === this.#header);
    }
  }

  get #linesThatFit(): number {
    return Math.floor((this.#canvas.room - 2 * PADDING.top) / LEADING);
  }

  /** A header that takes much of a page is not repeated. */
  get #isRepeated(): boolean {
    return this.#header.height <= this.#canvas.roomOfPage / 3;
  }

  get #roomForRow(): number {
    return this.#canvas.roomOfPage - (this.#isRepeated ? this.#header.height : 0);
  }

  #turn(withinHeader = false): void {
    this.#canvas.addPage();
    if (!withinHeader && this.#isRepeated) this.#draw(this.#header, undefined, 0, this.#header.count);
  }

  /** Draws lines of a row between two; what has no owner is said elsewhere. */
  #draw(row: Row, owners: readonly StructureElement[] | undefined, from: number, to: number): void {
    const canvas = this.#canvas;
    const top = canvas.y;
    const height = heightOf(to - from);
    canvas.decoration(() => {
      for (const { x, width } of this.#columns)
        canvas.panel(x, top, width, height, row === this.#header ? { ...LOOK, fill: COLORS.panel } : LOOK);
    });
    row.cells.forEach((lines, at) => {
      const column = this.#columns[at] as Column;
      lines.slice(from, to).forEach((line, index) => {
        canvas.within(owners?.[at] ?? 'artifact', () =>
          drawLine(
            canvas,
            line,
            this.#leftOf(line, column, row.styles),
            top + PADDING.top + index * LEADING,
            row.styles,
          ),
        );
      });
    });
    canvas.y = top + height;
  }

  #leftOf(line: Line, { x, width, alignment }: Column, styles: Styles): number {
    const left = x + PADDING.side;
    if (alignment === 'left') return left;
    const spare = width - 2 * PADDING.side - seenWidthOf(this.#canvas, line, styles);
    return left + Math.max(0, alignment === 'right' ? spare : spare / 2);
  }
}
