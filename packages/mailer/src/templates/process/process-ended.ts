import type { Addressed, Block } from '../block.ts';
import { renderEmail } from '../email.ts';
import type { RenderedEmail } from '../email.ts';
import { documentsTitle, formatMoment, processFacts } from '../format.ts';
import { ENDED_WORDS } from './ended-words.ts';

interface ProcessEnded extends Addressed {
  companyName: string;
  summary: string;
  /** Those that ended. */
  documents: readonly string[];
  /** Where the recipient sees the process, if they may. */
  link?: string;
}

export interface ProcessRejected extends ProcessEnded {
  /** Who rejected. */
  rejectedBy: string;
  /** Only for the requester; the others get the refusal alone. */
  reason?: string;
  /** The documents go on with the others, who are enough. */
  goesOn: boolean;
}

export interface ProcessCanceled extends ProcessEnded {
  /** Who canceled. */
  canceledBy: string;
  reason?: string;
  /** Some of the documents, or all that was still pending. */
  scope: 'documents' | 'process';
}

const wordsOf = ({ language = 'pt-BR' }: Addressed) => ENDED_WORDS[language];

export function processRejected(rejected: ProcessRejected): RenderedEmail {
  const { rejectedBy, reason, goesOn, documents } = rejected;
  const { rejected: words, reason: reasonTitle, takesPart } = wordsOf(rejected);
  const [one, many] = goesOn ? words.goesOn : words.ended;
  return renderEmail({
    subject: `${words.subject}: ${rejected.summary}`,
    preview: `${rejectedBy}${words.refused}`,
    title: words.title,
    sender: rejected.sender,
    recipientName: rejected.recipientName,
    language: rejected.language,
    blocks: [
      {
        kind: 'paragraph',
        content: [{ strong: rejectedBy }, reason ? words.refusedBecause : words.refused],
      },
      ...(reason ? [{ kind: 'quote', title: reasonTitle, text: reason } as const] : []),
      { kind: 'paragraph', content: [documents.length === 1 ? one : many] },
      ...ending(rejected),
    ],
    because: takesPart,
  });
}

/** To the participant who rejected: a confirmation. */
export function rejectionRecorded(recorded: ProcessEnded & { reason: string; at: Date }): RenderedEmail {
  const { recorded: words } = wordsOf(recorded);
  const [before, after] = words.act;
  return renderEmail({
    subject: `${words.subject}: ${recorded.summary}`,
    preview: words.preview,
    title: words.title,
    sender: recorded.sender,
    recipientName: recorded.recipientName,
    language: recorded.language,
    blocks: [
      {
        kind: 'paragraph',
        content: [before, { strong: formatMoment(recorded.at, recorded.language) }, after],
      },
      { kind: 'quote', title: words.reasonGiven, text: recorded.reason },
      ...ending(recorded),
    ],
    because: words.because,
  });
}

export function processCanceled(canceled: ProcessCanceled): RenderedEmail {
  const { scope, documents, reason } = canceled;
  const { canceled: words, reason: reasonTitle } = wordsOf(canceled);
  const [one, many] = words.subject;
  const ofProcess = scope === 'process';
  const subject = ofProcess ? words.subjectOfProcess : documents.length === 1 ? one : many;
  return renderEmail({
    subject: `${subject}: ${canceled.summary}`,
    preview: words.preview,
    title: ofProcess ? words.titleOfProcess : words.title(documents.length),
    sender: canceled.sender,
    recipientName: canceled.recipientName,
    language: canceled.language,
    blocks: [
      {
        kind: 'paragraph',
        content: [{ strong: canceled.canceledBy }, ofProcess ? words.process : words.part, words.final],
      },
      ...(reason ? [{ kind: 'quote', title: reasonTitle, text: reason } as const] : []),
      ...ending(canceled),
    ],
    because: words.because,
  });
}

function ending(ended: ProcessEnded): Block[] {
  const { documents, link, language } = ended;
  const blocks: Block[] = [
    { kind: 'facts', rows: processFacts(ended) },
    { kind: 'list', title: documentsTitle(documents, language), items: documents },
  ];
  if (link !== undefined) blocks.push({ kind: 'button', label: wordsOf(ended).open, link });
  return blocks;
}
