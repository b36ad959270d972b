import type { Addressed } from '../block.ts';
import { renderEmail } from '../email.ts';
import type { RenderedEmail } from '../email.ts';
import { documentsTitle, processFacts } from '../format.ts';

export interface ProcessFinished extends Addressed {
  companyName: string;
  summary: string;
  /** The sealed ones. */
  documents: readonly string[];
  /** Where the recipient downloads them. */
  downloadLink: string;
  /** The public validation page. */
  validateLink: string;
}

export function processFinished(finished: ProcessFinished): RenderedEmail {
  const one = finished.documents.length === 1;
  return renderEmail({
    subject: `Processo concluído: ${finished.summary}`,
    preview: one ? 'O documento assinado está pronto.' : 'Os documentos assinados estão prontos.',
    title: one ? 'O documento está assinado' : 'Os documentos estão assinados',
    sender: finished.sender,
    recipientName: finished.recipientName,
    blocks: [
      {
        kind: 'paragraph',
        content: [
          one
            ? 'O documento foi assinado por todos e recebeu o selo eletrônico, que revela qualquer alteração posterior.'
            : 'Os documentos foram assinados por todos e receberam o selo eletrônico, que revela qualquer alteração posterior.',
        ],
      },
      { kind: 'facts', rows: processFacts(finished) },
      { kind: 'list', title: documentsTitle(finished.documents), items: finished.documents },
      { kind: 'button', label: one ? 'Baixar documento' : 'Baixar documentos', link: finished.downloadLink },
      {
        kind: 'note',
        content: [
          `Guarde o arquivo PDF: a versão impressa não leva as assinaturas. Qualquer pessoa pode conferir a autenticidade do arquivo em ${finished.validateLink}`,
        ],
      },
    ],
    because: 'Você recebeu esta mensagem porque participa deste processo.',
  });
}
