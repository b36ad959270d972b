import type { AnswerOf } from '@lacre/contracts';
import { ADMINISTRATION_OFFER_DAYS } from '@lacre/contracts';
import { derivedId, type Position } from '@lacre/event-store';
import { Refusal } from '@lacre/http';

import type { CommandContext } from '../decider/command-context.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { orThrow, throwObjection } from '../decider/or-throw.ts';
import type { AccessGiven } from '../user/access-given.ts';
import { objectionToAdministrator } from '../user/decide-administration.ts';
import { user } from '../user/decide-user.ts';
import { userOf } from '../user/state.ts';
import { openOffer, type Administrators } from './administrators.ts';
import { tenant } from './decide-tenant.ts';

/** How long an offer of the administration may be accepted. */
const OFFER_MS = ADMINISTRATION_OFFER_DAYS * 86_400_000;

interface Acting {
  context: CommandContext;
  /** The signed-in actor. */
  by: string;
}

async function administratorsOf(
  { handler }: { handler: CommandHandler },
  tenantId: string,
): Promise<Administrators> {
  const account = await handler.load(tenant, tenantId);
  if (account.status !== 'registered') throw new Refusal('TENANT_NOT_FOUND');
  return account.administrators;
}

/**
 * Makes a user an administrator beside those there are.
 *
 * 1. TenantAdministratorAdded: the commit point.
 * 2. UserRoleChanged, by which they are let in. A crash before it leaves a grant without effect, which the same
 *    act asked again gives effect to.
 *
 * @throws Refusal
 */
export async function promoteAdministrator(
  service: { handler: CommandHandler },
  { context, by }: Acting,
  { userId, grantId }: { userId: string; grantId: string },
): Promise<Position> {
  const { handler } = service;
  const { tenantId } = context;
  throwObjection(objectionToAdministrator(await handler.load(user, userId), tenantId));
  const add = { type: 'addAdministrator', by, userId, grantId } as const;
  const added = orThrow(await handler.handle(tenant, tenantId, add, context));
  return (await followGrant(service, context, userId)) ?? added.position;
}

/**
 * Makes an administrator a manager; never the last.
 *
 * 1. TenantAdministratorRemoved: the commit point.
 * 2. UserRoleChanged. A crash before it leaves an administrator too many, whom the same act asked again lets go.
 *
 * @throws Refusal
 */
export async function demoteAdministrator(
  service: { handler: CommandHandler },
  { context, by }: Acting,
  userId: string,
): Promise<Position> {
  const { handler } = service;
  const { tenantId } = context;
  if (userOf(await handler.load(user, userId), tenantId) === undefined)
    throw new Refusal('AUTH_USER_NOT_FOUND');
  const standing = await standingGrants(service, tenantId);
  const remove = { type: 'removeAdministrator', by, userId, standing } as const;
  const removed = orThrow(await handler.handle(tenant, tenantId, remove, context));
  return (await followGrant(service, context, userId)) ?? removed.position;
}

/** Offers one's own administration to a user. Commit point: AdministrationOffered. @throws Refusal */
export async function offerAdministration(
  service: { handler: CommandHandler; now: () => Date },
  { context, by }: Acting,
  { userId, offerId }: { userId: string; offerId: string },
): Promise<AnswerOf<'offerAdministration'>> {
  const { handler, now } = service;
  const { tenantId } = context;
  throwObjection(objectionToAdministrator(await handler.load(user, userId), tenantId));
  const expiresAt = new Date(now().getTime() + OFFER_MS).toISOString();
  const at = now().toISOString();
  const offer = { type: 'offerAdministration', by, userId, offerId, expiresAt, at } as const;
  const { position, state } = orThrow(await handler.handle(tenant, tenantId, offer, context));
  const made = state.status === 'registered' ? state.administrators.offer : undefined;
  return { position, offerId, expiresAt: made?.offerId === offerId ? made.expiresAt : expiresAt };
}

/**
 * Takes the administration over from the administrator who offered it.
 *
 * 1. AdministrationAccepted: the commit point. 2. The role of who accepted. 3. TenantAdministratorRemoved of who
 * offered.
 * 4. Their role. A crash in between leaves two administrators, and the same act asked again does the rest.
 *
 * @throws Refusal
 */
export async function acceptAdministration(
  service: { handler: CommandHandler; now: () => Date },
  { context, by }: Acting,
  offerId: string,
): Promise<Position> {
  const { handler, now } = service;
  const { tenantId } = context;
  throwObjection(objectionToAdministrator(await handler.load(user, by), tenantId));
  const accept = { type: 'acceptAdministration', by, offerId, at: now().toISOString() } as const;
  const { position, state } = orThrow(await handler.handle(tenant, tenantId, accept, context));
  const offererId = state.status === 'registered' ? state.administrators.handedOver.get(offerId) : undefined;
  const followed = await followGrant(service, context, by);
  if (offererId === undefined) return followed ?? position;
  const standing = await standingGrants(service, tenantId);
  const remove = { type: 'removeAdministrator', by, userId: offererId, standing } as const;
  await handler.handle(tenant, tenantId, remove, { ...context, key: `${context.key}:handed-over` });
  return (await followGrant(service, context, offererId)) ?? followed ?? position;
}

/** Withdraws an offer, or declines it. Commit point: AdministrationOfferEnded. @throws Refusal */
export async function endAdministrationOffer(
  service: { handler: CommandHandler; now: () => Date },
  { context, by }: Acting,
  offerId: string,
): Promise<Position> {
  const { handler, now } = service;
  const end = { type: 'endAdministrationOffer', by, offerId, at: now().toISOString() } as const;
  return orThrow(await handler.handle(tenant, context.tenantId, end, context)).position;
}

/**
 * Ends what an account in another's hands gave of the administration; the former administrator has it again. Commit
 * point: one append of the tenant's stream. The roles follow, by a repeat when a crash comes between.
 *
 * @throws Refusal
 */
export async function takeBackAdministration(
  service: { handler: CommandHandler },
  { context, by }: Acting,
  { administratorIds, grantIds, offerIds, wasDismissed }: AccessGiven,
): Promise<void> {
  const { handler } = service;
  const grantId = derivedId('new', 'grant', context.key);
  const takeBack = { type: 'takeBackAdministration', by, grantId, grantIds, offerIds, wasDismissed } as const;
  orThrow(await handler.handle(tenant, context.tenantId, takeBack, context));
  for (const userId of [by, ...administratorIds]) await followGrant(service, context, userId);
}

/** The open offer, as administrators and its recipient see it. */
export async function administrationOffer(
  service: { handler: CommandHandler; now: () => Date },
  tenantId: string,
  by: string,
): Promise<AnswerOf<'administrationOffer'>> {
  const administrators = await administratorsOf(service, tenantId);
  const offer = openOffer(administrators, service.now().toISOString());
  if (offer === undefined || (offer.userId !== by && !administrators.grants.has(by))) return { offer: null };
  const { offerId, offererId, userId, expiresAt } = offer;
  const named = async (uid: string) => {
    const found = userOf(await service.handler.load(user, uid), tenantId);
    return { uid, name: found?.profile.name ?? '' };
  };
  return { offer: { offerId, from: await named(offererId), to: await named(userId), expiresAt } };
}

/** Grants that their users' own streams name: with the tenant's, they say who administers it. */
async function standingGrants(service: { handler: CommandHandler }, tenantId: string): Promise<string[]> {
  const { grants } = await administratorsOf(service, tenantId);
  const held = await Promise.all(
    [...grants].map(async ([userId, grantId]) => {
      const found = userOf(await service.handler.load(user, userId), tenantId);
      return found?.status === 'active' && found.grantId === grantId ? [grantId] : [];
    }),
  );
  return held.flat();
}

/**
 * Brings a user's role in line with what the tenant's stream says of them, and looks again: of a grant that ended while
 * their role came in line with it, no other record would show it.
 *
 * @returns where the last change stands; undefined when all was in line
 */
async function followGrant(
  service: { handler: CommandHandler },
  context: CommandContext,
  userId: string,
): Promise<Position | undefined> {
  const { handler } = service;
  const { tenantId } = context;
  let position: Position | undefined;
  for (;;) {
    const granted = (await administratorsOf(service, tenantId)).grants.get(userId);
    const held = userOf(await handler.load(user, userId), tenantId)?.grantId;
    if (granted === held) return position;
    const grantId = granted ?? held ?? '';
    const type = granted === undefined ? 'ceaseToAdminister' : 'administer';
    const step = { ...context, key: `${context.key}:${type}:${grantId}` };
    const follow = { type, tenantId, grantId } as const;
    ({ position } = orThrow(await handler.handle(user, userId, follow, step)));
  }
}
