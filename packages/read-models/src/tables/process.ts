import type {
  DocumentStatus,
  SealFailure,
  Part,
  ProcessStatus,
  Reminders,
  RequestingPerson,
  Requirements,
  SealLevel,
  SealStep,
  Selection,
  SignatureOutcome,
} from '@lacre/contracts';

import { bool, instant, integer, json, lexemes, nullable, oneOf, text, uuid } from '../column.ts';
import { ofCompany, ofParticipant } from '../reach.ts';
import { table } from '../table.ts';
import { processPageFunction } from './process-page.ts';

/** Of its company, which a common user must reach; of the persons who were asked to sign. */
const reach = `${ofCompany()} or ${ofParticipant}`;

export interface SignatureState extends SignatureOutcome {
  signatureId: string;
  personId: string;
  part: Part;
  /** The document's question is asked of this person. */
  asksSelection: boolean;
}

export const processTable = table(
  'process',
  {
    process_id: uuid(),
    tenant_id: uuid(),
    company_id: uuid(),
    summary: text(),
    status: oneOf<ProcessStatus>(),
    company: json<{ companyId: string; companyName: string; cnpj: string }>(),
    requester: json<{ userId: string; name: string }>(),
    tenant_name: text(),
    minimum_signatories: integer(),
    accepts_late_signatures: bool(),
    allows_delegation: bool(),
    /** The last group that was asked to sign. */
    asked_group: integer(),
    deadline: nullable(instant()),
    set_id: nullable(uuid()),
    reminders: nullable(json<Reminders>()),
    created_at: instant(),
    updated_at: instant(),
  },
  {
    key: ['process_id'],
    reach,
    indexes: ['(tenant_id, created_at desc, process_id)', '(tenant_id, status, created_at desc, process_id)'],
  },
);

/**
 * What lists of processes are searched and paged by, narrow so that counting what a common word matches reads little:
 * half as long as over the whole rows, measured among 100,000. New entries go into the index before they are many.
 */
export const processSearch = table(
  'process_search',
  {
    process_id: uuid(),
    tenant_id: uuid(),
    company_id: uuid(),
    status: oneOf<ProcessStatus>(),
    created_at: instant(),
    words: lexemes(),
  },
  {
    key: ['process_id'],
    reach: ofCompany(),
    onPublish: processPageFunction,
    indexes: [
      '(tenant_id, created_at desc, process_id)',
      '(tenant_id, status, created_at desc, process_id)',
      '(tenant_id, company_id, created_at desc, process_id)',
      'using gin (words) with (gin_pending_list_limit = 256)',
    ],
  },
);

export const processTag = table(
  'process_tag',
  { process_id: uuid(), tag_id: uuid(), tenant_id: uuid(), company_id: uuid() },
  { key: ['process_id', 'tag_id'], reach: ofCompany(), indexes: ['(tag_id)'] },
);

/** With the signatures asked for on it: an event of a process touches the rows it speaks of, not the whole process. */
export const processDocument = table(
  'process_document',
  {
    document_id: uuid(),
    process_id: uuid(),
    tenant_id: uuid(),
    company_id: uuid(),
    ordinal: integer(),
    name: text(),
    status: oneOf<DocumentStatus>(),
    pages: integer(),
    size_bytes: integer(),
    sha256: text(),
    already_signed: bool(),
    prints_otherwise: bool(),
    seal_failure: nullable(oneOf<SealFailure>()),
    seal_step: oneOf<SealStep>(),
    seal_level: nullable(oneOf<SealLevel>()),
    sealed_at: nullable(instant()),
    sealed_sha256: nullable(text()),
    provable_until: nullable(instant()),
    validation_code: nullable(text()),
    selection: nullable(json<Selection>()),
    signatures: json<SignatureState[]>(),
  },
  { key: ['document_id'], reach, indexes: ['(process_id, ordinal)'] },
);

export const processParticipant = table(
  'process_participant',
  {
    process_id: uuid(),
    person_id: uuid(),
    tenant_id: uuid(),
    company_id: uuid(),
    ordinal: integer(),
    part: oneOf<Part>(),
    name: text(),
    cpf: text(),
    email: text(),
    cellphone_number: nullable(text()),
    requirements: json<Requirements>(),
    signing_group: integer(),
    /** In whose name they sign; null: in their own. */
    at_request_of: nullable(json<RequestingPerson>()),
    /** State of the mail that asks them to sign. */
    invitation: oneOf<'waiting-turn' | 'queued' | 'sent' | 'undeliverable'>(),
    invitation_problem: nullable(text()),
  },
  {
    key: ['process_id', 'person_id'],
    reach,
    indexes: ['(person_id, process_id)', `((at_request_of->>'personId')) where at_request_of is not null`],
  },
);

/** Contacts that were replaced, as every participant may see them. */
export const processContactChange = table(
  'process_contact_change',
  {
    change_id: uuid(),
    process_id: uuid(),
    tenant_id: uuid(),
    company_id: uuid(),
    person_id: uuid(),
    by_user_id: nullable(uuid()),
    by_name: text(),
    at: instant(),
    /** Masked. */
    former: text(),
    contact: text(),
    reason: text(),
  },
  { key: ['change_id'], reach, indexes: ['(process_id, at)', '(person_id)', '(by_user_id)'] },
);
