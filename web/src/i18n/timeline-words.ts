import type { AnswerOf } from '@lacre/contracts';

import type { StatusTone } from './vocabulary.ts';

export type TimelineAction = AnswerOf<'processTimeline'>['items'][number]['action'];

export const timelineActions: Record<TimelineAction, { label: string; tone: StatusTone }> = {
  created: { label: 'Processo criado', tone: 'primary' },
  signed: { label: 'Assinou', tone: 'success' },
  rejected: { label: 'Recusou assinar', tone: 'danger' },
  'group-asked': { label: 'Próximo grupo chamado', tone: 'primary' },
  'participant-replaced': { label: 'Participante substituído', tone: 'info' },
  'contact-replaced': { label: 'Contato corrigido', tone: 'warning' },
  reminded: { label: 'Lembrete enviado', tone: 'neutral' },
  'deadline-extended': { label: 'Prazo adiado', tone: 'info' },
  expired: { label: 'Prazo encerrado', tone: 'danger' },
  'document-completed': { label: 'Assinaturas reunidas', tone: 'info' },
  'document-rejected': { label: 'Documento recusado', tone: 'danger' },
  'document-canceled': { label: 'Documento cancelado', tone: 'neutral' },
  'document-sealed': { label: 'Documento selado', tone: 'success' },
  'document-seal-failed': { label: 'Documento sem selo', tone: 'danger' },
  'process-finished': { label: 'Processo finalizado', tone: 'success' },
  'process-rejected': { label: 'Processo recusado', tone: 'danger' },
  'process-canceled': { label: 'Processo cancelado', tone: 'neutral' },
};
