import { randomUUID } from 'node:crypto';

import { maskEmail, type AnswerOf, type ClientContext, type Participant } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import { accessCode } from '@lacre/mailer';

import { person } from '../person/decide-person.ts';
import { process } from '../process/decide-process.ts';
import { type ExistingProcess, processOf } from '../process/state.ts';
import { stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { CODE_LIFE_SECONDS } from './signing-code.ts';

interface Invited {
  processId: string;
  personId: string;
  cpf: string;
}

/** Sends a one-time code to whoever was invited, at the address they were invited by. @throws Refusal */
export async function requestSigningCode(
  service: CommandService,
  asked: Invited,
  client: ClientContext,
): Promise<AnswerOf<'requestSigningCode'>> {
  const { attempts, codes, dependencies, log } = service;
  await attempts.count('codePerAddress', client.ip ?? '');
  const { participant } = await invitation(service, asked);
  await attempts.count('codePerPerson', asked.personId);
  const code = await codes.issue(asked);
  const { name, email } = participant;
  try {
    await dependencies.mailer.send({
      // Each code is a message of its own: the one before it is of no use any more.
      messageId: `signing-code.${randomUUID()}`,
      to: { name, address: email },
      ...accessCode({ recipientName: name, code }),
    });
  } catch (cause) {
    log.warn({ err: cause, processId: asked.processId }, 'a signing code could not be sent');
    throw new Refusal('MAIL_NOT_SENT', { cause });
  }
  return { sentTo: maskEmail(email), expiresInSeconds: CODE_LIFE_SECONDS };
}

/** Answers the token of whoever proves CPF and code. @throws Refusal */
export async function openSigningSession(
  service: CommandService,
  asked: Invited & { code: string },
  call: { client: ClientContext; correlationId: string },
): Promise<AnswerOf<'openSigningSession'>> {
  const { attempts, codes, identity, handler } = service;
  const { processId, personId } = asked;
  await attempts.count('openPerAddress', call.client.ip ?? '');
  const { invitedTo, participant } = await invitation(service, asked);
  if (!(await codes.use(asked, asked.code))) throw new Refusal('AUTH_DEVICE_VALIDATION_ERROR');
  const { tenantId } = invitedTo;
  const { name, cpf } = participant;
  stored(
    await handler.handle(
      person,
      personId,
      { type: 'recordSignIn', tenantId, processId },
      {
        key: randomUUID(),
        correlationId: call.correlationId,
        tenantId,
        actor: { kind: 'person', id: personId, name },
        client: call.client,
      },
    ),
  );
  const { token, expiresAt } = await identity.issueToken({ kind: 'person', sub: personId, tenantId, name });
  return { token, expiresAt: expiresAt.toISOString(), person: { personId, name, cpf } };
}

/** The process and the participant, when the CPF is theirs. Links identify; this is the first thing that is proven. */
async function invitation(
  { handler, attempts }: CommandService,
  { processId, personId, cpf }: Invited,
): Promise<{ invitedTo: ExistingProcess; participant: Participant }> {
  const state = await handler.load(process, processId);
  // The tenant is the process's own: a visitor has none to compare it with.
  const invitedTo = 'tenantId' in state ? processOf(state, state.tenantId) : undefined;
  if (invitedTo === undefined) throw new Refusal('SIGNATURE_PROCESS_NOT_FOUND');
  const participant = invitedTo.participants.find((each) => each.personId === personId);
  if (participant === undefined) throw new Refusal('AUTH_PERSON_NOT_FOUND');
  if (participant.cpf !== cpf) {
    await attempts.count('wrongCpfPerPerson', personId);
    throw new Refusal('AUTH_PERSON_NOT_FOUND');
  }
  return { invitedTo, participant };
}
