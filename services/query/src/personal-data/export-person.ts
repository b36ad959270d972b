import { streams, type AnswerOf } from '@lacre/contracts';
import type { LoggedEvent } from '@lacre/domain-log';
import { Refusal } from '@lacre/http';

import { commonSections } from './common-sections.ts';
import { actedBy, eventsAbout, fieldsOf, type LogWithKeys } from './events-about.ts';
import { processesOf } from './processes-of-person.ts';

type Export = AnswerOf<'exportPerson'>;

/** Everything the tenant has of one person. @throws Refusal PERSON_NOT_FOUND, also of an erased one */
export async function exportPerson(
  log: LogWithKeys,
  { tenantId, personId, now }: { tenantId: string; personId: string; now: Date },
): Promise<Export> {
  const events = await eventsAbout(log, tenantId, personId);
  const { about, around } = events;
  const person = registrationOf(about, personId);
  if (person === undefined) throw new Refusal('PERSON_NOT_FOUND');
  return {
    ...commonSections(events, { tenantId, subject: personId, now }),
    person,
    processes: processesOf(around, personId),
    consents: about.flatMap((entry) => consentOf(entry, personId)),
    faces: facesOf(about, personId),
    devices: devicesOf(about, personId),
  };
}

function registrationOf(entries: readonly LoggedEvent[], personId: string): Export['person'] | undefined {
  let person: Export['person'] | undefined;
  // A person of a batch does not exist before the batch does.
  let isRegistered = false;
  for (const { type, stream, data, metadata } of entries) {
    const at = metadata.occurredAt;
    if (type === 'PersonBatchCreated' && person !== undefined) isRegistered = true;
    if (stream !== streams.person(personId)) continue;
    isRegistered ||= type === 'PersonCreated';
    if (type === 'PersonCreated' || type === 'PersonDrafted')
      person = {
        personId,
        createdAt: at,
        removedAt: null,
        cpf: data.cpf,
        registration: fieldsOf(data.fields),
      };
    else if (type === 'PersonEdited' && person !== undefined) person.registration = fieldsOf(data.fields);
    else if (type === 'PersonRemoved' && person !== undefined) person.removedAt = at;
    else if (type === 'PersonErased') return undefined;
  }
  return isRegistered ? person : undefined;
}

function consentOf(entry: LoggedEvent, personId: string): Export['consents'] {
  if (entry.type !== 'SignatureSigned' || entry.data.personId !== personId) return [];
  const { consent, processId, documentId } = entry.data;
  return [{ ...consent, processId, documentId }];
}

/** What was enrolled of their face, and what became of it. */
function facesOf(entries: readonly LoggedEvent[], personId: string): Export['faces'] {
  const faces = new Map<string, Export['faces'][number]>();
  let termsVersion: string | null = null;
  for (const { type, stream, data } of entries) {
    if (stream !== streams.face(personId)) continue;
    if (type === 'FaceConsentGiven') ({ termsVersion } = data);
    else if (type === 'FaceEnrolled') {
      const { enrolmentId, enrolledAt, photos, modelId } = data;
      faces.set(enrolmentId, { enrolmentId, enrolledAt, termsVersion, photos, modelId, erasedAt: null });
    } else if (type === 'FaceErased') {
      const known = faces.get(data.enrolmentId);
      if (known !== undefined) known.erasedAt = data.erasedAt;
    }
  }
  return [...faces.values()];
}

/** By the id they were remembered under, else by what the browser calls itself. */
function devicesOf(entries: readonly LoggedEvent[], personId: string): Export['devices'] {
  const devices = new Map<string, Export['devices'][number]>();
  for (const entry of entries) {
    if (!actedBy(entry, personId)) continue;
    const { deviceId } = entry.data as { deviceId?: string };
    const userAgent = entry.metadata.client?.userAgent;
    const name = deviceId ?? userAgent;
    if (name === undefined) continue;
    const at = entry.metadata.occurredAt;
    const known = devices.get(name);
    devices.set(name, {
      deviceId: deviceId ?? null,
      userAgent: userAgent ?? known?.userAgent ?? null,
      firstSeenAt: known?.firstSeenAt ?? at,
      lastSeenAt: at,
    });
  }
  return [...devices.values()];
}
