import type { ErrorCode } from '@lacre/contracts';

/** Why a file is not taken in: the code, and the message for the uploader. */
export interface IntakeRefusal {
  code: Extract<
    ErrorCode,
    | 'NO_FILES_UPLOADED'
    | 'UPLOAD_NOT_ALLOWED_FILES'
    | 'UPLOAD_HANDLE_FILES_ERROR'
    | 'UPLOAD_CONVERSOR_SERVICE_ERROR'
    | 'PDF_READ_ERROR'
    | 'PDF_ENCRYPTED'
    | 'PDF_PASSWORD_WRONG'
    | 'PDF_RESTRICTED'
  >;
  detail: string;
  /** Seconds after which the same file may be taken. */
  retryAfterSeconds?: number;
}

/** What cannot be used, for a reason other than damage. */
const unusable = (detail: string): IntakeRefusal => ({ code: 'UPLOAD_HANDLE_FILES_ERROR', detail });
/** A signature in the file does not hold: the detail names it. */
export const signatureUnsound = (detail: string): IntakeRefusal => unusable(detail);
const unreadable = (detail: string): IntakeRefusal => ({ code: 'PDF_READ_ERROR', detail });

/** Every refusal of intake, with the Portuguese sentence that goes with it. */
export const REFUSALS = {
  empty: { code: 'NO_FILES_UPLOADED', detail: 'O arquivo está vazio.' },
  typeNotAllowed: {
    code: 'UPLOAD_NOT_ALLOWED_FILES',
    detail: 'Envie um arquivo PDF, DOC, DOCX ou ODT. O conteúdo deste arquivo não é de nenhum desses tipos.',
  },
  officeEncrypted: unusable('O documento está protegido por senha. Remova a senha e envie de novo.'),
  encrypted: {
    code: 'PDF_ENCRYPTED',
    detail: 'Informe a senha que o abre, ou envie uma cópia sem senha.',
  },
  restricted: {
    code: 'PDF_RESTRICTED',
    detail:
      'Ele abre sem senha, mas o autor não permite imprimir ou alterar. Se você tem o direito de usá-lo para ' +
      'colher assinaturas, marque essa declaração e envie de novo; ou informe a senha que libera as restrições.',
  },
  wrongPassword: {
    code: 'PDF_PASSWORD_WRONG',
    detail:
      'Confira maiúsculas e acentos. Se o PDF abre sem senha, é preciso a senha que libera as restrições dele.',
  },
  encryptedSigned: unusable(
    'O PDF está protegido por senha e já tem assinaturas: tirar a proteção as invalidaria. Envie uma cópia sem senha.',
  ),
  truncated: unreadable(
    'O PDF está incompleto: falta o fim do arquivo. Baixe-o ou exporte-o outra vez e envie de novo.',
  ),
  damaged: unreadable(
    'O PDF está danificado e não pôde ser recuperado. Exporte-o outra vez e envie de novo.',
  ),
  noPages: unreadable('O PDF não tem páginas.'),
  signedNotClean: unusable(
    'O PDF já tem assinaturas e sua estrutura não é íntegra. Corrigi-la invalidaria as assinaturas, ' +
      'por isso ele não pode ser usado.',
  ),
  signedHiddenSyntax: unusable(
    'O PDF já tem assinaturas e traz, escondido em seus dados, conteúdo que alguns leitores poderiam mostrar no lugar ' +
      'das páginas. Retirá-lo invalidaria as assinaturas, por isso ele não pode ser usado. Envie uma cópia sem ' +
      'assinaturas, por exemplo por "imprimir em PDF".',
  ),
  hiddenSyntax: unusable(
    'O PDF traz, escondido em suas imagens ou dados, conteúdo que alguns leitores poderiam mostrar no lugar das páginas, ' +
      'e não foi possível retirá-lo. Use "imprimir em PDF" e envie a cópia.',
  ),
  drawnOtherwise: unusable(
    'O PDF tem páginas escritas de um modo que cada leitor mostra de uma forma, e não foi possível igualá-las. ' +
      'Use "imprimir em PDF" e envie a cópia.',
  ),
  signedWithActiveContent: unusable(
    'O PDF já tem assinaturas e traz conteúdo ativo (scripts ou ações automáticas). Removê-lo invalidaria ' +
      'as assinaturas, por isso ele não pode ser usado.',
  ),
  certifiedNoChanges: unusable(
    'O PDF foi certificado pelo autor sem permitir novas assinaturas. Envie uma cópia sem essa certificação.',
  ),
  activeContent: unusable(
    'O PDF traz conteúdo ativo (scripts ou ações automáticas) que não pôde ser removido. ' +
      'Use "imprimir em PDF" e envie a cópia.',
  ),
  signedNotSealable: unusable(
    'O PDF já tem assinaturas, e a estrutura dele não permite acrescentar o selo sem alterar o que foi assinado. ' +
      'Envie uma cópia sem as assinaturas, ou peça um novo arquivo a quem o assinou.',
  ),
  notSealable: unusable(
    'A estrutura deste PDF não permite receber o selo. Use "imprimir em PDF" e envie a cópia.',
  ),
  tooComplex: unusable('O PDF é complexo demais: tem páginas ou objetos além do limite aceito.'),
  tooMuchWork: unusable(
    'O PDF exige memória ou tempo demais para ser lido. Use "imprimir em PDF" e envie a cópia.',
  ),
  grewTooLarge: unusable('O PDF passa do limite de tamanho depois de aberto.'),
  officeDamaged: unusable(
    'O documento está danificado. Abra-o no editor de textos, salve-o de novo e envie a cópia.',
  ),
  officeTooHeavy: unusable(
    'O documento exige memória ou tempo demais para ser aberto. Salve-o como PDF e envie a cópia.',
  ),
  officeTooLong: unusable(
    'O documento tem parágrafos e quebras de linha demais para ser convertido. Divida-o em documentos menores, ou ' +
      'salve-o como PDF e envie a cópia.',
  ),
  officeEntities: unusable(
    'O documento traz declarações de XML que não são aceitas. Abra-o no editor de textos, salve-o de novo e ' +
      'envie a cópia, ou envie em PDF.',
  ),
  officeMissing: {
    code: 'UPLOAD_CONVERSOR_SERVICE_ERROR',
    detail:
      'A conversão de documentos de texto não está instalada neste servidor. Envie o documento em PDF, ' +
      'ou peça a quem administra o servidor que instale a conversão ("npm install" com as dependências opcionais, ou o ' +
      'LibreOffice, pacote "libreoffice-writer").',
  },
  officeAway: {
    code: 'UPLOAD_CONVERSOR_SERVICE_ERROR',
    detail:
      'O serviço de conversão não respondeu. Tente de novo em alguns minutos, ou envie o documento em PDF.',
  },
  officeBusy: {
    code: 'UPLOAD_CONVERSOR_SERVICE_ERROR',
    detail:
      'Há documentos demais na fila de conversão. Tente de novo em instantes, ou envie o documento em PDF.',
    retryAfterSeconds: 10,
  },
  officeFailed: unusable('O documento não pôde ser convertido. Salve-o como PDF e envie a cópia.'),
  officeTimeout: unusable(
    'A conversão do documento passou do tempo ou da memória que pode usar. Salve-o como PDF e envie a cópia.',
  ),
} as const satisfies Record<string, IntakeRefusal>;

export type RefusalName = keyof typeof REFUSALS;
