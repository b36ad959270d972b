import { randomUUID } from 'node:crypto';

import { TenantAway } from '@lacre/access';
import { streams } from '@lacre/contracts';
import { createDomainLog } from '@lacre/domain-log';
import type { EventStore } from '@lacre/event-store';
import { createKeyedDigest } from '@lacre/identity';

import type { CommandContext } from '../decider/command-context.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { createCommandHandler } from '../decider/store-command-handler.ts';
import { ownerOf } from '../reservation/owner-of.ts';
import { tenant, type TenantCommand } from './decide-tenant.ts';

export interface OperatorDependencies {
  eventStore: EventStore;
  /** As the command service has it: addresses are reserved under keyed digests. */
  digestKey: Uint8Array;
  now?: () => Date;
}

export interface OperatedTenant {
  tenantId: string;
  name: string;
  active: boolean;
  /** It was already so: nothing was stored. */
  unchanged: boolean;
}

/**
 * The operator's acts on an account: deactivates it for all its users, or activates it again. It is in force
 * with the next request, wherever the product runs; sealed files are still validated.
 *
 * @param domain an address that its people come in by
 * @returns undefined when no account has that address
 * @throws TenantAway of one that is being moved, or is elsewhere
 */
export async function operateTenant(
  { eventStore, digestKey, now = () => new Date() }: OperatorDependencies,
  domain: string,
  command: Extract<TenantCommand, { type: 'activate' | 'deactivate' }>,
): Promise<OperatedTenant | undefined> {
  const handler = createCommandHandler({ eventStore, now });
  const tenantId = await tenantIdOf(handler, { eventStore, digestKey }, domain);
  if (tenantId === undefined) return undefined;
  const known = await handler.load(tenant, tenantId);
  const record = known.status === 'registered' ? known : undefined;
  const away = record && TenantAway.of(record.move);
  if (away !== undefined) throw away;
  const handled = await handler.handle(tenant, tenantId, command, operatorContext(tenantId));
  if (!handled.ok) throw new Error(`refused with ${handled.code}`);
  if (handled.state.status !== 'registered') return undefined;
  const { name, active } = handled.state;
  return { tenantId, name, active, unchanged: active === record?.active };
}

/** The tenant that has this address. */
export async function tenantIdOf(
  handler: CommandHandler,
  { eventStore, digestKey }: Pick<OperatorDependencies, 'eventStore' | 'digestKey'>,
  domain: string,
): Promise<string | undefined> {
  const owner = await ownerOf(
    { handler, domainLog: createDomainLog(eventStore), digest: createKeyedDigest(digestKey) },
    { kind: 'domain', value: domain, tenantId: undefined },
  );
  return owner?.replace(streams.tenant(''), '');
}

/** Each run of a command is an intent of its own. */
export function operatorContext(tenantId: string): CommandContext {
  const key = randomUUID();
  return { key, correlationId: key, tenantId, actor: { kind: 'system', name: 'operador' } };
}
