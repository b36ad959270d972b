import { maskedContactText, type DataOf } from '@lacre/contracts';

import type { ProcessEntry } from '../process/process-record.ts';
import { momentInWords, nameText } from './wording.ts';

const CAUSES: Readonly<Record<DataOf<'DocumentRejected'>['cause'], string>> = {
  'required-participant-rejected': 'Um participante obrigatório recusou assinar.',
  'minimum-signatories-unreachable': 'O mínimo de representantes não podia mais ser atingido.',
  'deadline-passed': 'O prazo para assinar terminou.',
};

/** What an event says besides who did what when; null for events that say no more. */
export function detailText(entry: ProcessEntry): string | null {
  switch (entry.type) {
    case 'DocumentRejected':
      return CAUSES[entry.data.cause];
    case 'ParticipantReplaced':
      return `${nameText(entry.data.participant.name)} no lugar de ${nameText(entry.data.replaced.name)}`;
    case 'ParticipantContactReplaced': {
      const { former, contact, reason } = entry.data;
      return `De ${maskedContactText(former)} para ${maskedContactText(contact)}. Motivo: ${reason}`;
    }
    case 'DeadlineExtended':
      return `Novo prazo: ${momentInWords(entry.data.deadline)}`;
    default:
      return null;
  }
}
