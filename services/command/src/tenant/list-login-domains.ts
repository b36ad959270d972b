import { streams } from '@lacre/contracts';
import type { EventStore, Position } from '@lacre/event-store';

import { createCommandHandler } from '../decider/store-command-handler.ts';
import { tenant } from './decide-tenant.ts';
import { loginDomains } from './state.ts';

const PAGE_EVENTS = 1000;

/** Every address of `/login/{domain}` that a tenant of this log has now, by the alphabet; read from the log. */
export async function listLoginDomains(eventStore: EventStore): Promise<string[]> {
  const handler = createCommandHandler({ eventStore, now: () => new Date() });
  const domains: string[] = [];
  for await (const tenantId of registeredTenants(eventStore)) {
    const state = await handler.load(tenant, tenantId);
    if (state.status === 'registered') domains.push(...loginDomains(state));
  }
  return domains.toSorted();
}

async function* registeredTenants(eventStore: EventStore): AsyncGenerator<string> {
  const filter = { typePrefixes: ['TenantRegistered'] };
  let after: Position | 'start' = 'start';
  for (;;) {
    let count = 0;
    for await (const { position, stream } of eventStore.readAll({ after, limit: PAGE_EVENTS, filter })) {
      after = position;
      count += 1;
      yield stream.replace(streams.tenant(''), '');
    }
    if (count < PAGE_EVENTS) return;
  }
}
