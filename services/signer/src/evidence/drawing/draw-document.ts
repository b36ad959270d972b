import type { EvidenceFacts } from '../evidence-facts.ts';
import type { StructureElement } from '../pdf/structure-tree.ts';
import { counted, momentInWords, nameText, sizeText } from '../wording.ts';
import { CONTENT_WIDTH, COLORS, boxOf, heightOf, PAGE, type Canvas, type TextStyle } from './canvas.ts';
import { factsTable, type Fact } from './facts-table.ts';
import { bareAddress } from './page-frame.ts';
import { drawQrCode } from './qr-code.ts';
import { beginSection } from './section.ts';

const LEFT = PAGE.side;
const NAME: TextStyle = { size: 12, leading: 16, weight: 'bold' };
const QR_SIDE = 108;
const PADDING = 12;
const PANEL_TEXT_LEFT = LEFT + QR_SIDE + 12;
const PANEL_TEXT_WIDTH = CONTENT_WIDTH - QR_SIDE - 12 - PADDING;
const PANEL_TITLE: TextStyle = { size: 10.5, leading: 14, weight: 'bold' };
const CODE: TextStyle = { size: 15, leading: 21, weight: 'bold' };
const CODE_LABEL: TextStyle = { size: 8.5, leading: 21, color: COLORS.muted };
const STEP: TextStyle = { size: 8.8, leading: 12.8 };
const ADDRESS: TextStyle = { ...STEP, weight: 'bold', color: COLORS.accent };

/** What was signed: its name, who asked for it, and what its bytes are known by. */
export function drawDocument(canvas: Canvas, facts: EvidenceFacts): void {
  const name = canvas.wrap(facts.document.name, CONTENT_WIDTH, NAME);
  const table = factsTable(canvas, documentFacts(facts));
  beginSection(canvas, 'Documento', heightOf(name, NAME) + 6 + table.height);
  canvas.within(canvas.root.add('P'), () => canvas.lines(name, LEFT, canvas.y, NAME));
  canvas.y += heightOf(name, NAME) + 6;
  table.draw(canvas.root, canvas.y);
  canvas.y += table.height;
}

function documentFacts({ document, process }: EvidenceFacts): Fact[] {
  const { pages, sizeBytes, sha256, sealedSha256 } = document;
  return [
    { label: 'Resumo', value: process.summary, maximumLines: 6 },
    { label: 'Empresa', value: `${process.companyName} · CNPJ ${process.companyCnpj}` },
    {
      label: 'Solicitação',
      value: `${momentInWords(process.createdAt)}, por ${nameText(process.requesterName)}`,
    },
    { label: 'Arquivo', value: `${counted(pages, 'página', 'páginas')} · ${sizeText(sizeBytes)}` },
    { label: 'SHA-256', value: sha256 },
    { label: 'Como recalcular', value: recomputeCommand(document) },
    ...(sealedSha256 === null ? [] : [{ label: 'SHA-256 com o selo', value: sealedSha256 }]),
  ];
}

/** The sealed file begins with the bytes that were shown, unchanged. */
const recomputeCommand = ({ sizeBytes, sealedSha256 }: EvidenceFacts['document']): string =>
  `head -c ${sizeBytes} ${sealedSha256 === null ? 'este-arquivo.pdf' : 'documento-selado.pdf'} | sha256sum`;

/** How to check the file: code, QR, three steps. */
export function drawVerification(canvas: Canvas, facts: EvidenceFacts): void {
  const { code, url, page } = facts.validation;
  const address = bareAddress(page);
  const addressLines = canvas.wrap(address, PANEL_TEXT_WIDTH, ADDRESS);
  const steps = stepsOf(facts).map((step) => canvas.wrap(step, PANEL_TEXT_WIDTH - 14, STEP));
  const stepsHeight = steps.reduce((sum, lines) => sum + heightOf(lines, STEP) + 2, 0);
  const height = Math.max(
    QR_SIDE,
    PADDING * 2 + PANEL_TITLE.leading + CODE.leading + heightOf(addressLines, ADDRESS) + 6 + stepsHeight,
  );
  canvas.reserve(height + 17);
  canvas.y += 17;
  const top = canvas.y;
  canvas.decoration(() => canvas.panel(LEFT, top, CONTENT_WIDTH, height, { stroke: COLORS.line, radius: 7 }));
  const heading = canvas.root.add('H2');
  drawQrFigure(canvas, url, top + (height - QR_SIDE) / 2);
  let y = top + PADDING;
  canvas.within(heading, () =>
    canvas.lines(['Como conferir este documento'], PANEL_TEXT_LEFT, y, PANEL_TITLE),
  );
  y += PANEL_TITLE.leading + 1;
  drawCode(canvas, code, y);
  y += CODE.leading;
  const link = canvas.root.add('P').add('Link');
  canvas.within(link, () => canvas.lines(addressLines, PANEL_TEXT_LEFT, y, ADDRESS));
  const area = {
    x: PANEL_TEXT_LEFT,
    top: y,
    width: PANEL_TEXT_WIDTH,
    height: heightOf(addressLines, ADDRESS),
  };
  canvas.link(link, url, `Abrir a página de validação com o código ${code}`, area);
  drawSteps(
    canvas,
    canvas.root.add('L', { numbering: 'Decimal' }),
    steps,
    y + heightOf(addressLines, ADDRESS) + 5,
  );
  canvas.y = top + height;
}

function drawQrFigure(canvas: Canvas, url: string, top: number): void {
  const area = { x: LEFT + 4, top, width: QR_SIDE, height: QR_SIDE };
  const link = canvas.root.add('P').add('Link');
  const figure = link.add('Figure', { alt: `Código QR da página de validação: ${url}`, box: boxOf(area) });
  canvas.within(figure, () => drawQrCode(canvas, url, area.x, area.top, QR_SIDE));
  canvas.link(link, url, 'Abrir a página de validação deste documento', area);
}

function drawCode(canvas: Canvas, code: string, top: number): void {
  const label = 'Código ';
  canvas.within(canvas.root.add('P'), () => {
    canvas.lines([label], PANEL_TEXT_LEFT, top, CODE_LABEL);
    canvas.lines([code], PANEL_TEXT_LEFT + canvas.widthOf(label, CODE_LABEL) + 7, top, CODE);
  });
}

function drawSteps(
  canvas: Canvas,
  list: StructureElement,
  steps: readonly (readonly string[])[],
  top: number,
): void {
  let y = top;
  steps.forEach((lines, index) => {
    const item = list.add('LI');
    canvas.within(item.add('Lbl'), () => canvas.lines([`${index + 1}.`], PANEL_TEXT_LEFT, y, STEP));
    canvas.within(item.add('LBody'), () => canvas.lines(lines, PANEL_TEXT_LEFT + 14, y, STEP));
    y += heightOf(lines, STEP) + 2;
  });
}

const stepsOf = ({ partial, document, validation }: EvidenceFacts): string[] => [
  'Aponte a câmera para o código QR, ou abra o endereço acima e digite o código.',
  document.sealedSha256 === null
    ? 'Envie este arquivo PDF: a página diz se ele é exatamente o que foi selado.'
    : 'Envie este arquivo, e o do documento: a página diz se cada um é exatamente o que foi selado.',
  partial
    ? 'Para o documento concluído, aguarde o fim das assinaturas e peça o novo arquivo.'
    : 'Uma impressão não carrega o selo digital: para conferi-la, peça o arquivo original.',
  `No validador do ITI (validar.iti.gov.br), pelo código QR, o código secreto é ${validation.secret}.`,
];
