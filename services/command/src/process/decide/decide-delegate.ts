import type { ProcessEvent } from '@lacre/contracts';

import { accept, reject, type Decision } from '../../decider/decision.ts';
import type { Delegate } from './commands.ts';
import { proofFor } from './decide-act.ts';
import { handoverBy } from './decide-replace.ts';
import { processOf, type ProcessState } from './state.ts';

/**
 * A participant whose turn it is, who has not acted, hands their signatures on, where the requester allows it. From this
 * event on they have no part in the process, and who takes their place proves the contact that they are invited at.
 */
export function decideDelegate(command: Delegate, state: ProcessState): Decision<ProcessEvent> {
  const { personId, proofs, reason, totem, client, at } = command;
  const process = processOf(state, command.tenantId);
  if (process === undefined) return reject('SIGNATURE_PROCESS_NOT_FOUND');
  const self = process.participants.find((one) => one.personId === personId);
  if (self === undefined) return reject('SIGNER_NOT_FOUND');
  const contactProof = proofFor(self, proofs);
  if (contactProof === undefined) return reject('AUTH_PERSON_NO_AUTHORIZATION');
  if (!process.allowsDelegation) return reject('DELEGATION_NOT_ALLOWED');
  if (self.atRequestOf !== undefined)
    return reject(
      'DELEGATION_NOT_ALLOWED',
      'A pessoa que não pode assinar pediu a você: só quem enviou o documento pode indicar outra pessoa.',
    );
  const own = [...process.signatures.values()].filter((one) => one.personId === personId);
  if (own.some(({ group }) => group > process.askedGroup)) return reject('NOT_YOUR_TURN');
  const handover = handoverBy(command, process);
  if ('accepted' in handover) return handover;
  const { participant, signatures, replaced } = handover;
  return accept({
    type: 'SignatureDelegated',
    data: {
      processId: process.processId,
      tenantId: process.tenantId,
      personId,
      name: replaced.name,
      participant,
      signatures,
      ...(reason === undefined ? {} : { reason }),
      contactProof,
      ...(totem === undefined ? {} : { totem }),
      client,
      delegatedAt: at,
    },
  });
}
