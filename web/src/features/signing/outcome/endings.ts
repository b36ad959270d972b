import { Ban, CalendarX, CircleCheck, CircleX, Stamp, UserCheck, type LucideIcon } from 'lucide-react';

import type { SigningRequest } from '@/features/signing/request/queries.ts';
import { say, type Text } from '@/i18n/say.ts';
import { endedDocuments } from '@/i18n/vocabulary.ts';
import { formatList } from '@/lib/format/format.ts';

import type { Outcome } from './outcome.ts';

interface Ending {
  icon: LucideIcon;
  tone: string;
  title: Text | ((request: SigningRequest) => string);
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
        ? say('Sua assinatura está registrada. Quando tudo estiver concluído, você recebe um email.')
        : say(
            waitingFor.length === 1
              ? 'Sua assinatura está registrada. Agora falta {0}. Quando todos assinarem, você recebe um email para baixar o documento selado.'
              : 'Sua assinatura está registrada. Agora faltam {0}. Quando todos assinarem, você recebe um email para baixar o documento selado.',
            formatList(waitingFor),
          ),
  },
  sealing: {
    icon: Stamp,
    tone: 'bg-info-soft text-info',
    title: 'Todos assinaram',
    text: () =>
      say(
        'O selo digital está sendo aplicado. Costuma levar poucos segundos; esta página se atualiza sozinha.',
      ),
  },
  finished: {
    icon: CircleCheck,
    tone: 'bg-success-soft text-success',
    title: ({ documents }) =>
      documents.every(({ documentStatus }) => documentStatus === 'sealed')
        ? say('Tudo assinado e selado')
        : endedDocuments(documents.map(({ documentStatus }) => documentStatus)),
    text: ({ documents }) =>
      documents.some(({ evidenceApart }) => evidenceApart)
        ? say(
            'Guarde o documento selado e a página de assinaturas, que aqui é um arquivo à parte: juntos, podem ser conferidos por qualquer pessoa.',
          )
        : say(
            'Guarde o documento selado: ele carrega as próprias provas e pode ser conferido por qualquer pessoa.',
          ),
  },
  'rejected-by-you': {
    icon: CircleX,
    tone: 'bg-danger-soft text-danger',
    title: 'Você recusou',
    text: ({ requesterName }) =>
      say(
        'A recusa e o motivo estão registrados, e {0} já pode vê-los. Não há mais nada a fazer aqui.',
        requesterName,
      ),
  },
  rejected: {
    icon: CircleX,
    tone: 'bg-danger-soft text-danger',
    title: 'Documento recusado',
    text: ({ requesterName }) =>
      say(
        'Outro participante recusou assinar, e o documento não seguirá. Se for preciso, {0} enviará um novo pedido.',
        requesterName,
      ),
  },
  canceled: {
    icon: Ban,
    tone: 'bg-sunken text-muted',
    title: 'Pedido cancelado',
    text: ({ requesterName }) => say('{0} cancelou este pedido. Você não precisa fazer nada.', requesterName),
  },
  expired: {
    icon: CalendarX,
    tone: 'bg-danger-soft text-danger',
    title: 'O prazo terminou',
    text: ({ requesterName }) =>
      say('Não é mais possível assinar. Se ainda for preciso, peça um novo convite a {0}.', requesterName),
  },
  dismissed: {
    icon: UserCheck,
    tone: 'bg-sunken text-muted',
    title: 'Sua assinatura não é mais necessária',
    text: () =>
      say('O número de representantes que precisavam assinar já foi atingido. Você não precisa fazer nada.'),
  },
};
