import { streams, type DataOf, type TenantSettings } from '@lacre/contracts';

import { accept, reject, type Aggregate, type Decision } from '../decider/decision.ts';
import { decideAdministrator, type AdministratorCommand } from './administrators.ts';
import { awayRejection, decideMove, type MoveCommand } from './moves.ts';
import {
  evolve,
  loginDomains,
  type DomainKind,
  type TenantRecord,
  type TenantState,
  type TenantStreamEvent,
} from './state.ts';
import { decideTag, type TagCommand } from './tags.ts';

export type { TenantState, TenantStreamEvent } from './state.ts';

type Image = NonNullable<DataOf<'TenantImageChanged'>['image']>;

interface ChangeSettings {
  type: 'changeSettings';
  /** Only what is to change; null unsets it. */
  settings: { [Name in keyof TenantSettings]?: TenantSettings[Name] | null };
  /** null takes an image away. */
  images: readonly { name: DataOf<'TenantImageChanged'>['name']; image: Image | null }[];
}

export type TenantCommand =
  | ({ type: 'register' } & DataOf<'TenantRegistered'>)
  | { type: 'deactivate'; reason: string }
  | { type: 'activate' }
  | ChangeSettings
  | { type: 'addDomain'; kind: DomainKind; domain: string }
  | { type: 'removeDomain'; domain: string }
  | AdministratorCommand
  | TagCommand
  | MoveCommand;

const MAX_DOMAINS = 50;

function decide(command: TenantCommand, state: TenantState): Decision<TenantStreamEvent> {
  if (command.type === 'register') {
    const { type: _register, ...data } = command;
    if (state.status === 'forfeited') return reject('CONCURRENT_CHANGE');
    // The id derives from the intent, so a tenant that is there already is this same one.
    if (state.status === 'registered') return accept();
    return accept({ type: 'TenantRegistered', data });
  }
  if (isMove(command)) return decideMove(command, state);
  if (state.status !== 'registered') return reject('TENANT_NOT_FOUND');
  return awayRejection(state.move) ?? decideOn(command, state);
}

const isMove = (command: TenantCommand): command is MoveCommand =>
  command.type === 'beginMove' ||
  command.type === 'abandonMove' ||
  command.type === 'moveOut' ||
  command.type === 'moveIn' ||
  command.type === 'forgetMoved';

function decideOn(
  command: Exclude<TenantCommand, { type: 'register' } | MoveCommand>,
  tenant: TenantRecord,
): Decision<TenantStreamEvent> {
  const { tenantId } = tenant;
  switch (command.type) {
    case 'deactivate':
      return tenant.active
        ? accept({ type: 'TenantDeactivated', data: { tenantId, reason: command.reason } })
        : accept();
    case 'activate':
      return tenant.active ? accept() : accept({ type: 'TenantActivated', data: { tenantId } });
    case 'changeSettings':
      return decideSettings(command, tenant);
    case 'addDomain': {
      const { kind, domain } = command;
      if (tenant.domains.get(domain) === kind) return accept();
      if (tenant.domains.size >= MAX_DOMAINS) return reject('TOO_MANY_DOMAINS');
      return accept({ type: 'TenantDomainAdded', data: { tenantId, kind, domain } });
    }
    case 'removeDomain':
      return decideRemoveDomain(command.domain, tenant);
    case 'createTag':
    case 'renameTag':
    case 'removeTag':
      return decideTag(command, tenant.tags);
    case 'addAdministrator':
    case 'removeAdministrator':
    case 'offerAdministration':
    case 'acceptAdministration':
    case 'endAdministrationOffer':
    case 'takeBackAdministration':
      return decideAdministrator(command, tenant.administrators, tenantId);
  }
}

function decideSettings(
  { settings: changes, images }: ChangeSettings,
  { tenantId, settings: before, images: known }: TenantRecord,
): Decision<TenantStreamEvent> {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const merged = Object.entries({ ...before, ...Object.fromEntries(given) });
  const settings = Object.fromEntries(merged.filter(([, value]) => value !== null)) as TenantSettings;
  const events: TenantStreamEvent[] = [];
  if (canonical(settings) !== canonical(before))
    events.push({ type: 'TenantSettingsChanged', data: { tenantId, settings } });
  for (const { name, image } of images)
    if ((image?.sha256 ?? undefined) !== known[name])
      events.push({
        type: 'TenantImageChanged',
        data: { tenantId, name, ...(image === null ? {} : { image }) },
      });
  return accept(...events);
}

const canonical = (settings: TenantSettings): string =>
  JSON.stringify(Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1)));

function decideRemoveDomain(domain: string, tenant: TenantRecord): Decision<TenantStreamEvent> {
  const { tenantId } = tenant;
  const kind = tenant.domains.get(domain);
  if (kind === undefined) return reject('DOMAIN_NOT_FOUND');
  if (kind === 'email') return accept({ type: 'TenantDomainRemoved', data: { tenantId, kind, domain } });
  const next = loginDomains(tenant).find((other) => other !== domain);
  const primary = tenant.domain === domain ? next : tenant.domain;
  if (primary === undefined) return reject('DOMAIN_REQUIRED');
  return accept({ type: 'TenantDomainRemoved', data: { tenantId, kind, domain, primary } });
}

export const tenant: Aggregate<TenantCommand, TenantState, TenantStreamEvent> = {
  stream: streams.tenant,
  initialState: () => ({ status: 'absent' }),
  decide,
  evolve,
};
