import type { EvidenceSignature } from '../embedded-evidence.ts';
import type { EvidenceFacts } from '../evidence-facts.ts';
import { momentInWords } from '../wording.ts';
import { type Canvas, COLORS, CONTENT_WIDTH, heightOf, PAGE, type TextStyle } from './canvas.ts';
import { beginSection } from './section.ts';

const NAME: TextStyle = { size: 10, leading: 14, weight: 'bold' };
const LINE: TextStyle = { size: 8.8, leading: 12.8, color: COLORS.muted };
const GAP = 7;

/** The signatures that the document came with, each with its own state. */
export function drawEmbedded(canvas: Canvas, { embedded }: EvidenceFacts): void {
  if (embedded.length === 0) return;
  const items = embedded.map((signature) => ({
    name: canvas.wrap(signature.signer ?? 'Assinatura sem nome legível', CONTENT_WIDTH, NAME),
    lines: linesOf(signature).flatMap((text) => canvas.wrap(text, CONTENT_WIDTH, LINE)),
  }));
  const heights = items.map(({ name, lines }) => heightOf(name, NAME) + heightOf(lines, LINE));
  beginSection(canvas, 'Assinaturas que o documento já trazia', heights[0] ?? 0);
  items.forEach(({ name, lines }, index) => {
    canvas.reserve(heights[index] ?? 0);
    canvas.within(canvas.root.add('P'), () => canvas.lines(name, PAGE.side, canvas.y, NAME));
    canvas.y += heightOf(name, NAME);
    canvas.within(canvas.root.add('P'), () => canvas.lines(lines, PAGE.side, canvas.y, LINE));
    canvas.y += heightOf(lines, LINE) + GAP;
  });
}

const STATES: Readonly<Record<EvidenceSignature['state'], string>> = {
  sound: 'Confere: nada do que ela cobre mudou',
  reserved: 'Confere, com ressalvas',
  altered: 'O documento mudou depois dela',
  broken: 'Não confere',
};

const TRUST: Readonly<Record<EvidenceSignature['trust'], string>> = {
  platform: 'Selo desta plataforma',
  'icp-brasil': 'Certificado da ICP-Brasil',
  trusted: 'Certificado de autoridade reconhecida por esta instalação',
  'icp-brasil-claimed': 'Certificado que se diz da ICP-Brasil, sem cadeia que o comprove aqui',
  unknown: 'Certificado não reconhecido: o nome não foi comprovado',
};

function linesOf(signature: EvidenceSignature): string[] {
  const { kind, state, trust, issuer, statedTime, provenTime, notes, validationCode } = signature;
  const what = kind === 'signature' ? STATES[state] : `Carimbo do tempo. ${STATES[state]}`;
  const times = [
    ...(statedTime === null
      ? []
      : [`Assinado em ${momentInWords(statedTime)}, pelo relógio de quem assinou`]),
    ...(provenTime === null ? [] : [`Existia em ${momentInWords(provenTime)}, por carimbo do tempo`]),
  ];
  return [
    `${what}.`,
    `${TRUST[trust]}${issuer === null ? '' : ` (emitido por ${issuer})`}.`,
    ...(times.length > 0 ? [`${times.join('. ')}.`] : []),
    ...(validationCode === null ? [] : [`Documento selado antes aqui, com o código ${validationCode}.`]),
    ...notes,
  ];
}
