import { TenantAway } from '@lacre/access';
import type { TenantMove } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import type { CommandHandler } from '../decider/command-handler.ts';
import { tenant } from './decide-tenant.ts';

/** An account that something is begun for is here, and not being moved. @throws Refusal TENANT_MOVING, TENANT_MOVED */
export function assertTakesCommands({ move }: { move: TenantMove }): void {
  const away = TenantAway.of(move);
  if (away !== undefined) throw Refusal.of(away);
}

/** An account that is only read is here. @throws Refusal TENANT_MOVED */
export function assertHere({ move }: { move: TenantMove }): void {
  if (move.stage === 'movedOut') assertTakesCommands({ move });
}

/** Before anything is begun for one of its people who is not signed in. @throws Refusal TENANT_MOVING, TENANT_MOVED */
export async function assertTenantTakesCommands(
  { handler }: { handler: CommandHandler },
  tenantId: string,
): Promise<void> {
  const account = await handler.load(tenant, tenantId);
  if (account.status === 'registered') assertTakesCommands(account);
}
