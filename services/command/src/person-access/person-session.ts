import { randomUUID } from 'node:crypto';

import type { PersonPrincipal, ProvenAddress } from '@lacre/access';
import {
  distinctAddresses,
  isProvenBy,
  isSameAddress,
  maskAddress,
  type AnswerOf,
  type ClientContext,
  type CodeChannel,
  type ErrorCode,
} from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import type {
  CodeSource,
  PresentedDevice,
  RememberedDevice,
  IdentityStore,
  KeyedDigest,
  OneTimeCodes,
  PersonDevices,
} from '@lacre/identity';
import type { SmsSender } from '@lacre/mailer';

import type { CommandHandler } from '../decider/command-handler.ts';
import { orThrow } from '../decider/or-throw.ts';
import { person } from '../person/decide-person.ts';
import { claimed, type Claim, type Claimant, type Claimed, type ClaimantParts } from './claimant.ts';
import { choiceOf, destinationOf, type Wanted } from './destination.ts';
import { personContext } from './person-context.ts';
import { accessPurpose, sendAccessCode, type AccessCodeParts } from './send-code.ts';

interface Asked extends Claim, Wanted {
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

/** Sends a one-time code to the person of the claim. @throws Refusal */
export async function requestSigningCode(
  service: AccessCodeParts & ClaimantParts,
  asked: Claim & Wanted,
  client: ClientContext,
): Promise<AnswerOf<'requestSigningCode'>> {
  return sendAccessCode(service, await claimed(service, asked, client), asked, client);
}

/**
 * Answers the token of a person who proves the claim: by a code, or by a device that they confirmed by one before.
 * Without either a code is sent, and the refusal says so. @throws Refusal
 */
export async function openSigningSession(
  service: AccessCodeParts &
    ClaimantParts & { now: () => Date; identity: IdentityStore; devices: PersonDevices },
  asked: Asked,
  call: Call,
): Promise<OpenedPersonSession> {
  await service.attempts.count('openPerAddress', call.client.ip ?? '');
  const who = await claimed(service, asked, call.client);
  const known = who.claimant
    ? await service.devices.recognise(who.claimant.personId, call.device, call.client)
    : [];
  if (asked.code === undefined) {
    const { claimant } = who;
    if (claimant === undefined || !reachesWanted(service, claimant, asked, known))
      throw await codeNeeded(service, who, asked, call.client);
    return { answer: await opened(service, claimant, known, call), remembered: undefined };
  }
  const source = { address: call.client.ip, knownDevice: known[0]?.deviceId };
  const { claimant, proven } = await provenByCode(service, who, { code: asked.code, source });
  const all = [proven, ...known.filter((one) => !isSameAddress(one, proven))];
  const remembered = asked.rememberDevice
    ? await service.devices.prepare(claimant.personId, call.device, proven)
    : undefined;
  const answer = await opened(service, claimant, all, { ...call, remembered });
  // A crash before this has signed them in once, and asks for a code the next time.
  if (remembered) await service.devices.remember(claimant, call.device, remembered, call.client, proven);
  return { answer, remembered };
}

/** Whether a remembered device is enough: it has to be remembered for the contact of the link, or the one chosen. */
function reachesWanted(
  service: { digest: KeyedDigest; sms?: SmsSender | undefined },
  claimant: Claimant,
  wanted: Wanted,
  known: readonly ProvenAddress[],
): boolean {
  if (claimant.processId !== undefined)
    return claimant.contacts.some((contact) => isProvenBy(contact, known));
  if (wanted.contact === undefined) return known.length > 0;
  const chosen = destinationOf(service, claimant, wanted);
  return chosen !== undefined && 'address' in chosen && known.some((one) => isSameAddress(one, chosen));
}

/**
 * The claimant, with the address that the code went to, while it is still one of their contacts.
 *
 * @throws Refusal AUTH_DEVICE_VALIDATION_ERROR, for a CPF that is not registered too
 */
export async function provenByCode(
  service: { now: () => Date; digest: KeyedDigest; codes: OneTimeCodes },
  who: Claimed,
  { code, source }: { code: string; source: CodeSource },
): Promise<{ claimant: Claimant; proven: ProvenAddress }> {
  const { claimant } = who;
  const answered = await service.codes.use(accessPurpose(service, who), code, source);
  const address = distinctAddresses(claimant?.contacts ?? []).find(
    (one) => one.channel === answered?.channel && one.address === answered.address,
  );
  if (claimant === undefined || answered === undefined || address === undefined)
    throw new Refusal('AUTH_DEVICE_VALIDATION_ERROR');
  const codeSentAt = answered.sentAt.toISOString();
  const codeAnsweredAt = service.now().toISOString();
  return { claimant, proven: { ...address, method: 'session-code', codeSentAt, codeAnsweredAt } };
}

/** Sends the code and says why it is asked for. At an address the answer is the same for every CPF. */
async function codeNeeded(
  service: AccessCodeParts,
  who: Claimed,
  wanted: Wanted,
  client: ClientContext,
): Promise<Refusal> {
  const sentCode = await sendAccessCode(service, who, wanted, client);
  return new Refusal(reasonFor(who, sentCode.channel), { extensions: { sentCode } });
}

function reasonFor(who: Claimed, channel: CodeChannel): ErrorCode {
  if (channel === 'sms') return 'AUTH_SMS_VALIDATION';
  const isFirst = who.by === 'link' && !who.claimant.hasSignedInBefore;
  return isFirst ? 'AUTH_FIRST_PERSON_ACCESS' : 'AUTH_NEW_DEVICE_ACCESS';
}

interface Opening extends Pick<Call, 'client' | 'correlationId'> {
  /** The device that is about to be remembered for the first of the proven addresses. */
  remembered?: RememberedDevice | undefined;
  totem?: PersonPrincipal['totem'];
}

/** The token of a person who has proven these addresses, recorded in the log. */
export async function opened(
  service: { handler: CommandHandler; digest: KeyedDigest; identity: IdentityStore },
  claimant: Claimant,
  proven: readonly ProvenAddress[],
  { client, correlationId, remembered, totem }: Opening,
): Promise<AnswerOf<'openSigningSession'>> {
  const { handler, identity } = service;
  const { personId, tenantId, name, cpf, processId, contacts, invitedAt } = claimant;
  const [first] = proven;
  if (first === undefined) throw new Error('a session begins with an address that was proven');
  const authentication = first.method === 'known-device' ? first.method : (`${first.channel}-code` as const);
  const sessionId = randomUUID();
  const command = {
    type: 'recordSignIn',
    tenantId,
    processId,
    method: authentication,
    sessionId,
    proven: proven.map(({ channel, address }) => ({ channel, address })),
    deviceId: remembered?.deviceId ?? first.deviceId,
    remembered: remembered && {
      until: remembered.expiresAt.toISOString(),
      // The e-mail beside a mobile number that was proven: there is none without it.
      toldAt: remembered.isNew ? contacts.find((one) => isProvenBy(one, [first]))?.email : undefined,
    },
  } as const;
  const context = personContext({ personId, tenantId, name }, { client, correlationId });
  orThrow(await handler.handle(person, personId, command, context));
  const { token, expiresAt } = await identity.issueToken({
    kind: 'person',
    sub: personId,
    tenantId,
    name,
    sid: sessionId,
    authentication,
    proven: [...proven],
    ...(totem === undefined ? {} : { totem }),
  });
  const others = distinctAddresses(invitedAt.filter((one) => !isProvenBy(one, proven)));
  return {
    token,
    expiresAt: expiresAt.toISOString(),
    person: { personId, name, cpf },
    authentication,
    contacts: proven.map(maskAddress),
    others: others
      .filter(({ channel }) => channel === 'email')
      .map((one) => choiceOf(service, claimant, one)),
  };
}

/**
 * Ends the session of a signer. Commit point: PersonSignedOut; from then on every service refuses its token.
 *
 * @throws Refusal
 */
export async function closeSigningSession(
  { handler }: { handler: CommandHandler },
  { sub: personId, sid: sessionId, tenantId, name }: PersonPrincipal,
  call: { client: ClientContext; correlationId: string },
): Promise<void> {
  // Tokens from before sessions had ids are over within the hour.
  if (sessionId === undefined) return;
  const context = personContext({ personId, tenantId, name }, call, `sign-out:${sessionId}`);
  orThrow(await handler.handle(person, personId, { type: 'recordSignOut', tenantId, sessionId }, context));
}
