import { ERASED } from '@lacre/contracts';

import type { Change } from '../engine/table.ts';
import { processDocument, processParticipant, processTable } from './process-tables.ts';
import { searchText } from './search-text.ts';

type Found = Readonly<Record<'name' | 'cpf', string>>;

/** What a process is searched by, without a participant; they are found as a whole, since others may share a name. */
export function searchedWithout(text: string, { name, cpf }: Found): string {
  const theirs = searchText(name, cpf);
  const at = theirs === '' ? -1 : `${text}\n`.indexOf(`\n${theirs}\n`);
  return at < 0 ? text : text.slice(0, at) + text.slice(at + 1 + theirs.length);
}

/** One participant goes, another comes last: wherever the first one stood, which nobody knows of who is erased. */
export function searchedInstead(text: string, gone: Found, { name, cpf }: Found): string {
  return [searchedWithout(text, gone), searchText(name, cpf)].filter((part) => part !== '').join('\n');
}

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
    processTable.edit([row.process_id], ({ search_text: text }) => ({
      search_text: searchedWithout(text, row),
    })),
    processDocument.sweep('process_id', row.process_id, (document) => [
      processDocument.put({
        ...document,
        signatures: document.signatures.map((one) =>
          one.personId === personId && one.rejectReason !== null ? { ...one, rejectReason: ERASED } : one,
        ),
      }),
    ]),
  ]);

/** The processes that an erased user asked for. */
export const eraseRequester = (userId: string): Change =>
  processTable.sweep("requester->>'userId'", userId, (row) => [
    processTable.put({ ...row, requester: { userId, name: ERASED } }),
  ]);
