import {
  moveAfter,
  NOT_MOVED,
  type DataOf,
  type StreamEvents,
  type TenantMove,
  type TenantSettings,
} from '@lacre/contracts';

import { evolveAdministrators, foundedBy, type Administrators } from './administrators.ts';
import { evolveTags, type Tags } from './tags.ts';

export type TenantStreamEvent = StreamEvents['tenant'];

export type DomainKind = DataOf<'TenantDomainAdded'>['kind'];

/** `domain` is the address that people are shown; `name` what it was registered as. */
export interface TenantRecord extends DataOf<'TenantRegistered'> {
  active: boolean;
  settings: TenantSettings;
  /** SHA-256 of the images there are. */
  images: { readonly [Name in DataOf<'TenantImageChanged'>['name']]?: string | undefined };
  /** In the order they were added. */
  domains: ReadonlyMap<string, DomainKind>;
  tags: Tags;
  administrators: Administrators;
  move: TenantMove;
}

export type TenantState =
  | { status: 'absent' }
  /** Its address or its administrator's e-mail went to another registration: this id can never be used. */
  | { status: 'forfeited' }
  | ({ status: 'registered' } & TenantRecord);

export function evolve(state: TenantState, event: TenantStreamEvent): TenantState {
  if (event.type === 'TenantRegistered')
    return {
      status: 'registered',
      active: true,
      settings: {},
      images: {},
      domains: new Map([[event.data.domain, 'login']]),
      tags: new Map(),
      administrators: foundedBy(event.data.administratorId),
      move: NOT_MOVED,
      ...event.data,
    };
  if (event.type === 'OwnerForfeited') return { status: 'forfeited' };
  return state.status === 'registered' ? { status: 'registered', ...evolveRecord(state, event) } : state;
}

function evolveRecord(
  state: TenantRecord,
  event: Exclude<TenantStreamEvent, { type: 'TenantRegistered' | 'OwnerForfeited' }>,
): TenantRecord {
  switch (event.type) {
    case 'TenantDeactivated':
      return { ...state, active: false };
    case 'TenantActivated':
      return { ...state, active: true };
    case 'TenantSettingsChanged':
      return { ...state, settings: event.data.settings };
    case 'TenantImageChanged':
      return { ...state, images: { ...state.images, [event.data.name]: event.data.image?.sha256 } };
    case 'TenantDomainAdded':
      return { ...state, domains: new Map(state.domains).set(event.data.domain, event.data.kind) };
    case 'TagCreated':
    case 'TagRenamed':
    case 'TagRemoved':
      return { ...state, tags: evolveTags(state.tags, event) };
    case 'TenantAdministratorAdded':
    case 'TenantAdministratorRemoved':
    case 'AdministrationOffered':
    case 'AdministrationAccepted':
    case 'AdministrationOfferEnded':
      return { ...state, administrators: evolveAdministrators(state.administrators, event) };
    case 'TenantMoveBegan':
    case 'TenantMoveAbandoned':
    case 'TenantMovedOut':
    case 'TenantMovedIn':
    case 'TenantMoveForgotten':
      return { ...state, move: moveAfter(event) };
    case 'TenantDomainRemoved': {
      const domains = new Map(state.domains);
      domains.delete(event.data.domain);
      return { ...state, domains, domain: event.data.kind === 'login' ? event.data.primary : state.domain };
    }
  }
}

/** Addresses of `/login/{domain}`, oldest first. */
export const loginDomains = ({ domains }: Pick<TenantRecord, 'domains'>): string[] =>
  [...domains].filter(([, kind]) => kind === 'login').map(([domain]) => domain);

/** Users' e-mails are of one of these, when there are any. */
export const emailDomains = ({ domains }: Pick<TenantRecord, 'domains'>): string[] =>
  [...domains].filter(([, kind]) => kind === 'email').map(([domain]) => domain);
