import type {
  CompanyFields,
  DocumentStatus,
  SealFailure,
  EnvelopeFields,
  Part,
  PersonFields,
  ProcessStatus,
  Reminders,
  Requirements,
  Role,
  Scope,
  SealLevel,
  SealStep,
  SecurityKind,
  Selection,
  SignatureStatus,
  TenantSettings,
  SignerGroupFields,
  TemplateContent,
  TemplateFields,
} from '@lacre/contracts';
import type { Position } from '@lacre/event-store';

/** The views this service reads, as the projector publishes them. Every one is bound to a tenant by its policies. */
export interface ReadSchema {
  'read.tenant': TenantTable;
  'read.tenant_domain': { tenant_id: string; domain: string; kind: 'login' | 'email'; added_at: Date };
  'read.tenant_event': {
    tenant_id: string;
    number: bigint;
    position: Position;
    stream: string;
    revision: bigint;
    at: Date;
  };
  'read.credit_movement': CreditMovementTable;
  'read.user_account': UserTable;
  'read.api_token': TokenTable;
  'command.token_use': { token_id: string; last_used_at: Date };
  'read.totem': {
    totem_id: string;
    tenant_id: string;
    user_id: string;
    name: string;
    registered_at: Date;
    revoked_at: Date | null;
  };
  'command.totem_use': { totem_id: string; last_seen_at: Date };
  /** Written by every service, as it answers. */
  'security.entry': {
    id: bigint;
    tenant_id: string;
    at: Date;
    kind: SecurityKind;
    operation: string | null;
    status: number;
    code: string | null;
    caller_kind: 'user' | 'person' | null;
    caller_id: string | null;
    token_id: string | null;
    source: string;
    times: number;
  };
  'read.company': {
    company_id: string;
    tenant_id: string;
    cnpj: string;
    active: boolean;
    fields: CompanyFields;
    sort_name: string;
    search_text: string;
    created_at: Date;
    edited_at: Date;
  };
  'read.person': {
    person_id: string;
    tenant_id: string;
    cpf: string;
    fields: PersonFields;
    sort_name: string;
    search_text: string;
    created_at: Date;
    edited_at: Date;
  };
  'read.template': {
    template_id: string;
    tenant_id: string;
    fields: TemplateFields;
    content: TemplateContent;
    sort_name: string;
    search_text: string;
    created_at: Date;
    edited_at: Date;
  };
  'read.envelope': {
    envelope_id: string;
    tenant_id: string;
    fields: EnvelopeFields;
    sort_name: string;
    search_text: string;
    created_at: Date;
    edited_at: Date;
  };
  'read.signer_group': {
    signer_group_id: string;
    tenant_id: string;
    fields: SignerGroupFields;
    sort_name: string;
    search_text: string;
    created_at: Date;
    edited_at: Date;
  };
  'read.credits': { tenant_id: string; balance: bigint; reserved: bigint; consumed: bigint };
  'read.process': ProcessTable;
  'read.process_tag': { process_id: string; tag_id: string; tenant_id: string };
  'read.tag': { tag_id: string; tenant_id: string; name: string; sort_name: string; words: string[] };
  'read.process_document': DocumentTable;
  'read.process_participant': ParticipantTable;
  'read.process_contact_change': ContactChangeTable;
  'read.download': DownloadTable;
  'read.feed_entry': FeedEntryTable;
  'read.feed_head': FeedPlaceTable;
  'read.feed_mark': FeedPlaceTable;
  'webhook.endpoint': EndpointTable;
  'webhook.delivery': DeliveryTable;
  'signer.download_progress': { download_id: string; percent: number; updated_at: Date };
  'signer.job_problem': { kind: string; key: string; problem: string; attempts: number; updated_at: Date };
}

export interface TenantTable {
  tenant_id: string;
  name: string;
  domain: string;
  settings: TenantSettings;
  logo_sha256: string | null;
  bg_sha256: string | null;
  registered_at: Date;
}

export interface CreditMovementTable {
  tenant_id: string;
  number: bigint;
  position: string;
  at: Date;
  kind: 'granted' | 'reserved' | 'consumed' | 'refunded';
  amount: bigint;
  balance: bigint;
  reserved: bigint;
  reason: string | null;
  process_id: string | null;
  document_id: string | null;
}

export interface TokenTable {
  token_id: string;
  tenant_id: string;
  issuer_id: string;
  description: string;
  role: Role;
  scopes: readonly Scope[];
  networks: readonly string[];
  search_text: string;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
}

export interface UserTable {
  user_id: string;
  tenant_id: string;
  name: string;
  email: string;
  role: Role;
  active: boolean;
  cpf: string | null;
  external_id: string | null;
  phone_number: string | null;
  company_ids: string[];
  avatar_sha256: string | null;
  joined: boolean;
  email_verified: boolean;
  sort_name: string;
  search_text: string;
  created_at: Date;
  last_signed_in_at: Date | null;
}

export interface ProcessTable {
  process_id: string;
  tenant_id: string;
  company_id: string;
  summary: string;
  status: ProcessStatus;
  company: { companyId: string; companyName: string; cnpj: string };
  requester: { userId: string; name: string };
  tenant_name: string;
  minimum_signatories: number;
  asked_group: number;
  deadline: Date | null;
  set_id: string | null;
  reminders: Reminders | null;
  created_at: Date;
  updated_at: Date;
}

export interface SignatureState {
  signatureId: string;
  personId: string;
  part: Part;
  status: SignatureStatus;
  signedAt: string | null;
  rejectReason: string | null;
  expired: boolean;
  asksSelection: boolean;
  chosen: string[] | null;
}

export interface DocumentTable {
  document_id: string;
  process_id: string;
  tenant_id: string;
  company_id: string;
  ordinal: number;
  name: string;
  status: DocumentStatus;
  pages: number;
  size_bytes: number;
  sha256: string;
  already_signed: boolean;
  prints_otherwise: boolean;
  seal_failure: SealFailure | null;
  sealed_at: Date | null;
  seal_step: SealStep;
  seal_level: SealLevel | null;
  sealed_sha256: string | null;
  provable_until: Date | null;
  validation_code: string | null;
  selection: Selection | null;
  signatures: SignatureState[];
}

export interface ParticipantTable {
  process_id: string;
  person_id: string;
  tenant_id: string;
  company_id: string;
  ordinal: number;
  part: Part;
  name: string;
  cpf: string;
  email: string;
  cellphone_number: string | null;
  requirements: Requirements;
  signing_group: number;
  invitation: 'waiting-turn' | 'queued' | 'sent' | 'undeliverable';
  invitation_problem: string | null;
}

/** Addresses are masked. */
export interface ContactChangeTable {
  change_id: string;
  process_id: string;
  tenant_id: string;
  company_id: string;
  person_id: string;
  by_user_id: string | null;
  by_name: string;
  at: Date;
  former: string;
  contact: string;
  reason: string;
}

export interface DownloadTable {
  download_id: string;
  tenant_id: string;
  requester_id: string;
  description: string;
  status: 'requested' | 'prepared' | 'expired';
  process_ids: string[];
  company_ids: string[];
  file_count: number;
  size_bytes: bigint;
  requested_at: Date;
  prepared_at: Date | null;
  expires_at: Date | null;
}

export interface EndpointTable {
  webhook_id: string;
  tenant_id: string;
  url: string;
  description: string;
  event_types: string[];
  status: 'active' | 'paused' | 'disabled';
  created_at: Date;
  failing_since: Date | null;
}

export interface DeliveryTable {
  webhook_id: string;
  event_id: string;
  event_type: string;
  occurred_at: Date;
  number: bigint;
  status: 'pending' | 'delivered' | 'dead';
  attempts: number;
  /** Not a date before the first attempt: at once. */
  next_attempt_at: Date | number;
  last_attempt_at: Date | null;
  last_status: number | null;
  last_problem: string | null;
  delivered_at: Date | null;
}

export interface FeedEntryTable {
  tenant_id: string;
  number: bigint;
  position: string;
  stream: string;
  revision: bigint;
}

/** Where a numbered entry of the feed stands. */
export interface FeedPlaceTable {
  tenant_id: string;
  number: bigint;
  position: string;
}

/** Read models with a checkpoint of their own. */
export type ProjectionName =
  | 'account'
  | 'company'
  | 'person'
  | 'process'
  | 'tag'
  | 'api-token'
  | 'totem'
  | 'credits'
  | 'download'
  | 'feed'
  | 'tenant-event'
  | 'webhook'
  | 'template';
