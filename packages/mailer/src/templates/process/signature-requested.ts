import type { Declarer } from '@lacre/contracts/at-request';
import type { Language } from '@lacre/contracts/languages';

import type { Addressed, Block } from '../block.ts';
import { renderEmail } from '../email.ts';
import type { RenderedEmail } from '../email.ts';
import { documentsTitle, formatMoment, processFacts } from '../format.ts';

/** What the messages that ask for a signature say. */
export interface SignatureRequest extends Addressed {
  /** Who asks. */
  requesterName: string;
  companyName: string;
  summary: string;
  documents: readonly string[];
  /** Where the recipient reads and signs. */
  link: string;
  deadline?: Date;
  /** Someone signs at the request of these people, who cannot: the recipient, or others before them as a witness. */
  atRequest?: { by: Declarer; names: readonly string[] };
}

interface RequestWords {
  title: string;
  /** For several documents. */
  titleOfMany: string;
  subject: (summary: string) => string;
  preview: (requester: string) => string;
  /** After the name of who asks. */
  asks: string;
  asksOfMany: string;
  because: string;
}

interface Words {
  requested: RequestWords;
  reminder: RequestWords & { alreadyDone: string };
  deadline: string;
  open: string;
  personal: string;
  /** Of who signs at another's request and of their witnesses, around the names of who cannot sign. */
  atRequest: Readonly<Record<Declarer, readonly [before: string, after: string]>>;
}

const WORDS: Readonly<Record<Language, Words>> = {
  'pt-BR': {
    requested: {
      title: 'Você tem um documento para assinar',
      titleOfMany: 'Você tem documentos para assinar',
      subject: (summary) => `Assinatura solicitada: ${summary}`,
      preview: (requester) => `${requester} pediu a sua assinatura.`,
      asks: ' pediu a sua assinatura.',
      asksOfMany: ' pediu a sua assinatura.',
      because:
        'Você recebeu esta mensagem porque foi indicado para assinar. Se não reconhece o pedido, ignore-a.',
    },
    reminder: {
      title: 'Falta a sua assinatura',
      titleOfMany: 'Falta a sua assinatura',
      subject: (summary) => `Lembrete: falta a sua assinatura em ${summary}`,
      preview: (requester) => `${requester} aguarda a sua assinatura.`,
      asks: ' aguarda a sua assinatura neste documento.',
      asksOfMany: ' aguarda a sua assinatura nestes documentos.',
      because: 'Você recebeu esta mensagem porque a sua assinatura está pendente.',
      alreadyDone: 'Se você acabou de assinar, desconsidere este lembrete.',
    },
    deadline: 'Assine até',
    open: 'Ler e assinar',
    personal:
      'Antes de assinar, você confirma quem é com o seu CPF e um código que enviamos na hora. Por isso, encaminhar esta mensagem não permite que outra pessoa assine por você.',
    atRequest: {
      signer: [
        'Você assina a rogo de ',
        ', que não pode assinar. Leia o documento a essa pessoa em voz alta, por inteiro, diante das testemunhas, e só então assine.',
      ],
      witness: [
        'Você é testemunha de uma assinatura a rogo de ',
        ', que não pode assinar. Presencie a leitura do documento em voz alta e o pedido, e só então assine.',
      ],
    },
  },
  en: {
    requested: {
      title: 'You have a document to sign',
      titleOfMany: 'You have documents to sign',
      subject: (summary) => `Signature requested: ${summary}`,
      preview: (requester) => `${requester} asks for your signature.`,
      asks: ' asks for your signature.',
      asksOfMany: ' asks for your signature.',
      because:
        'You received this message because you were named as a signer. If you do not recognise the request, ignore it.',
    },
    reminder: {
      title: 'Your signature is missing',
      titleOfMany: 'Your signature is missing',
      subject: (summary) => `Reminder: your signature is missing on ${summary}`,
      preview: (requester) => `${requester} is waiting for your signature.`,
      asks: ' is waiting for your signature on this document.',
      asksOfMany: ' is waiting for your signature on these documents.',
      because: 'You received this message because your signature is pending.',
      alreadyDone: 'If you have just signed, ignore this reminder.',
    },
    deadline: 'Sign by',
    open: 'Read and sign',
    personal:
      'Before you sign, you confirm who you are with your CPF (Brazilian taxpayer number) and a code that we send at that moment. So passing this message on does not let another person sign for you.',
    atRequest: {
      signer: [
        'You sign at the request of ',
        ', who cannot sign. Read the whole document aloud to that person, in front of the witnesses, and only then sign.',
      ],
      witness: [
        'You are a witness of a signature at the request of ',
        ', who cannot sign. Be present while the document is read aloud and when the request is made, and only then sign.',
      ],
    },
  },
  es: {
    requested: {
      title: 'Tiene un documento para firmar',
      titleOfMany: 'Tiene documentos para firmar',
      subject: (summary) => `Firma solicitada: ${summary}`,
      preview: (requester) => `${requester} pidió su firma.`,
      asks: ' pidió su firma.',
      asksOfMany: ' pidió su firma.',
      because: 'Recibió este mensaje porque fue indicado para firmar. Si no reconoce la solicitud, ignórelo.',
    },
    reminder: {
      title: 'Falta su firma',
      titleOfMany: 'Falta su firma',
      subject: (summary) => `Recordatorio: falta su firma en ${summary}`,
      preview: (requester) => `${requester} espera su firma.`,
      asks: ' espera su firma en este documento.',
      asksOfMany: ' espera su firma en estos documentos.',
      because: 'Recibió este mensaje porque su firma está pendiente.',
      alreadyDone: 'Si acaba de firmar, ignore este recordatorio.',
    },
    deadline: 'Firme hasta el',
    open: 'Leer y firmar',
    personal:
      'Antes de firmar, usted confirma quién es con su CPF (registro fiscal brasileño) y un código que enviamos en el momento. Por eso, reenviar este mensaje no permite que otra persona firme por usted.',
    atRequest: {
      signer: [
        'Usted firma a ruego de ',
        ', que no puede firmar. Lea a esa persona el documento en voz alta y por completo, ante los testigos, y solo entonces firme.',
      ],
      witness: [
        'Usted es testigo de una firma a ruego de ',
        ', que no puede firmar. Presencie la lectura del documento en voz alta y la petición, y solo entonces firme.',
      ],
    },
  },
};

const wordsOf = ({ language = 'pt-BR' }: Pick<Addressed, 'language'>): Words => WORDS[language];

export const signatureRequested = (request: SignatureRequest): RenderedEmail =>
  asking(request, wordsOf(request).requested, []);

/** To participants who have not signed yet. */
export function signatureReminder(request: SignatureRequest): RenderedEmail {
  const { reminder } = wordsOf(request);
  return asking(request, reminder, [{ kind: 'note', content: [reminder.alreadyDone] }]);
}

function asking(request: SignatureRequest, words: RequestWords, more: readonly Block[]): RenderedEmail {
  const one = request.documents.length === 1;
  const { open, personal, atRequest: saysRequest } = wordsOf(request);
  const { atRequest } = request;
  return renderEmail({
    subject: words.subject(request.summary),
    preview: words.preview(request.requesterName),
    title: one ? words.title : words.titleOfMany,
    sender: request.sender,
    recipientName: request.recipientName,
    language: request.language,
    blocks: [
      {
        kind: 'paragraph',
        content: [{ strong: request.requesterName }, one ? words.asks : words.asksOfMany],
      },
      ...(atRequest === undefined ? [] : [requestOf(atRequest, saysRequest[atRequest.by], request.language)]),
      ...particulars(request),
      { kind: 'button', label: open, link: request.link },
      ...more,
      { kind: 'note', content: [personal] },
    ],
    because: words.because,
  });
}

const requestOf = (
  { names }: NonNullable<SignatureRequest['atRequest']>,
  [before, after]: readonly [string, string],
  language: Language = 'pt-BR',
): Block => ({
  kind: 'paragraph',
  content: [before, { strong: new Intl.ListFormat(language).format(names) }, after],
});

function particulars(request: SignatureRequest): Block[] {
  const { documents, deadline, language } = request;
  const rows = processFacts(request);
  if (deadline) rows.push({ label: wordsOf(request).deadline, value: formatMoment(deadline, language) });
  return [
    { kind: 'facts', rows },
    { kind: 'list', title: documentsTitle(documents, language), items: documents },
  ];
}
