import type { DataOf } from '@lacre/contracts';
import type { IdentityStore } from '@lacre/identity';

import type { CommandContext } from '../decider/command-context.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { orThrow } from '../decider/or-throw.ts';
import { takeBackAdministration } from '../tenant/manage-administrators.ts';
import { token } from '../token/decide-token.ts';
import { webhook } from '../webhook/decide-webhook.ts';
import type { AccessGiven, FormerReach } from './access-given.ts';
import { user } from './decide-user.ts';
import { userOf } from './state.ts';

type Told = Omit<DataOf<'UserAccessTakenBack'>, 'userId' | 'tenantId'>;

/**
 * Ends what an account gave while it was in another's hands: who administers by it does no more, users whom it let in
 * are inactive and those it raised are what they were, its webhooks are paused, tokens revoked. What was rightly given
 * is given again by an administrator. Harmless when repeated; each end is an event of its own.
 *
 * @returns all of it, also what had ended before, so that a repeat after a crash records the same
 */
export async function takeBackAccess(
  service: { handler: CommandHandler; identity: IdentityStore },
  owner: { userId: string; tenantId: string },
  given: AccessGiven,
  context: CommandContext,
): Promise<Told> {
  if (given.wasShutOut)
    await takeBackReach(service, context, owner.userId, { wasLetIn: false, wasShutOut: true });
  await takeBackAdministration(service, { context, by: owner.userId }, given);
  for (const [userId, reach] of given.users) await takeBackReach(service, context, userId, reach);
  for (const webhookId of given.webhookIds) await pause(service, context, webhookId);
  for (const tokenId of given.tokenIds) await revoke(service, context, tokenId, owner.userId);
  return {
    administratorIds: [...given.administratorIds],
    memberIds: [...given.users.keys()].filter((userId) => !given.administratorIds.has(userId)),
    webhookIds: [...given.webhookIds],
    tokenIds: [...given.tokenIds],
  };
}

export const isNothing = (told: Told): boolean => Object.values(told).every((ids) => ids.length === 0);

async function takeBackReach(
  { handler, identity }: { handler: CommandHandler; identity: IdentityStore },
  context: CommandContext,
  userId: string,
  reach: FormerReach,
): Promise<void> {
  const { tenantId } = context;
  const command = { type: 'takeBackReach', tenantId, ...reach } as const;
  const step = { ...context, key: `${context.key}:reach` };
  const { state } = orThrow(await handler.handle(user, userId, command, step));
  const found = userOf(state, tenantId);
  if (found?.status !== 'inactive') return;
  const { email, name } = found.profile;
  // Users let in may have signed in: their sessions end.
  await identity.follow({ userId, email, name, isActive: false });
}

/** What happens until it is resumed waits for it: of one that was rightly made nothing is lost. */
async function pause(
  { handler }: { handler: CommandHandler },
  context: CommandContext,
  webhookId: string,
): Promise<void> {
  const asked = { type: 'pause', tenantId: context.tenantId } as const;
  const handled = await handler.handle(webhook, webhookId, asked, context);
  if (handled.ok || handled.code !== 'WEBHOOK_NOT_FOUND') orThrow(handled);
}

async function revoke(
  { handler }: { handler: CommandHandler },
  context: CommandContext,
  tokenId: string,
  userId: string,
): Promise<void> {
  const by = { userId, role: 'administrator' } as const;
  const asked = { type: 'revoke', tenantId: context.tenantId, by } as const;
  const handled = await handler.handle(token, tokenId, asked, {
    ...context,
    key: `${context.key}:${tokenId}`,
  });
  if (handled.ok || handled.code !== 'TOKEN_NOT_FOUND') orThrow(handled);
}
