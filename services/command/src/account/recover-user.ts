import type { RecoveryEnd } from '@lacre/contracts';
import {
  Accounts,
  LINK_SECONDS,
  MailedLinks,
  Sessions,
  createKeyedDigest,
  issuedTokens,
} from '@lacre/identity';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

import { orThrow } from '../decider/or-throw.ts';
import { createCommandHandler } from '../decider/store-command-handler.ts';
import { operatorContext, type OperatorDependencies } from '../tenant/operate-tenant.ts';
import { revokeTokensOf } from '../token/revoke-tokens.ts';
import { user } from '../user/decide-user.ts';

export interface RecoveryDependencies extends OperatorDependencies {
  /** The database of the schema `identity`. */
  pool: Pool;
  logger: Logger;
}

export interface Recovery {
  /** Why, in the operator's words: it stands in the account's history. */
  reason: string;
  end: readonly RecoveryEnd[];
}

export interface Recovered {
  name: string;
  tenantId: string;
  /** Chooses another password, once, until `expiresAt`; it stands nowhere else. */
  secret: string;
  expiresAt: Date;
}

/**
 * The operator's recovery of a user who lost every credential: ends what others may hold, and makes a link by
 * which another password is chosen. The user is notified by mail, from the log.
 *
 * Commit point: UserRecoveryIssued. A crash before it leaves ways in ended, which the command asked again does anew;
 * one after it leaves a link that was not printed.
 *
 * @returns undefined when no active user signs in by this e-mail
 */
export async function recoverUser(
  { eventStore, digestKey, pool, now = () => new Date() }: RecoveryDependencies,
  email: string,
  { reason, end }: Recovery,
): Promise<Recovered | undefined> {
  const digest = createKeyedDigest(digestKey);
  const handler = createCommandHandler({ eventStore, now });
  const accounts = new Accounts(pool, now);
  const known = await accounts.byEmail(email);
  const state = known && (await handler.load(user, known.userId));
  if (known === undefined || state?.status !== 'active' || state.profile.email !== email) return undefined;
  const { userId, tenantId, profile } = state;
  if (end.includes('factors')) await accounts.dropWaysIn(userId);
  if (end.includes('sessions')) {
    const sessionIds = await new Sessions(pool, digest, now).revoke(userId, { except: undefined });
    const note = { type: 'UserSessionsRevoked', sessionIds, cause: 'recovery' } as const;
    if (sessionIds.length > 0)
      orThrow(await handler.handle(user, userId, { type: 'note', note }, operatorContext(tenantId)));
  }
  if (end.includes('tokens')) {
    const tokenSecrets = { issuedBy: (issuerId: string) => issuedTokens(pool, issuerId) };
    await revokeTokensOf({ handler, tokenSecrets }, userId, operatorContext(tenantId));
  }
  const expiresAt = new Date(now().getTime() + LINK_SECONDS.recovery * 1000);
  const issued = { reason, ended: [...end], expiresAt: expiresAt.toISOString() };
  const note = { type: 'UserRecoveryIssued', ...issued } as const;
  orThrow(await handler.handle(user, userId, { type: 'note', note }, operatorContext(tenantId)));
  const secret = await new MailedLinks(pool, digest, now).issue('recovery', userId, email);
  return { name: profile.name, tenantId, secret, expiresAt };
}
