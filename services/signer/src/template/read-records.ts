import {
  streams,
  type CompanyFields,
  type DataOf,
  type DomainEvent,
  type PersonFields,
} from '@lacre/contracts';
import type { EventStore } from '@lacre/event-store';

import { entryOf } from '../process/process-record.ts';

/** What fills a template, as its streams have it now; undefined for what is not there, or is another tenant's. */

export type TemplateRecord = DataOf<'TemplateCreated'>;

export interface CompanyRecord {
  cnpj: string;
  fields: CompanyFields;
}

export interface PersonRecord {
  personId: string;
  cpf: string;
  fields: PersonFields;
}

async function folded<State extends { tenantId: string }>(
  store: EventStore,
  tenantId: string,
  stream: string,
  evolve: (state: State | undefined, event: DomainEvent) => State | undefined,
): Promise<State | undefined> {
  let state: State | undefined;
  for await (const event of store.readStream(stream)) state = evolve(state, entryOf(event));
  return state?.tenantId === tenantId ? state : undefined;
}

export const readTemplateRecord = (
  store: EventStore,
  tenantId: string,
  templateId: string,
): Promise<TemplateRecord | undefined> =>
  folded<TemplateRecord>(store, tenantId, streams.template(templateId), (state, event) => {
    if (event.type === 'TemplateCreated' || event.type === 'TemplateEdited') return event.data;
    return event.type === 'TemplateRemoved' ? undefined : state;
  });

export const readCompanyRecord = (
  store: EventStore,
  tenantId: string,
  companyId: string,
): Promise<CompanyRecord | undefined> =>
  folded<CompanyRecord & { tenantId: string }>(
    store,
    tenantId,
    streams.company(companyId),
    (state, event) => {
      if (event.type === 'CompanyCreated') return event.data;
      if (event.type === 'CompanyEdited') return state && { ...state, fields: event.data.fields };
      return event.type === 'CompanyRemoved' ? undefined : state;
    },
  );

export const readPersonRecord = (
  store: EventStore,
  tenantId: string,
  personId: string,
): Promise<PersonRecord | undefined> =>
  folded<PersonRecord & { tenantId: string }>(store, tenantId, streams.person(personId), (state, event) => {
    if (event.type === 'PersonCreated' || event.type === 'PersonDrafted') return event.data;
    if (event.type === 'PersonEdited') return state && { ...state, fields: event.data.fields };
    return event.type === 'PersonRemoved' || event.type === 'PersonErased' ? undefined : state;
  });

/** The name of the account. */
export async function readTenantName(store: EventStore, tenantId: string): Promise<string> {
  for await (const event of store.readStream(streams.tenant(tenantId), { limit: 1 })) {
    const entry = entryOf(event);
    if (entry.type === 'TenantRegistered') return entry.data.name;
  }
  return '';
}
