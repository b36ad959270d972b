import { streams } from '@lacre/contracts';
import type { EventStore } from '@lacre/event-store';

import { Refusal } from '../refusal.ts';
import { FoldedStreams } from './folded-streams.ts';
import type { Claims, Principal } from './principal.ts';
import { evolveTenant, evolveUser, NO_USER, type TenantStanding, type UserStanding } from './standing.ts';

/** Knows of callers what their tokens do not: what became of them since. */
export interface Callers {
  /**
   * Whoever a verified token names, as the log has them at this moment: whoever was demoted, deactivated or removed
   * before the call has lost their access.
   *
   * @throws Refusal AUTH_USER_WITHOUT_TENANT, AUTH_USER_INACTIVE, TENANT_INACTIVE
   * @throws EventStoreUnavailable
   */
  admit(claims: Claims): Promise<Principal>;
}

/** Callers by their own streams and their tenants'. */
export function createCallers({ eventStore }: { eventStore: EventStore }): Callers {
  const users = new FoldedStreams<UserStanding>(eventStore, { initial: NO_USER, evolve: evolveUser });
  const tenants = new FoldedStreams<TenantStanding>(eventStore, { initial: 'absent', evolve: evolveTenant });

  async function assertTenant(tenantId: string): Promise<void> {
    const standing = await tenants.latest(streams.tenant(tenantId));
    if (standing === 'absent') throw new Refusal('AUTH_USER_WITHOUT_TENANT');
    if (standing === 'inactive') throw new Refusal('TENANT_INACTIVE');
  }

  return {
    async admit(claims) {
      if (claims.kind === 'person') {
        await assertTenant(claims.tenantId);
        return claims;
      }
      const [user] = await Promise.all([
        users.latest(streams.user(claims.sub)),
        assertTenant(claims.tenantId),
      ]);
      const { tenantId, status, role, name, companyIds } = user;
      if (tenantId !== claims.tenantId || status === 'removed') throw new Refusal('AUTH_USER_WITHOUT_TENANT');
      if (status === 'inactive') throw new Refusal('AUTH_USER_INACTIVE');
      const isSteward = role === 'administrator' || role === 'manager';
      return { ...claims, role, name, companies: isSteward ? 'all' : role === 'common' ? companyIds : [] };
    },
  };
}
