import { streams, type TenantMove } from '@lacre/contracts';
import { createDomainLog } from '@lacre/domain-log';
import type { EventStore } from '@lacre/event-store';

import { createCommandHandler } from '../decider/store-command-handler.ts';
import { tenant } from './decide-tenant.ts';
import { loginDomains } from './state.ts';

/**
 * Every address of `/login/{domain}` that a tenant of this installation has now, by the alphabet; read from the log. One
 * that is being moved is where it comes from until it has left, and then where it went.
 *
 * @param origin of this installation: a tenant whose move leads to it has not arrived yet
 */
export async function listLoginDomains(eventStore: EventStore, origin: string): Promise<string[]> {
  const handler = createCommandHandler({ eventStore, now: () => new Date() });
  const domains: string[] = [];
  const registered = createDomainLog(eventStore).readAfter('start', { typePrefixes: ['TenantRegistered'] });
  for await (const { stream } of registered) {
    const state = await handler.load(tenant, stream.replace(streams.tenant(''), ''));
    if (state.status === 'registered' && isServedAt(origin, state.move)) domains.push(...loginDomains(state));
  }
  return domains.toSorted();
}

const isServedAt = (origin: string, move: TenantMove): boolean =>
  move.stage !== 'movedOut' && !(move.stage === 'moving' && move.address === origin);
