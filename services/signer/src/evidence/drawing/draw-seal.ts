import type { EvidenceFacts } from '../evidence-facts.ts';
import { authorityText, legalParagraphs, STAND_IN_NOTE } from '../legal-text.ts';
import { counted, dateInWords, LEVELS } from '../wording.ts';
import { CONTENT_WIDTH, COLORS, heightOf, PAGE, type Canvas, type TextStyle } from './canvas.ts';
import { factsTable, type Fact } from './facts-table.ts';
import { beginSection } from './section.ts';

const BODY: TextStyle = { size: 9, leading: 13.5, color: COLORS.ink };
const PARAGRAPH_GAP = 6;

/** The platform's own signature over the file: whose, how strong, and how far it reaches. */
export function drawSeal(canvas: Canvas, facts: EvidenceFacts): void {
  const table = factsTable(canvas, [...sealFacts(facts.seal), ...registerFacts(facts)]);
  const authority = canvas.wrap(authorityText(facts.seal), CONTENT_WIDTH, BODY);
  beginSection(canvas, 'Selo e registro', table.height + PARAGRAPH_GAP + heightOf(authority, BODY));
  table.draw(canvas.root, canvas.y);
  canvas.y += table.height + PARAGRAPH_GAP + 2;
  drawParagraph(canvas, authority);
}

function sealFacts({
  level,
  certificateSubject,
  certificateIssuer,
  certificateSha256,
  certificateNotAfter,
  timeStampAuthority,
}: EvidenceFacts['seal']): Fact[] {
  return [
    { label: 'Nível', value: LEVELS[level] },
    { label: 'Certificado', value: `${certificateSubject}, válido até ${dateInWords(certificateNotAfter)}` },
    { label: 'Emitido por', value: certificateIssuer },
    { label: 'SHA-256', value: `${certificateSha256} (do certificado)` },
    ...(timeStampAuthority === null
      ? []
      : [
          {
            label: 'Carimbo do tempo',
            value: `${timeStampAuthority.name}${timeStampAuthority.local ? ' (autoridade local, fora da ICP-Brasil)' : ''}`,
          },
        ]),
  ];
}

/** By what the log and integrators know the document. */
function registerFacts({ process, document, chain }: EvidenceFacts): Fact[] {
  const { sha256, sourceSha256, documentId } = document;
  const register = { label: 'Registro', value: `processo ${process.processId}\ndocumento ${documentId}` };
  const events = counted(chain.events.length, 'evento', 'eventos');
  const head = {
    label: 'Corrente',
    value: `${chain.head} (SHA-256 de ${events} do processo, cada um com os anteriores)`,
  };
  if (sourceSha256 === sha256) return [register, head];
  return [register, head, { label: 'Arquivo enviado', value: `SHA-256 ${sourceSha256}` }];
}

/** What the pages claim, and what they do not. */
export function drawLegal(canvas: Canvas, facts: EvidenceFacts): void {
  const paragraphs = legalParagraphs(facts).map((text) => canvas.wrap(text, CONTENT_WIDTH, BODY));
  if (canvas.standsIn) paragraphs.push(canvas.wrap(STAND_IN_NOTE, CONTENT_WIDTH, BODY));
  beginSection(canvas, 'O que estas páginas afirmam', heightOf(paragraphs[0] ?? [], BODY));
  for (const lines of paragraphs) {
    canvas.reserve(heightOf(lines, BODY));
    drawParagraph(canvas, lines);
    canvas.y += PARAGRAPH_GAP;
  }
}

function drawParagraph(canvas: Canvas, lines: readonly string[]): void {
  canvas.within(canvas.root.add('P'), () => canvas.lines(lines, PAGE.side, canvas.y, BODY));
  canvas.y += heightOf(lines, BODY);
}
