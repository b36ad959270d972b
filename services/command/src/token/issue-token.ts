import type { UserPrincipal } from '@lacre/access';
import type { Scope } from '@lacre/contracts';
import type { TokenSecrets } from '@lacre/identity';

import type { RunningCommand } from '../decider/command-context.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { orThrow } from '../decider/or-throw.ts';
import { token } from './decide-token.ts';

interface Asked {
  description: string;
  scopes: readonly Scope[];
  networks: readonly string[];
  /** null: until it is revoked. */
  days: number | null;
  issuer: UserPrincipal;
}

const DAY_MS = 86_400_000;

/**
 * Issues an API token.
 *
 * 1. The keyed digest of its secret. By itself it gives nothing: a crash after it leaves a row that leads nowhere.
 * 2. ApiTokenIssued with "no stream": the commit point.
 *
 * The secret is not part of what is remembered for the idempotency key: it is worked out again from the token's id.
 */
export async function issueToken(
  service: { handler: CommandHandler; now: () => Date; tokenSecrets: TokenSecrets },
  { context, newId }: RunningCommand,
  { description, scopes, networks, days, issuer }: Asked,
) {
  const { handler, tokenSecrets, now } = service;
  const tokenId = newId('token');
  const { sub: issuerId, tenantId, role, companies } = issuer;
  if (description !== '') await tokenSecrets.keep({ tokenId, tenantId, issuerId });
  const expiresAt = days === null ? undefined : new Date(now().getTime() + days * DAY_MS).toISOString();
  const grant: { scopes: Scope[]; networks?: string[] } = { scopes: [...scopes] };
  if (networks.length > 0) grant.networks = [...networks];
  const issue = {
    type: 'issue',
    tokenId,
    tenantId,
    issuerId,
    description,
    role,
    ...grant,
    ...(companies === 'all' ? {} : { companyIds: [...companies] }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  } as const;
  const { state, position } = orThrow(await handler.handle(token, tokenId, issue, context));
  if (state.status === 'absent') throw new Error('an issued token is not there');
  return { position, tokenId, expiresAt: state.expiresAt ?? null };
}
