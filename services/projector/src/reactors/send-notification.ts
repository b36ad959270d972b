import { firstGroupOf, groupOf, type DataOf, type ProcessNotificationKind } from '@lacre/contracts';
import { derivedId, type JsonObject } from '@lacre/event-store';

import { actIdOf } from '../act-id.ts';
import type { Fact } from '../engine/projection.ts';
import { actingUser, workItem, type Audience, type Reactor, type WorkItem } from './reactor.ts';

type Recipient = DataOf<'NotificationSent'>['recipient'];

const person = (id: string): Recipient => ({ kind: 'person', id });
const user = (id: string): Recipient => ({ kind: 'user', id });
const requester = (audience: Audience): Recipient => user(audience.requesterId);
/** Those who have been asked to sign so far. */
const askedOf = ({ participants, askedGroup }: Audience) =>
  participants.filter(({ group }) => group <= askedGroup);
/** Those who have been asked to sign the document. */
const askedFor = (documentId: string, audience: Audience): Recipient[] =>
  askedOf(audience)
    .filter(({ documentIds }) => documentIds.includes(documentId))
    .map(({ personId }) => person(personId));

/** A message to be sent; its id is deterministic. */
function message(
  notificationId: string,
  notificationKind: DataOf<'NotificationSent'>['kind'],
  tenantId: string,
  recipient: Recipient,
  about: JsonObject,
): WorkItem {
  const { kind: recipientKind, id: recipientId } = recipient;
  const to = { recipientKind, recipientId };
  return workItem(notificationId, tenantId, { notificationId, notificationKind, ...about, ...to });
}

/**
 * One message per kind, process, act and recipient, however many documents the act concerns. What the act did is read
 * from the log when the message is written.
 */
function ofProcess(
  { tenantId, processId }: { tenantId: string; processId: string },
  kind: ProcessNotificationKind,
  recipient: Recipient,
  actId?: string,
): WorkItem {
  const notificationId = derivedId(kind, processId, actId ?? '', recipient.kind, recipient.id);
  const about = { processId, ...(actId === undefined ? {} : { actId }) };
  return message(notificationId, kind, tenantId, recipient, about);
}

const downloadReady = ({ tenantId, downloadId, requesterId }: DataOf<'DownloadPrepared'>): WorkItem =>
  message(
    derivedId('download-ready', downloadId, requesterId),
    'download-ready',
    tenantId,
    user(requesterId),
    { downloadId },
  );

const userInvited = ({ tenantId, userId, invitationId }: DataOf<'UserInvited'>): WorkItem =>
  message(derivedId('user-invited', invitationId, userId), 'user-invited', tenantId, user(userId), {
    invitationId,
  });

const expiryNoticeId = ({ tokenId, issuerId }: { tokenId: string; issuerId: string }): string =>
  derivedId('token-expiring', tokenId, issuerId);

/** Time enough to issue another token and put it in the place of the one that ends. */
const WARN_AHEAD_MS = 7 * 86_400_000;

/** Nothing for a token that was made for less than that. */
function tokenExpiring({ data, at }: Fact<'ApiTokenIssued'>): WorkItem[] {
  const { tenantId, issuerId, tokenId, expiresAt } = data;
  if (expiresAt === undefined || Date.parse(expiresAt) - Date.parse(at) <= WARN_AHEAD_MS) return [];
  const notBefore = new Date(Date.parse(expiresAt) - WARN_AHEAD_MS).toISOString();
  const notice = message(expiryNoticeId(data), 'token-expiring', tenantId, user(issuerId), { tokenId });
  return [{ ...notice, notBefore }];
}

/** Oldest event that is announced: open work is folded from the whole log, and old news is not sent. */
const TOLD_SINCE = '2026-11-01T00:00:00.000Z';
const isTold = ({ at }: Fact): boolean => at >= TOLD_SINCE;

/** Notifies a user of a change of their own sign-in. */
function securityNotice(event: Fact<SecurityEvent>): WorkItem[] {
  if (!isTold(event)) return [];
  const { tenantId, userId } = event.data;
  const id = derivedId('security-notice', event.id);
  return [message(id, 'security-notice', tenantId, user(userId), { eventId: event.id })];
}

type SecurityEvent =
  | 'UserSignedIn'
  | 'UserSignInHeld'
  | 'UserPasswordChanged'
  | 'UserEdited'
  | 'UserSecondFactorEnrolled'
  | 'UserSecondFactorWithdrawn'
  | 'UserPasskeyRegistered'
  | 'UserPasskeyRemoved'
  | 'UserGoogleLinked'
  | 'UserGoogleUnlinked'
  | 'UserRecoveryIssued'
  | 'UserAccessTakenBack';

type AdministrationEvent =
  | 'TenantAdministratorAdded'
  | 'TenantAdministratorRemoved'
  | 'AdministrationOffered'
  | 'AdministrationAccepted'
  | 'AdministrationOfferEnded';

/** A change of administration notifies both: the user it is about, and the actor. */
function administration({ id: eventId, data, metadata }: Fact<AdministrationEvent>): WorkItem[] {
  const { tenantId, userId } = data;
  // A handover was announced to both by its acceptance.
  if ('grantId' in data && 'offerId' in data) return [];
  const actorId = actingUser(metadata) ?? userId;
  return [...new Set([userId, 'offererId' in data ? data.offererId : actorId])].map((recipientId) =>
    message(
      derivedId('administration', eventId, recipientId),
      'administration',
      tenantId,
      user(recipientId),
      { eventId },
    ),
  );
}

type AccessEvent =
  | 'TenantAdministratorAdded'
  | 'AdministrationOffered'
  | 'WebhookCreated'
  | 'WebhookEdited'
  | 'ApiTokenIssued';

/** Notifies the former address of a user who gave access; the message looks the address up. */
function formerAddress(event: Fact<AccessEvent>, hasFormerAddress: boolean): WorkItem[] {
  const { id: eventId, stream, data, metadata } = event;
  const id = actingUser(metadata);
  if (!isTold(event) || id === undefined || !hasFormerAddress) return [];
  const about = { stream, eventId };
  return [message(derivedId('former-address', eventId), 'former-address', data.tenantId, user(id), about)];
}

function personDevice({ id: eventId, data }: Fact<'PersonDeviceRemembered'>): WorkItem[] {
  const { tenantId, personId, another, proven } = data;
  // One that was remembered before is no news.
  if (another !== true && proven?.toldAt === undefined) return [];
  return [
    message(derivedId('person-device', eventId), 'person-device', tenantId, person(personId), { eventId }),
  ];
}

function webhookDisabled({ id: eventId, data }: Fact<'WebhookDisabled'>): WorkItem[] {
  const { tenantId, webhookId, userId } = data;
  if (userId === undefined) return [];
  const about = { webhookId, eventId };
  return [message(derivedId('webhook-disabled', eventId), 'webhook-disabled', tenantId, user(userId), about)];
}

/** An act notifies both sides: a receipt for the actor, the news for the requester. */
const actNews = (
  event: Fact<'SignatureSigned' | 'SignatureRejected'>,
  kind: ProcessNotificationKind,
  audience: Audience,
): WorkItem[] =>
  isTold(event)
    ? [requester(audience), person(event.data.personId)].map((recipient) =>
        ofProcess(event.data, kind, recipient, actIdOf(event.metadata)),
      )
    : [];

/** To participants who were invited to sign; the others never heard of it. */
function dispensed({ data, metadata }: Fact<'SignaturesDispensed'>, audience: Audience): WorkItem[] {
  const asked = new Set(askedOf(audience).map(({ personId }) => personId));
  return data.signatures
    .filter(({ personId }) => asked.has(personId))
    .map(({ personId }) => ofProcess(data, 'signature-dispensed', person(personId), actIdOf(metadata)));
}

/** Participants who were invited and are no longer asked; not those yet to be invited. */
function replaced(event: Fact<'ParticipantReplaced'>, audience: Audience): WorkItem[] {
  const { data, metadata } = event;
  const { participant, replaced: former } = data;
  if (groupOf(participant) > audience.askedGroup) return [];
  const actId = actIdOf(metadata);
  const asked = ofProcess(data, 'signature-requested', person(participant.personId), actId);
  return isTold(event)
    ? [asked, ofProcess(data, 'participant-replaced', person(former.personId), actId)]
    : [asked];
}

/** Asks the new participant; a receipt for the person who handed it on, the news for the requester. */
const delegated = ({ data, metadata }: Fact<'SignatureDelegated'>, audience: Audience): WorkItem[] => {
  const actId = actIdOf(metadata);
  return [
    ofProcess(data, 'signature-requested', person(data.participant.personId), actId),
    ...[requester(audience), person(data.personId)].map((recipient) =>
      ofProcess(data, 'signature-delegated', recipient, actId),
    ),
  ];
};

/** The former contact has word of it; the new e-mail is asked, where the participant had been asked before. */
function contactReplaced(event: Fact<'ParticipantContactReplaced'>, audience: Audience): WorkItem[] {
  const { data, metadata } = event;
  const { personId, former, contact } = data;
  const actId = actIdOf(metadata);
  const wasAsked = askedOf(audience).some((one) => one.personId === personId);
  if (!wasAsked) return [];
  const told = ofProcess(data, 'contact-replaced', person(personId), actId);
  return former.email === contact.email
    ? [told]
    : [told, ofProcess(data, 'signature-requested', person(personId), actId)];
}

function rejected(event: Fact<'DocumentRejected'>, audience: Audience): WorkItem[] {
  const { data, metadata } = event;
  // The deadline has news of its own.
  if (data.cause === 'deadline-passed') return [];
  const others = isTold(event) ? askedFor(data.documentId, audience) : [];
  return [requester(audience), ...others].map((recipient) =>
    ofProcess(data, 'document-rejected', recipient, actIdOf(metadata)),
  );
}

/** Every message that the log asks for, to each recipient by itself. */
export const sendNotification: Reactor = {
  kind: 'send-notification',
  opens: {
    ProcessCreated: ({ data }) =>
      data.participants
        .filter((one) => groupOf(one) === firstGroupOf(data.participants))
        .map(({ personId }) => ofProcess(data, 'signature-requested', person(personId))),
    GroupAsked: ({ data, metadata }) =>
      data.personIds.map((id) => ofProcess(data, 'signature-requested', person(id), actIdOf(metadata))),
    SignatureSigned: { byAudience: (event, audience) => actNews(event, 'signature-recorded', audience) },
    SignatureRejected: { byAudience: (event, audience) => actNews(event, 'document-rejected', audience) },
    SignaturesDispensed: { byAudience: dispensed },
    ProcessFinished: {
      byAudience: ({ data }, audience) => [
        ofProcess(data, 'process-finished', requester(audience)),
        ...askedOf(audience).map(({ personId }) => ofProcess(data, 'process-finished', person(personId))),
      ],
    },
    ParticipantReplaced: { byAudience: replaced },
    SignatureDelegated: { byAudience: delegated },
    ParticipantContactReplaced: { byAudience: contactReplaced },
    ParticipantsReminded: ({ data, metadata }) =>
      data.personIds.map((id) => ofProcess(data, 'signature-reminder', person(id), actIdOf(metadata))),
    DocumentRejected: { byAudience: rejected },
    ProcessExpired: {
      byAudience: ({ data }, audience) =>
        [requester(audience), ...data.personIds.map(person)].map((recipient) =>
          ofProcess(data, 'process-expired', recipient),
        ),
    },
    DocumentCanceled: {
      byAudience: ({ data, metadata }, audience) =>
        askedFor(data.documentId, audience).map((recipient) =>
          ofProcess(data, 'document-canceled', recipient, actIdOf(metadata)),
        ),
    },
    DocumentSealFailed: {
      byAudience: ({ data, metadata }, audience) => [
        ofProcess(data, 'document-seal-failed', requester(audience), actIdOf(metadata)),
      ],
    },
    DownloadPrepared: ({ data }) => [downloadReady(data)],
    UserInvited: ({ data }) => [userInvited(data)],
    UserSignedIn: (event) => (event.data.newBrowser === true ? securityNotice(event) : []),
    UserEdited: (event) => (event.data.emailChanged === true ? securityNotice(event) : []),
    UserSignInHeld: securityNotice,
    UserPasswordChanged: securityNotice,
    UserSecondFactorEnrolled: securityNotice,
    UserSecondFactorWithdrawn: securityNotice,
    UserPasskeyRegistered: securityNotice,
    UserPasskeyRemoved: securityNotice,
    UserGoogleLinked: securityNotice,
    UserGoogleUnlinked: securityNotice,
    UserRecoveryIssued: securityNotice,
    UserAccessTakenBack: securityNotice,
    TenantAdministratorAdded: {
      byFormerAddress: (event, hasFormer) => [...administration(event), ...formerAddress(event, hasFormer)],
    },
    TenantAdministratorRemoved: administration,
    AdministrationOffered: {
      byFormerAddress: (event, hasFormer) => [...administration(event), ...formerAddress(event, hasFormer)],
    },
    AdministrationAccepted: administration,
    AdministrationOfferEnded: administration,
    PersonDeviceRemembered: personDevice,
    WebhookDisabled: webhookDisabled,
    ApiTokenIssued: {
      byFormerAddress: (event, hasFormer) => [...tokenExpiring(event), ...formerAddress(event, hasFormer)],
    },
    WebhookCreated: { byFormerAddress: formerAddress },
    WebhookEdited: { byFormerAddress: formerAddress },
  },
  closes: {
    ApiTokenRevoked: ({ data }) => [expiryNoticeId(data)],
    NotificationSent: ({ data }) => [data.notificationId],
    NotificationUndeliverable: ({ data }) => [data.notificationId],
  },
};
