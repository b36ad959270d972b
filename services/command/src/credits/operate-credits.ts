import { createCommandHandler } from '../decider/store-command-handler.ts';
import { tenant } from '../tenant/decide-tenant.ts';
import { operatorContext, tenantIdOf, type OperatorDependencies } from '../tenant/operate-tenant.ts';
import { credits, type CreditsCommand } from './decide-credits.ts';

/** Most credits that one command grants: a slip of the keyboard is not taken back. */
export const MAX_GRANT = 1_000_000;

export interface OperatedCredits {
  tenantId: string;
  name: string;
  /** Free to be reserved, after it. */
  balance: number;
  /** Granted every month; 0 when nothing is. */
  monthly: number;
}

/** What an operator asks for, by the tenant that is found. */
export type OperatorGrant =
  | { type: 'grant'; amount: number; reason: string }
  | { type: 'setMonthly'; amount: number };

/**
 * What the operator of the platform does to a tenant's credits: grants some, or sets what it is granted every month.
 *
 * @param domain an address that its people come in by
 * @returns undefined when no tenant has that address
 */
export async function operateCredits(
  { eventStore, digestKey, now = () => new Date() }: OperatorDependencies,
  domain: string,
  grant: OperatorGrant,
): Promise<OperatedCredits | undefined> {
  const handler = createCommandHandler({ eventStore, now });
  const tenantId = await tenantIdOf(handler, { eventStore, digestKey }, domain);
  const registered = tenantId === undefined ? undefined : await handler.load(tenant, tenantId);
  if (tenantId === undefined || registered?.status !== 'registered') return undefined;
  const at = now().toISOString();
  const command: CreditsCommand =
    grant.type === 'grant' ? { ...grant, tenantId } : { ...grant, tenantId, at };
  const handled = await handler.handle(credits, tenantId, command, operatorContext(tenantId));
  if (!handled.ok) throw new Error(`refused with ${handled.code}`);
  const { state } = handled;
  const { balance, monthly } = state.status === 'open' ? state : { balance: 0, monthly: undefined };
  return { tenantId, name: registered.name, balance, monthly: monthly?.amount ?? 0 };
}
