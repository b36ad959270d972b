import {
  streams,
  type CompanyFields,
  type DataOf,
  type DomainEvent,
  type StreamEvents,
  type StreamOf,
  type PersonFields,
} from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';

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

async function folded<State extends { tenantId: string }, Event extends DomainEvent>(
  log: DomainLog,
  tenantId: string,
  stream: StreamOf<Event>,
  evolve: (state: State | undefined, event: Event) => State | undefined,
): Promise<State | undefined> {
  let state: State | undefined;
  for await (const event of log.readStream(stream, { refuse: 'misfits' })) state = evolve(state, event);
  return state?.tenantId === tenantId ? state : undefined;
}

export const readTemplateRecord = (
  log: DomainLog,
  tenantId: string,
  templateId: string,
): Promise<TemplateRecord | undefined> =>
  folded<TemplateRecord, StreamEvents['template']>(
    log,
    tenantId,
    streams.template(templateId),
    (state, event) => {
      if (event.type === 'TemplateCreated' || event.type === 'TemplateEdited') return event.data;
      return event.type === 'TemplateRemoved' ? undefined : state;
    },
  );

export const readCompanyRecord = (
  log: DomainLog,
  tenantId: string,
  companyId: string,
): Promise<CompanyRecord | undefined> =>
  folded<CompanyRecord & { tenantId: string }, StreamEvents['company']>(
    log,
    tenantId,
    streams.company(companyId),
    (state, event) => {
      if (event.type === 'CompanyCreated') return event.data;
      if (event.type === 'CompanyEdited') return state && { ...state, fields: event.data.fields };
      return event.type === 'CompanyRemoved' ? undefined : state;
    },
  );

export const readPersonRecord = (
  log: DomainLog,
  tenantId: string,
  personId: string,
): Promise<PersonRecord | undefined> =>
  folded<PersonRecord & { tenantId: string }, StreamEvents['person']>(
    log,
    tenantId,
    streams.person(personId),
    (state, event) => {
      if (event.type === 'PersonCreated' || event.type === 'PersonDrafted') return event.data;
      if (event.type === 'PersonEdited') return state && { ...state, fields: event.data.fields };
      return event.type === 'PersonRemoved' || event.type === 'PersonErased' ? undefined : state;
    },
  );

/** The name of the account. */
export async function readTenantName(log: DomainLog, tenantId: string): Promise<string> {
  for await (const { type, data } of log.readStream(streams.tenant(tenantId), {
    limit: 1,
    refuse: 'misfits',
  }))
    if (type === 'TenantRegistered') return data.name;
  return '';
}
