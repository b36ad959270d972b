/** Errors of sealing that pass by themselves or by an operator's doing, as users read them. */
const PROBLEMS: Readonly<Record<string, string>> = {
  BlobNotFound: 'O arquivo do documento não foi encontrado no armazenamento.',
  BlobCorrupted: 'O arquivo do documento não está íntegro no armazenamento.',
  BlobStoreUnavailable: 'O armazenamento dos arquivos não respondeu.',
  SealCertificateExpired: 'O certificado do selo está fora da validade.',
  SealTokenUnavailable: 'O módulo de hardware que guarda a chave do selo não assinou.',
  AuthorityUnavailable: 'A autoridade de carimbo do tempo ou de certificação não respondeu.',
  TimeStampError: 'A autoridade de carimbo do tempo recusou o pedido ou deu uma resposta inválida.',
  TimeStampUntrusted: 'O carimbo do tempo veio de uma autoridade que esta instalação não conhece.',
  RevocationError: 'A autoridade certificadora deu uma resposta inválida sobre um certificado.',
  SealUnsound:
    'O documento selado não passou na conferência que a própria plataforma faz antes de entregá-lo.',
  RevocationUnknown: 'A autoridade certificadora não confirmou a validade de um certificado.',
  CertificateRevoked: 'Um certificado do selo ou do carimbo do tempo foi revogado.',
  RenewalFutile: 'A autoridade de carimbo do tempo não oferece um carimbo que dure mais que o atual.',
  SealRefusedError: 'O documento ou a chave do selo não permite o selo.',
  PdfSyntaxError: 'O PDF do documento não pôde ser lido.',
  EventStoreUnavailable: 'O registro de eventos não respondeu.',
  WorkerFailed: 'A página de assinaturas não pôde ser desenhada a tempo.',
  Unprocessable: 'O registro não traz o documento como concluído.',
};

/** Those that come from outside: what waits for them is tried again, and nothing is wrong with the document. */
const WAITING: ReadonlySet<string> = new Set([
  'SealTokenUnavailable',
  'AuthorityUnavailable',
  'TimeStampError',
  'TimeStampUntrusted',
  'SealUnsound',
  'RevocationError',
  'RevocationUnknown',
  'SealCertificateExpired',
  'WorkerFailed',
]);

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

const CERTIFICATE_WANTED = 'Nada se perdeu: o selo continua quando um certificado válido for instalado.';

const BACKUP_WANTED =
  'Nada se perdeu no registro: o selo continua quando quem cuida da instalação recuperar o arquivo de uma cópia de segurança.';
const OPERATOR_WANTED = 'Tentar de novo não resolve: avise quem cuida da instalação.';

/** Those that no repetition cures: an act of people has to come first. */
const REMEDIES: Readonly<Record<string, string>> = {
  BlobNotFound: BACKUP_WANTED,
  BlobCorrupted: BACKUP_WANTED,
  PdfSyntaxError: OPERATOR_WANTED,
  SealRefusedError: OPERATOR_WANTED,
  Unprocessable: OPERATOR_WANTED,
  SealCertificateExpired: CERTIFICATE_WANTED,
  CertificateRevoked: CERTIFICATE_WANTED,
  TimeStampUntrusted:
    'Nada se perdeu: o selo continua quando quem cuida da instalação indicar o certificado dela (TSA_CERTIFICATES).',
};

/** What the tenant's people read, with what happens next; the log has the whole error. */
export function problemText(error: unknown): string {
  const name = nameOf(error);
  const problem = PROBLEMS[name] ?? 'Houve uma falha inesperada ao selar.';
  return `${problem} ${REMEDIES[name] ?? 'Nada se perdeu: tentamos de novo sozinhos.'}`;
}

export const isWaiting = (error: unknown): boolean => WAITING.has(nameOf(error));
