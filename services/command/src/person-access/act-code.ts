import { reachesContact, type PersonPrincipal } from '@lacre/access';
import {
  addressesOf,
  type Address,
  type AnswerOf,
  type ClientContext,
  type CodeChannel,
  type Contact,
  type ContactProof,
} from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import type { CodePurpose, Attempts, OneTimeCodes } from '@lacre/identity';

import type { CommandHandler } from '../decider/command-handler.ts';
import { person, personOf } from '../person/decide-person.ts';
import { signatureProcess } from '../process/decide/decide-process.ts';
import { processOf } from '../process/decide/state.ts';
import { assertChannel, type Wanted } from './destination.ts';
import { sendCode, type CodeParts } from './send-code.ts';

const actPurpose = (personId: string): CodePurpose => ({ purpose: 'person-act', holder: personId });

/**
 * Sends the code that some processes ask for at every act of signing: to the contact of the process that is named, else
 * to the address that the session has proven. @throws Refusal
 */
export async function requestActCode(
  service: CodeParts & { attempts: Attempts },
  principal: PersonPrincipal,
  { channel, processId, language }: Omit<Wanted, 'contact'> & { processId?: string | undefined },
  client: ClientContext,
): Promise<AnswerOf<'requestActCode'>> {
  const { attempts, handler } = service;
  const { sub: personId, tenantId, proven = [] } = principal;
  const found = personOf(await handler.load(person, personId), tenantId);
  if (found === undefined) throw new Refusal('AUTH_PERSON_NOT_FOUND');
  await attempts.count('codePerAddress', client.ip ?? '');
  await attempts.count('codePerPerson', `${tenantId} ${found.cpf}`);
  assertChannel(service, channel);
  const own: readonly Address[] =
    processId === undefined ? proven : addressesOf(await contactIn(service, principal, processId));
  // By e-mail where there is no mobile number, and by whatever was proven where no process is named.
  const [first] = own;
  const to = addressBy(own, channel) ?? addressBy(own, 'email') ?? first;
  if (to === undefined) throw new Refusal('AUTH_PERSON_NO_AUTHORIZATION');
  return sendCode(service, { tenantId, name: found.fields.name, language }, to, actPurpose(personId));
}

const addressBy = (own: readonly Address[], channel: CodeChannel): Address | undefined =>
  own.find((one) => one.channel === channel);

/** The caller's contact in a process that their session reaches. @throws Refusal AUTH_PERSON_NO_AUTHORIZATION */
async function contactIn(
  { handler }: { handler: CommandHandler },
  principal: PersonPrincipal,
  processId: string,
): Promise<Contact> {
  const found = processOf(await handler.load(signatureProcess, processId), principal.tenantId);
  const self = found?.participants.find(({ personId }) => personId === principal.sub);
  if (self === undefined || !reachesContact(principal, self))
    throw new Refusal('AUTH_PERSON_NO_AUTHORIZATION');
  return self;
}

/** How the signer was authenticated. */
export interface ActProof {
  /** What stands behind the act: a code of its own where one was given, then what the session has proven. */
  proofs: readonly ContactProof[];
  /** Whether a code was given for this act: right, wrong, or not at all. */
  code: 'right' | 'wrong' | 'absent';
}

/** What the session has proven. */
export const sessionProofs = ({ proven = [] }: PersonPrincipal): ContactProof[] =>
  proven.map(({ deviceId, ...proof }) => (deviceId === undefined ? proof : { ...proof, deviceId }));

/** What stands behind an act of signing: its own code when there is one, else how the person came in. */
export async function proveAct(
  { codes, now }: { now: () => Date; codes: OneTimeCodes },
  principal: PersonPrincipal,
  { code, client }: { code: string | undefined; client: ClientContext },
): Promise<ActProof> {
  const proofs = sessionProofs(principal);
  if (code === undefined) return { proofs, code: 'absent' };
  // A session is needed to guess here: the guesses of one keep no other waiting.
  const source = { address: client.ip, knownDevice: principal.sid };
  const answered = await codes.use(actPurpose(principal.sub), code, source);
  if (answered?.address === undefined) return { proofs, code: 'wrong' };
  const { channel, address, sentAt } = answered;
  const times = { codeSentAt: sentAt.toISOString(), codeAnsweredAt: now().toISOString() };
  return { proofs: [{ method: 'act-code', channel, address, ...times }, ...proofs], code: 'right' };
}
