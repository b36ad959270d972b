import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf } from '@lacre/contracts';
import { TemporaryMailError } from '@lacre/mailer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { Harness } from '../testing/harness.ts';

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
let clock = new Date();
beforeAll(async () => {
  const limits = { wrongCpfPerPerson: { tries: 3, windowSeconds: 60 } };
  harness = await Harness.start({ now: () => clock, limits });
  own = await harness.tenant();
});
beforeEach(() => {
  clock = new Date();
});
afterAll(() => harness.stop());

const request = (processId: string, who: { personId: string; cpf: string }) =>
  harness.send<AnswerOf<'requestSigningCode'>>('POST', '/signature/code', {
    processId,
    personId: who.personId,
    cpf: who.cpf,
  });
const open = (processId: string, who: { personId: string; cpf: string }, code: string) =>
  harness.send(
    'POST',
    '/signature/session',
    { processId, personId: who.personId, cpf: who.cpf, code },
    { headers: { 'client-device-id': randomUUID() } },
  );
const lastCode = () => harness.lastCode();
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

describe('a signing code', () => {
  it('goes to the participant, whose answer shows the address masked', async () => {
    const { processId, ana } = await harness.process(own);
    const reply = await request(processId, ana);
    expect([reply.status, reply.body]).toEqual([
      202,
      { sentTo: 'r***@exemplo.com.br', channel: 'email', expiresInSeconds: 600 },
    ]);
    expect(harness.mails.at(-1)?.to).toEqual({ name: expect.any(String) as string, address: ana.email });
    expect(lastCode()).toMatch(/^\d{6}$/);
  });

  it('is not sent to a removed person, by an old link either, and the answer is that of a wrong CPF', async () => {
    const { processId, ana } = await harness.process(own);
    await request(processId, ana);
    const code = lastCode();
    await harness.send('POST', `/process/${processId}/cancel`, {}, { token: own.token });
    const removed = await harness.send('DELETE', `/person/${ana.personId}`, undefined, { token: own.token });
    expect(removed.status).toBe(200);
    const before = harness.mails.length;
    const wrongCpf = { personId: ana.personId, cpf: '52998224725' };
    const [asRemoved, asStranger] = [await request(processId, ana), await request(processId, wrongCpf)];
    expect(asRemoved.status).toBe(asStranger.status);
    expect({ ...asRemoved.body, instance: '' }).toEqual({ ...asStranger.body, instance: '' });
    expect(asRemoved.body).toMatchObject({ code: 'AUTH_PERSON_NOT_FOUND' });
    expect((await open(processId, ana, code)).body.code).toBe('AUTH_PERSON_NOT_FOUND');
    expect(harness.mails).toHaveLength(before);
  });

  it('opens one session, once', async () => {
    const { processId, ana } = await harness.process(own);
    await request(processId, ana);
    const code = lastCode();
    const replies = await Promise.all([open(processId, ana, code), open(processId, ana, code)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect(await harness.types(streams.person(ana.personId))).toEqual([
      'PersonCreated',
      'PersonSignedIn',
      'PersonDeviceRemembered',
    ]);
  });

  it('is dead after five wrong tries, even for the right code', async () => {
    const { processId, ana } = await harness.process(own);
    await request(processId, ana);
    const code = lastCode();
    for (let tries = 0; tries < 5; tries++)
      expect((await open(processId, ana, wrong(code))).body.code).toBe('AUTH_DEVICE_VALIDATION_ERROR');
    expect((await open(processId, ana, code)).body.code).toBe('AUTH_DEVICE_VALIDATION_ERROR');
  });

  it('allows five tries, not more, at once', async () => {
    const { processId, ana } = await harness.process(own);
    await request(processId, ana);
    const code = lastCode();
    await Promise.all(Array.from({ length: 12 }, () => open(processId, ana, wrong(code))));
    const { rows } = await harness.pool.query('select tries from identity.one_time_code where context = $1', [
      processId,
    ]);
    expect(rows).toEqual([{ tries: 5 }]);
  });

  it('is over after ten minutes', async () => {
    const { processId, ana } = await harness.process(own);
    await request(processId, ana);
    clock = new Date(clock.getTime() + 10 * 60_000 + 1);
    expect((await open(processId, ana, lastCode())).body.code).toBe('AUTH_DEVICE_VALIDATION_ERROR');
  });

  it('gives way to the next one', async () => {
    const { processId, ana } = await harness.process(own);
    await request(processId, ana);
    const first = lastCode();
    await request(processId, ana);
    const second = lastCode();
    // One in a million times the two are the same.
    const replies = [await open(processId, ana, first === second ? wrong(first) : first)];
    replies.push(await open(processId, ana, second));
    expect(replies.map(({ status }) => status)).toEqual([401, 200]);
  });

  it('is not another participant’s, nor of another process', async () => {
    const one = await harness.process(own);
    const { ana, rui } = one;
    const two = await harness.process(own, one);
    await request(one.processId, ana);
    const code = lastCode();
    expect((await open(two.processId, ana, code)).body.code).toBe('AUTH_DEVICE_VALIDATION_ERROR');
    expect((await open(one.processId, rui, code)).body.code).toBe('AUTH_DEVICE_VALIDATION_ERROR');
  });

  it('is not sent for another CPF, an unknown person or an unknown process', async () => {
    const { processId, ana, rui } = await harness.process(own);
    const sent = harness.mails.length;
    expect((await request(processId, { ...ana, cpf: rui.cpf })).body.code).toBe('AUTH_PERSON_NOT_FOUND');
    expect((await request(processId, { ...ana, personId: randomUUID() })).body.code).toBe(
      'AUTH_PERSON_NOT_FOUND',
    );
    expect((await request(randomUUID(), ana)).body.code).toBe('SIGNATURE_PROCESS_NOT_FOUND');
    expect((await open(processId, { ...ana, cpf: rui.cpf }, '123456')).body.code).toBe(
      'AUTH_PERSON_NOT_FOUND',
    );
    expect(harness.mails).toHaveLength(sent);
  });

  it('cannot be used to guess a CPF', async () => {
    const { processId, ana, rui } = await harness.process(own);
    const guess = () => request(processId, { ...ana, cpf: rui.cpf });
    for (let tries = 0; tries < 3; tries++) expect((await guess()).status).toBe(404);
    expect((await guess()).status).toBe(429);
  });

  it('is sent five times in a quarter of an hour', async () => {
    const strict = await Harness.start();
    try {
      const { processId, ana } = await strict.process(await strict.tenant());
      const body = { processId, personId: ana.personId, cpf: ana.cpf };
      const statuses: number[] = [];
      for (let n = 0; n < 6; n++) statuses.push((await strict.send('POST', '/signature/code', body)).status);
      expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    } finally {
      await strict.stop();
    }
  });

  it('is never logged, nor is a CPF', async () => {
    const { processId, ana } = await harness.process(own);
    await harness.signingToken(processId, ana);
    const text = harness.logged.join('');
    expect(text).not.toContain(ana.cpf);
    expect(text).not.toContain(`"${lastCode()}"`);
  });
});

const isAway = { send: () => Promise.reject(new TemporaryMailError('no route')) };

it('answers 502 when the mail server is away', async () => {
  const broken = await Harness.start({ mailer: isAway });
  try {
    const { processId, ana } = await broken.process(await broken.tenant());
    const body = { processId, personId: ana.personId, cpf: ana.cpf };
    const reply = await broken.send('POST', '/signature/code', body);
    expect([reply.status, reply.body.code]).toEqual([502, 'MAIL_NOT_SENT']);
  } finally {
    await broken.stop();
  }
});
