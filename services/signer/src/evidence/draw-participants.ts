import type { SignatureStatus } from '@lacre/contracts';
import type { Color } from 'pdf-lib';

import { COLORS, CONTENT_WIDTH, PAGE, printable, type Canvas, type TextStyle } from './canvas.ts';
import type { EvidenceParticipant } from './evidence-facts.ts';
import { AUTHENTICATIONS, brasiliaTime, deviceText, PARTS, placeText, STATUSES } from './wording.ts';

const LEFT = PAGE.margin;
const PADDING = 12;
const BADGE_SIDE = 26;
const TEXT_LEFT = LEFT + PADDING + BADGE_SIDE + 12;
const TEXT_WIDTH = CONTENT_WIDTH - 2 * PADDING - BADGE_SIDE - 12;
const COLUMN_GAP = 14;
/** Moment, address (an IPv6 address is 39 characters long), device. */
const COLUMNS = [0.31, 0.41, 0.28].map((share) => share * (TEXT_WIDTH - 2 * COLUMN_GAP)) as [
  number,
  number,
  number,
];
const NAME: TextStyle = { size: 10.5, weight: 'bold', leading: 1.35 };
const PART: TextStyle = { size: 8, color: COLORS.muted, leading: 1.35 };
const LABEL: TextStyle = { size: 7, weight: 'medium', color: COLORS.muted, leading: 1.3 };
const VALUE: TextStyle = { size: 8.2, leading: 1.35 };
const CHIP: TextStyle = { size: 7.5, weight: 'bold', leading: 1.3 };
const CARD_GAP = 8;

const CHIPS: Readonly<Record<SignatureStatus, { fill: Color; text: Color }>> = {
  signed: { fill: COLORS.successSoft, text: COLORS.success },
  rejected: { fill: COLORS.dangerSoft, text: COLORS.danger },
  canceled: { fill: COLORS.panel, text: COLORS.muted },
  pending: { fill: COLORS.panel, text: COLORS.muted },
};

/** A card for each participant; none is cut by the end of a page. */
export function drawParticipants(canvas: Canvas, participants: readonly EvidenceParticipant[]): void {
  for (const participant of participants) drawCard(canvas, participant);
}

interface Row {
  cells: { label: string; lines: string[]; width: number }[];
  height: number;
}

function drawCard(canvas: Canvas, participant: EvidenceParticipant): void {
  const chip = STATUSES[participant.status];
  const chipWidth = canvas.widthOf(chip, CHIP) + 16;
  const name = canvas.wrap(participant.name, TEXT_WIDTH - chipWidth - 10, NAME);
  const rows = rowsOf(canvas, participant);
  const headHeight = canvas.heightOf(name.length, NAME) + PART.size * 1.35;
  const height = PADDING * 2 + headHeight + rows.reduce((sum, row) => sum + row.height + 6, 0);
  canvas.reserve(height);
  const top = canvas.y;
  canvas.panel(LEFT, top, CONTENT_WIDTH, height, { line: COLORS.line, radius: 8 });
  drawBadge(canvas, participant, top + PADDING);
  canvas.lines(name, TEXT_LEFT, top + PADDING, NAME);
  const partTop = top + PADDING + canvas.heightOf(name.length, NAME);
  canvas.lines([`${PARTS[participant.part]} · CPF ${participant.cpf}`], TEXT_LEFT, partTop, PART);
  drawChip(canvas, chip, CHIPS[participant.status], top + PADDING, chipWidth);
  let y = top + PADDING + headHeight + 6;
  for (const row of rows) {
    let x = TEXT_LEFT;
    for (const { label, lines, width } of row.cells) {
      canvas.lines([label], x, y, LABEL);
      canvas.lines(lines, x, y + LABEL.size * 1.3 + 1, VALUE);
      x += width + COLUMN_GAP;
    }
    y += row.height + 6;
  }
  canvas.y = top + height + CARD_GAP;
}

function rowsOf(canvas: Canvas, { at, authentication, client, rejectReason }: EvidenceParticipant): Row[] {
  const row = (widths: readonly number[], fields: readonly (readonly [string, string | null])[]): Row => {
    const cells = fields.map(([label, value], index) => {
      const width = widths[index] ?? TEXT_WIDTH;
      return { label, lines: canvas.wrap(value ?? 'não informado', width, VALUE), width };
    });
    const lines = Math.max(...cells.map((cell) => cell.lines.length));
    return { cells, height: LABEL.size * 1.3 + 1 + canvas.heightOf(lines, VALUE) };
  };
  if (at === null) return [];
  const rows = [
    row(COLUMNS, [
      ['Momento', brasiliaTime(at)],
      ['Endereço IP', client.ip ?? null],
      ['Dispositivo', deviceText(client.userAgent)],
    ]),
    row(authentication ? [COLUMNS[0], COLUMNS[1] + COLUMN_GAP + COLUMNS[2]] : [], [
      ['Local informado', placeText(client)],
      ...(authentication ? ([['Método de identificação', AUTHENTICATIONS[authentication]]] as const) : []),
    ]),
  ];
  if (rejectReason !== null) rows.push(row([], [['Motivo da recusa', rejectReason]]));
  return rows;
}

/** Initials in a disc: quick to find again, and nothing that could be taken for a hand-made signature. */
function drawBadge(canvas: Canvas, { name, status }: EvidenceParticipant, top: number): void {
  const words = printable(name).split(' ');
  const initials = [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toLocaleUpperCase('pt-BR');
  const style: TextStyle = {
    size: 9,
    weight: 'bold',
    color: status === 'signed' ? COLORS.primary : COLORS.muted,
    leading: 1.3,
  };
  const x = LEFT + PADDING;
  const fill = status === 'signed' ? COLORS.primarySoft : COLORS.panel;
  canvas.panel(x, top, BADGE_SIDE, BADGE_SIDE, { fill, radius: BADGE_SIDE / 2 });
  const left = x + (BADGE_SIDE - canvas.widthOf(initials, style)) / 2;
  canvas.lines([initials], left, top + (BADGE_SIDE - style.size * 1.3) / 2, style);
}

function drawChip(
  canvas: Canvas,
  text: string,
  { fill, text: color }: { fill: Color; text: Color },
  top: number,
  width: number,
): void {
  const x = PAGE.width - PAGE.margin - PADDING - width;
  canvas.panel(x, top, width, 16, { fill, radius: 8 });
  canvas.lines([text], x + 8, top + (16 - CHIP.size * 1.3) / 2, { ...CHIP, color });
}
