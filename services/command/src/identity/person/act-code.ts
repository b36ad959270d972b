import type { AnswerOf, ClientContext, CodeChannel, DataOf } from '@lacre/contracts';
import { Refusal, type PersonPrincipal } from '@lacre/http';

import { person, personOf } from '../../person/decide-person.ts';
import type { CommandService } from '../../service.ts';
import type { CodePurpose } from '../one-time-codes.ts';
import { sendCode } from './send-code.ts';

const actPurpose = (personId: string): CodePurpose => ({ purpose: 'person-act', holder: personId });

/** Sends the code that some processes ask for at every act of signing. @throws Refusal */
export async function requestActCode(
  service: CommandService,
  { sub: personId, tenantId }: PersonPrincipal,
  channel: CodeChannel,
  client: ClientContext,
): Promise<AnswerOf<'requestActCode'>> {
  const { attempts, handler } = service;
  const found = personOf(await handler.load(person, personId), tenantId);
  if (found === undefined) throw new Refusal('AUTH_PERSON_NOT_FOUND');
  await attempts.count('codePerAddress', client.ip ?? '');
  await attempts.count('codePerPerson', `${tenantId} ${found.cpf}`);
  const { name, email, cellphoneNumber } = found.fields;
  const to = { tenantId, name, email, cellphoneNumber };
  return sendCode(service, to, actPurpose(personId), channel);
}

/** How whoever signs has shown who they are. */
export interface ActProof {
  authentication: DataOf<'SignatureSigned'>['authentication'];
  /** Whether a code was given for this act: right, wrong, or not at all. */
  code: 'right' | 'wrong' | 'absent';
}

/** What stands behind an act of signing: its own code when there is one, else how the person came in. */
export async function proveAct(
  { codes }: CommandService,
  { sub: personId, authentication = 'email-code' }: PersonPrincipal,
  code: string | undefined,
): Promise<ActProof> {
  const channel = code === undefined ? undefined : await codes.use(actPurpose(personId), code);
  if (channel !== undefined) return { authentication: `cpf-${channel}-code`, code: 'right' };
  return { authentication: `cpf-${authentication}`, code: code === undefined ? 'absent' : 'wrong' };
}
