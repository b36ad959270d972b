import { streams } from '@lacre/contracts';
import type { Position } from '@lacre/event-store';

import type { CommandContext } from '../decider/command-context.ts';
import { claim } from '../reservation/claim.ts';
import { release } from '../reservation/release.ts';
import { stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { tenant } from './decide-tenant.ts';
import { loginDomains, type DomainKind } from './state.ts';

/**
 * Adds a domain. An address of `/login/{domain}` leads to one tenant of the platform: it is reserved before
 * TenantDomainAdded, the commit point; a crash between the two leaves it to whoever asks for it next. A domain of e-mail
 * addresses is nobody's alone.
 *
 * @throws Refusal DOMAIN_NOT_AVAILABLE, TOO_MANY_DOMAINS
 */
export async function addDomain(
  service: CommandService,
  context: CommandContext,
  { kind, domain }: { kind: DomainKind; domain: string },
): Promise<Position> {
  const { handler } = service;
  const { tenantId } = context;
  if (kind === 'login' && (await handler.repeated(tenant, tenantId, context)) === undefined)
    await claim(service, context, 'DOMAIN_NOT_AVAILABLE', {
      kind: 'domain',
      value: domain,
      owner: streams.tenant(tenantId),
      scope: 'platform',
      holds: (owner) => holdsDomain(service, owner, domain),
    });
  const add = { type: 'addDomain', kind, domain } as const;
  const handled = await handler.handle(tenant, tenantId, add, context);
  if (!handled.ok && kind === 'login') await giveUp(service, context, domain);
  return stored(handled).position;
}

/** Removes a domain. Commit point: TenantDomainRemoved; an address is free for others after it. @throws Refusal */
export async function removeDomain(
  service: CommandService,
  context: CommandContext,
  domain: string,
): Promise<Position> {
  const remove = { type: 'removeDomain', domain } as const;
  const { position } = stored(await service.handler.handle(tenant, context.tenantId, remove, context));
  await giveUp(service, context, domain);
  return position;
}

/** Whether the tenant of the owner's stream has this address now. */
export async function holdsDomain(
  { handler }: CommandService,
  owner: string,
  domain: string,
): Promise<boolean> {
  const state = await handler.load(tenant, owner.slice(owner.indexOf('-') + 1));
  return state.status === 'registered' && loginDomains(state).includes(domain);
}

async function giveUp(service: CommandService, context: CommandContext, domain: string): Promise<void> {
  const owner = streams.tenant(context.tenantId);
  if (await holdsDomain(service, owner, domain)) return;
  await release(service, context, { kind: 'domain', value: domain, owner, scope: 'platform' });
}
