import type { Language } from '@lacre/contracts/languages';

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

interface Words {
  subject: (summary: string) => string;
  preview: string;
  title: string;
  sealed: string;
  download: string;
}

const WORDS: Readonly<
  Record<Language, { one: Words; many: Words; keep: (link: string) => string; because: string }>
> = {
  'pt-BR': {
    one: {
      subject: (summary) => `Processo concluído: ${summary}`,
      preview: 'O documento assinado está pronto.',
      title: 'O documento está assinado',
      sealed:
        'O documento foi assinado por todos e recebeu o selo eletrônico, que revela qualquer alteração posterior.',
      download: 'Baixar documento',
    },
    many: {
      subject: (summary) => `Processo concluído: ${summary}`,
      preview: 'Os documentos assinados estão prontos.',
      title: 'Os documentos estão assinados',
      sealed:
        'Os documentos foram assinados por todos e receberam o selo eletrônico, que revela qualquer alteração posterior.',
      download: 'Baixar documentos',
    },
    keep: (link) =>
      `Guarde o arquivo PDF: a versão impressa não leva as assinaturas. Qualquer pessoa pode conferir a autenticidade do arquivo em ${link}`,
    because: 'Você recebeu esta mensagem porque participa deste processo.',
  },
  en: {
    one: {
      subject: (summary) => `Process completed: ${summary}`,
      preview: 'The signed document is ready.',
      title: 'The document is signed',
      sealed: 'All have signed the document, and it has the electronic seal, which reveals any later change.',
      download: 'Download document',
    },
    many: {
      subject: (summary) => `Process completed: ${summary}`,
      preview: 'The signed documents are ready.',
      title: 'The documents are signed',
      sealed:
        'All have signed the documents, and they have the electronic seal, which reveals any later change.',
      download: 'Download documents',
    },
    keep: (link) =>
      `Keep the PDF file: a printed copy does not carry the signatures. Anyone can verify the file at ${link}`,
    because: 'You received this message because you take part in this process.',
  },
  es: {
    one: {
      subject: (summary) => `Proceso concluido: ${summary}`,
      preview: 'El documento firmado está listo.',
      title: 'El documento está firmado',
      sealed:
        'Todos firmaron el documento, que recibió el sello electrónico: revela cualquier cambio posterior.',
      download: 'Descargar documento',
    },
    many: {
      subject: (summary) => `Proceso concluido: ${summary}`,
      preview: 'Los documentos firmados están listos.',
      title: 'Los documentos están firmados',
      sealed:
        'Todos firmaron los documentos, que recibieron el sello electrónico: revela cualquier cambio posterior.',
      download: 'Descargar documentos',
    },
    keep: (link) =>
      `Guarde el archivo PDF: la versión impresa no lleva las firmas. Cualquier persona puede verificar el archivo en ${link}`,
    because: 'Recibió este mensaje porque participa en este proceso.',
  },
};

export function processFinished(finished: ProcessFinished): RenderedEmail {
  const { sender, recipientName, language = 'pt-BR', documents } = finished;
  const { one, many, keep, because } = WORDS[language];
  const words = documents.length === 1 ? one : many;
  return renderEmail({
    subject: words.subject(finished.summary),
    preview: words.preview,
    title: words.title,
    sender,
    recipientName,
    language,
    blocks: [
      { kind: 'paragraph', content: [words.sealed] },
      { kind: 'facts', rows: processFacts(finished) },
      { kind: 'list', title: documentsTitle(documents, language), items: documents },
      { kind: 'button', label: words.download, link: finished.downloadLink },
      { kind: 'note', content: [keep(finished.validateLink)] },
    ],
    because,
  });
}
