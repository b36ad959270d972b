import { expect, it } from 'vitest';

import { eventSchemas, type EventType } from '../events/index.ts';
import { PUBLIC_EVENT_TYPES, feedEventOf, publicEventOf } from './feed-event.ts';

/** What the platform keeps to itself: machinery, credentials, devices, mail, and steps of what is told as one. */
const NOT_TOLD: readonly EventType[] = [
  // How an account is shown and entered is its own affair.
  'TenantSettingsChanged',
  'TenantImageChanged',
  'TenantDomainAdded',
  'TenantDomainRemoved',
  'UserInvited',
  'UserInvitationAccepted',
  'UserAvatarChanged',
  'UserSignedIn',
  // How people sign in is between them and the platform.
  'UserSignInHeld',
  'UserPasswordChanged',
  'UserEmailVerified',
  'UserEmailChangeRequested',
  'UserEmailChangeCanceled',
  'UserPhoneVerified',
  'UserSecondFactorEnrolled',
  'UserSecondFactorWithdrawn',
  'UserRecoveryCodesIssued',
  'UserPasskeyRegistered',
  'UserPasskeyRemoved',
  'UserGoogleLinked',
  'UserGoogleUnlinked',
  'UserSessionsRevoked',
  'UserSignedOut',
  'UserRecoveryIssued',
  'UserAccessTakenBack',
  // Told by UserRoleChanged, once the role is in force.
  'TenantAdministratorAdded',
  'TenantAdministratorRemoved',
  // Between the two, until it is accepted.
  'AdministrationOffered',
  'AdministrationAccepted',
  'AdministrationOfferEnded',
  // Which tablets an account has is its own affair, as sessions are.
  'TotemRegistered',
  'TotemRevoked',
  'PersonSignedIn',
  'PersonSignedOut',
  'PersonSessionsEnded',
  'PersonDeviceRemembered',
  'PersonDeviceForgotten',
  // Of a face nothing is anybody else's business.
  'FaceConsentGiven',
  'FaceEnrolled',
  'FaceErased',
  'FaceRefused',
  // Of a batch only its end is a fact.
  'PersonDrafted',
  'PersonBatchAbandoned',
  'ValueReserved',
  'ReservationTakenOver',
  'ValueReleased',
  'OwnerForfeited',
  'ProcessCreationAbandoned',
  'ProcessSetPlanned',
  'ProcessSetCreated',
  'ProcessSetAbandoned',
  'SealRendered',
  'SealSigned',
  'SealTimeStamped',
  'SealValidationDataAdded',
  'SealArchived',
  // Told by DocumentSealed, once the process has it.
  'SealProduced',
  // Told by DocumentSealFailed.
  'SealFailed',
  'EvidenceSealed',
  'PersonErasureCompleted',
  'UserErasureCompleted',
  'DownloadExpired',
  'WebhookEdited',
  'WebhookPaused',
  'WebhookResumed',
  'WebhookSecretRotated',
  'WebhookReplayRequested',
  'NotificationSent',
  'NotificationUndeliverable',
  // Of the log itself: the positions carry it.
  'InstallationBegan',
  'LogAdopted',
  'LogMoved',
];

it('settles of every event whether integrators are told', () => {
  const undecided = Object.keys(eventSchemas).filter(
    (type) => publicEventOf(type) === undefined && !NOT_TOLD.includes(type as EventType),
  );
  expect(undecided, 'tell them in public-events.ts, or list them as NOT_TOLD').toEqual([]);
  expect(NOT_TOLD.filter((type) => publicEventOf(type) !== undefined)).toEqual([]);
});

it('names each once, with a version', () => {
  expect(new Set(PUBLIC_EVENT_TYPES).size).toBe(PUBLIC_EVENT_TYPES.length);
  for (const type of PUBLIC_EVENT_TYPES) expect(type).toMatch(/^[a-z]+\.[a-z-]+\.v\d+$/);
});

it('tells of a fact by its public shape alone', () => {
  const ids = {
    processId: crypto.randomUUID(),
    documentId: crypto.randomUUID(),
    tenantId: crypto.randomUUID(),
  };
  const told = feedEventOf({
    id: crypto.randomUUID(),
    type: 'SignatureRejected',
    position: '7',
    metadata: { occurredAt: '2026-05-04T12:00:00.000Z' },
    data: {
      ...ids,
      personId: crypto.randomUUID(),
      signatureId: `${ids.processId}:1`,
      part: 'signer',
      reason: 'Valor errado',
      client: { ip: '192.0.2.1' },
      rejectedAt: '2026-05-04T12:00:00.000Z',
    },
  });
  expect(told).toMatchObject({
    type: 'signature.rejected.v1',
    timestamp: '2026-05-04T12:00:00.000Z',
    subjects: { processId: ids.processId, documentId: ids.documentId, signatureId: `${ids.processId}:1` },
    data: { part: 'signer', reason: 'Valor errado', rejectedAt: '2026-05-04T12:00:00.000Z' },
  });
  expect(JSON.stringify(told)).not.toContain('192.0.2.1');
  expect(JSON.stringify(told)).not.toContain(ids.tenantId);
  expect(
    feedEventOf({ id: '', type: 'ValueReserved', position: '1', data: {}, metadata: { occurredAt: '' } }),
  ).toBe(undefined);
});
