import type { TenantMoves } from '@lacre/access';
import { Refusal } from '@lacre/http';

/**
 * What was issued for an account is answered where the account is: its proofs are renewed there. While it is being moved
 * it is still here. @throws Refusal TENANT_MOVED
 */
export async function assertHere(
  { tenantMoves }: { tenantMoves: TenantMoves },
  { tenantId }: { tenantId: string },
): Promise<void> {
  const away = await tenantMoves.awayOf(tenantId);
  if (away?.code !== 'TENANT_MOVED') return;
  const { code, address } = away;
  throw Refusal.of({ code, address, detail: `Confira em ${address}/validate.` });
}
