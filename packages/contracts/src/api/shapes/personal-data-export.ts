import { z } from 'zod';

import { identifier, markStyle, part, position, sha256, signatureId, timestamp } from '../../fields.ts';
import { LANGUAGES } from '../../text/languages.ts';

/** What a data subject is given: plain names, every moment in UTC. Version 1; fields are only ever added to it. */

const json = z.json();
// Named in place: what `meta` answers with would not be the schema that its own members refer to.
z.globalRegistry.add(json, { id: 'JsonValue' });

/** From where and with what an act was done, as the request stated it: `ip`, `userAgent`, `state`, `latitude`… */
const origin = z.record(z.string(), z.string());

/** Something they did, or that was done in their name. */
const act = z
  .object({
    at: timestamp,
    /** The event's type in the log. */
    type: z.string(),
    eventId: identifier,
    position,
    stream: z.string(),
    processId: identifier.nullable(),
    documentId: identifier.nullable(),
    origin: origin.nullable(),
  })
  .meta({ id: 'PersonalDataAct' });

/**
 * Every value in the log that is theirs, where it stands: the sections before sort it, this is all of it.
 * `path` is the place in the event: `data.participants.0.name`.
 */
const record = z
  .object({
    at: timestamp,
    position,
    stream: z.string(),
    eventId: identifier,
    type: z.string(),
    values: z.array(z.object({ path: z.string(), value: json })),
  })
  .meta({ id: 'PersonalDataRecord' });

const notification = z.object({
  at: timestamp,
  notificationId: identifier,
  kind: z.string(),
  outcome: z.enum(['sent', 'undeliverable']),
  processId: identifier.nullable(),
  reason: z.string().nullable(),
});

const common = {
  schema: z.literal('lacre-personal-data/1'),
  generatedAt: timestamp,
  /** Of the log: everything up to here is in it. */
  position: position.nullable(),
  tenantId: identifier,
  acts: z.array(act),
  notifications: z.array(notification),
  records: z.array(record),
};

export const personalDataOfPerson = z
  .object({
    ...common,
    person: z.object({
      personId: identifier,
      /** When they were registered. */
      createdAt: timestamp,
      /** Null while they are registered. */
      removedAt: timestamp.nullable(),
      cpf: z.string(),
      /** As they were registered last: every field of the form. */
      registration: z.record(z.string(), json),
    }),
    processes: z.array(
      z.object({
        processId: identifier,
        createdAt: timestamp,
        summary: z.string(),
        companyName: z.string(),
        /** As they were written down when asked to sign. */
        participation: z.object({
          part,
          name: z.string(),
          cpf: z.string(),
          email: z.string(),
          phone: z.string().nullable(),
        }),
        documents: z.array(
          z.object({
            documentId: identifier,
            name: z.string(),
            sha256,
            sealedSha256: sha256.nullable(),
            sealedAt: timestamp.nullable(),
            validationCode: z.string().nullable(),
          }),
        ),
        signatures: z.array(
          z.object({
            signatureId,
            documentId: identifier,
            status: z.enum(['pending', 'signed', 'rejected']),
            at: timestamp.nullable(),
            reason: z.string().nullable(),
            /** How they proved who they are. */
            authentication: z.string().nullable(),
            /** Of the document they were shown. */
            documentSha256: sha256.nullable(),
            /** How they had their signature look: a style, and their own strokes if they drew it. */
            mark: z.object({ style: markStyle, drawing: z.string().nullable() }).nullable(),
            origin: origin.nullable(),
          }),
        ),
      }),
    ),
    /** Terms they accepted. */
    consents: z.array(
      z.object({
        termsVersion: z.string(),
        language: z.enum(LANGUAGES).optional(),
        acceptedAt: timestamp,
        processId: identifier,
        documentId: identifier,
      }),
    ),
    /** Their face, by what was done with it: templates and photos are kept encrypted, apart from this. */
    faces: z.array(
      z.object({
        enrolmentId: identifier,
        enrolledAt: timestamp,
        termsVersion: z.string().nullable(),
        photos: z.number().int(),
        modelId: z.string(),
        /** Null while it is kept. */
        erasedAt: timestamp.nullable(),
      }),
    ),
    /** Browsers and agents they were seen with. */
    devices: z.array(
      z.object({
        deviceId: identifier.nullable(),
        userAgent: z.string().nullable(),
        firstSeenAt: timestamp,
        lastSeenAt: timestamp,
      }),
    ),
  })
  .meta({ id: 'PersonalDataOfPerson' });

export const personalDataOfUser = z
  .object({
    ...common,
    user: z.object({
      userId: identifier,
      createdAt: timestamp,
      removedAt: timestamp.nullable(),
      registration: z.record(z.string(), json),
    }),
  })
  .meta({ id: 'PersonalDataOfUser' });
