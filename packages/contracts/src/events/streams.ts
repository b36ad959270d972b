import type {
  CompanyEvent,
  CreditEvent,
  DomainEvent,
  DownloadEvent,
  EnvelopeEvent,
  ErasureEvent,
  FaceEvent,
  IdentityEvent,
  InstallationEvent,
  NotificationEvent,
  PersonBatchEvent,
  PersonEvent,
  ProcessEvent,
  ProcessSetEvent,
  ReservationEvent,
  SealEvent,
  SignerGroupEvent,
  SignInEvent,
  TagEvent,
  TemplateEvent,
  TenantEvent,
  TokenEvent,
  TotemEvent,
  UserEvent,
  WebhookEvent,
} from './index.ts';

type Forfeited = Extract<ReservationEvent, { type: 'OwnerForfeited' }>;

/** Which events a stream of each kind holds, and no others. */
export interface StreamEvents {
  installation: InstallationEvent;
  tenant: Extract<IdentityEvent, { type: 'TenantRegistered' }> | TenantEvent | TagEvent | Forfeited;
  user:
    | Extract<IdentityEvent, { type: 'UserCreated' }>
    | SignInEvent
    | UserEvent
    | TotemEvent
    | Extract<ErasureEvent, { type: `User${string}` }>
    | Forfeited;
  token: TokenEvent;
  company: CompanyEvent | Forfeited;
  person:
    | PersonEvent
    | Extract<IdentityEvent, { type: `Person${string}` }>
    | Extract<ErasureEvent, { type: `Person${string}` }>
    | Forfeited;
  face: FaceEvent;
  personBatch: PersonBatchEvent;
  process: ProcessEvent;
  processSet: ProcessSetEvent;
  credits: CreditEvent;
  seal: Exclude<SealEvent, { type: 'EvidenceSealed' | 'PartialCopySealed' }>;
  evidence: Extract<SealEvent, { type: 'EvidenceSealed' }>;
  partialCopy: Extract<SealEvent, { type: 'PartialCopySealed' }>;
  download: DownloadEvent;
  template: TemplateEvent;
  envelope: EnvelopeEvent;
  signerGroup: SignerGroupEvent;
  notification: NotificationEvent;
  webhook: WebhookEvent | Forfeited;
  reservation: Exclude<ReservationEvent, Forfeited>;
  owner: Forfeited;
}

declare const holds: unique symbol;
/** The name of a stream that holds these events, and no others. */
export type StreamOf<Event extends DomainEvent> = string & { readonly [holds]: (event: Event) => Event };

const named = <Kind extends keyof StreamEvents>(name: string) => name as StreamOf<StreamEvents[Kind]>;

/** Names of streams: `category-id`. Categories are the prefixes that subscriptions filter by. */
export const streams = {
  /** Of the log itself: one in each. */
  installation: () => named<'installation'>('installation'),
  tenant: (tenantId: string) => named<'tenant'>(`tenant-${tenantId}`),
  user: (userId: string) => named<'user'>(`user-${userId}`),
  token: (tokenId: string) => named<'token'>(`token-${tokenId}`),
  company: (companyId: string) => named<'company'>(`company-${companyId}`),
  person: (personId: string) => named<'person'>(`person-${personId}`),
  /** Consent, enrolment and erasure of a person's face. */
  face: (personId: string) => named<'face'>(`face-${personId}`),
  personBatch: (batchId: string) => named<'personBatch'>(`batch-${batchId}`),
  process: (processId: string) => named<'process'>(`process-${processId}`),
  /** Processes made together, of one document each. */
  processSet: (setId: string) => named<'processSet'>(`set-${setId}`),
  credits: (tenantId: string) => named<'credits'>(`credits-${tenantId}`),
  seal: (documentId: string) => named<'seal'>(`seal-${documentId}`),
  /** Of a document whose sealed file takes no pages: its evidence, in a file of its own. */
  evidence: (documentId: string) => named<'evidence'>(`evidence-${documentId}`),
  partialCopy: (copyId: string) => named<'partialCopy'>(`partial-copy-${copyId}`),
  download: (downloadId: string) => named<'download'>(`download-${downloadId}`),
  template: (templateId: string) => named<'template'>(`template-${templateId}`),
  envelope: (envelopeId: string) => named<'envelope'>(`envelope-${envelopeId}`),
  signerGroup: (signerGroupId: string) => named<'signerGroup'>(`signer-group-${signerGroupId}`),
  notification: (notificationId: string) => named<'notification'>(`notification-${notificationId}`),
  webhook: (webhookId: string) => named<'webhook'>(`webhook-${webhookId}`),
  /** `id` is `{kind}-{digest}`, the digest a keyed hash of the value: no personal data stands in a stream's name. */
  reservation: (id: string) => named<'reservation'>(`reservation-${id}`),
  /** The stream that a reservation names as its owner, of whatever kind that is. */
  owner: (name: string) => named<'owner'>(name),
} as const;
