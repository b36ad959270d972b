import { randomUUID } from 'node:crypto';

import { streams, type BodyOf } from '@lacre/contracts';
import type { Position } from '@lacre/event-store';
import { Refusal } from '@lacre/http';
import type { Attempts } from '@lacre/identity';
import type { PersonalData } from '@lacre/personal-data';

import type { RunningCommand } from '../decider/command-context.ts';
import { orThrow } from '../decider/or-throw.ts';
import { createPerson } from '../person/create-person.ts';
import type { ReservationParts } from '../reservation/claim-value.ts';
import { ownerOf } from '../reservation/owner-of.ts';
import { invited } from './create/invited-person.ts';
import type { Delegate } from './decide/commands.ts';
import { signatureProcess } from './decide/decide-process.ts';

/**
 * Hands the pending signatures of a participant on to another, who is registered first where their CPF is not.
 *
 * 1. The decision, on what is known by then: a refusal registers no one.
 * 2. PersonCreated, for a CPF that is new. A crash after it leaves a person of the register without a process.
 * 3. SignatureDelegated: the commit point.
 *
 * @throws Refusal
 */
export async function delegateSignature(
  service: ReservationParts & { attempts: Attempts; readonly personalData: PersonalData },
  command: RunningCommand,
  { processId, cpf, reason, ...fields }: BodyOf<'delegateSignature'>,
  act: Omit<Delegate, 'type' | 'by' | 'reason'>,
): Promise<Position> {
  const { handler, attempts } = service;
  const { context } = command;
  const { tenantId } = context;
  const delegate = { type: 'delegate', ...act, reason: reason === '' ? undefined : reason } as const;
  const earlier = await handler.repeated(signatureProcess, processId, context);
  if (earlier !== undefined) return orThrow(earlier).position;
  await attempts.count('delegationPerPerson', act.personId);
  const owner = await ownerOf(service, { kind: 'cpf', value: cpf, tenantId });
  const registered = owner?.replace(streams.person(''), '');
  const tentative =
    registered === undefined
      ? { personId: randomUUID(), cpf, ...fields }
      : await invited(service, tenantId, registered, 'cpf');
  const state = await handler.load(signatureProcess, processId);
  const decision = signatureProcess.decide({ ...delegate, by: tentative }, state);
  if (!decision.accepted) throw new Refusal(decision.code);
  const personId = registered ?? (await createPerson(service, command, { cpf, ...fields })).personId;
  const by = await invited(service, tenantId, personId, 'cpf');
  const handled = await handler.handle(signatureProcess, processId, { ...delegate, by }, context);
  return orThrow(handled).position;
}
