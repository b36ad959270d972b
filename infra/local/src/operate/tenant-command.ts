import { operateTenant } from '@lacre/command';
import type { EventStore } from '@lacre/event-store';

/** No account has the address that was named. */
export class NoSuchTenant extends Error {
  override readonly name = 'NoSuchTenant';
}

/**
 * Closes an account to all its users, or opens it again, and says so.
 *
 * @throws NoSuchTenant
 */
export async function switchTenant(
  dependencies: { eventStore: EventStore; digestKey: Uint8Array },
  domain: string,
  { active, reason }: { active: boolean; reason: string },
): Promise<string> {
  const command = active ? ({ type: 'activate' } as const) : ({ type: 'deactivate', reason } as const);
  const tenant = await operateTenant(dependencies, domain, command);
  if (tenant === undefined) throw new NoSuchTenant(`nenhuma conta atende no endereço "${domain}"`);
  const state = tenant.active ? 'ativa' : 'inativa';
  return `A conta "${tenant.name}" (${tenant.tenantId}) ${tenant.unchanged ? 'já estava' : 'agora está'} ${state}.`;
}
