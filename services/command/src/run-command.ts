import type { Claims, Principal } from '@lacre/access';
import type { Actor, ClientContext, OperationName } from '@lacre/contracts';
import { derivedId } from '@lacre/event-store';
import { callersKeyOf, Refusal } from '@lacre/http';
import type { KeyedDigest } from '@lacre/identity';
import type { PersonalData } from '@lacre/personal-data';
import type { FastifyRequest } from 'fastify';

import type { CommandContext, RunningCommand } from './decider/command-context.ts';
import type { CommandHandler } from './decider/command-handler.ts';
import type { BegunLookUp } from './idempotency/answers.ts';
import { intentId, type Intent, type Idempotency } from './idempotency/idempotency.ts';
import { assertWithinReach } from './within-reach.ts';

interface SignedInCall {
  operation: OperationName;
  principal: Principal;
  params?: unknown;
  body?: unknown;
  client: ClientContext;
  isHeld: boolean;
  idempotencyKey: string;
  request: FastifyRequest;
}

/** What was begun for a request before its caller was let in. */
const begunLookUps = new WeakMap<FastifyRequest, BegunLookUp>();

/** Whose keys a caller's are. */
const scopeOf = ({ tenantId, kind, sub }: Claims): string => `${tenantId}:${kind}:${sub}`;

/**
 * Reads what a command of theirs needs in any case, while it is asked whether they are let in: the answer that their key
 * has, and the key that what they do is encrypted with.
 */
export function lookAhead(
  { idempotency, personalData }: { idempotency: Idempotency; personalData: PersonalData },
  carried: Claims,
  request: FastifyRequest,
): void {
  const key = callersKeyOf(request);
  if (key !== undefined) begunLookUps.set(request, idempotency.lookAhead({ scope: scopeOf(carried), key }));
  // What it comes to is kept by the keys themselves, and asked for again where it failed.
  personalData.keys.forReading([carried.sub]).catch(() => {});
}

/**
 * Runs a command of a signed-in caller, once for its idempotency key. Its tenant and actor come from the token; what it
 * names of companies must be within the caller's reach now, also when the answer is known from before. While the tenant
 * is being moved nothing else is answered.
 *
 * @throws Refusal TENANT_MOVING
 */
export async function runCommand<Answer>(
  service: { handler: CommandHandler; digest: KeyedDigest; idempotency: Idempotency },
  call: SignedInCall,
  run: (command: RunningCommand) => Promise<Answer>,
): Promise<Answer> {
  const { operation, principal, params, body, client, request } = call;
  await assertWithinReach(service, call);
  const intent: Intent = {
    scope: scopeOf(principal),
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
  const runUnlessHeld = async () => {
    if (call.isHeld) throw new Refusal('TENANT_MOVING');
    return run({ context, newId });
  };
  return service.idempotency.once(intent, runUnlessHeld, begunLookUps.get(request));
}

/** Through an API token the issuer is the actor, and the token is recorded. */
const actorOf = (principal: Principal): Actor => {
  const { kind, sub: id, name } = principal;
  return kind === 'user' && principal.tokenId !== undefined
    ? { kind, id, name, tokenId: principal.tokenId }
    : { kind, id, name };
};
