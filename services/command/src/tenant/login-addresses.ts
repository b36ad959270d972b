import { domainSkeleton, streams } from '@lacre/contracts';
import type { Position } from '@lacre/event-store';
import type { KeyedDigest } from '@lacre/identity';

import type { CommandContext } from '../decider/command-context.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { orThrow } from '../decider/or-throw.ts';
import type { ReservationParts } from '../reservation/claim-value.ts';
import { claim } from '../reservation/claim.ts';
import { release } from '../reservation/release.ts';
import { tenant } from './decide-tenant.ts';
import { loginDomains, type DomainKind } from './state.ts';

/**
 * Adds a domain. An address of `/login/{domain}` leads to one tenant of the platform: it is reserved before
 * TenantDomainAdded, the commit point; a crash between the two leaves it to the next claim. A domain of e-mail
 * addresses is no account's alone.
 *
 * @throws Refusal DOMAIN_NOT_AVAILABLE, TOO_MANY_DOMAINS
 */
export async function addDomain(
  service: ReservationParts,
  context: CommandContext,
  { kind, domain }: { kind: DomainKind; domain: string },
): Promise<Position> {
  const { handler } = service;
  const { tenantId } = context;
  if (kind === 'login' && (await handler.repeated(tenant, tenantId, context)) === undefined)
    await claimDomain(service, context, domain);
  const add = { type: 'addDomain', kind, domain } as const;
  const handled = await handler.handle(tenant, tenantId, add, context);
  if (!handled.ok && kind === 'login') await giveUp(service, context, domain);
  return orThrow(handled).position;
}

/**
 * Reserves an address of `/login/{domain}`, and what it looks like: no other account gets a confusable one.
 *
 * @throws Refusal DOMAIN_NOT_AVAILABLE
 */
export async function claimDomain(
  service: ReservationParts,
  context: CommandContext,
  domain: string,
): Promise<void> {
  const owned = { owner: streams.tenant(context.tenantId), scope: 'platform' } as const;
  const skeleton = domainSkeleton(domain);
  await claim(service, context, 'DOMAIN_NOT_AVAILABLE', {
    kind: 'domain',
    value: domain,
    ...owned,
    holds: (owner) => holdsDomain(service, owner, domain),
  });
  await claim(service, context, 'DOMAIN_NOT_AVAILABLE', {
    kind: 'skeleton',
    value: skeleton,
    ...owned,
    holds: (owner) => holdsSkeleton(service, owner, skeleton),
  });
}

/** Removes a domain. Commit point: TenantDomainRemoved; an address is free for others after it. @throws Refusal */
export async function removeDomain(
  service: { handler: CommandHandler; digest: KeyedDigest },
  context: CommandContext,
  domain: string,
): Promise<Position> {
  const remove = { type: 'removeDomain', domain } as const;
  const { position } = orThrow(await service.handler.handle(tenant, context.tenantId, remove, context));
  await giveUp(service, context, domain);
  return position;
}

/** Whether the tenant of the owner's stream has this address now. */
const holdsDomain = async (
  service: { handler: CommandHandler },
  owner: string,
  domain: string,
): Promise<boolean> => (await domainsOf(service, owner)).includes(domain);

/** Whether it has one that looks like this. */
const holdsSkeleton = async (
  service: { handler: CommandHandler },
  owner: string,
  skeleton: string,
): Promise<boolean> =>
  (await domainsOf(service, owner)).some((domain) => domainSkeleton(domain) === skeleton);

async function domainsOf({ handler }: { handler: CommandHandler }, owner: string): Promise<string[]> {
  const state = await handler.load(tenant, owner.slice(owner.indexOf('-') + 1));
  return state.status === 'registered' ? loginDomains(state) : [];
}

async function giveUp(
  service: { handler: CommandHandler; digest: KeyedDigest },
  context: CommandContext,
  domain: string,
): Promise<void> {
  const owner = streams.tenant(context.tenantId);
  const skeleton = domainSkeleton(domain);
  if (!(await holdsDomain(service, owner, domain)))
    await release(service, context, { kind: 'domain', value: domain, owner, scope: 'platform' });
  if (!(await holdsSkeleton(service, owner, skeleton)))
    await release(service, context, { kind: 'skeleton', value: skeleton, owner, scope: 'platform' });
}
