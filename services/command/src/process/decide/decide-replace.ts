import { contactOf, type Handover, type ProcessEvent } from '@lacre/contracts';

import { takesPart, TAKES_PART } from '../../decider/at-request-rules.ts';
import { accept, reject, type Decision, type Rejection } from '../../decider/decision.ts';
import type { Replace } from './commands.ts';
import { sharedContact } from './shared-contact.ts';
import { isOverdue, processOf, type ExistingProcess, type ProcessState } from './state.ts';

/**
 * Replaces a participant who has not acted: the pending signatures keep their part, their place in
 * the order, what it asks for and in whose name it is signed. From this event on the replaced person has no part in the process.
 */
export function decideReplace(command: Replace, state: ProcessState): Decision<ProcessEvent> {
  const process = processOf(state, command.tenantId);
  if (process === undefined) return reject('SIGNATURE_PROCESS_NOT_FOUND');
  const handover = handoverBy(command, process);
  if ('accepted' in handover) return handover;
  const { processId, tenantId } = process;
  return accept({ type: 'ParticipantReplaced', data: { processId, tenantId, ...handover } });
}

/** What goes over from a participant who has not acted to another, or why it may not. */
export function handoverBy(
  command: Pick<Replace, 'personId' | 'by' | 'at'>,
  process: ExistingProcess,
): Handover | Rejection {
  const { personId, at } = command;
  const by = atFormerContact(command.by, process);
  const replaced = process.participants.find((one) => one.personId === personId);
  if (replaced === undefined) return reject('SIGNER_NOT_FOUND');
  if (process.expired || isOverdue(process, at)) return reject('DEADLINE_PASSED');
  const own = [...process.signatures.values()].filter((one) => one.personId === personId);
  if (own.some(({ status }) => status === 'signed' || status === 'rejected'))
    return reject('CHANGE_SIGNER_SIGNATORY_ERROR');
  const pending = own.filter(({ status }) => status === 'pending');
  if (pending.length === 0) return reject('SIGNATURE_NOT_PENDING');
  // The person to be replaced counts too: no person replaces themselves.
  if (takesPart(process.participants, by)) return reject('CPF_DUPLICITY');
  const requesting = process.participants.flatMap(({ atRequestOf }) => atRequestOf ?? []);
  if (takesPart(requesting, by)) return TAKES_PART;
  const others = process.participants.filter((one) => one.personId !== personId);
  const shared = others.map((one) => sharedContact([one, by])).find((objection) => objection !== undefined);
  if (shared !== undefined) return shared;
  const { part, requirements, group, name, atRequestOf } = replaced;
  return {
    replaced: { personId, name },
    participant: {
      ...by,
      part,
      requirements,
      ...(group === undefined ? {} : { group }),
      ...(atRequestOf === undefined ? {} : { atRequestOf }),
    },
    signatures: pending.map(({ signatureId, documentId }) => ({ signatureId, documentId })),
  };
}

/**
 * A returning participant, under any registration of their CPF, is invited at the former contact: another contact takes
 * the command that gives a reason and notifies the former one.
 */
function atFormerContact({ cpf, ...by }: Replace['by'], { replaced }: ExistingProcess): Replace['by'] {
  const former = [...replaced.values()].findLast((one) => one.cpf === cpf);
  if (former === undefined) return { cpf, ...by };
  const { personId, name } = by;
  return { personId, name, cpf, ...contactOf(former) };
}
