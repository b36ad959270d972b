import type { Addressed, Block } from '../block.ts';
import { renderEmail } from '../email.ts';
import type { RenderedEmail } from '../email.ts';
import { documentsTitle, formatMoment, processFacts } from '../format.ts';

interface SignedDocuments extends Addressed {
  companyName: string;
  summary: string;
  /** Those signed by one act. */
  documents: readonly string[];
  at: Date;
  link: string;
}

export interface SignatureRecorded extends SignedDocuments {
  /** Who asked for the signature. */
  requesterName: string;
  /** Browser and system, and the address that the act came from, as far as they are known. */
  device: string | undefined;
  ip: string | undefined;
}

export interface SignatureReceived extends SignedDocuments {
  signerName: string;
  /** Participants who have signed all that is asked of them, of all who are to. */
  progress: { signed: number; all: number };
}

/** To the signer: the act and where it came from, in case it was not theirs. */
export function signatureRecorded(recorded: SignatureRecorded): RenderedEmail {
  const { documents, requesterName, device, ip } = recorded;
  const rows = [...processFacts(recorded), { label: 'Assinado em', value: formatMoment(recorded.at) }];
  if (device !== undefined) rows.push({ label: 'Dispositivo', value: device });
  if (ip !== undefined) rows.push({ label: 'Endereço IP', value: ip });
  return renderEmail({
    subject: `Assinatura registrada: ${recorded.summary}`,
    preview: 'Recebemos a sua assinatura.',
    title: 'Sua assinatura foi registrada',
    sender: recorded.sender,
    recipientName: recorded.recipientName,
    blocks: [
      {
        kind: 'paragraph',
        content: [
          documents.length === 1
            ? 'Recebemos a sua assinatura neste documento. Quando todos assinarem, ele recebe o selo eletrônico e avisamos você.'
            : 'Recebemos a sua assinatura nestes documentos. Quando todos assinarem, eles recebem o selo eletrônico e avisamos você.',
        ],
      },
      { kind: 'facts', rows },
      ...listed(recorded),
      { kind: 'button', label: 'Acompanhar', link: recorded.link },
      {
        kind: 'note',
        content: [
          'Não foi você? Avise quem pediu a assinatura agora mesmo: ',
          { strong: requesterName },
          '.',
        ],
      },
    ],
    because: 'Você recebeu esta mensagem como comprovante da sua assinatura.',
  });
}

/** To the requester. */
export function signatureReceived(received: SignatureReceived): RenderedEmail {
  const { documents, signerName, progress } = received;
  const count = documents.length === 1 ? 'um documento' : `${documents.length} documentos`;
  return renderEmail({
    subject: `Assinatura recebida: ${received.summary}`,
    preview: `${signerName} assinou.`,
    title: 'Uma assinatura chegou',
    sender: received.sender,
    recipientName: received.recipientName,
    blocks: [
      { kind: 'paragraph', content: [{ strong: signerName }, ` assinou ${count}.`] },
      {
        kind: 'facts',
        rows: [
          ...processFacts(received),
          { label: 'Assinado em', value: formatMoment(received.at) },
          { label: 'Já assinaram', value: `${progress.signed} de ${progress.all}` },
        ],
      },
      ...listed(received),
      { kind: 'button', label: 'Ver processo', link: received.link },
    ],
    because: 'Você recebeu esta mensagem porque pediu estas assinaturas.',
  });
}

const listed = ({ documents }: SignedDocuments): Block[] => [
  { kind: 'list', title: documentsTitle(documents), items: documents },
];
