import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { ERASED } from '../erased.ts';
import { epoch, identifier, part, position, sha256, signatureId, timestamp } from '../fields.ts';
import { markOf, namesSubject, personal } from '../personal-data.ts';
import { cpfOf } from '../testing/index.ts';
import { formerShapesOf } from './former-shapes.ts';
import { eventMetadata, eventSchemas } from './index.ts';
import { personalContentOf } from './personal-data.ts';
import { planOf, SUBJECT_IDS } from './personal-plan.ts';

/**
 * Text in events that is no personal data: of the account, of companies, of documents, of the machinery. A field
 * of a new event stands here, or is marked with `personal` in its schema; there is no third way.
 */
const NOT_PERSONAL = [
  // Given by the user to tell it from others.
  'ApiTokenIssued.description',
  'ApiTokenIssued.networks',
  'ApiTokenIssued.role',
  'ApiTokenIssued.scopes',
  'CompanyCreated.cnpj',
  'CompanyCreated.fields.*',
  'CompanyEdited.fields.*',
  'CreditsGranted.month',
  'CreditsGranted.reason',
  'MonthlyCreditsSet.from',
  // Why the operator adopted a restored log.
  'LogAdopted.reason',
  'LogMoved.to',
  'DocumentRejected.cause',
  'FaceConsentGiven.termsVersion',
  'FaceEnrolled.capture',
  'FaceEnrolled.modelId',
  'FaceEnrolled.proven.channel',
  'FaceEnrolled.proven.method',
  'FaceEnrolled.register.source',
  'FaceErased.reason',
  'FaceRefused.code',
  'FaceRefused.modelId',
  'DocumentSealed.validationCode',
  'DocumentSealFailed.reason',
  'SealFailed.reason',
  'SealFailed.detail',
  'ProcessCreated.documents.restrictionsLifted',
  'ProcessSetPlanned.processes.document.restrictionsLifted',
  // Given by the user to find it again.
  'DownloadRequested.description',
  // Names of processes and documents.
  'DownloadPrepared.files.evidence.path',
  'DownloadPrepared.files.path',
  'NotificationSent.kind',
  'NotificationSent.recipient.kind',
  'NotificationUndeliverable.kind',
  'NotificationUndeliverable.recipient.kind',
  'OwnerForfeited.owner',
  'EvidenceSealed.level',
  'EvidenceSealed.revisions.kind',
  'EvidenceSealed.validationCode',
  'PartialCopySealed.level',
  'PartialCopySealed.revisions.kind',
  'PartialCopySealed.validationCode',
  'PersonErased.reason',
  'ParticipantReplaced.participant.part',
  'ParticipantsReminded.by',
  'PersonDeviceRemembered.proven.channel',
  'PersonSignedIn.proven.channel',
  'PersonSignedIn.method',
  'ProcessCreated.company.cnpj',
  'ProcessCreated.company.companyName',
  'ProcessCreated.documents.name',
  'ProcessCreated.documents.selection.options',
  'ProcessCreated.documents.selection.question',
  'ProcessCreated.participants.part',
  'ProcessCreated.signatures.part',
  // What the process is about belongs to the requester.
  'ProcessCreated.summary',
  'ProcessCreated.tenantName',
  'ProcessSetPlanned.company.cnpj',
  'ProcessSetPlanned.company.companyName',
  'ProcessSetPlanned.participants.part',
  'ProcessSetPlanned.processes.document.name',
  'ProcessSetPlanned.processes.document.selection.options',
  'ProcessSetPlanned.processes.document.selection.question',
  'ProcessSetPlanned.summary',
  'ProcessSetPlanned.tenantName',
  // Streams are named by ids and keyed hashes.
  'ReservationTakenOver.from',
  'ReservationTakenOver.kind',
  'ReservationTakenOver.owner',
  'SealArchived.authority',
  'SealProduced.level',
  'SealProduced.revisions.kind',
  'SealProduced.validationCode',
  'SealRendered.level',
  'SealRendered.validationCode',
  'SealRenewed.revisions.kind',
  'SealRenewed.stamp.authority',
  'SealRenewed.validationCode',
  'SealTimeStamped.authority',
  // How an act was proven; the address itself is personal.
  'SignatureDelegated.contactProof.channel',
  'SignatureDelegated.contactProof.method',
  'SignatureDelegated.participant.part',
  'SignatureDelegated.totem.name',
  'SignatureRejected.contactProof.channel',
  'SignatureRejected.contactProof.method',
  'SignatureSigned.contactProof.channel',
  'SignatureSigned.contactProof.method',
  'SignatureRejected.part',
  'SignatureSigned.authentication',
  'SignatureSigned.consent.language',
  'SignatureSigned.consent.termsVersion',
  'SignatureSigned.declaration.by',
  'SignatureSigned.declaration.version',
  // Figures of how alike, and which engine said so: they stay with the signature, as its hash does.
  'SignatureSigned.face.capture',
  'SignatureSigned.face.consentVersion',
  'SignatureSigned.face.enrolment.capture',
  'SignatureSigned.face.enrolment.register.source',
  'SignatureSigned.face.modelId',
  'SignatureSigned.mark.style',
  'SignatureSigned.part',
  'SignatureSigned.selection.question',
  // What an account calls a tablet of its own.
  'SignatureSigned.totem.name',
  'SignatureRejected.totem.name',
  'DocumentOpened.part',
  'DocumentOpened.totem.name',
  'DocumentRead.part',
  'DocumentRead.totem.name',
  'TotemRegistered.name',
  // Names and texts of what the account works with, given by it; of people there are ids alone.
  'EnvelopeCreated.fields.*',
  'EnvelopeEdited.fields.*',
  'SignerGroupCreated.fields.*',
  'SignerGroupEdited.fields.*',
  'TemplateCreated.content.*',
  'TemplateCreated.fields.*',
  'TemplateEdited.content.*',
  'TemplateEdited.fields.*',
  // Why the platform closed an account, in its operator's words.
  'TenantDeactivated.reason',
  'TenantDomainAdded.domain',
  'TenantDomainRemoved.domain',
  'TenantDomainRemoved.primary',
  'TenantImageChanged.image.mediaType',
  // Addresses of installations.
  'TenantMoveBegan.address',
  'TenantMoveForgotten.address',
  'TenantMovedIn.address',
  'TenantMovedOut.address',
  'TenantImageChanged.name',
  'TenantSettingsChanged.settings.displayName',
  'TenantSettingsChanged.settings.primaryColor',
  'TenantSettingsChanged.settings.totemLanguage',
  'TagCreated.name',
  'TagRenamed.name',
  'TenantRegistered.domain',
  'TenantRegistered.name',
  'UserAvatarChanged.avatar.mediaType',
  'UserCreated.role',
  'UserPasswordChanged.how',
  'UserErased.reason',
  'UserRoleChanged.role',
  // Why the operator gave a user access again, in the operator's words.
  'UserRecoveryIssued.reason',
  'UserRecoveryIssued.ended',
  'AdministrationOfferEnded.how',
  'UserSecondFactorEnrolled.kind',
  'UserSecondFactorWithdrawn.kind',
  'UserSessionsRevoked.cause',
  'UserSignInHeld.what',
  'UserSignedIn.secondFactor',
  'UserSignedIn.method',
  'ValueReleased.kind',
  'ValueReleased.owner',
  'ValueReserved.kind',
  'ValueReserved.owner',
  // Which part of the platform acted.
  // An address of a machine, and what its user calls it.
  'WebhookCreated.description',
  'WebhookCreated.eventTypes',
  'WebhookCreated.url',
  'WebhookEdited.description',
  'WebhookEdited.eventTypes',
  'WebhookEdited.url',
  'metadata.actor.name (system)',
  'metadata.causationId',
  'metadata.correlationId',
  'metadata.requestHash',
  'metadata.traceparent',
];

/** Ids of things: the other ids say whom an event concerns. */
const IDS_OF_THINGS = new Set([
  'changeId',
  'undoneChangeId',
  'batchId',
  'grantId',
  'moveId',
  'offerId',
  'challengeId',
  'enrolmentId',
  'envelopeId',
  'signerGroupId',
  'templateId',
  'templateIds',
  'companyId',
  'companyIds',
  'copyId',
  'deviceId',
  'documentId',
  'documentIds',
  'downloadId',
  'eventId',
  'installationId',
  'tokenIds',
  'webhookIds',
  'invitationId',
  'factorId',
  'notificationId',
  'passkeyId',
  'parentCompanyId',
  'previousSecretId',
  'processId',
  'secretId',
  'sessionId',
  'sessionIds',
  'setId',
  'tagId',
  'tagIds',
  'tenantId',
  'tokenId',
  'totemId',
  'webhookId',
]);
/** Formats that can hold no personal data. */
const FORMED = new Set<z.core.$ZodType>([sha256, timestamp, signatureId, position, epoch]);

interface Field {
  path: string;
  name: string;
  schema: z.core.$ZodType;
}

/** Every field that holds text, marked ones left out; a field of personal data is never looked into. */
function textFields(schema: z.core.$ZodType, path: string, name = ''): Field[] {
  if (markOf(schema) !== undefined) return [];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return textFields(schema.def.innerType, path, name);
  if (schema instanceof z.ZodArray) return textFields(schema.def.element, path, name);
  if (schema instanceof z.ZodRecord) return textFields(schema.def.valueType, `${path}.*`, name);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.def.shape).flatMap(([key, field]) =>
      textFields(field, `${path}.${key}`, key),
    );
  if (schema instanceof z.ZodUnion)
    return schema.def.options.flatMap((option) => {
      const { kind } = (option as z.ZodObject).def.shape as { kind?: z.ZodType };
      const which = path === 'metadata.actor' ? ` (${String([...(kind?._zod.values ?? [])])})` : '';
      return textFields(option, path).map((field) => Object.assign(field, { path: `${field.path}${which}` }));
    });
  if (schema instanceof z.ZodPipe) return textFields(schema.def.in, path, name);
  const holdsText =
    schema instanceof z.ZodString || schema instanceof z.ZodEnum || schema instanceof z.ZodISODateTime;
  return holdsText || schema instanceof z.ZodUUID ? [{ path, name, schema }] : [];
}

const isId = ({ schema }: Field): boolean =>
  schema === identifier || namesSubject(schema) || schema instanceof z.ZodUUID;
const fields = [
  ...Object.entries(eventSchemas).flatMap(([type, schema]) => textFields(schema, type)),
  // Logs hold those too.
  ...Object.keys(eventSchemas).flatMap((type) =>
    (formerShapesOf(type) ?? []).flatMap(({ schema }) => textFields(schema, type)),
  ),
  ...textFields(eventMetadata, 'metadata'),
];

describe('classification', () => {
  it('knows of every text in every event whether it is personal', () => {
    const unknown = fields
      .filter((field) => !isId(field) && !FORMED.has(field.schema))
      .map(({ path }) => path)
      .filter(
        (path) =>
          !NOT_PERSONAL.some((known) =>
            known.endsWith('.*') ? path.startsWith(known.slice(0, -1)) : path === known,
          ),
      );
    expect(
      [...new Set(unknown)].toSorted(),
      'mark them with personal(), or list them as NOT_PERSONAL',
    ).toEqual([]);
  });

  it('knows of every id whether it names a person whom the event concerns', () => {
    const unknown = fields
      .filter((field) => isId(field) && !IDS_OF_THINGS.has(field.name) && !SUBJECT_IDS.has(field.name))
      .filter(({ path, schema }) => !namesSubject(schema) && !path.startsWith('metadata.actor.'))
      .map(({ path }) => path);
    expect([...new Set(unknown)].toSorted(), 'mark them with about(), or list them as IDS_OF_THINGS').toEqual(
      [],
    );
  });

  it('lists nothing that does not exist', () => {
    const paths = fields.map(({ path }) => path);
    expect(
      NOT_PERSONAL.filter((known) => !paths.some((path) => path.startsWith(known.replace(/\*$/, '')))),
    ).toEqual([]);
  });
});

const [personId, otherId, userId, tenantId] = [1, 2, 3, 4].map(
  (n) => `00000000-0000-4000-8000-00000000000${n}`,
) as [string, string, string, string];

describe('the subjects of an event’s content', () => {
  const participant = (id: string, n: number) => ({
    personId: id,
    part: 'signer',
    name: `Ana ${n}`,
    cpf: cpfOf(n),
    email: `ana${n}@exemplo.com.br`,
    requirements: { location: false },
  });
  const metadata = {
    tenantId,
    actor: { kind: 'user', id: userId, name: 'Rui' },
    client: { ip: '192.0.2.1', userAgent: 'curl' },
  };

  it('is decided by the nearest id', () => {
    const data = {
      requester: { userId, name: 'Rui' },
      participants: [participant(personId, 1), participant(otherId, 2)],
      signatures: [{ personId }],
    };
    const { leaves, subjects } = personalContentOf({ type: 'ProcessCreated', data, metadata });
    expect([...subjects]).toEqual([userId, personId, otherId]);
    expect(
      leaves.filter(({ subject }) => subject === otherId).map(({ path, value }) => [path.join('.'), value]),
    ).toEqual([
      ['data.participants.1.name', 'Ana 2'],
      ['data.participants.1.cpf', cpfOf(2)],
      ['data.participants.1.email', 'ana2@exemplo.com.br'],
    ]);
    expect(leaves.filter(({ subject }) => subject === userId).map(({ path }) => path.join('.'))).toEqual([
      'data.requester.name',
      'metadata.actor.name',
      'metadata.client.ip',
      'metadata.client.userAgent',
    ]);
  });

  it('is decided by the actor for text that the actor wrote', () => {
    const { leaves } = personalContentOf({
      type: 'DocumentCanceled',
      data: { reason: 'desistiu' },
      metadata,
    });
    expect(leaves[0]).toMatchObject({ path: ['data', 'reason'], subject: userId });
  });

  it('is the tenant for a visitor without an id, and the visitor for one who got an id', () => {
    const { client } = metadata;
    const subjectOf = (actor: object) =>
      personalContentOf({ type: 'TenantRegistered', data: {}, metadata: { tenantId, actor, client } })
        .leaves[0]?.subject;
    expect(subjectOf({ kind: 'visitor' })).toBe(tenantId);
    expect(subjectOf({ kind: 'visitor', id: userId })).toBe(userId);
  });

  it('is no one for acts of the platform', () => {
    const system = { tenantId, actor: { kind: 'system', name: 'command' } };
    expect(personalContentOf({ type: 'ProcessFinished', data: {}, metadata: system }).leaves).toEqual([]);
    const sent = { recipient: { kind: 'person', id: personId }, kind: 'process-finished' };
    const content = personalContentOf({ type: 'NotificationSent', data: sent, metadata: system });
    expect([content.leaves, [...content.subjects]]).toEqual([[], [personId]]);
  });
});

describe('marks', () => {
  it('leave a schema that erased values still fit', () => {
    const schema = z.strictObject({
      personId: identifier,
      about: personal(
        z.strictObject({ cpf: z.string().regex(/^\d+$/), part: part.optional(), tags: z.array(z.string()) }),
        'personId',
      ),
    });
    expect(schema.safeParse({ personId, about: { cpf: '123', part: 'signer', tags: ['a'] } }).success).toBe(
      true,
    );
    expect(schema.safeParse({ personId, about: { cpf: ERASED, tags: [ERASED] } }).success).toBe(true);
    expect(schema.safeParse({ personId, about: { cpf: 'outro', tags: [] } }).success).toBe(false);
  });

  it('are refused on fields that could not be erased', () => {
    expect(() => planOf(z.strictObject({ born: personal(z.iso.date(), 'personId') }))).toThrow('born');
    expect(() =>
      planOf(z.strictObject({ born: personal(z.iso.date(), 'personId').optional() })),
    ).not.toThrow();
  });
});
