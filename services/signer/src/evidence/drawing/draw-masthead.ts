import type { EvidenceFacts, EvidenceParticipant } from '../evidence-facts.ts';
import type { RasterImage } from '../pdf/raster-image.ts';
import { counted, momentInWords, partialText, PARTS } from '../wording.ts';
import { CONTENT_WIDTH, COLORS, boxOf, heightOf, PAGE, type Canvas, type TextStyle } from './canvas.ts';
import { LOGO, readLogo } from './logo.ts';
import { missingSignatures } from './missing-signatures.ts';

const LEFT = PAGE.side;
const TENANT: TextStyle = { size: 11, leading: 15, weight: 'bold' };
const LONG_TENANT: TextStyle = { ...TENANT, size: 8.8, leading: 12 };
const PRODUCT: TextStyle = { size: 9, leading: 12, weight: 'bold' };
const TITLE: TextStyle = { size: 24, leading: 30, weight: 'bold' };
const LEAD: TextStyle = { size: 10.5, leading: 15.5, color: COLORS.muted };
const NOTICE: TextStyle = { size: 9.5, leading: 14 };
const NOTICE_TITLE: TextStyle = { size: 12, leading: 16, weight: 'bold' };
const ITEM: TextStyle = { size: 9, leading: 13.5 };
const NAMED_AT_MOST = 8;
const PARTIAL = 'Esta cópia não é o documento concluído: vale apenas pelo que já foi assinado.';

/** Who asked for the signatures, what this page is, and where things stand. */
export async function drawMasthead(canvas: Canvas, facts: EvidenceFacts): Promise<void> {
  await drawSender(canvas, facts);
  canvas.y += 19;
  canvas.within(canvas.root.add('H1'), () => canvas.lines(['Página de assinaturas'], LEFT, canvas.y, TITLE));
  canvas.y += TITLE.leading + 3;
  const lead = canvas.wrap(leadText(facts), CONTENT_WIDTH, LEAD);
  canvas.within(canvas.root.add('P'), () => canvas.lines(lead, LEFT, canvas.y, LEAD));
  canvas.y += heightOf(lead, LEAD);
  if (facts.partial) drawPartialNotice(canvas, facts);
}

async function drawSender(canvas: Canvas, { logo, process }: EvidenceFacts): Promise<void> {
  const image = logo && (await readLogo(logo));
  const top = canvas.y;
  const logoWidth = image ? drawLogo(canvas, image, process.tenantName) + 14 : 0;
  const productWidth = canvas.widthOf('Lacre', PRODUCT) + 21;
  const width = CONTENT_WIDTH - logoWidth - productWidth - 20;
  const style = canvas.wrap(process.tenantName, width, TENANT).length > 2 ? LONG_TENANT : TENANT;
  const name = canvas.wrap(process.tenantName, width, style, 6);
  const height = Math.max(LOGO.height, heightOf(name, style));
  const nameTop = top + (height - heightOf(name, style)) / 2;
  canvas.within(canvas.root.add('P'), () => canvas.lines(name, LEFT + logoWidth, nameTop, style));
  drawProduct(canvas, PAGE.width - PAGE.side - productWidth, top + height / 2 - 7);
  canvas.y = top + height + 10;
  canvas.decoration(() => canvas.rule(canvas.y, COLORS.line));
}

/** @returns its width */
function drawLogo(canvas: Canvas, image: RasterImage, tenantName: string): number {
  const inset = image.needsDarkGround ? 6 : 0;
  const scale = Math.min((LOGO.width - 2 * inset) / image.width, (LOGO.height - 2 * inset) / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  const area = { x: LEFT + inset, top: canvas.y + (LOGO.height - height) / 2, width, height };
  if (inset > 0) {
    canvas.decoration(() =>
      canvas.panel(LEFT, area.top - inset, width + 2 * inset, height + 2 * inset, {
        fill: COLORS.ink,
        radius: 4,
      }),
    );
  }
  const figure = canvas.root.add('Figure', { alt: `Logotipo de ${tenantName}`, box: boxOf(area) });
  canvas.within(figure, () => canvas.image(image, area.x, area.top, width, height));
  return width + 2 * inset;
}

/** The product's mark: a seal with a tick. */
function drawProduct(canvas: Canvas, x: number, top: number): void {
  canvas.decoration(() => {
    canvas.panel(x, top, 14, 14, { fill: COLORS.ink, radius: 4 });
    canvas.path(`${x + 3.8} ${top + 7.3} m ${x + 6.1} ${top + 9.6} l ${x + 10.2} ${top + 4.8} l`, {
      stroke: COLORS.white,
      width: 1.5,
    });
    canvas.lines(['Lacre'], x + 21, top + 1, PRODUCT);
  });
}

function leadText(facts: EvidenceFacts): string {
  const signed = facts.participants.filter(({ status }) => status === 'signed').length;
  const moment = momentInWords(facts.seal.sealedAt);
  if (facts.partial) {
    const gathered =
      signed === 0
        ? 'Ainda não há assinaturas'
        : `Até aqui há ${counted(signed, 'assinatura', 'assinaturas')}`;
    return `Este documento ainda está em assinatura. ${gathered}, nesta cópia feita em ${moment}.`;
  }
  const people = counted(signed, 'pessoa assinou', 'pessoas assinaram');
  if (facts.document.sealedSha256 !== null) {
    return (
      `${people} este documento eletronicamente. Ele já trazia assinaturas de terceiros, que novas páginas fariam ` +
      `parecer alteradas: por isso estas o acompanham em arquivo próprio, selado em ${moment}.`
    );
  }
  return `${people} este documento eletronicamente. Ele foi selado em ${moment}.`;
}

/** What is still missing, at the head of all else. */
function drawPartialNotice(canvas: Canvas, facts: EvidenceFacts): void {
  const missing = missingSignatures(facts);
  const width = CONTENT_WIDTH - 34;
  const items = missingItems(facts).map((item) => canvas.clip(item, width - 12, ITEM));
  const text = canvas.wrap(items.length === 0 ? PARTIAL : `${PARTIAL} Ainda falta:`, width, NOTICE);
  const height = 13 + NOTICE_TITLE.leading + 3 + heightOf(text, NOTICE) + 4 + heightOf(items, ITEM) + 13;
  canvas.y += 16;
  const top = canvas.y;
  canvas.decoration(() => {
    canvas.panel(LEFT, top, CONTENT_WIDTH, height, { stroke: COLORS.ink, width: 1 });
    canvas.panel(LEFT, top, 6, height, { fill: COLORS.ink });
  });
  const x = LEFT + 20;
  let y = top + 13;
  const paragraph = (lines: readonly string[], style: TextStyle): void => {
    canvas.within(canvas.root.add('P'), () => canvas.lines(lines, x, y, style));
    y += heightOf(lines, style);
  };
  paragraph([partialText(missing.count)], NOTICE_TITLE);
  y += 3;
  paragraph(text, NOTICE);
  y += 4;
  if (items.length > 0) drawItems(canvas, items, x, y);
  canvas.y = top + height;
}

function drawItems(canvas: Canvas, items: readonly string[], x: number, top: number): void {
  let y = top;
  const list = canvas.root.add('L', { numbering: 'Disc' });
  for (const item of items) {
    const entry = list.add('LI');
    canvas.within(entry.add('Lbl'), () => canvas.lines(['•'], x, y, ITEM));
    canvas.within(entry.add('LBody'), () => canvas.lines([item], x + 12, y, ITEM));
    y += ITEM.leading;
  }
}

function missingItems(facts: EvidenceFacts): string[] {
  const { required, signatories } = missingSignatures(facts);
  const named = ({ name, part }: EvidenceParticipant): string => `${PARTS[part]}: ${name}`;
  const { count, among } = signatories;
  const items = required.map(named);
  if (count === among.length) items.push(...among.map(named));
  else if (count > 0) {
    const names = among.map(({ name }) => name).join('; ');
    items.push(
      `${counted(count, 'representante', 'representantes')} da empresa, de ${among.length}: ${names}`,
    );
  }
  if (items.length <= NAMED_AT_MOST) return items;
  const others = items.length - NAMED_AT_MOST + 1;
  return [
    ...items.slice(0, NAMED_AT_MOST - 1),
    `mais ${others} participantes, marcados abaixo como pendentes`,
  ];
}
