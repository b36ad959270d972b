import type { Addressed } from './block.ts';
import { renderEmail } from './email.ts';
import type { RenderedEmail } from './email.ts';
import { formatMoment, formatSize } from './format.ts';

export interface DownloadReady extends Addressed {
  /** What the requester calls it. */
  description: string;
  fileCount: number;
  /** Of the zip. */
  sizeBytes: number;
  expiresAt: Date;
  /** The requester's downloads, behind sign-in. */
  link: string;
  /** The public validation page. */
  validateLink: string;
}

/** To the requester of a zip of sealed documents. */
export function downloadReady(ready: DownloadReady): RenderedEmail {
  const one = ready.fileCount === 1;
  return renderEmail({
    subject: `Download pronto: ${ready.description}`,
    preview: 'O arquivo que você pediu já pode ser baixado.',
    title: 'Seu download está pronto',
    sender: ready.sender,
    recipientName: ready.recipientName,
    blocks: [
      {
        kind: 'paragraph',
        content: [
          one
            ? 'O documento selado que você pediu já está num arquivo zip, pronto para baixar.'
            : 'Os documentos selados que você pediu já estão num só arquivo zip, pronto para baixar.',
        ],
      },
      {
        kind: 'facts',
        rows: [
          { label: 'Download', value: ready.description },
          { label: 'Documentos', value: String(ready.fileCount) },
          { label: 'Tamanho', value: formatSize(ready.sizeBytes) },
          { label: 'Disponível até', value: formatMoment(ready.expiresAt) },
        ],
      },
      { kind: 'button', label: 'Ver meus downloads', link: ready.link },
      {
        kind: 'note',
        content: [
          'Para baixar é preciso entrar na sua conta. Por isso, encaminhar esta mensagem não dá acesso aos documentos. ' +
            'Passado o prazo, o arquivo é apagado; os documentos continuam guardados e você pode pedir outro download.',
        ],
      },
      {
        kind: 'note',
        content: [`Qualquer pessoa pode conferir a autenticidade dos documentos em ${ready.validateLink}`],
      },
    ],
    because: 'Você recebeu esta mensagem porque pediu este download.',
  });
}
