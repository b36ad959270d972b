import { randomUUID } from 'node:crypto';

import { ERASED, streams, type AnswerOf } from '@lacre/contracts';
import { cpfOf } from '@lacre/contracts/testing';
import { lifeOf, newEvent, plannedProcess, record, sha256Of } from '@lacre/projector/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { asPerson, asUser, queryStage } from '../testing/query-stage.ts';

let stage: Awaited<ReturnType<typeof queryStage>>;
const tenantId = randomUUID();
const userId = randomUUID();
const ana = { personId: randomUUID(), name: 'Ana Souza', cpf: cpfOf(1) };
const rui = { personId: randomUUID(), name: 'Rui Barbosa', cpf: cpfOf(2) };
const created = plannedProcess({
  tenantId,
  summary: 'Contrato de aluguel',
  requester: { userId, name: 'Quem Pediu' },
  documents: ['contrato.pdf', 'anexo.pdf'],
  participants: [ana, rui],
});
const life = lifeOf(created);
const client = {
  ip: '203.0.113.9',
  userAgent: 'Firefox',
  country: 'Brasil',
  state: 'SP',
  latitude: '-23.5',
  longitude: '-46.6',
};
const asAna = { actor: { kind: 'person', id: ana.personId, name: ana.name }, client };
const deviceId = randomUUID();
const ofPerson = { personId: ana.personId, tenantId };
const refused = {
  notificationId: randomUUID(),
  tenantId,
  kind: 'process-finished' as const,
  processId: created.processId,
  recipient: { kind: 'person' as const, id: ana.personId },
  reason: 'não existe',
};

beforeAll(async () => {
  stage = await queryStage();
  const person = streams.person(ana.personId);
  const { store } = stage;
  const fields = { name: 'Ana S.', email: 'ana@exemplo.com.br', motherName: 'Maria' };
  await record(store, person, newEvent('PersonCreated', { ...ofPerson, cpf: ana.cpf, fields }));
  await record(
    store,
    person,
    newEvent('PersonEdited', { ...ofPerson, fields: { ...fields, name: ana.name } }),
  );
  await record(store, life.stream, life.created());
  const signIn = { ...ofPerson, processId: created.processId, method: 'email-code', deviceId } as const;
  await record(
    store,
    person,
    newEvent('PersonSignedIn', signIn, { ...asAna, at: '2026-03-02T12:30:00.000Z' }),
  );
  await record(store, life.stream, life.signed(0, 0, client), life.rejected(1, 0, 'Não concordo'));
  await record(store, life.stream, life.signed(0, 1, { ip: '198.51.100.7' }), life.completed(0));
  await record(store, life.stream, life.sealed(0));
  await record(
    store,
    streams.notification(refused.notificationId),
    newEvent('NotificationUndeliverable', refused),
  );
});
afterAll(() => stage.close());

const administrator = asUser(tenantId);
const exported = async (id: string = ana.personId, headers = administrator) => {
  const reply = await stage.get(`/person/${id}/personal-data`, headers);
  return {
    status: reply.statusCode,
    headers: reply.headers,
    body: reply.json<AnswerOf<'exportPerson'> & { code?: string }>(),
  };
};

describe('the export of a person', () => {
  it('says who they are, as registered last', async () => {
    const { status, headers, body } = await exported();
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body.schema).toBe('lacre-personal-data/1');
    expect(body.person).toEqual({
      personId: ana.personId,
      createdAt: '2026-03-02T12:00:00.000Z',
      removedAt: null,
      cpf: ana.cpf,
      registration: { name: ana.name, email: 'ana@exemplo.com.br', motherName: 'Maria' },
    });
  });

  it('lists every process, duty and act, with place and time', async () => {
    const { processes, consents, acts, devices, notifications } = (await exported()).body;
    expect(processes).toHaveLength(1);
    expect(processes[0]).toMatchObject({
      processId: created.processId,
      summary: 'Contrato de aluguel',
      participation: { part: 'signer', name: ana.name, cpf: ana.cpf },
      documents: [
        {
          name: 'contrato.pdf',
          sealedSha256: sha256Of('sealed 0'),
          validationCode: expect.any(String) as string,
        },
        { name: 'anexo.pdf', sealedAt: null },
      ],
      signatures: [
        {
          status: 'signed',
          at: '2026-03-02T13:00:00.000Z',
          origin: { ip: '203.0.113.9', latitude: '-23.5' },
          authentication: 'cpf-email-code',
        },
        { status: 'rejected', reason: 'Não concordo' },
      ],
    });
    expect(consents).toEqual([
      {
        termsVersion: '1',
        acceptedAt: '2026-03-02T13:00:00.000Z',
        processId: created.processId,
        documentId: created.documents[0]?.documentId,
      },
    ]);
    expect(acts.map(({ type, origin }) => [type, origin?.['ip'] ?? null])).toEqual([
      ['PersonSignedIn', '203.0.113.9'],
      ['SignatureSigned', null],
    ]);
    expect(devices).toEqual([
      {
        deviceId,
        userAgent: 'Firefox',
        firstSeenAt: '2026-03-02T12:30:00.000Z',
        lastSeenAt: '2026-03-02T12:30:00.000Z',
      },
    ]);
    expect(notifications).toMatchObject([
      { kind: 'process-finished', outcome: 'undeliverable', reason: 'não existe' },
    ]);
  });

  it('holds every value of theirs in the log, and none of any other person', async () => {
    const { body } = await exported();
    const values = body.records.flatMap((one) =>
      one.values.map(({ path, value }) => `${one.type} ${path} = ${JSON.stringify(value)}`),
    );
    expect(values).toEqual(
      expect.arrayContaining([
        `PersonCreated data.cpf = "${ana.cpf}"`,
        'PersonCreated data.fields.name = "Ana S."',
        `ProcessCreated data.participants.0.name = "${ana.name}"`,
        'SignatureRejected data.reason = "Não concordo"',
        'NotificationUndeliverable data.reason = "não existe"',
      ]),
    );
    const text = JSON.stringify(body);
    for (const others of [rui.name, rui.cpf, '198.51.100.7', 'Quem Pediu'])
      expect(text).not.toContain(others);
  });

  it('is for administrators of their tenant alone', async () => {
    for (const [headers, status, code] of [
      [asUser(tenantId, 'manager'), 403, 'AUTH_USER_NOT_ADMIN'],
      [asUser(tenantId, 'common'), 403, 'AUTH_USER_NOT_ADMIN'],
      [asPerson(tenantId, ana.personId), 403, 'AUTH_USER_WITHOUT_PERMISSION'],
      [asUser(randomUUID()), 404, 'PERSON_NOT_FOUND'],
    ] as const) {
      const reply = await exported(ana.personId, headers);
      expect([reply.status, reply.body.code]).toEqual([status, code]);
    }
    const unknown = await exported(randomUUID());
    expect([unknown.status, unknown.body.code]).toEqual([404, 'PERSON_NOT_FOUND']);
  });
});

it('exports a user, as they were edited last', async () => {
  const reference = { userId: randomUUID(), tenantId };
  const stream = streams.user(reference.userId);
  const profile = { name: 'Leo', email: 'leo@exemplo.com.br' };
  await record(
    stage.store,
    stream,
    newEvent('UserCreated', { ...reference, ...profile, cpf: cpfOf(9), role: 'manager' }),
  );
  await record(stage.store, stream, newEvent('UserEdited', { ...reference, ...profile, name: 'Leonor' }));
  const get = async () => stage.get(`/user/${reference.userId}/personal-data`, administrator);
  const body = (await get()).json<AnswerOf<'exportUser'>>();
  expect(body.user.registration).toEqual({ name: 'Leonor', email: 'leo@exemplo.com.br', role: 'manager' });
  expect(body.records.map(({ type, values }) => [type, values.length])).toEqual([
    ['UserCreated', 3],
    ['UserEdited', 2],
  ]);
  await record(stage.store, stream, newEvent('UserErased', { ...reference, reason: 'term-ended' }));
  expect((await get()).statusCode).toBe(404);
});

describe('the export of a person whose face is enrolled', () => {
  it('lists the acts on their face, and no biometric data', async () => {
    const enrolmentId = randomUUID();
    const consent = { termsVersion: '1', photoDays: 30, templateMonths: 24, client };
    const at = '2026-03-02T12:31:00.000Z';
    const face = { enrolmentId, modelId: 'face-api-1.7/resnet-128', photos: 4 };
    await record(
      stage.store,
      streams.face(ana.personId),
      newEvent('FaceConsentGiven', { ...ofPerson, ...consent, consentedAt: at }, asAna),
      newEvent('FaceEnrolled', { ...ofPerson, ...face, capture: 'live', proven: [], enrolledAt: at }, asAna),
    );
    const faces = [{ ...face, enrolledAt: at, termsVersion: '1', erasedAt: null }];
    expect((await exported()).body.faces).toEqual(faces);
    const erased = { ...ofPerson, enrolmentId, reason: 'consent-withdrawn', erasedAt: at } as const;
    await record(stage.store, streams.face(ana.personId), newEvent('FaceErased', erased, asAna));
    expect((await exported()).body.faces).toEqual([{ ...faces[0], erasedAt: at }]);
  });
});

describe('once they are erased', () => {
  it('shows them in no export, list, process or timeline', async () => {
    const erased = newEvent('PersonErased', { ...ofPerson, reason: 'subject-request' });
    const position = await record(stage.store, streams.person(ana.personId), erased);
    await stage.personalData.keys.destroy(ana.personId);
    expect((await exported()).status).toBe(404);
    const answers = await Promise.all(
      [
        `/person?min-position=${position}`,
        `/process/${created.processId}?min-position=${position}`,
        `/process?search=ana&min-position=${position}`,
        `/process/${created.processId}/timeline`,
      ].map((path) => stage.get(path, administrator)),
    );
    const text = answers.map(({ body }) => body).join('\n');
    for (const word of [ana.name, ana.cpf, 'ana@', client.ip, 'Não concordo'])
      expect(text).not.toContain(word);
    expect(answers[2]?.json()).toMatchObject({ total: 0 });
    const timeline = answers[3]?.json<AnswerOf<'processTimeline'>>().items ?? [];
    expect(timeline.find(({ action }) => action === 'signed')).toMatchObject({
      who: { name: ERASED },
      ip: ERASED,
      place: ERASED,
    });
    expect(timeline.find(({ action }) => action === 'rejected')).toMatchObject({ reason: ERASED });
    expect(text).toContain(rui.name);
  });
});
