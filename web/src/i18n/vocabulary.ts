import type {
  AnswerOf,
  DocumentStatus,
  Part,
  ProcessStatus,
  Role,
  SignatureStatus,
  SignInMethod,
} from '@lacre/contracts';

import { plural } from '../lib/format.ts';

/**
 * The words for states and parts, once: every screen says the same thing in the same way, and a state added to the
 * contracts does not compile until it has its words.
 */
export type StatusTone = 'neutral' | 'primary' | 'success' | 'warning' | 'danger' | 'info';

export interface Word {
  label: string;
  tone: StatusTone;
  /** What it means, for who meets it for the first time. */
  meaning: string;
}

export const processStatus: Record<ProcessStatus, Word> = {
  waiting: { label: 'Em andamento', tone: 'warning', meaning: 'Ainda há assinaturas pendentes.' },
  finished: {
    label: 'Finalizado',
    tone: 'success',
    meaning: 'Todas as assinaturas foram coletadas e os documentos, selados.',
  },
  rejected: { label: 'Recusado', tone: 'danger', meaning: 'As assinaturas necessárias não foram reunidas.' },
  canceled: {
    label: 'Cancelado',
    tone: 'neutral',
    meaning: 'O processo foi cancelado; as assinaturas pendentes deixaram de valer.',
  },
};

export const documentStatus: Record<DocumentStatus, Word> = {
  pending: {
    label: 'Aguardando assinaturas',
    tone: 'warning',
    meaning: 'Ainda falta alguém assinar este documento.',
  },
  completed: {
    label: 'Selando',
    tone: 'info',
    meaning: 'Todos assinaram; o selo digital está sendo aplicado.',
  },
  sealed: {
    label: 'Selado',
    tone: 'success',
    meaning: 'O PDF final está pronto e pode ser conferido por qualquer pessoa.',
  },
  rejected: {
    label: 'Recusado',
    tone: 'danger',
    meaning: 'As assinaturas necessárias não podem mais ser reunidas.',
  },
  canceled: {
    label: 'Cancelado',
    tone: 'neutral',
    meaning: 'Este documento foi cancelado antes de ser concluído.',
  },
};

export const signatureStatus: Record<SignatureStatus, Word> = {
  pending: { label: 'Pendente', tone: 'warning', meaning: 'Ainda não assinou.' },
  signed: { label: 'Assinou', tone: 'success', meaning: 'Assinatura registrada.' },
  rejected: { label: 'Recusou', tone: 'danger', meaning: 'Recusou assinar.' },
  canceled: {
    label: 'Cancelada',
    tone: 'neutral',
    meaning: 'O documento foi encerrado antes desta assinatura.',
  },
};

/** What one did oneself. */
export const ownSignature: Partial<Record<SignatureStatus, string>> = {
  signed: 'Assinado',
  rejected: 'Recusado',
};

/** A signature canceled with its document, by what became of that: why it is no longer needed. */
const dismissals: Record<DocumentStatus, Word> = {
  pending: signatureStatus.canceled,
  completed: {
    label: 'Dispensada',
    tone: 'neutral',
    meaning: 'O mínimo de representantes já havia assinado; esta assinatura deixou de ser necessária.',
  },
  sealed: {
    label: 'Dispensada',
    tone: 'neutral',
    meaning: 'O mínimo de representantes já havia assinado; esta assinatura deixou de ser necessária.',
  },
  rejected: {
    label: 'Dispensada: documento recusado',
    tone: 'neutral',
    meaning: 'O documento foi recusado antes desta assinatura, que deixou de ser necessária.',
  },
  canceled: {
    label: 'Dispensada: documento cancelado',
    tone: 'neutral',
    meaning: 'O documento foi cancelado antes desta assinatura, que deixou de ser necessária.',
  },
};

/** The word for a signature, which depends on its document once that has ended. */
export function signatureWord(status: SignatureStatus, document: DocumentStatus | undefined): Word {
  return status === 'canceled' && document !== undefined ? dismissals[document] : signatureStatus[status];
}

/** A signature that the deadline closed: nobody refused it. */
export const expiredSignature: Word = {
  label: 'Prazo encerrado',
  tone: 'danger',
  meaning: 'O prazo terminou antes desta assinatura.',
};

/** The ends a document comes to, in the order they are told. */
const ENDS = [
  { status: 'sealed', one: 'selado', many: 'selados' },
  { status: 'rejected', one: 'recusado', many: 'recusados' },
  { status: 'canceled', one: 'cancelado', many: 'cancelados' },
] as const;

/** "1 documento selado, 2 cancelados", of documents that have ended. */
export function endedDocuments(documents: readonly DocumentStatus[]): string {
  return ENDS.map(({ status, one, many }) => {
    const count = documents.filter((document) => document === status).length;
    return { count, word: count === 1 ? one : many };
  })
    .filter(({ count }) => count > 0)
    .map(({ count, word }, index) =>
      index === 0 ? `${plural(count, 'documento')} ${word}` : `${count} ${word}`,
    )
    .join(', ');
}

/** What the state of a process means; where its documents came to different ends, how many came to which. */
export function processMeaning(status: ProcessStatus, documents: readonly DocumentStatus[]): string {
  if (status === 'waiting' && !documents.includes('pending') && documents.includes('completed'))
    return 'Todos assinaram; falta terminar de selar os documentos.';
  const sameEnd = new Set(documents).size === 1;
  return status === 'waiting' || sameEnd ? processStatus[status].meaning : `${endedDocuments(documents)}.`;
}

export const downloadStates: Record<AnswerOf<'getDownload'>['state'], Word> = {
  queued: { label: 'Na fila', tone: 'info', meaning: 'O preparo começa em instantes.' },
  preparing: { label: 'Preparando', tone: 'info', meaning: 'Os documentos estão sendo reunidos.' },
  retrying: {
    label: 'Nova tentativa',
    tone: 'warning',
    meaning: 'O último preparo não deu certo e será refeito.',
  },
  ready: { label: 'Pronto', tone: 'success', meaning: 'O arquivo pode ser baixado.' },
  expired: { label: 'Expirado', tone: 'neutral', meaning: 'O prazo terminou e o arquivo foi apagado.' },
};

export const partWords: Record<Part, { label: string; plural: string; description: string }> = {
  signer: { label: 'Signatário', plural: 'Signatários', description: 'Quem assina o documento como parte.' },
  signatory: {
    label: 'Representante',
    plural: 'Representantes da empresa',
    description: 'Quem assina em nome da empresa.',
  },
  attestant: {
    label: 'Testemunha',
    plural: 'Testemunhas',
    description: 'Quem atesta que o documento foi assinado.',
  },
};

/** The order in which the parts are shown everywhere. */
export const PARTS: readonly Part[] = ['signer', 'signatory', 'attestant'];

export const roleWords: Record<Role, string> = {
  administrator: 'Administrador',
  manager: 'Gerente',
  common: 'Usuário comum',
  totem: 'Totem',
};

export const tokenStates: Record<AnswerOf<'listTokens'>['items'][number]['status'], Word> = {
  active: { label: 'Ativo', tone: 'success', meaning: 'Pode ser usado.' },
  expired: { label: 'Vencido', tone: 'warning', meaning: 'O prazo dele terminou.' },
  revoked: { label: 'Revogado', tone: 'neutral', meaning: 'Foi revogado e não vale mais.' },
};

export const webhookStates: Record<AnswerOf<'getWebhook'>['status'], Word> = {
  active: { label: 'Ativo', tone: 'success', meaning: 'Recebe os fatos à medida que acontecem.' },
  paused: {
    label: 'Pausado',
    tone: 'warning',
    meaning: 'O que acontecer fica guardado até ele ser retomado.',
  },
  disabled: {
    label: 'Desativado',
    tone: 'danger',
    meaning: 'Falhou por dias: nada mais é guardado para ele até ser retomado.',
  },
};

export const deliveryStates: Record<AnswerOf<'listWebhookDeliveries'>['items'][number]['status'], Word> = {
  pending: { label: 'Na fila', tone: 'info', meaning: 'Será enviado, ou tentado de novo.' },
  delivered: { label: 'Entregue', tone: 'success', meaning: 'O endereço recebeu.' },
  dead: {
    label: 'Desistimos',
    tone: 'danger',
    meaning: 'Não foi recebido em 24 horas; pode ser enviado de novo.',
  },
};

export const creditMovements: Record<AnswerOf<'creditStatement'>['items'][number]['kind'], Word> = {
  granted: { label: 'Recebidos', tone: 'success', meaning: 'A conta ganhou créditos.' },
  reserved: { label: 'Reservados', tone: 'warning', meaning: 'Presos a documentos de um processo novo.' },
  consumed: { label: 'Usado', tone: 'primary', meaning: 'O documento foi selado.' },
  refunded: { label: 'Devolvido', tone: 'info', meaning: 'O documento foi cancelado ou recusado.' },
};

/** After "entrou por". */
export const signInMethods: Record<SignInMethod, string> = {
  password: 'senha',
  'email-link': 'link no email',
  google: 'Google',
  phone: 'SMS',
  passkey: 'chave de acesso',
};

export type TimelineAction = AnswerOf<'processTimeline'>['items'][number]['action'];

export const timelineActions: Record<TimelineAction, { label: string; tone: StatusTone }> = {
  created: { label: 'Processo criado', tone: 'primary' },
  signed: { label: 'Assinou', tone: 'success' },
  rejected: { label: 'Recusou assinar', tone: 'danger' },
  'group-asked': { label: 'Próximo grupo chamado', tone: 'primary' },
  'participant-replaced': { label: 'Participante substituído', tone: 'info' },
  reminded: { label: 'Lembrete enviado', tone: 'neutral' },
  'deadline-extended': { label: 'Prazo adiado', tone: 'info' },
  expired: { label: 'Prazo encerrado', tone: 'danger' },
  'document-completed': { label: 'Assinaturas reunidas', tone: 'info' },
  'document-rejected': { label: 'Documento recusado', tone: 'danger' },
  'document-canceled': { label: 'Documento cancelado', tone: 'neutral' },
  'document-sealed': { label: 'Documento selado', tone: 'success' },
  'process-finished': { label: 'Processo finalizado', tone: 'success' },
  'process-rejected': { label: 'Processo recusado', tone: 'danger' },
  'process-canceled': { label: 'Processo cancelado', tone: 'neutral' },
};
