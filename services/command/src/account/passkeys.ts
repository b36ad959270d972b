import type { AnswerOf, BodyOf } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import type { Challenges, Passkeys } from '@lacre/identity';

import type { CommandHandler } from '../decider/command-handler.ts';
import { assertPasskeys } from '../sign-in/by-passkey.ts';
import { note, type NoteParts } from '../sign-in/note.ts';
import { ownUser } from './get-account.ts';
import type { OwnCall } from './own-session.ts';

/** What the browser is to make a passkey by. @throws Refusal AUTH_METHOD_NOT_ALLOWED */
export async function startPasskey(
  service: { handler: CommandHandler; challenges: Challenges; passkeys: Passkeys },
  { userId }: OwnCall,
): Promise<AnswerOf<'startPasskey'>> {
  assertPasskeys(service);
  const options = await service.passkeys.registrationOptions(await ownUser(service, userId));
  const data = { challenge: options.challenge };
  return {
    challenge: await service.challenges.issue('passkey-registration', data, userId),
    options: { ...options },
  };
}

/** Keeps the passkey that the browser made. @throws Refusal AUTH_METHOD_NOT_ALLOWED, PASSKEY_INVALID */
export async function finishPasskey(
  service: NoteParts & { challenges: Challenges; passkeys: Passkeys },
  { challenge, credential, name = 'Chave de acesso' }: BodyOf<'finishPasskey'>,
  call: OwnCall,
): Promise<AnswerOf<'finishPasskey'>> {
  assertPasskeys(service);
  const begun = await service.challenges.take('passkey-registration', challenge);
  if (begun === undefined || begun.userId !== call.userId) throw new Refusal('PASSKEY_INVALID');
  const made = { credential, challenge: begun.data.challenge, name };
  const passkey = await service.passkeys.register(call.userId, made);
  if (passkey === undefined) throw new Refusal('PASSKEY_INVALID');
  await note(service, call.userId, { type: 'UserPasskeyRegistered', passkeyId: passkey.passkeyId }, call);
  return passkey;
}

/** @throws Refusal PASSKEY_NOT_FOUND */
export async function removePasskey(
  service: NoteParts & { passkeys: Passkeys },
  passkeyId: string,
  call: OwnCall,
): Promise<void> {
  if (!(await service.passkeys.remove(call.userId, passkeyId))) throw new Refusal('PASSKEY_NOT_FOUND');
  await note(service, call.userId, { type: 'UserPasskeyRemoved', passkeyId }, call);
}
