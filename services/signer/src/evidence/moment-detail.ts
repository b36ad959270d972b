import {
  deviceText,
  maskedContactText,
  readingText,
  REJECTION_CAUSES,
  type DataOf,
  type TimelineEventType,
} from '@lacre/contracts';

import type { ProcessEntry } from '../process/process-record.ts';
import { momentInWords, nameText } from './wording.ts';

type Details = {
  readonly [Type in TimelineEventType]: (data: DataOf<Type>) => string | null;
};
const nothing = () => null;

const details: Details = {
  ProcessCreated: nothing,
  DocumentOpened: ({ client }) => deviceText(client.userAgent),
  DocumentRead: ({ client, ...how }) =>
    [readingText(how), deviceText(client.userAgent)].filter((part) => part !== null).join(' '),
  SignatureSigned: ({ atRequestOf }) =>
    atRequestOf === undefined ? null : `A rogo de ${nameText(atRequestOf.name)}`,
  SignatureRejected: nothing,
  // Who was dispensed stands beside the others who were asked to sign.
  SignaturesDispensed: nothing,
  GroupAsked: nothing,
  ParticipantReplaced: ({ participant, replaced }) =>
    `${nameText(participant.name)} no lugar de ${nameText(replaced.name)}`,
  SignatureDelegated: ({ participant, name, reason }) =>
    `${nameText(participant.name)} no lugar de ${nameText(name)}${reason === undefined ? '' : `. Motivo: ${reason}`}`,
  ParticipantContactReplaced: ({ former, contact, reason }) =>
    `De ${maskedContactText(former)} para ${maskedContactText(contact)}. Motivo: ${reason}`,
  // Whom it reminded may have nothing to do with the document.
  ParticipantsReminded: nothing,
  DeadlineExtended: ({ deadline }) => `Novo prazo: ${momentInWords(deadline)}`,
  ProcessExpired: nothing,
  DocumentCompleted: nothing,
  DocumentRejected: ({ cause }) => REJECTION_CAUSES[cause],
  DocumentCanceled: nothing,
  DocumentSealed: nothing,
  DocumentSealFailed: nothing,
  ProcessFinished: nothing,
  ProcessRejected: nothing,
  ProcessCanceled: nothing,
};

/** What an event says besides who did what when; null for events that say no more. */
export const detailText = ({ type, data }: ProcessEntry): string | null =>
  (details as Readonly<Record<string, (data: ProcessEntry['data']) => string | null>>)[type]?.(data) ?? null;
