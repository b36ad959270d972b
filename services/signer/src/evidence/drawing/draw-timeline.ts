import type { EvidenceFacts } from '../evidence-facts.ts';
import type { StructureElement } from '../pdf/structure-tree.ts';
import { actionText, brasiliaMoment, nameText } from '../wording.ts';
import { CONTENT_WIDTH, COLORS, heightOf, PAGE, type Canvas, type TextStyle } from './canvas.ts';
import { beginSection } from './section.ts';

const LEFT = PAGE.side;
const HEAD: TextStyle = { size: 8.5, leading: 12, color: COLORS.muted };
const CELL: TextStyle = { size: 9, leading: 12.5 };
const REASON: TextStyle = { ...CELL, color: COLORS.muted };
const PADDING = 4.5;
const GAP = 14;
const WHEN_WIDTH = 100;
const WHO_WIDTH = 150;
const WHAT_WIDTH = CONTENT_WIDTH - WHEN_WIDTH - WHO_WIDTH - 2 * GAP;
const COLUMNS = [LEFT, LEFT + WHEN_WIDTH + GAP, LEFT + WHEN_WIDTH + WHAT_WIDTH + 2 * GAP] as const;
const HEAD_HEIGHT = HEAD.leading + 2 * PADDING;
/** A page break leaves at least so many rows below the heading. */
const ROWS_WITH_HEADING = 2;

interface Row {
  readonly when: string;
  readonly what: readonly string[];
  readonly reason: readonly string[];
  readonly who: readonly string[];
  readonly height: number;
}

/** What happened to the document, from the log: who, when, what, why. */
export function drawTimeline(canvas: Canvas, facts: EvidenceFacts): void {
  const { rows, offset } = rowsOf(canvas, facts);
  const first = rows.slice(0, ROWS_WITH_HEADING).reduce((sum, { height }) => sum + height, HEAD_HEIGHT);
  beginSection(canvas, 'Linha do tempo', first);
  const table = canvas.root.add('Table');
  const titles = [
    offset === undefined ? 'Data e hora' : `Data e hora (${offset})`,
    'O que aconteceu',
    'Quem',
  ];
  const head = table.add('TR');
  titles.forEach((title, column) => {
    canvas.within(head.add('TH', { scope: 'Column' }), () => drawTitle(canvas, title, column));
  });
  drawHeadRule(canvas);
  for (const [index, row] of rows.entries()) {
    const page = canvas.page.index;
    // The last row never stands alone on a page.
    const last = index === rows.length - 2 ? (rows.at(-1)?.height ?? 0) : 0;
    canvas.reserve(row.height + last);
    if (canvas.page.index !== page) {
      canvas.decoration(() => titles.forEach((title, column) => drawTitle(canvas, title, column)));
      drawHeadRule(canvas);
    }
    drawRow(canvas, table.add('TR'), row);
  }
}

function drawTitle(canvas: Canvas, title: string, column: number): void {
  canvas.lines([title], COLUMNS[column] as number, canvas.y + PADDING, HEAD);
}

function drawHeadRule(canvas: Canvas): void {
  canvas.y += HEAD_HEIGHT;
  canvas.decoration(() => canvas.rule(canvas.y, COLORS.line));
}

function drawRow(canvas: Canvas, element: StructureElement, { when, what, reason, who, height }: Row): void {
  const top = canvas.y + PADDING;
  canvas.within(element.add('TD'), () => canvas.lines([when], COLUMNS[0], top, CELL));
  canvas.within(element.add('TD'), () => {
    canvas.lines(what, COLUMNS[1], top, CELL);
    canvas.lines(reason, COLUMNS[1], top + heightOf(what, CELL), REASON);
  });
  canvas.within(element.add('TD'), () => canvas.lines(who, COLUMNS[2], top, CELL));
  canvas.y += height;
  canvas.decoration(() => canvas.rule(canvas.y));
}

const whoText = (who: string | null): string => (who === null ? 'Plataforma' : nameText(who, 'Pessoa'));

function sealText(partial: boolean, { sealedSha256 }: EvidenceFacts['document']): string {
  if (partial) return 'Cópia parcial selada, com esta página';
  return sealedSha256 === null
    ? 'Documento selado, com esta página'
    : 'Esta página, selada em arquivo próprio';
}

function rowsOf(
  canvas: Canvas,
  { timeline, seal, partial, document }: EvidenceFacts,
): { rows: Row[]; offset?: string } {
  const entries = [
    ...timeline.flatMap(({ at, action, who, reason, detail }) => {
      const text = actionText(action);
      return text === null ? [] : [{ at, text, who, more: reason === null ? detail : `Motivo: ${reason}` }];
    }),
    {
      at: seal.sealedAt,
      text: sealText(partial, document),
      who: null,
      more: null,
    },
  ].map(({ at, text, who, more }) => ({ text, who, more, moment: brasiliaMoment(at) }));
  const offsets = new Set(entries.map(({ moment }) => moment.offset));
  const shared = offsets.size === 1 ? [...offsets][0] : undefined;
  const rows = entries.map(({ text, who, more, moment }) => {
    const what = canvas.wrap(text, WHAT_WIDTH, CELL);
    const why = more === null ? [] : canvas.wrap(more, WHAT_WIDTH, REASON, 24);
    const names = canvas.wrap(whoText(who), WHO_WIDTH, CELL, 12);
    const height =
      Math.max(heightOf(what, CELL) + heightOf(why, REASON), heightOf(names, CELL)) + 2 * PADDING;
    const suffix = shared === undefined ? ` ${moment.offset.replace('UTC', '')}` : '';
    return { when: `${moment.date} ${moment.time}${suffix}`, what, reason: why, who: names, height };
  });
  return shared === undefined ? { rows } : { rows, offset: shared };
}
