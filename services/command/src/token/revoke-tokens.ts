import type { TokenSecrets } from '@lacre/identity';

import type { CommandContext } from '../decider/command-context.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { orThrow } from '../decider/or-throw.ts';
import { token } from './decide-token.ts';

interface RevocationParts {
  readonly handler: CommandHandler;
  readonly tokenSecrets: Pick<TokenSecrets, 'issuedBy'>;
}

/**
 * Ends every API token that a user issued, each by an event of its own; a repeat after a crash ends the rest.
 *
 * @throws Refusal
 */
export async function revokeTokensOf(
  { handler, tokenSecrets }: RevocationParts,
  userId: string,
  context: CommandContext,
): Promise<void> {
  const { tenantId, key } = context;
  const revoke = { type: 'revoke', tenantId, by: { userId, role: 'common' } } as const;
  for (const tokenId of await tokenSecrets.issuedBy(userId)) {
    const handled = await handler.handle(token, tokenId, revoke, { ...context, key: `${key}:${tokenId}` });
    // A secret was kept for a token whose issue was never stored.
    if (handled.ok || handled.code !== 'TOKEN_NOT_FOUND') orThrow(handled);
  }
}
