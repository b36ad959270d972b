import type { SignatureStatus } from '@lacre/contracts';
import { declarationText, IMPEDIMENT_WORDS, isDeclarationVersion } from '@lacre/contracts/at-request';
import { consentLanguageText } from '@lacre/contracts/consent-language';
import { CONSENT_STATEMENT } from '@lacre/contracts/consent-text';
import { ERASED } from '@lacre/contracts/erased';

import type { EvidenceFacts, EvidenceParticipant } from '../evidence-facts.ts';
import {
  claimText,
  connectionText,
  counted,
  methodsText,
  momentInWords,
  PARTS,
  placeText,
  STATUSES,
} from '../wording.ts';
import { circle, CONTENT_WIDTH, COLORS, heightOf, PAGE, type Canvas, type TextStyle } from './canvas.ts';
import { drawMark, MARK_ROOM } from './draw-mark.ts';
import { factsTable, type Fact, type FactsTable } from './facts-table.ts';
import { beginSection } from './section.ts';

const LEFT = PAGE.side;
const INDENT = 27;
const NAME: TextStyle = { size: 11.5, leading: 15.5, weight: 'bold' };
const PART: TextStyle = { size: 9, leading: 13, color: COLORS.muted };
const STATUS: TextStyle = { size: 9, leading: 15.5, weight: 'bold' };
const TABLE_GAP = 3.5;
const BLOCK_GAP = 11;

/** Everyone asked to sign, each in a block that no page cuts in two. */
export function drawParticipants(canvas: Canvas, facts: EvidenceFacts): void {
  const blocks = facts.participants.map((participant) => layOut(canvas, participant));
  beginSection(canvas, 'Participantes', blocks[0]?.height ?? 0, summaryOf(facts));
  blocks.forEach((block, index) => {
    if (index > 0) {
      const page = canvas.page.index;
      canvas.reserve(2 * BLOCK_GAP + block.height);
      if (canvas.page.index === page) {
        canvas.decoration(() => canvas.rule(canvas.y + BLOCK_GAP));
        canvas.y += 2 * BLOCK_GAP;
      }
    }
    drawBlock(canvas, block);
    canvas.y += block.height;
  });
}

interface Block {
  readonly participant: EvidenceParticipant;
  readonly name: readonly string[];
  readonly table: FactsTable;
  readonly height: number;
}

function layOut(canvas: Canvas, participant: EvidenceParticipant): Block {
  const status = STATUSES[participant.status];
  const width = CONTENT_WIDTH - INDENT - canvas.widthOf(status, STATUS) - 16;
  const name = canvas.wrap(isErased(participant) ? 'Dados removidos' : participant.name, width, NAME, 6);
  const room = participant.mark === null ? { width: 0, height: 0 } : MARK_ROOM;
  const tableWidth = CONTENT_WIDTH - INDENT - room.width;
  const table = factsTable(canvas, factsOf(participant), LEFT + INDENT, tableWidth);
  const tableHeight = table.height === 0 ? 0 : TABLE_GAP + table.height;
  const height = heightOf(name, NAME) + Math.max(PART.leading + tableHeight, room.height);
  return { participant, name, table, height };
}

function drawBlock(canvas: Canvas, { participant, name, table }: Block): void {
  const { status, part, cpf } = participant;
  const who = isErased(participant) ? PARTS[part] : `${PARTS[part]} · CPF ${cpf}`;
  const top = canvas.y;
  const x = LEFT + INDENT;
  canvas.decoration(() => drawSign(canvas, status, LEFT + 8, top + NAME.leading / 2));
  canvas.within(canvas.root.add('H3'), () => canvas.lines(name, x, top, NAME));
  const right = LEFT + CONTENT_WIDTH - canvas.widthOf(STATUSES[status], STATUS);
  canvas.within(canvas.root.add('P'), () => canvas.lines([STATUSES[status]], right, top, STATUS));
  const partTop = top + heightOf(name, NAME);
  canvas.within(canvas.root.add('P'), () => canvas.lines([who], x, partTop, PART));
  drawMark(canvas, participant, LEFT + CONTENT_WIDTH, partTop);
  table.draw(canvas.root, partTop + PART.leading + TABLE_GAP);
}

const isErased = ({ name }: EvidenceParticipant): boolean => name === ERASED;

/** Said of an erased participant. */
const ERASURE: Fact = {
  label: 'Quem',
  value:
    'Os dados pessoais de quem participou foram removidos depois do ato, como a lei prevê (LGPD, Lei nº 13.709/2018). ' +
    'O que foi feito e quando continua registrado.',
};

/** What is known of who it is and of the act, or why there was none. */
const factsOf = (participant: EvidenceParticipant): Fact[] => [
  ...(isErased(participant) ? [ERASURE] : participant.stated),
  ...requestFacts(participant),
  ...actFacts(participant),
];

/** In whose name they sign, and why that person cannot. */
function requestFacts({ atRequestOf }: EvidenceParticipant): Fact[] {
  if (atRequestOf === null) return [];
  const { name, cpf, impediment } = atRequestOf;
  const who = name === ERASED ? 'pessoa cujos dados foram removidos' : `${name}, CPF ${cpf}`;
  const why = impediment === null ? '' : `, que ${IMPEDIMENT_WORDS[impediment]}`;
  return [{ label: 'A rogo de', value: `${who}${why}`, maximumLines: 6 }];
}

function actFacts(participant: EvidenceParticipant): Fact[] {
  const { status, at, methods, client, claim, rejectReason } = participant;
  if (status === 'canceled')
    return [
      {
        label: 'Situação',
        value: 'A assinatura deixou de ser necessária: o número mínimo já havia sido alcançado.',
      },
    ];
  if (at === null)
    return status === 'rejected'
      ? [{ label: 'Situação', value: 'O prazo para assinar terminou antes desta assinatura.' }]
      : [];
  const place = placeText(client);
  const facts: Fact[] = [{ label: 'Quando', value: momentInWords(at) }];
  if (rejectReason !== null) facts.push({ label: 'Motivo da recusa', value: rejectReason, maximumLines: 20 });
  if (participant.selection !== null) facts.push(answerFact(participant.selection));
  if (status === 'signed')
    facts.push({
      label: 'Identificação',
      value: methodsText(methods, participant.contact, at),
      maximumLines: 12,
    });
  if (participant.consent !== null) facts.push(consentFact(participant.consent));
  if (participant.declaration !== null) facts.push(declarationFact(participant.declaration));
  if (participant.totem !== null)
    facts.push({ label: 'Aparelho', value: `Totem “${participant.totem}” da conta, em pessoa` });
  facts.push(
    {
      label: 'Local',
      value: placeFact(place),
    },
    { label: 'Conexão', value: connectionText(client) },
  );
  if (claim) facts.push({ label: 'Assinatura', value: claimText(claim), maximumLines: 8 });
  return facts;
}

function placeFact(place: string | null): string {
  if (place === null) return 'não informado pelo aparelho';
  return place === ERASED ? place : `${place} (informado pelo aparelho)`;
}

/** What was accepted, by the statement that was ticked and the hash of the whole text. */
function consentFact({
  termsVersion,
  textSha256,
  language,
}: NonNullable<EvidenceParticipant['consent']>): Fact {
  const shown = consentLanguageText(language);
  const value = [
    `“${CONSENT_STATEMENT.join('')}” (versão ${termsVersion})`,
    ...(shown === undefined ? [] : [shown]),
    ...(textSha256 === null ? [] : [`SHA-256 do texto ${textSha256}`]),
  ].join(' · ');
  return { label: 'Aceite', value, maximumLines: 8 };
}

/** What was declared, word by word, and its hash. */
function declarationFact({ by, version, textSha256 }: NonNullable<EvidenceParticipant['declaration']>): Fact {
  const text = isDeclarationVersion(version) ? `“${declarationText(version, by)}” ` : '';
  return {
    label: 'Declaração',
    value: `${text}(versão ${version}) · SHA-256 do texto ${textSha256}`,
    maximumLines: 12,
  };
}

/** What was asked and what was chosen. */
const answerFact = ({ question, chosen }: NonNullable<EvidenceParticipant['selection']>): Fact => ({
  label: 'Resposta',
  value: `${question} ${chosen.length === 0 ? 'sem resposta' : chosen.join('; ')}`,
  maximumLines: 20,
});

function summaryOf({ participants, process }: EvidenceFacts): string {
  const count = (status: SignatureStatus): number =>
    participants.filter((one) => one.status === status).length;
  const shares = [
    [count('signed'), 'assinou', 'assinaram'],
    [count('rejected'), 'recusou', 'recusaram'],
    [count('pending'), 'pendente', 'pendentes'],
    [count('canceled'), 'dispensado', 'dispensados'],
  ] as const;
  const sums = shares.flatMap(([number, one, many]) => (number === 0 ? [] : [counted(number, one, many)]));
  const signatories = participants.filter(({ part }) => part === 'signatory').length;
  const { minimumSignatories: minimum } = process;
  if (signatories > 0 && minimum < signatories) {
    sums.push(`mínimo de ${minimum} de ${signatories} representantes da empresa`);
  }
  return sums.join(' · ');
}

/** The outcome by its shape, legible in black and white: filled, crossed, or open. */
function drawSign(canvas: Canvas, status: SignatureStatus, x: number, y: number): void {
  const stroke = { stroke: COLORS.ink, width: 1.1 };
  if (status === 'signed') {
    canvas.path(circle(x, y, 8), { fill: COLORS.ink });
    canvas.path(`${x - 3.4} ${y + 0.3} m ${x - 0.9} ${y + 2.8} l ${x + 3.6} ${y - 2.6} l`, {
      stroke: COLORS.white,
      width: 1.5,
    });
  } else if (status === 'rejected') {
    canvas.path(circle(x, y, 7.4), stroke);
    canvas.path(
      `${x - 2.6} ${y - 2.6} m ${x + 2.6} ${y + 2.6} l ${x + 2.6} ${y - 2.6} m ${x - 2.6} ${y + 2.6} l`,
      stroke,
    );
  } else if (status === 'pending') canvas.path(circle(x, y, 7.4), { ...stroke, dash: 2.2 });
  else {
    canvas.path(circle(x, y, 7.4), { ...stroke, stroke: COLORS.line });
    canvas.path(`${x - 3} ${y} m ${x + 3} ${y} l`, { ...stroke, stroke: COLORS.line });
  }
}
