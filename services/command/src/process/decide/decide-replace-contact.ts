import { addressesOf, contactOf, isSameAddress, type ErrorCode, type ProcessEvent } from '@lacre/contracts';

import { accept, reject, type Decision } from '../../decider/decision.ts';
import type { ReplaceContact } from './commands.ts';
import { isOverdue, processOf, type ProcessState } from './state.ts';

const TAKEN = {
  email: 'EMAIL_NOT_AVAILABLE',
  sms: 'PHONENUMBER_NOT_AVAILABLE',
} as const satisfies Record<string, ErrorCode>;

/**
 * From this event on, codes and messages for what the participant has still to sign go to the new contact. What they
 * have signed keeps the contact that it was proven by.
 */
export function decideReplaceContact(command: ReplaceContact, state: ProcessState): Decision<ProcessEvent> {
  const { tenantId, personId, contact, at } = command;
  const process = processOf(state, tenantId);
  if (process === undefined) return reject('SIGNATURE_PROCESS_NOT_FOUND');
  const participant = process.participants.find((one) => one.personId === personId);
  if (participant === undefined) return reject('SIGNER_NOT_FOUND');
  const reason = command.reason.trim();
  if (reason === '') return reject('NO_CONTACT_REASON_PROVIDED');
  if (process.expired || isOverdue(process, at)) return reject('DEADLINE_PASSED');
  const pending = [...process.signatures.values()].filter(
    (one) => one.personId === personId && one.status === 'pending',
  );
  if (pending.length === 0) return reject('SIGNATURE_NOT_PENDING');
  const former = contactOf(participant);
  if (former.email === contact.email && former.cellphoneNumber === contact.cellphoneNumber) return accept();
  // A code that two participants get proves neither of them.
  const others = process.participants.filter((one) => one.personId !== personId).flatMap(addressesOf);
  const taken = addressesOf(contact).find((own) => others.some((other) => isSameAddress(own, other)));
  if (taken !== undefined) return reject(TAKEN[taken.channel]);
  return accept({
    type: 'ParticipantContactReplaced',
    data: {
      processId: process.processId,
      tenantId,
      personId,
      former,
      contact: contactOf(contact),
      reason,
      documentIds: [...new Set(pending.map(({ documentId }) => documentId))],
    },
  });
}
