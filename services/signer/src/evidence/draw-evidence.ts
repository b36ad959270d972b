import { Canvas, COLORS, CONTENT_WIDTH, PAGE, printable, type TextStyle } from './canvas.ts';
import { drawParticipants } from './draw-participants.ts';
import { drawTimeline } from './draw-timeline.ts';
import type { EvidenceFacts } from './evidence-facts.ts';
import { legalParagraphs } from './legal-text.ts';
import { drawQrCode, linkArea } from './qr-code.ts';
import { brasiliaTime, sizeText } from './wording.ts';

const LEFT = PAGE.margin;
const LABEL: TextStyle = { size: 7.5, weight: 'medium', color: COLORS.muted, leading: 1.3 };
const VALUE: TextStyle = { size: 9.5, weight: 'medium', leading: 1.35 };
const BODY: TextStyle = { size: 8.5, color: COLORS.muted, leading: 1.5 };
const HASH: TextStyle = { size: 8.5, leading: 1.4 };
const QR_SIDE = 96;
const SIDE_PANEL_WIDTH = 136;

/**
 * The "Página de assinaturas" as a PDF of its own, A4, as many pages as it takes: what was signed, by whom and how,
 * how to check it, what it claims to be, and the timeline.
 */
export async function drawEvidence(facts: EvidenceFacts): Promise<Uint8Array> {
  const canvas = await Canvas.open();
  canvas.addPage();
  drawHead(canvas, facts);
  drawSection(canvas, 'Participantes', participantsNote(facts));
  drawParticipants(canvas, facts.participants);
  drawIntegrity(canvas, facts);
  drawLegal(canvas, facts);
  drawSection(canvas, 'Linha do tempo', 'Horários de Brasília');
  drawTimeline(canvas, facts);
  drawFooters(canvas, facts);
  return canvas.pdf.save({ useObjectStreams: false, addDefaultPage: false });
}

function drawHead(canvas: Canvas, facts: EvidenceFacts): void {
  canvas.page.drawRectangle({
    x: 0,
    y: PAGE.height - 6,
    width: PAGE.width,
    height: 6,
    color: COLORS.primary,
  });
  const width = CONTENT_WIDTH - SIDE_PANEL_WIDTH - 24;
  const top = PAGE.margin - 4;
  drawValidationPanel(canvas, facts, top);
  drawMark(canvas, LEFT, top);
  let y = top + 40;
  const title: TextStyle = { size: 22, weight: 'bold', leading: 1.2 };
  canvas.lines(['Página de assinaturas'], LEFT, y, title);
  y += 36;
  y = drawField(canvas, 'Documento', facts.document.name, LEFT, y, width, {
    ...VALUE,
    size: 12,
    weight: 'bold',
  });
  y = drawField(canvas, 'Resumo', facts.process.summary, LEFT, y + 9, width);
  const bottom = Math.max(y + 14, top + 190);
  canvas.y = drawFactGrid(canvas, facts, bottom) + 20;
}

/** The product's mark: a seal with a tick. */
function drawMark(canvas: Canvas, x: number, top: number): void {
  canvas.panel(x, top, 22, 22, { fill: COLORS.primary, radius: 6 });
  canvas.page.drawSvgPath('M 6 11.4 L 9.6 15 L 16 7.6', {
    x,
    y: PAGE.height - top,
    borderColor: COLORS.white,
    borderWidth: 2.2,
  });
  canvas.lines(['Lacre'], x + 30, top + 1.5, { size: 14, weight: 'bold', leading: 1.35 });
}

function drawValidationPanel(canvas: Canvas, facts: EvidenceFacts, top: number): void {
  const { code, url, page } = facts.validation;
  const x = PAGE.width - PAGE.margin - SIDE_PANEL_WIDTH;
  const inner = SIDE_PANEL_WIDTH - 24;
  const pageLines = canvas.wrap(page.replace(/^https?:\/\//, ''), inner, { ...LABEL, color: COLORS.primary });
  const height = 12 + QR_SIDE + 10 + 10 + 16 + 8 + pageLines.length * LABEL.size * 1.3 + 12;
  canvas.panel(x, top, SIDE_PANEL_WIDTH, height, { fill: COLORS.panel, line: COLORS.line, radius: 10 });
  drawQrCode(canvas, url, x + (SIDE_PANEL_WIDTH - QR_SIDE) / 2, top + 12, QR_SIDE);
  let y = top + 12 + QR_SIDE + 10;
  const centred = (text: string, style: TextStyle): void =>
    canvas.lines([text], x + (SIDE_PANEL_WIDTH - canvas.widthOf(text, style)) / 2, y, style);
  centred('Código de validação', LABEL);
  y += 11;
  centred(code, { size: 9.5, weight: 'bold', leading: 1.35 });
  y += 19;
  for (const line of pageLines) {
    centred(line, { ...LABEL, color: COLORS.primary });
    y += LABEL.size * 1.3;
  }
  linkArea(canvas, url, [x, top, SIDE_PANEL_WIDTH, height]);
}

function drawFactGrid(canvas: Canvas, facts: EvidenceFacts, top: number): number {
  const { process, document, seal } = facts;
  const signed = facts.participants.filter(({ status }) => status === 'signed').length;
  const cells: [string, string][] = [
    ['Empresa', `${printable(process.companyName)}\nCNPJ ${process.companyCnpj}`],
    ['Conta', process.tenantName],
    ['Solicitado por', process.requesterName],
    ['Situação', `Concluído · ${signed} ${signed === 1 ? 'assinatura' : 'assinaturas'}`],
    ['Selado em', brasiliaTime(seal.sealedAt)],
    ['Documento original', `${pagesText(document.pages)} · ${sizeText(document.sizeBytes)}`],
  ];
  const columns = 3;
  const gap = 16;
  const padding = 14;
  const width = (CONTENT_WIDTH - 2 * padding - gap * (columns - 1)) / columns;
  const heights = [0, 1].map((row) =>
    Math.max(
      ...cells
        .slice(row * columns, (row + 1) * columns)
        .map(([, value]) => fieldHeight(canvas, value, width)),
    ),
  );
  const height = padding * 2 + (heights[0] ?? 0) + (heights[1] ?? 0) + 12;
  canvas.panel(LEFT, top, CONTENT_WIDTH, height, { line: COLORS.line, radius: 10 });
  cells.forEach(([label, value], index) => {
    const row = Math.floor(index / columns);
    const x = LEFT + padding + (index % columns) * (width + gap);
    drawField(canvas, label, value, x, top + padding + (row === 0 ? 0 : (heights[0] ?? 0) + 12), width);
  });
  return top + height;
}

const pagesText = (pages: number): string => `${pages} ${pages === 1 ? 'página' : 'páginas'}`;

const fieldHeight = (canvas: Canvas, value: string, width: number): number =>
  LABEL.size * 1.3 + 2 + canvas.heightOf(canvas.wrap(value, width, VALUE).length, VALUE);

/** @returns where the field ends */
function drawField(
  canvas: Canvas,
  label: string,
  value: string,
  x: number,
  top: number,
  width: number,
  style: TextStyle = VALUE,
): number {
  canvas.lines([label], x, top, LABEL);
  const lines = canvas.wrap(value, width, style);
  const valueTop = top + LABEL.size * 1.3 + 2;
  canvas.lines(lines, x, valueTop, style);
  return valueTop + canvas.heightOf(lines.length, style);
}

function drawSection(canvas: Canvas, title: string, note?: string): void {
  canvas.reserve(90);
  const style: TextStyle = { size: 12.5, weight: 'bold', leading: 1.3 };
  canvas.lines([title], LEFT, canvas.y, style);
  if (note !== undefined) {
    const noteStyle: TextStyle = { ...LABEL, size: 8 };
    canvas.lines([note], PAGE.width - PAGE.margin - canvas.widthOf(note, noteStyle), canvas.y + 4, noteStyle);
  }
  canvas.y += 24;
}

function participantsNote({ process, participants }: EvidenceFacts): string {
  const signatories = participants.filter(({ part }) => part === 'signatory').length;
  const minimum = process.minimumSignatories;
  if (signatories === 0 || minimum >= signatories) return 'Horários de Brasília';
  return `Horários de Brasília · mínimo de ${minimum} de ${signatories} representantes`;
}

function drawIntegrity(canvas: Canvas, facts: EvidenceFacts): void {
  const { document, process } = facts;
  canvas.y += 12;
  const rows: [string, string][] = [
    ['SHA-256 do documento mostrado a quem assinou', document.sha256],
    ...(document.sourceSha256 === document.sha256
      ? []
      : ([['SHA-256 do arquivo como foi enviado', document.sourceSha256]] as [string, string][])),
    ['Processo', process.processId],
    ['Documento', document.documentId],
  ];
  const padding = 14;
  const width = CONTENT_WIDTH - 2 * padding;
  const height = padding * 2 + rows.length * (LABEL.size * 1.3 + 2 + HASH.size * 1.4) + (rows.length - 1) * 7;
  canvas.reserve(height + 24);
  drawSection(canvas, 'Integridade');
  canvas.panel(LEFT, canvas.y, CONTENT_WIDTH, height, { fill: COLORS.panel, radius: 10 });
  let y = canvas.y + padding;
  for (const [label, value] of rows) y = drawField(canvas, label, value, LEFT + padding, y, width, HASH) + 7;
  canvas.y += height + 22;
}

function drawLegal(canvas: Canvas, facts: EvidenceFacts): void {
  for (const { title, paragraphs } of legalParagraphs(facts)) {
    drawSection(canvas, title);
    for (const paragraph of paragraphs) {
      const lines = canvas.wrap(paragraph, CONTENT_WIDTH, BODY);
      canvas.reserve(canvas.heightOf(lines.length, BODY));
      canvas.lines(lines, LEFT, canvas.y, BODY);
      canvas.y += canvas.heightOf(lines.length, BODY) + 5;
    }
    canvas.y += 15;
  }
}

function drawFooters(canvas: Canvas, facts: EvidenceFacts): void {
  const style: TextStyle = { size: 7.5, color: COLORS.muted };
  const top = PAGE.height - PAGE.footer + 8;
  canvas.pages.forEach((page, index) => {
    const number = `Página de assinaturas ${index + 1} de ${canvas.pages.length}`;
    const right = PAGE.width - PAGE.margin - canvas.widthOf(number, style);
    const name = clip(canvas, facts.document.name, right - LEFT - 170, style);
    const draw = (text: string, x: number): void => canvas.linesOn(page, [text], x, top + 6, style);
    canvas.ruleOn(page, LEFT, top, CONTENT_WIDTH);
    draw(`${name} · código ${facts.validation.code}`, LEFT);
    draw(number, right);
  });
}

function clip(canvas: Canvas, text: string, width: number, style: TextStyle): string {
  const whole = printable(text);
  if (canvas.widthOf(whole, style) <= width) return whole;
  let kept = Array.from(whole);
  while (kept.length > 0 && canvas.widthOf(`${kept.join('')}…`, style) > width) kept = kept.slice(0, -1);
  return `${kept.join('')}…`;
}
