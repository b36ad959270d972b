import { randomUUID } from 'node:crypto';

import type { AnswerOf, ClientContext, CodeChannel, ErrorCode, PersonAuthentication } from '@lacre/contracts';
import { Refusal, type PersonPrincipal } from '@lacre/http';

import { person } from '../../person/decide-person.ts';
import { stored } from '../../run-command.ts';
import type { CommandService } from '../../service.ts';
import { claimed, type Claim, type Claimant, type Claimed } from './claimant.ts';
import type { PresentedDevice, RememberedDevice } from './person-devices.ts';
import { accessPurpose, sendAccessCode } from './send-code.ts';

interface Asked extends Claim {
  channel: CodeChannel;
  code?: string | undefined;
  rememberDevice: boolean;
}

interface Call {
  client: ClientContext;
  correlationId: string;
  device: PresentedDevice;
}

/** The answer, and the secret that the device is to keep when it is remembered. */
export interface OpenedPersonSession {
  answer: AnswerOf<'openSigningSession'>;
  remembered: RememberedDevice | undefined;
}

/** Sends a one-time code to whoever fits what the caller says to be. @throws Refusal */
export async function requestSigningCode(
  service: CommandService,
  asked: Claim & { channel: CodeChannel },
  client: ClientContext,
): Promise<AnswerOf<'requestSigningCode'>> {
  return sendAccessCode(service, await claimed(service, asked, client), asked.channel, client);
}

/**
 * Answers the token of whoever proves to be who they say: by a code, or by a device that they confirmed by one before.
 * Without either a code is sent, and the refusal says so. @throws Refusal
 */
export async function openSigningSession(
  service: CommandService,
  asked: Asked,
  call: Call,
): Promise<OpenedPersonSession> {
  const { attempts, codes, devices } = service;
  await attempts.count('openPerAddress', call.client.ip ?? '');
  const who = await claimed(service, asked, call.client);
  const { claimant } = who;
  if (asked.code === undefined) {
    const deviceId = claimant && (await devices.recognise(claimant.personId, call.device, call.client));
    if (claimant === undefined || deviceId === undefined)
      throw await codeNeeded(service, who, asked.channel, call.client);
    return {
      answer: await opened(service, claimant, 'known-device', call, { deviceId }),
      remembered: undefined,
    };
  }
  const channel = claimant && (await codes.use(accessPurpose(claimant), asked.code));
  if (claimant === undefined || channel === undefined) throw new Refusal('AUTH_DEVICE_VALIDATION_ERROR');
  const remembered = asked.rememberDevice ? await devices.prepare(claimant.personId, call.device) : undefined;
  const answer = await opened(service, claimant, `${channel}-code`, call, remembered);
  // A crash before this has signed them in once, and asks for a code the next time.
  if (remembered !== undefined) await devices.remember(claimant, call.device, remembered, call.client);
  return { answer, remembered };
}

/** Sends the code and says why it is asked for. Who came by an address is told alike, whoever they are. */
async function codeNeeded(
  service: CommandService,
  who: Claimed,
  channel: CodeChannel,
  client: ClientContext,
): Promise<Refusal> {
  const sentCode = await sendAccessCode(service, who, channel, client);
  return new Refusal(reasonFor(who, sentCode.channel), { extensions: { sentCode } });
}

function reasonFor(who: Claimed, channel: CodeChannel): ErrorCode {
  if (channel === 'sms') return 'AUTH_SMS_VALIDATION';
  const isFirst = who.by === 'link' && !who.claimant.hasSignedInBefore;
  return isFirst ? 'AUTH_FIRST_PERSON_ACCESS' : 'AUTH_NEW_DEVICE_ACCESS';
}

async function opened(
  { handler, identity }: CommandService,
  claimant: Claimant,
  authentication: PersonAuthentication,
  call: Call,
  device: { deviceId: string; expiresAt?: Date; isNew?: boolean } | undefined,
): Promise<AnswerOf<'openSigningSession'>> {
  const { personId, tenantId, name, cpf, processId } = claimant;
  const command = {
    type: 'recordSignIn',
    tenantId,
    processId,
    method: authentication,
    deviceId: device?.deviceId,
    rememberedUntil: device?.expiresAt?.toISOString(),
    isNewDevice: device?.isNew ?? false,
  } as const;
  const context = {
    key: randomUUID(),
    correlationId: call.correlationId,
    tenantId,
    actor: { kind: 'person', id: personId, name } as const,
    client: call.client,
  };
  stored(await handler.handle(person, personId, command, context));
  const { token, expiresAt } = await identity.issueToken({
    kind: 'person',
    sub: personId,
    tenantId,
    name,
    sid: randomUUID(),
    authentication,
  });
  return { token, expiresAt: expiresAt.toISOString(), person: { personId, name, cpf }, authentication };
}

/**
 * Ends the session of somebody who signs. Commit point: PersonSignedOut; from then on every service refuses its token.
 *
 * @throws Refusal
 */
export async function closeSigningSession(
  { handler }: CommandService,
  { sub: personId, sid: sessionId, tenantId, name }: PersonPrincipal,
  call: { client: ClientContext; correlationId: string },
): Promise<void> {
  // Tokens from before sessions had ids are over within the hour.
  if (sessionId === undefined) return;
  const { client, correlationId } = call;
  const actor = { kind: 'person', id: personId, name } as const;
  const context = { key: `sign-out:${sessionId}`, correlationId, tenantId, actor, client };
  stored(await handler.handle(person, personId, { type: 'recordSignOut', tenantId, sessionId }, context));
}
