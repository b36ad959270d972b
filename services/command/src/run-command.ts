import type { Principal } from '@lacre/access';
import type { Actor, ClientContext, OperationName } from '@lacre/contracts';
import { derivedId } from '@lacre/event-store';
import type { FastifyRequest } from 'fastify';

import type { CommandContext } from './decider/command-context.ts';
import { intentId, type Intent } from './idempotency/idempotency.ts';
import type { CommandService } from './service.ts';
import { assertWithinReach } from './within-reach.ts';

interface SignedInCall {
  operation: OperationName;
  principal: Principal;
  params?: unknown;
  body?: unknown;
  client: ClientContext;
  idempotencyKey: string;
  request: FastifyRequest;
}

/** An intent as commands see it: the context of its events, and ids of what it creates. */
export interface RunningCommand {
  context: CommandContext;
  /** Id of what the intent creates: the same when the intent is repeated. */
  readonly newId: (of: string) => string;
}

/**
 * Runs a command of somebody signed in, once for its idempotency key. Its tenant and actor come from the token; what it
 * names of companies must be within the caller's reach now, also when the answer is known from before.
 */
export async function runCommand<Answer>(
  service: CommandService,
  call: SignedInCall,
  run: (command: RunningCommand) => Promise<Answer>,
): Promise<Answer> {
  const { operation, principal, params, body, client, request } = call;
  await assertWithinReach(service, call);
  const intent: Intent = {
    scope: `${principal.tenantId}:${principal.kind}:${principal.sub}`,
    key: call.idempotencyKey,
    requestHash: service.digest('request', operation, JSON.stringify([params ?? null, body ?? null])),
    isCallersKey: request.headers['idempotency-key'] !== undefined,
  };
  const key = intentId(intent);
  const context: CommandContext = {
    key,
    requestHash: intent.requestHash,
    correlationId: request.id,
    tenantId: principal.tenantId,
    actor: actorOf(principal),
    client,
  };
  const newId = (of: string) => derivedId('new', of, key);
  return service.idempotency.once(intent, () => run({ context, newId }));
}

/** Through an API token it is still its issuer who acts, and the token is told. */
const actorOf = (principal: Principal): Actor => {
  const { kind, sub: id, name } = principal;
  return kind === 'user' && principal.tokenId !== undefined
    ? { kind, id, name, tokenId: principal.tokenId }
    : { kind, id, name };
};
