import { operateCredits, type OperatorGrant } from '@lacre/command';
import type { EventStore } from '@lacre/event-store';

import { NoSuchTenant } from './tenant-command.ts';

const inWords = (amount: number): string =>
  `${amount.toLocaleString('pt-BR')} ${amount === 1 ? 'crédito' : 'créditos'}`;

/**
 * Grants credits to an account, or sets what it is granted every month, and says what it has now.
 *
 * @throws NoSuchTenant
 */
export async function grantCredits(
  dependencies: { eventStore: EventStore; digestKey: Uint8Array },
  domain: string,
  grant: OperatorGrant,
): Promise<string> {
  const account = await operateCredits(dependencies, domain, grant);
  if (account === undefined) throw new NoSuchTenant(`nenhuma conta atende no endereço "${domain}"`);
  const { name, tenantId, balance, monthly } = account;
  const done =
    grant.type === 'grant'
      ? `recebeu ${inWords(grant.amount)}`
      : monthly === 0
        ? 'não recebe mais créditos por mês'
        : `recebe ${inWords(monthly)} por mês, neste já`;
  return `A conta "${name}" (${tenantId}) ${done}. Disponíveis agora: ${inWords(balance)}.`;
}
