import type { EvidenceFacts } from '../evidence-facts.ts';
import { partialText } from '../wording.ts';
import { COLORS, CONTENT_WIDTH, PAGE, type Canvas, type TextStyle } from './canvas.ts';
import { missingSignatures } from './missing-signatures.ts';

const BAND = { top: 26, height: 24 } as const;
const BAND_TEXT: TextStyle = { size: 10.5, leading: 24, weight: 'bold', color: COLORS.white };
const RUNNING: TextStyle = { size: 7.5, leading: 11, color: COLORS.muted };
const RUNNING_STRONG: TextStyle = { ...RUNNING, weight: 'bold', color: COLORS.ink };
const HEADER_TOP = 30;

/** Where content starts: below the band that marks a partial copy, and below the running header. */
export function contentTops({ partial }: EvidenceFacts): [first: number, later: number] {
  const band = partial ? BAND.top + BAND.height - 12 : 0;
  return [38 + band, 64 + band];
}

/**
 * What stands at the edges of every page: name and code of the document, how to check it, the number of the page, and
 * on a partial copy that it is one. All of it is said within the pages too, so that none is read out page by page.
 */
export function drawFrames(canvas: Canvas, facts: EvidenceFacts): void {
  const { pages } = canvas.pdf;
  for (const page of pages) {
    canvas.turnTo(page);
    canvas.decoration(() => {
      if (facts.partial) drawBand(canvas, partialText(missingSignatures(facts).count));
      if (page.index > 0) drawHeader(canvas, facts);
      drawFooter(canvas, facts, `Página de assinaturas ${page.index + 1} de ${pages.length}`);
    });
  }
}

function drawBand(canvas: Canvas, text: string): void {
  canvas.panel(PAGE.side, BAND.top, CONTENT_WIDTH, BAND.height, { fill: COLORS.ink, radius: 3 });
  const x = PAGE.side + (CONTENT_WIDTH - canvas.widthOf(text, BAND_TEXT)) / 2;
  canvas.lines([text], x, BAND.top, BAND_TEXT);
}

function drawHeader(canvas: Canvas, facts: EvidenceFacts): void {
  const top = HEADER_TOP + contentTops(facts)[0] - contentTops({ ...facts, partial: false })[0];
  const code = `Código ${facts.validation.code}`;
  const right = PAGE.side + CONTENT_WIDTH - canvas.widthOf(code, RUNNING_STRONG);
  const name = canvas.clip(facts.document.name, right - PAGE.side - 24, RUNNING_STRONG);
  canvas.lines([name], PAGE.side, top, RUNNING_STRONG);
  canvas.lines([code], right, top, RUNNING_STRONG);
  canvas.rule(top + 17, COLORS.line);
}

function drawFooter(canvas: Canvas, { validation }: EvidenceFacts, number: string): void {
  const top = PAGE.height - PAGE.foot + 14;
  const right = PAGE.side + CONTENT_WIDTH - canvas.widthOf(number, RUNNING_STRONG);
  const check = `Código ${validation.code} · confira em ${bareAddress(validation.page)}`;
  canvas.rule(top, COLORS.line);
  canvas.lines([canvas.clip(check, right - PAGE.side - 24, RUNNING)], PAGE.side, top + 6, RUNNING);
  canvas.lines([number], right, top + 6, RUNNING_STRONG);
}

/** An address as people type it. */
export const bareAddress = (url: string): string => url.replace(/^https?:\/\//, '');
