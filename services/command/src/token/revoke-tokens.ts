import type { CommandContext } from '../decider/command-context.ts';
import { orThrow } from '../decider/or-throw.ts';
import type { CommandService } from '../service.ts';
import { token } from './decide-token.ts';

interface Issued extends Pick<CommandService, 'handler'> {
  tokenSecrets: Pick<CommandService['tokenSecrets'], 'issuedBy'>;
}

/**
 * Ends every API token that a user issued, each by an event of its own; a repeat after a crash ends the rest.
 *
 * @throws Refusal
 */
export async function revokeTokensOf(
  { handler, tokenSecrets }: Issued,
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
