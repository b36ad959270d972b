import type { z } from 'zod';

import { identityEvents } from './access/identity.ts';
import { reservationEvents } from './access/reservation.ts';
import { signInEvents } from './access/sign-in.ts';
import { tokenEvents } from './access/token.ts';
import { totemEvents } from './access/totem.ts';
import { companyEvents } from './company.ts';
import { creditEvents } from './credits.ts';
import { downloadEvents } from './download.ts';
import { erasureEvents } from './erasure.ts';
import { faceEvents } from './face.ts';
import { installationEvents } from './installation.ts';
import { notificationEvents } from './notification.ts';
import { personBatchEvents, personEvents } from './person.ts';
import { processSetEvents } from './process-set.ts';
import { processEvents } from './process.ts';
import { sealEvents } from './seal.ts';
import { tagEvents } from './tag.ts';
import { envelopeEvents, signerGroupEvents, templateEvents } from './template.ts';
import { tenantEvents } from './tenant.ts';
import { userEvents } from './user.ts';
import { webhookEvents } from './webhook.ts';

/** Every event type of the log with the schema of its data. An unknown type does not exist. */
export const eventSchemas = {
  ...identityEvents,
  ...signInEvents,
  ...tenantEvents,
  ...tagEvents,
  ...userEvents,
  ...totemEvents,
  ...tokenEvents,
  ...companyEvents,
  ...personEvents,
  ...erasureEvents,
  ...faceEvents,
  ...personBatchEvents,
  ...reservationEvents,
  ...processEvents,
  ...processSetEvents,
  ...creditEvents,
  ...sealEvents,
  ...templateEvents,
  ...envelopeEvents,
  ...signerGroupEvents,
  ...downloadEvents,
  ...notificationEvents,
  ...webhookEvents,
  ...installationEvents,
} as const;

type Schemas = typeof eventSchemas;
export type EventType = keyof Schemas;
type EventsOf<Group extends Partial<Record<EventType, z.ZodType>>> = {
  [Type in keyof Group & EventType]: { type: Type; data: z.output<Schemas[Type]> };
}[keyof Group & EventType];

/** Any event of the product: `{ type, data }`, discriminated by `type`. */
export type DomainEvent = EventsOf<Schemas>;
export type IdentityEvent = EventsOf<typeof identityEvents>;
export type TenantEvent = EventsOf<typeof tenantEvents>;
export type TokenEvent = EventsOf<typeof tokenEvents>;
export type TagEvent = EventsOf<typeof tagEvents>;
export type UserEvent = EventsOf<typeof userEvents>;
export type TotemEvent = EventsOf<typeof totemEvents>;
export { RESERVATION_KINDS } from './access/reservation.ts';
export { RECOVERY_ENDS, type RecoveryEnd } from '../recovery-ends.ts';
export type SignInEvent = EventsOf<typeof signInEvents>;
export type CompanyEvent = EventsOf<typeof companyEvents>;
export type ErasureEvent = EventsOf<typeof erasureEvents>;
export type FaceEvent = EventsOf<typeof faceEvents>;
export type PersonEvent = EventsOf<typeof personEvents>;
export type PersonBatchEvent = EventsOf<typeof personBatchEvents>;
export type ReservationEvent = EventsOf<typeof reservationEvents>;
export type ProcessEvent = EventsOf<typeof processEvents>;
export type ProcessSetEvent = EventsOf<typeof processSetEvents>;
export type CreditEvent = EventsOf<typeof creditEvents>;
export type SealEvent = EventsOf<typeof sealEvents>;
export type TemplateEvent = EventsOf<typeof templateEvents>;
export type EnvelopeEvent = EventsOf<typeof envelopeEvents>;
export type SignerGroupEvent = EventsOf<typeof signerGroupEvents>;
export type DownloadEvent = EventsOf<typeof downloadEvents>;
export type NotificationEvent = EventsOf<typeof notificationEvents>;
export type WebhookEvent = EventsOf<typeof webhookEvents>;
export type InstallationEvent = EventsOf<typeof installationEvents>;
/** Of all but the log itself, which belongs to no tenant. */
export type TenantEventType = Exclude<EventType, keyof typeof installationEvents>;
export type DataOf<Type extends EventType> = z.output<Schemas[Type]>;

export const isEventType = (text: string): text is EventType => Object.hasOwn(eventSchemas, text);

export * from './metadata.ts';
export { processNotificationKind, type ProcessNotificationKind } from './notification.ts';
export { participant, processDocument, processSignature } from './process.ts';
export type {
  Contact,
  ContactProof,
  Participant,
  ProcessDocument,
  ProcessSignature,
  RequestingPerson,
} from './process.ts';
export type { SealRevision } from './seal.ts';
