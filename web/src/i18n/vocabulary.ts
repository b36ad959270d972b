import type { DocumentStatus, Part, ProcessStatus, SignatureStatus } from '@lacre/contracts';

import { counted } from './counted.ts';
import { sayWord } from './say.ts';

/**
 * The words for states and parts, once: every screen says the same thing in the same way, and a state added to the
 * contracts does not compile until it has its words. Those that few screens need are beside, for these to come alone.
 */
type StatusTone = 'neutral' | 'primary' | 'success' | 'warning' | 'danger' | 'info';

export interface Word {
  label: string;
  tone: StatusTone;
  /** What it means, for readers who meet it for the first time. */
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
  failed: {
    label: 'Sem selo',
    tone: 'danger',
    meaning: 'Todos assinaram, mas o arquivo não pôde ser selado; o crédito voltou para a conta.',
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

const signatureStatus: Record<SignatureStatus, Word> = {
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

const beyondMinimum: Word = {
  label: 'Dispensada',
  tone: 'neutral',
  meaning: 'O mínimo de representantes já assinou; esta assinatura não é mais necessária.',
};

/** A canceled signature by the status of its document: why it is no longer needed. */
const dismissals: Record<DocumentStatus, Word> = {
  pending: beyondMinimum,
  completed: beyondMinimum,
  sealed: beyondMinimum,
  failed: beyondMinimum,
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

/** A signature that the deadline closed, without a refusal. */
export const expiredSignature: Word = {
  label: 'Prazo encerrado',
  tone: 'danger',
  meaning: 'O prazo terminou antes desta assinatura.',
};

/** The ends of a document, in the order shown. */
const ENDS = [
  { status: 'sealed', one: 'selado', many: 'selados' },
  { status: 'failed', one: 'sem selo', many: 'sem selo' },
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
      index === 0 ? `${counted(count, 'documento')} ${sayWord(word)}` : `${count} ${sayWord(word)}`,
    )
    .join(', ');
}

/** What the state of a process means; where its documents ended differently, how many had which end. */
export function processMeaning(status: ProcessStatus, documents: readonly DocumentStatus[]): string {
  if (status === 'waiting' && !documents.includes('pending') && documents.includes('completed'))
    return 'Todos assinaram; falta terminar de selar os documentos.';
  const sameEnd = new Set(documents).size === 1;
  return status === 'waiting' || sameEnd ? processStatus[status].meaning : `${endedDocuments(documents)}.`;
}

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
