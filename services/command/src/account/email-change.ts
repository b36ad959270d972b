import { randomUUID } from 'node:crypto';

import { EMAIL_UNDO_DAYS, maskEmail, type AnswerOf, type ClientContext } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';
import { Refusal } from '@lacre/http';
import type { Attempts, IdentityStore, MailedLinks } from '@lacre/identity';
import { emailChangeLink } from '@lacre/mailer';
import type { PersonalData } from '@lacre/personal-data';
import { issueProof, verifyProof, type ProofSecret } from '@lacre/proofs';

import type { CommandHandler } from '../decider/command-handler.ts';
import { orThrow } from '../decider/or-throw.ts';
import { sendMail, type MailParts } from '../messages/send-mail.ts';
import type { OwnershipParts, ReservationParts } from '../reservation/claim-value.ts';
import { ownerOf } from '../reservation/owner-of.ts';
import type { ReleaseParts } from '../reservation/unique-fields.ts';
import type { FoundUser } from '../sign-in/find-user.ts';
import { contextOf, note } from '../sign-in/note.ts';
import type { WaysInParts } from '../sign-in/prove-address.ts';
import { redirectOf, withSecret, type RedirectParts } from '../sign-in/redirects.ts';
import { assertTenantTakesCommands } from '../tenant/assert-here.ts';
import { addresseeOf } from '../tenant/sender-of.ts';
import { revokeTokensOf } from '../token/revoke-tokens.ts';
import { accessGivenSince } from '../user/access-given.ts';
import { user } from '../user/decide-user.ts';
import { assertEmailDomain } from '../user/email-domain.ts';
import { userOf } from '../user/state.ts';
import { isNothing, takeBackAccess } from '../user/take-back-access.ts';
import { claimDetails, holdsDetail, releaseUnused } from '../user/unique-details.ts';
import { ownUser } from './get-account.ts';
import type { OwnCall } from './own-session.ts';

/** How long the link to the new address leads to it, seconds. */
const CONFIRM_SECONDS = 24 * 60 * 60;
/** How long the reader of the former address may take the change back, milliseconds. */
const UNDO_MS = EMAIL_UNDO_DAYS * 86_400_000;

interface Call {
  client: ClientContext;
  correlationId: string;
}

/**
 * Asks for another address: a link goes to it, and nothing changes before it is opened. The address is not reserved
 * until then, so that asking blocks no other owner.
 *
 * @throws Refusal EMAIL_NOT_AVAILABLE, AUTH_USER_DATA_VALIDATION, MAIL_NOT_SENT, TOO_MANY_REQUESTS
 */
export async function requestEmailChange(
  service: MailParts & OwnershipParts & RedirectParts & { attempts: Attempts; proofSecret: ProofSecret },
  email: string,
  call: OwnCall,
): Promise<AnswerOf<'requestEmailChange'>> {
  const found = await ownUser(service, call.userId);
  const { userId, tenantId } = found;
  await countRequest(service, found, email, call);
  await assertEmailDomain(service, tenantId, email, 'email');
  await assertAvailable(service, email);
  const changeId = randomUUID();
  const at = service.now().toISOString();
  const request = { type: 'requestEmailChange', tenantId, changeId, email, at } as const;
  orThrow(await service.handler.handle(user, userId, request, contextOf(found, call)));
  const proof = await issueProof(
    'email-change',
    { tenantId, userId, changeId },
    { secret: service.proofSecret, expiresInSeconds: CONFIRM_SECONDS, now: service.now() },
  );
  const link = withSecret(redirectOf(service, undefined, '/login'), 'new-email', proof);
  const to = await addresseeOf(service, found);
  await sendMail(
    service,
    { name: to.recipientName, email },
    'email-change',
    emailChangeLink({ ...to, link }),
  );
  return { sentTo: maskEmail(email), channel: 'email', expiresInSeconds: CONFIRM_SECONDS };
}

/** The addresses asked for are unproven: bounds how many strangers are mailed. @throws Refusal */
async function countRequest(
  { attempts, handler }: { handler: CommandHandler; attempts: Attempts },
  { userId, tenantId }: FoundUser,
  email: string,
  { client }: OwnCall,
): Promise<void> {
  const state = userOf(await handler.load(user, userId), tenantId);
  if (state?.emailVerified !== true) await attempts.count('emailCorrectionPerUser', userId);
  await attempts.count('emailChangePerUser', userId);
  await attempts.count('emailChangePerTenant', tenantId);
  await attempts.count('emailChangePerAddress', client.ip ?? '');
  await attempts.count('linkPerEmail', email);
}

/** @throws Refusal EMAIL_NOT_AVAILABLE */
async function assertAvailable(service: OwnershipParts, email: string): Promise<void> {
  const owner = await ownerOf(service, { kind: 'email', value: email, tenantId: undefined });
  if (owner !== undefined && (await holdsDetail(service, 'email', email)(owner)))
    throw new Refusal('EMAIL_NOT_AVAILABLE');
}

/** The address asked for is asked for no more. */
export async function cancelEmailChange(service: { handler: CommandHandler }, call: OwnCall): Promise<void> {
  const found = await ownUser(service, call.userId);
  const cancel = { type: 'cancelEmailChange', tenantId: found.tenantId } as const;
  orThrow(await service.handler.handle(user, call.userId, cancel, contextOf(found, call)));
}

/**
 * The new address counts. The link is good in a session of the account alone, so that no other user is led to lend
 * their address to the account of another.
 *
 * 1. Reservation of the new address; given up by the next who asks when nothing follows.
 * 2. UserEdited: the commit point. The former address stays reserved until the change can no longer be taken back.
 * 3. How they sign in follows; a repeat of the same link does it after a crash.
 *
 * @throws Refusal LINK_INVALID, EMAIL_NOT_AVAILABLE, AUTH_USER_UPDATE_ERROR
 */
export async function confirmEmailChange(
  service: ReservationParts & { identity: IdentityStore; attempts: Attempts; proofSecret: ProofSecret },
  link: string,
  call: OwnCall,
): Promise<void> {
  const { handler, proofSecret: secret, now, attempts } = service;
  await attempts.count('openLinkPerAddress', call.client.ip ?? '');
  const proof = await verifyProof('email-change', link, { secret, now: now() });
  if (!proof.ok || proof.claims.userId !== call.userId) throw new Refusal('LINK_INVALID');
  const { tenantId, userId, changeId } = proof.claims;
  const state = userOf(await handler.load(user, userId), tenantId);
  if (state === undefined) throw new Refusal('LINK_INVALID');
  const context = contextOf({ userId, tenantId, name: state.profile.name }, call);
  const { emailChange, profile } = state;
  if (emailChange?.changeId === changeId)
    await claimDetails(service, context, userId, { ...profile, email: emailChange.email }, profile);
  const undoUntil = new Date(now().getTime() + UNDO_MS).toISOString();
  const confirm = { type: 'confirmEmailChange', tenantId, changeId, undoUntil } as const;
  orThrow(await handler.handle(user, userId, confirm, context));
  await followAddress(service, userId, tenantId);
}

/**
 * Gives an account back to the reader of its former address: that address counts again, and what may have been set up
 * by the one who took it ends: password, sessions, API tokens, and factors set up since the change or in the 7 days
 * before it was asked for (a passkey registered first would outlive the undo). Older factors stay: the address alone
 * was never enough to come in beside them. What the account gave others in that time ends as well (`takeBackAccess`).
 *
 * Commit point: UserEdited. A repeat of the link before it starts over; what follows it is repeated by `resetPassword`.
 * Ways in end before it, so that a crash in between leaves the link, which ends the rest; and again after it, because
 * until then the address of who took it still opened others.
 *
 * @returns what another password is chosen by. @throws Refusal LINK_INVALID, AUTH_USER_INACTIVE
 */
export async function undoEmailChange(
  service: ReleaseParts &
    WaysInParts & {
      domainLog: DomainLog;
      identity: IdentityStore;
      links: MailedLinks;
      attempts: Attempts;
      personalData: PersonalData;
      proofSecret: ProofSecret;
    },
  link: string,
  call: Call,
): Promise<AnswerOf<'undoEmailChange'>> {
  const { handler, proofSecret: secret, now, attempts, links } = service;
  await attempts.count('openLinkPerAddress', call.client.ip ?? '');
  const proof = await verifyProof('email-undo', link, { secret, now: now() });
  if (!proof.ok) throw new Refusal('LINK_INVALID');
  const { tenantId, userId, changeId } = proof.claims;
  const state = userOf(await handler.load(user, userId), tenantId);
  const at = now().toISOString();
  const undo = { type: 'undoEmailChange', tenantId, changeId, at } as const;
  const former = state?.formerEmails.find((each) => each.changeId === changeId);
  if (state === undefined || former === undefined || former.undoUntil <= at)
    throw new Refusal('LINK_INVALID');
  await assertTenantTakesCommands(service, tenantId);
  const since = new Date(Date.parse(former.requestedAt) - UNDO_MS);
  const found: FoundUser = { userId, tenantId, ...state.profile, phoneNumber: state.profile.phoneNumber };
  const given = () => accessGivenSince(service, found, since.toISOString());
  if (state.status === 'inactive' && !(await given()).wasShutOut) throw new Refusal('AUTH_USER_INACTIVE');
  const context = contextOf(found, call);
  const takeBack = async () => {
    await endWaysIn(service, found, since, call);
    return takeBackAccess(service, found, await given(), contextOf(found, call));
  };
  await takeBack();
  orThrow(await handler.handle(user, userId, undo, context));
  await followAddress(service, userId, tenantId);
  const told = await takeBack();
  if (!isNothing(told)) await note(service, userId, { type: 'UserAccessTakenBack', ...told }, call);
  for (const { email } of [...state.formerEmails, state.profile])
    if (email !== former.email) await releaseUnused(service, context, userId, { ...state.profile, email });
  return { passwordLink: await links.issue('password-reset', userId, former.email) };
}

/** Ends credentials and access that an attacker may have used or set up since a moment. Idempotent. */
async function endWaysIn(service: WaysInParts, found: FoundUser, since: Date, call: Call): Promise<void> {
  const { userId } = found;
  await service.accounts.dropWaysInSince(userId, since);
  const sessionIds = await service.sessions.revoke(userId, { except: undefined });
  const cause = 'email-change-undone';
  if (sessionIds.length > 0)
    await note(service, userId, { type: 'UserSessionsRevoked', sessionIds, cause }, call);
  await revokeTokensOf(service, userId, contextOf(found, call));
}

/** @throws Refusal AUTH_USER_UPDATE_ERROR when the identity store does not do its part */
async function followAddress(
  service: { handler: CommandHandler; identity: IdentityStore },
  userId: string,
  tenantId: string,
): Promise<void> {
  const state = userOf(await service.handler.load(user, userId), tenantId);
  if (state === undefined) return;
  const { name, email } = state.profile;
  const { emailVerified } = state;
  try {
    await service.identity.follow({
      userId,
      name,
      email,
      isActive: state.status === 'active',
      emailVerified,
    });
  } catch (cause) {
    throw new Refusal('AUTH_USER_UPDATE_ERROR', { cause });
  }
}
