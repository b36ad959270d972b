import { streams, type ClientContext } from '@lacre/contracts';
import { derivedId } from '@lacre/event-store';
import { Refusal } from '@lacre/http';
import { assertPassword, type IdentityStore } from '@lacre/identity';

import { sendConfirmation } from '../account/verification.ts';
import type { Background } from '../background.ts';
import { credits } from '../credits/decide-credits.ts';
import type { CommandContext } from '../decider/command-context.ts';
import { orThrow } from '../decider/or-throw.ts';
import { intentId, type Idempotency } from '../idempotency/idempotency.ts';
import type { ReservationParts } from '../reservation/claim-value.ts';
import { claim } from '../reservation/claim.ts';
import type { LinkParts } from '../sign-in/link-parts.ts';
import { tenant } from '../tenant/decide-tenant.ts';
import { claimDomain } from '../tenant/login-addresses.ts';
import { user } from '../user/decide-user.ts';
import { holdsDetail } from '../user/unique-details.ts';

export interface Registration {
  tenant: { name: string; domain: string };
  administrator: { name: string; email: string; password: string };
}

interface RegisterCall {
  idempotencyKey: string;
  isCallersKey: boolean;
  correlationId: string;
  client: ClientContext;
}

/** Registers a tenant with its administrator, once for its idempotency key. @throws Refusal */
export async function registerTenant(
  service: LinkParts &
    ReservationParts & {
      identity: IdentityStore;
      background: Background;
      idempotency: Idempotency;
      initialCredits: number;
    },
  registration: Registration,
  call: RegisterCall,
) {
  const { digest, idempotency } = service;
  const { email, password } = registration.administrator;
  assertPassword(password, registration.administrator);
  const visible = { ...registration, administrator: { ...registration.administrator, password: undefined } };
  // Goes into the log, so the password is not in it, not even hashed; the table's hash has it, and expires.
  const requestHash = digest('request', 'registerTenant', JSON.stringify(visible));
  const intent = {
    // Visitors are identified by what they register alone; it keeps their idempotency keys distinct.
    scope: `visitor:${digest('scope', email)}`,
    key: call.idempotencyKey,
    requestHash: digest('request-with-password', requestHash, password),
    isCallersKey: call.isCallersKey,
  };
  const key = intentId(intent);
  const tenantId = derivedId('new', 'tenant', key);
  const context: CommandContext = {
    key,
    requestHash,
    correlationId: call.correlationId,
    tenantId,
    client: call.client,
    actor: { kind: 'visitor' },
  };
  return idempotency.once(intent, () => register(service, registration, context));
}

/**
 * The steps, ordered so that the log never shows a tenant without its administrator. Each is safe to repeat, and the
 * same key resumes after a crash anywhere. The tenant's stream owns both reservations: until step 5 it does not
 * exist, so another registration may take them over, which closes this tenant's stream for good.
 *
 * 1-2. Reservations of e-mail, address and what the address looks like.
 * 3.   Credentials. Without the events below they open nothing.
 * 4.   UserCreated and CreditsGranted, in streams that are not read before the tenant exists.
 * 5.   TenantRegistered: the commit point. Before it there is no tenant; after it everything is in place.
 */
async function register(
  service: LinkParts &
    ReservationParts & { identity: IdentityStore; background: Background; initialCredits: number },
  { tenant: account, administrator }: Registration,
  context: CommandContext,
) {
  const { handler, identity, initialCredits: amount } = service;
  const { tenantId, key } = context;
  const { name, email, password } = administrator;
  const userId = derivedId('new', 'user', key);
  const owner = streams.tenant(tenantId);
  await claim(service, context, 'EMAIL_NOT_AVAILABLE', {
    kind: 'email',
    value: email,
    owner,
    scope: 'platform',
    holds: holdsDetail(service, 'email', email),
  });
  await claimDomain(service, context, account.domain);
  const credentials = await identity.createCredentials({ userId, name, email, password });
  if (credentials === 'other-password') throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  const create = { type: 'create', userId, tenantId, name, email, role: 'administrator' } as const;
  orThrow(await handler.handle(user, userId, create, context));
  const open = { type: 'open', tenantId, amount, reason: 'Créditos iniciais' } as const;
  if (amount > 0) orThrow(await handler.handle(credits, tenantId, open, context));
  const registration = { type: 'register', tenantId, ...account, administratorId: userId } as const;
  const { position } = orThrow(await handler.handle(tenant, tenantId, registration, context));
  // What a crash loses of this can be requested again in the screen that waits for it.
  service.background.run('a link that confirms an address', async () => {
    await sendConfirmation(service, userId);
  });
  return { position, tenantId, userId };
}
