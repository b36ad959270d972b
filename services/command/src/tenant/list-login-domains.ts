import { streams } from '@lacre/contracts';
import { createDomainLog } from '@lacre/domain-log';
import type { EventStore } from '@lacre/event-store';

import { createCommandHandler } from '../decider/store-command-handler.ts';
import { tenant } from './decide-tenant.ts';
import { loginDomains } from './state.ts';

/** Every address of `/login/{domain}` that a tenant of this log has now, by the alphabet; read from the log. */
export async function listLoginDomains(eventStore: EventStore): Promise<string[]> {
  const handler = createCommandHandler({ eventStore, now: () => new Date() });
  const domains: string[] = [];
  const registered = createDomainLog(eventStore).readAfter('start', { typePrefixes: ['TenantRegistered'] });
  for await (const { stream } of registered) {
    const state = await handler.load(tenant, stream.replace(streams.tenant(''), ''));
    if (state.status === 'registered') domains.push(...loginDomains(state));
  }
  return domains.toSorted();
}
