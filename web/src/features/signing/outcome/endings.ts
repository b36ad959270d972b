import { Ban, CalendarX, CircleCheck, CircleX, Stamp, UserCheck, type LucideIcon } from 'lucide-react';

import type { SigningRequest } from '@/features/signing/request/queries.ts';
import { endedDocuments } from '@/i18n/vocabulary.ts';
import { formatList } from '@/lib/format/format.ts';

import type { Outcome } from './outcome.ts';

interface Ending {
  icon: LucideIcon;
  tone: string;
  title: string | ((request: SigningRequest) => string);
  text: (request: SigningRequest) => string;
}

/** The words for each end, and what happens next. */
export const ENDINGS: Record<Exclude<Outcome, 'to-sign'>, Ending> = {
  waiting: {
    icon: CircleCheck,
    tone: 'bg-success-soft text-success',
    title: 'Você assinou',
    text: ({ waitingFor }) =>
      waitingFor.length === 0
        ? 'Sua assinatura está registrada. Quando tudo estiver concluído, você recebe um email.'
        : `Sua assinatura está registrada. Agora falta${waitingFor.length > 1 ? 'm' : ''} ${formatList(waitingFor)}. Quando todos assinarem, você recebe um email para baixar o documento selado.`,
  },
  sealing: {
    icon: Stamp,
    tone: 'bg-info-soft text-info',
    title: 'Todos assinaram',
    text: () =>
      'O selo digital está sendo aplicado. Costuma levar poucos segundos; esta página se atualiza sozinha.',
  },
  finished: {
    icon: CircleCheck,
    tone: 'bg-success-soft text-success',
    title: ({ documents }) =>
      documents.every(({ documentStatus }) => documentStatus === 'sealed')
        ? 'Tudo assinado e selado'
        : endedDocuments(documents.map(({ documentStatus }) => documentStatus)),
    text: ({ documents }) =>
      documents.some(({ evidenceApart }) => evidenceApart)
        ? 'Guarde o documento selado e a página de assinaturas, que aqui é um arquivo à parte: juntos, podem ser conferidos por qualquer pessoa.'
        : 'Guarde o documento selado: ele carrega as próprias provas e pode ser conferido por qualquer pessoa.',
  },
  'rejected-by-you': {
    icon: CircleX,
    tone: 'bg-danger-soft text-danger',
    title: 'Você recusou',
    text: ({ requesterName }) =>
      `A recusa e o motivo estão registrados, e ${requesterName} já pode vê-los. Não há mais nada a fazer aqui.`,
  },
  rejected: {
    icon: CircleX,
    tone: 'bg-danger-soft text-danger',
    title: 'Documento recusado',
    text: ({ requesterName }) =>
      `Outro participante recusou assinar, e o documento não seguirá. Se for preciso, ${requesterName} enviará um novo pedido.`,
  },
  canceled: {
    icon: Ban,
    tone: 'bg-sunken text-muted',
    title: 'Pedido cancelado',
    text: ({ requesterName }) => `${requesterName} cancelou este pedido. Você não precisa fazer nada.`,
  },
  expired: {
    icon: CalendarX,
    tone: 'bg-danger-soft text-danger',
    title: 'O prazo terminou',
    text: ({ requesterName }) =>
      `Não é mais possível assinar. Se ainda for preciso, peça um novo convite a ${requesterName}.`,
  },
  dismissed: {
    icon: UserCheck,
    tone: 'bg-sunken text-muted',
    title: 'Sua assinatura não é mais necessária',
    text: () =>
      'O número de representantes que precisavam assinar já foi atingido. Você não precisa fazer nada.',
  },
};
