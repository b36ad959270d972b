import { ERASED } from '@lacre/contracts';
import {
  processContactChange,
  processDocument,
  processParticipant,
  processSearch,
  processTable,
  type Change,
  type RowOf,
} from '@lacre/read-models';

import { ofParticipantAt, participantWords, withoutSource } from './search-words.ts';

/** The words of a process with those of this participant anew. */
const withWordsOf = (
  { tenant_id: tenantId, ordinal }: RowOf<typeof processParticipant>,
  words: string,
  participant: Parameters<typeof participantWords>[2],
): string =>
  `${withoutSource(words, ofParticipantAt(ordinal))} ${participantWords(tenantId, ordinal, participant)}`;

/**
 * The processes of an erased person say of them what the log says from now on, so that they are the same as when they
 * are built anew.
 */
export const eraseParticipant = (personId: string): Change =>
  processParticipant.sweep('person_id', personId, (row) => [
    processParticipant.put({
      ...row,
      name: ERASED,
      cpf: ERASED,
      email: ERASED,
      invitation_problem: row.invitation_problem === null ? null : ERASED,
    }),
    processSearch.edit([row.process_id], ({ words }) => ({
      words: withWordsOf(row, words, {
        name: ERASED,
        cpf: ERASED,
        ...(row.at_request_of === null ? {} : { atRequestOf: row.at_request_of }),
      }),
    })),
    processDocument.sweep('process_id', row.process_id, (document) => [
      processDocument.put({
        ...document,
        signatures: document.signatures.map((one) =>
          one.personId === personId
            ? {
                ...one,
                rejectReason: one.rejectReason === null ? null : ERASED,
                chosen: one.chosen?.map(() => ERASED) ?? null,
              }
            : one,
        ),
      }),
    ]),
  ]);

/** Of an erased person in whose name another signs; that one is still found by their own name and CPF. */
export const eraseRequestingPerson = (personId: string): Change =>
  processParticipant.sweep("at_request_of->>'personId'", personId, (row) => [
    processParticipant.put({ ...row, at_request_of: { personId, name: ERASED, cpf: ERASED } }),
    processSearch.edit([row.process_id], ({ words }) => ({
      words: withWordsOf(row, words, { name: row.name, cpf: row.cpf }),
    })),
  ]);

/** The processes that an erased user asked for. */
export const eraseRequester = (userId: string): Change =>
  processTable.sweep("requester->>'userId'", userId, (row) => [
    processTable.put({ ...row, requester: { userId, name: ERASED } }),
  ]);

/** The contacts of an erased person that were replaced, and why. */
export const eraseContactsOf = (personId: string): Change =>
  processContactChange.sweep('person_id', personId, (row) => [
    processContactChange.put({ ...row, former: ERASED, contact: ERASED, reason: ERASED }),
  ]);

/** Whose act it was, where an erased user replaced a contact. */
export const eraseContactChangesBy = (userId: string): Change =>
  processContactChange.sweep('by_user_id', userId, (row) => [
    processContactChange.put({ ...row, by_name: ERASED }),
  ]);
