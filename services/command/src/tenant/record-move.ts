import { randomUUID } from 'node:crypto';

import { identifier } from '@lacre/contracts';
import type { EventStore } from '@lacre/event-store';

import { createCommandHandler } from '../decider/store-command-handler.ts';
import { tenant } from './decide-tenant.ts';
import type { MoveCommand } from './moves.ts';
import { operatorContext, tenantIdOf, type OperatorDependencies } from './operate-tenant.ts';
import type { TenantRecord } from './state.ts';

/** The account that has this address or id; undefined when none has. */
export async function findTenant(
  { eventStore, digestKey, now = () => new Date() }: OperatorDependencies,
  domainOrId: string,
): Promise<TenantRecord | undefined> {
  const handler = createCommandHandler({ eventStore, now });
  const tenantId = identifier.safeParse(domainOrId).success
    ? domainOrId
    : await tenantIdOf(handler, { eventStore, digestKey }, domainOrId);
  if (tenantId === undefined) return undefined;
  const state = await handler.load(tenant, tenantId);
  return state.status === 'registered' ? state : undefined;
}

/**
 * Records a step of a tenant's move in the log that it concerns. Each is a commit point of the move; one that was
 * recorded before is found, and nothing is appended.
 *
 * @returns what the tenant is after it
 */
export async function recordMove(
  eventStore: EventStore,
  tenantId: string,
  command: MoveCommand,
): Promise<TenantRecord> {
  const handler = createCommandHandler({ eventStore, now: () => new Date() });
  const context = { ...operatorContext(tenantId), key: `tenant-move:${command.moveId}:${command.type}` };
  const handled = await handler.handle(tenant, tenantId, command, {
    ...context,
    correlationId: randomUUID(),
  });
  if (!handled.ok) throw new Error(`refused with ${handled.code}`);
  if (handled.state.status !== 'registered') throw new Error(`no tenant ${tenantId}`);
  return handled.state;
}
