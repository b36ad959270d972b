import type { ClientContext } from '@lacre/contracts';
import type { Accounts, Sessions, TokenSecrets } from '@lacre/identity';

import { revokeTokensOf } from '../token/revoke-tokens.ts';
import { user } from '../user/decide-user.ts';
import { contextOf, note, type NoteParts } from './note.ts';

interface ProofCall {
  client: ClientContext;
  correlationId: string;
}

/** What an account's ways in are ended with. */
export interface WaysInParts extends NoteParts {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly tokenSecrets: TokenSecrets;
}

/**
 * Ends what was set up for an account before its address was proven, by its registrant: password, factors,
 * sessions, API tokens. To be called before a mailed link counts as used, so that a crash in between repeats all of it
 * (pre-hijacking: Sudhodanan and Paverd, USENIX Security 2022, "classic-federated merge" and "unexpired session").
 */
export async function endUnproven(service: WaysInParts, userId: string, call: ProofCall): Promise<void> {
  const details = await service.accounts.byId(userId);
  if (details === undefined || details.emailVerified) return;
  const found = await service.handler.load(user, userId);
  if (found.status !== 'active' && found.status !== 'inactive') return;
  await service.accounts.dropWaysIn(userId);
  const sessionIds = await service.sessions.revoke(userId, { except: undefined });
  if (sessionIds.length > 0)
    await note(service, userId, { type: 'UserSessionsRevoked', sessionIds, cause: 'address-proven' }, call);
  if (details.hasPassword) await note(service, userId, { type: 'UserPasswordChanged', how: 'ended' }, call);
  const { tenantId, profile } = found;
  await revokeTokensOf(service, userId, contextOf({ userId, tenantId, name: profile.name }, call));
}

/** Says in the log, once, that the address of a user is proven. */
export async function noteProven(service: NoteParts, userId: string, call: ProofCall): Promise<void> {
  const found = await service.handler.load(user, userId);
  if ('emailVerified' in found && found.emailVerified) return;
  await note(service, userId, { type: 'UserEmailVerified' }, call);
}
