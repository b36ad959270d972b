import { randomUUID } from 'node:crypto';

import { ERASED, streams, type AnswerOf } from '@lacre/contracts';
import { rowsWith } from '@lacre/personal-data/testing';
import type { Job } from '@lacre/work-queue';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { finishErasureJob } from '../jobs/finish-erasure.ts';
import { person } from '../person/decide-person.ts';
import { Harness, sha256Of, type Reply } from '../testing/harness.ts';
import { samplePng } from '../testing/sample-images.ts';

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
let other: Awaited<ReturnType<Harness['tenant']>>;
beforeAll(async () => {
  harness = await Harness.start();
  own = await harness.tenant();
  other = await harness.tenant();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => harness.stop());

type Erased = AnswerOf<'erasePerson'>;
const WHY = { reason: 'subject-request' } as const;
const erase = (
  personId: string,
  { token = own.token, key, body = WHY }: { token?: string; key?: string; body?: object } = {},
) => harness.send<Erased>('POST', `/person/${personId}/erase`, body, { token, key });
const eraseUser = (userId: string, token = own.token) =>
  harness.send<Erased>('POST', `/user/${userId}/erase`, WHY, { token });
const told = ({ status, body }: Reply<object>) => [status, body.code];
const personTypes = (personId: string) => harness.types(streams.person(personId));
const keyOf = async (id: string) =>
  (
    await harness.pool.query<{ wrapped: Buffer | null }>(
      'select wrapped from personal_data.subject_key where subject_id = $1',
      [id],
    )
  ).rows[0];
const cancel = (processId: string) =>
  harness.send('POST', `/process/${processId}/cancel`, {}, { token: own.token });

describe('erasing a person', () => {
  it('forgets the streams that name them, and no other', async () => {
    const { personId } = await harness.person(own.token);
    const others = await Promise.all(Array.from({ length: 12 }, () => harness.person(own.token)));
    const { handler, background } = harness.service;
    const persons = [...others.map((each) => each.personId), personId];
    const readAgain = async (meanwhile: () => Promise<unknown> = async () => {}) => {
      const reads = vi.spyOn(harness.eventStore, 'readStream');
      await meanwhile();
      for (const id of persons) await handler.load(person, id);
      const fromStart = reads.mock.calls.filter(([, options]) => options?.from === 0n);
      reads.mockRestore();
      const ofPersons = new Set<string>(persons.map((id) => streams.person(id)));
      return [...new Set(fromStart.map(([stream]) => stream))].filter((stream) => ofPersons.has(stream));
    };
    await readAgain();
    expect(await readAgain()).toEqual([]);
    const erased = others[0]?.personId ?? '';
    const read = await readAgain(async () => {
      await erase(erased);
      await background.settled();
    });
    expect(read).toEqual([streams.person(erased)]);
    expect(await readAgain()).toEqual([]);
  });

  it('is a fact, then the end of their key, then a fact again', async () => {
    const { personId } = await harness.person(own.token, { name: 'Zuleica Pamplona' });
    expect((await keyOf(personId))?.wrapped).toBeInstanceOf(Buffer);
    // Encrypted from the start; what is no personal data is found.
    expect(await rowsWith(harness.pool, ['Zuleica', 'Pamplona'])).toEqual([]);
    expect(await rowsWith(harness.pool, [own.registration.tenant.name])).not.toEqual([]);
    const reply = await erase(personId);
    expect(reply.status).toBe(200);
    expect(await personTypes(personId)).toEqual(['PersonCreated', 'PersonErased', 'PersonErasureCompleted']);
    expect((await harness.stream(streams.person(personId)))[1]).toMatchObject({
      data: { personId, reason: 'subject-request' },
      metadata: { actor: { kind: 'user', id: own.userId } },
    });
    expect((await harness.stream(streams.person(personId)))[0]?.data).toMatchObject({
      cpf: ERASED,
      fields: { name: ERASED, email: ERASED },
    });
    expect(await keyOf(personId)).toEqual({ wrapped: null });
  });

  it('is done once, however often it is asked for', async () => {
    const { personId } = await harness.person(own.token);
    const first = await erase(personId, { key: 'erase-1' });
    expect((await erase(personId, { key: 'erase-1' })).body).toEqual(first.body);
    expect((await erase(personId)).status).toBe(200);
    expect(await personTypes(personId)).toHaveLength(3);
    expect(told(await erase(personId, { key: 'erase-1', body: { reason: 'term-ended' } }))).toEqual([
      422,
      'IDEMPOTENCY_KEY_REUSED',
    ]);
  });

  it('is for administrators, of their own tenant, with a reason', async () => {
    const { personId } = await harness.person(own.token);
    const { token: manager } = await harness.member(own.tenantId, 'manager');
    expect(told(await erase(personId, { token: manager }))).toEqual([403, 'AUTH_USER_NOT_ADMIN']);
    expect(told(await erase(personId, { token: other.token }))).toEqual([404, 'PERSON_NOT_FOUND']);
    expect(told(await erase(randomUUID()))).toEqual([404, 'PERSON_NOT_FOUND']);
    expect(told(await erase(personId, { body: { reason: 'Ana pediu' } }))).toEqual([
      422,
      'CLASS_VALIDATION_ERROR',
    ]);
    expect(await personTypes(personId)).toEqual(['PersonCreated']);
  });

  it('waits for every process whose evidence has to name them', async () => {
    const { processId, documentId, ana, rui } = await harness.process(own);
    expect(told(await erase(ana.personId))).toEqual([409, 'PERSON_HAS_PENDING_SIGNATURES']);
    const token = await harness.signingToken(processId, ana);
    const consent = { accepted: true, termsVersion: '2026-11' };

    const signatures = [{ signatureId: `${processId}:1`, documentId, documentSha256: sha256Of('a.pdf') }];
    const signed = await harness.send('POST', '/signature/sign', { signatures, consent }, { token });
    expect(signed.status).toBe(200);
    expect(told(await erase(ana.personId))).toEqual([409, 'PERSON_HAS_PENDING_SIGNATURES']);
    await cancel(processId);
    expect((await erase(ana.personId)).status).toBe(200);
    const [created] = await harness.stream(streams.process(processId));
    expect(created?.data['participants']).toMatchObject([{ name: ERASED, cpf: ERASED }, { cpf: rui.cpf }]);
    const act = (await harness.stream(streams.process(processId))).find(
      ({ type }) => type === 'SignatureSigned',
    );
    expect(act).toMatchObject({
      data: { client: { ip: ERASED } },
      metadata: { actor: { name: ERASED }, client: { ip: ERASED } },
    });
    expect(await rowsWith(harness.pool, [ana.cpf])).toEqual([]);
  });

  it('takes their devices, codes and state in memory with it', async () => {
    const { processId, ana } = await harness.process(own);
    await harness.signingToken(processId, ana);
    await harness.send('POST', '/signature/code', { processId, personId: ana.personId, cpf: ana.cpf });
    await cancel(processId);
    expect((await erase(ana.personId)).status).toBe(200);
    const sent = harness.mails.length;
    const again = await harness.send('POST', '/signature/code', {
      processId,
      personId: ana.personId,
      cpf: ana.cpf,
    });
    expect(told(again)).toEqual([404, 'AUTH_PERSON_NOT_FOUND']);
    expect(harness.mails).toHaveLength(sent);
    for (const [table, column] of [
      ['person_device', 'person_id'],
      ['one_time_code', 'holder'],
    ])
      expect(
        (await harness.pool.query(`select from identity.${table} where ${column} = $1`, [ana.personId]))
          .rowCount,
      ).toBe(0);
  });

  it('frees their CPF for another registration', async () => {
    const { personId, cpf } = await harness.person(own.token);
    const body = { cpf, name: 'Outra', email: 'outra@exemplo.com.br' };
    expect(told(await harness.send('POST', '/person', body, { token: own.token }))).toEqual([
      409,
      'PERSON_CREATION_ERROR',
    ]);
    await erase(personId);
    const anew = await harness.send<AnswerOf<'createPerson'>>('POST', '/person', body, { token: own.token });
    expect(anew.status).toBe(201);
    expect(anew.body.personId).not.toBe(personId);
    expect((await harness.stream(streams.person(anew.body.personId)))[0]?.data).toMatchObject({
      cpf,
      fields: { name: 'Outra' },
    });
  });

  it('is for the removed too', async () => {
    const { personId } = await harness.person(own.token);
    await harness.send('DELETE', `/person/${personId}`, undefined, { token: own.token });
    expect((await erase(personId)).status).toBe(200);
    expect(await keyOf(personId)).toEqual({ wrapped: null });
  });
});

const job = (kind: 'person' | 'user', id: string): Job =>
  ({
    queue: 'finish-erasure',
    payload: { key: id, tenantId: own.tenantId, subjectKind: kind, subjectId: id },
    attempt: 1,
  }) as unknown as Job;

describe('an erasure that stopped halfway', () => {
  it('is finished by its follow-up, once', async () => {
    const { personId } = await harness.person(own.token);
    vi.spyOn(harness.service.personalData.keys, 'destroy').mockRejectedValueOnce(
      new Error('the process died here'),
    );
    expect((await erase(personId)).status).toBe(200);
    expect(await personTypes(personId)).toEqual(['PersonCreated', 'PersonErased']);
    expect((await keyOf(personId))?.wrapped).toBeInstanceOf(Buffer);
    for (let times = 0; times < 3; times++)
      await finishErasureJob(job('person', personId)).run(harness.service);
    expect(await personTypes(personId)).toEqual(['PersonCreated', 'PersonErased', 'PersonErasureCompleted']);
    expect(await keyOf(personId)).toEqual({ wrapped: null });
  });

  it('is never begun by a follow-up: no key ends without the fact', async () => {
    const { personId } = await harness.person(own.token);
    await expect(finishErasureJob(job('person', personId)).run(harness.service)).rejects.toThrow(
      'not to be erased',
    );
    expect((await keyOf(personId))?.wrapped).toBeInstanceOf(Buffer);
    expect(() => finishErasureJob({ ...job('person', personId), payload: {} })).toThrow('not an erasure');
  });
});

describe('erasing a user', () => {
  const removed = async (userId: string) =>
    harness.append(streams.user(userId), own.tenantId, {
      type: 'UserRemoved',
      data: { userId, tenantId: own.tenantId },
    });

  it('is refused before removal', async () => {
    const { userId } = await harness.member(own.tenantId, 'manager', { name: 'Clotilde Figueira' });
    expect(told(await eraseUser(userId))).toEqual([409, 'USER_NOT_REMOVED']);
    await removed(userId);
    expect(told(await eraseUser(userId, other.token))).toEqual([404, 'AUTH_USER_NOT_FOUND']);
    expect(told(await eraseUser(randomUUID()))).toEqual([404, 'AUTH_USER_NOT_FOUND']);
    expect((await eraseUser(userId)).status).toBe(200);
    expect((await harness.types(streams.user(userId))).slice(-2)).toEqual([
      'UserErased',
      'UserErasureCompleted',
    ]);
    expect(await rowsWith(harness.pool, ['Clotilde', 'Figueira'])).toEqual([]);
  });

  it('waits for the processes they asked for, and takes their credentials', async () => {
    const { userId, token } = await harness.member(own.tenantId, 'manager', { name: 'Quitéria' });
    await harness.service.identity.createCredentials({
      userId,
      name: 'Quitéria',
      email: `${userId}@exemplo.com.br`,
      password: 'correta-senha',
    });
    const signedIn = { sessionId: randomUUID(), userId, method: 'password' } as const;
    await harness.service.sessions.open(signedIn, { ip: '192.0.2.1' });
    const { processId } = await harness.process({ tenantId: own.tenantId, token });
    const { blobs } = harness.service;
    const { sha256 } = await blobs.put(Buffer.from('retrato'));
    const avatar = { sha256, mediaType: 'image/png' } as const;
    await harness.append(streams.user(userId), own.tenantId, {
      type: 'UserAvatarChanged',
      data: { userId, tenantId: own.tenantId, avatar },
    });
    await removed(userId);
    expect(told(await eraseUser(userId))).toEqual([409, 'USER_HAS_PENDING_PROCESSES']);
    await cancel(processId);
    expect((await eraseUser(userId)).status).toBe(200);
    expect(await rowsWith(harness.pool, ['quitéria', 'quiteria@'])).toEqual([]);
    expect(
      await harness.service.identity.checkPassword(`${userId}@exemplo.com.br`, 'correta-senha'),
    ).toBeUndefined();
    expect(await blobs.has(sha256)).toBe(false);
    const [created] = await harness.stream(streams.process(processId));
    expect(created).toMatchObject({
      data: { requester: { userId, name: ERASED } },
      metadata: { actor: { name: ERASED } },
    });
  });

  it('removes their picture, and keeps the same picture of its other owners', async () => {
    const uploads = (name: string) => [{ name, base64: samplePng().toString('base64') }];
    const settings = { uploads: uploads('logo') };
    expect((await harness.send('PATCH', '/tenant/settings', settings, { token: other.token })).status).toBe(
      200,
    );
    const { userId, token } = await harness.member(own.tenantId, 'manager', { name: 'Quitéria' });
    const edit = { user: {}, uploads: uploads('avatar') };
    expect((await harness.send('PATCH', `/user/${userId}`, edit, { token })).status).toBe(200);
    const pictureIn = async (stream: string) => {
      const { data } = (await harness.stream(stream)).at(-1)!;
      const { image, avatar } = data as unknown as Record<string, { sha256: string } | undefined>;
      return (image ?? avatar)!.sha256;
    };
    const [logo, portrait] = [
      await pictureIn(streams.tenant(other.tenantId)),
      await pictureIn(streams.user(userId)),
    ];
    await removed(userId);
    expect((await eraseUser(userId)).status).toBe(200);
    const { blobs } = harness.service;
    expect([await blobs.has(portrait), await blobs.has(logo)]).toEqual([false, true]);
  });
});
