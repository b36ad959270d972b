import { randomUUID } from 'node:crypto';

import { provenAt } from '@lacre/access/testing';
import { streams, type AnswerOf, type BodyOf } from '@lacre/contracts';
import { EventStoreUnavailable } from '@lacre/event-store';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { expireProcess, remindParticipants } from '../jobs/process-schedule.ts';
import { Harness, sha256Of } from '../testing/harness.ts';

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
let companyId: string;
let [ana, rui, eva]: Awaited<ReturnType<Harness['person']>>[] = [];
/** Runs ahead of the real one, by which sessions are checked: they outlast every test. */
let clock = new Date();
beforeAll(async () => {
  harness = await Harness.start({ now: () => clock });
  own = await harness.tenant();
  companyId = await harness.company(own.token);
});
beforeEach(async () => {
  [ana, rui, eva] = [
    await harness.person(own.token),
    await harness.person(own.token),
    await harness.person(own.token),
  ];
});
afterAll(() => harness.stop());

const HOUR_MS = 3_600_000;
const later = (hours: number): string => new Date(clock.getTime() + hours * HOUR_MS).toISOString();
const pass = (hours: number): void => {
  clock = new Date(clock.getTime() + hours * HOUR_MS);
};

const create = async (overrides: Partial<BodyOf<'createProcess'>> = {}) => {
  const body = {
    summary: 'Contrato',
    companyId,
    documents: [{ proof: await harness.proof(own.tenantId, 'a.pdf') }],
    participants: [
      { personId: ana?.personId ?? '', part: 'signer' },
      { personId: rui?.personId ?? '', part: 'signatory', group: 2 },
    ],
    ...overrides,
  };
  return harness.send<AnswerOf<'createProcess'>>('POST', '/process', body, { token: own.token });
};
const created = async (overrides: Partial<BodyOf<'createProcess'>> = {}) => {
  const reply = await create(overrides);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return { processId: reply.body.processId, documentId: reply.body.documents[0]?.documentId ?? '' };
};
const steer = (processId: string, what: string, body: object, key?: string) =>
  harness.send('POST', `/process/${processId}/${what}`, body, { token: own.token, key });
const code = async (...args: Parameters<typeof steer>) => (await steer(...args)).body.code;
const tokenOf = async (person: { personId: string; email: string } | undefined) => {
  const principal = {
    kind: 'person',
    sub: person?.personId ?? '',
    tenantId: own.tenantId,
    name: 'X',
    proven: provenAt(person?.email ?? ''),
  } as const;
  return (await harness.service.identity.issueToken(principal)).token;
};
const sign = async (person: typeof ana, processId: string, number: number, documentId: string) =>
  harness.send(
    'POST',
    '/signature/sign',
    {
      signatures: [{ signatureId: `${processId}:${number}`, documentId, documentSha256: sha256Of('a.pdf') }],
      consent: { accepted: true, termsVersion: '2026-11' },
    },
    { token: await tokenOf(person) },
  );
const followUp = (kind: string, processId: string) => ({
  kind,
  key: processId,
  tenantId: own.tenantId,
  processId,
  documentId: undefined,
});

describe('the signing order', () => {
  it('holds for signing and rejecting, and asks the next group', async () => {
    const { processId, documentId } = await created();
    expect((await sign(rui, processId, 2, documentId)).body.code).toBe('NOT_YOUR_TURN');
    const reject = { signatureIds: [`${processId}:2`], reason: 'Não' };
    const early = await harness.send('POST', '/signature/reject', reject, { token: await tokenOf(rui) });
    expect([early.status, early.body.code]).toEqual([409, 'NOT_YOUR_TURN']);
    expect((await sign(ana, processId, 2, documentId)).body.code).toBe('IS_NOT_SIGNATORY');
    expect((await sign(rui, processId, 1, documentId)).body.code).toBe('IS_NOT_SIGNER');
    expect((await sign(ana, processId, 1, documentId)).status).toBe(200);
    expect((await sign(rui, processId, 2, documentId)).status).toBe(200);
    expect(await harness.processTypes(processId)).toEqual([
      'ProcessCreated',
      'SignatureSigned',
      'GroupAsked',
      'SignatureSigned',
      'DocumentCompleted',
    ]);
  });
});

describe('a deadline', () => {
  it('is refused when it is past', async () => {
    expect((await create({ deadline: later(-1) })).body.code).toBe('DEADLINE_INVALID');
  });

  it('is given with any offset, and kept in UTC', async () => {
    const utc = later(48);
    const inBrasilia = `${new Date(Date.parse(utc) - 3 * HOUR_MS).toISOString().slice(0, -1)}-03:00`;
    const { processId } = await created({ deadline: inBrasilia });
    const further = later(72);
    const inIndia = `${new Date(Date.parse(further) + 5.5 * HOUR_MS).toISOString().slice(0, -1)}+05:30`;
    expect((await steer(processId, 'deadline', { deadline: inIndia }, 'adiar')).status).toBe(200);
    // The same moment in other words is the same request.
    expect((await steer(processId, 'deadline', { deadline: further }, 'adiar')).status).toBe(200);
    const events = await harness.stream(streams.process(processId));
    expect(events.map(({ data }) => (data as { deadline?: string }).deadline)).toEqual([utc, further]);
    expect(await code(processId, 'deadline', { deadline: further.slice(0, -1) })).toBe(
      'CLASS_VALIDATION_ERROR',
    );
  });

  it('refuses signatures although the job is late, which then expires the process once', async () => {
    const { processId, documentId } = await created({ deadline: later(1) });
    await expireProcess(harness.service, followUp('expire-process', processId));
    expect(await harness.processTypes(processId)).toEqual(['ProcessCreated']);
    pass(1);
    const late = await sign(ana, processId, 1, documentId);
    expect([late.status, late.body.code]).toEqual([409, 'DEADLINE_PASSED']);
    const expiring = Array.from({ length: 5 }, () =>
      expireProcess(harness.service, followUp('expire-process', processId)),
    );
    await Promise.all(expiring);
    expect(await harness.processTypes(processId)).toEqual([
      'ProcessCreated',
      'ProcessExpired',
      'DocumentRejected',
      'ProcessRejected',
    ]);
    expect((await sign(ana, processId, 1, documentId)).body.code).toBe('DEADLINE_PASSED');
  });

  it('can be extended while it is pending', async () => {
    const { processId, documentId } = await created({ deadline: later(1) });
    expect(await code(processId, 'deadline', { deadline: later(1) })).toBe('DEADLINE_INVALID');
    expect(await code(randomUUID(), 'deadline', { deadline: later(2) })).toBe('SIGNATURE_PROCESS_NOT_FOUND');
    expect((await steer(processId, 'deadline', { deadline: later(3) })).status).toBe(200);
    pass(2);
    await expireProcess(harness.service, followUp('expire-process', processId));
    expect((await sign(ana, processId, 1, documentId)).status).toBe(200);
    pass(2);
    expect(await code(processId, 'deadline', { deadline: later(9) })).toBe('DEADLINE_PASSED');
    const canceled = await created();
    await steer(canceled.processId, 'cancel', {});
    expect(await code(canceled.processId, 'deadline', { deadline: later(9) })).toBe('DOCUMENT_NOT_PENDING');
  });
});

describe('reminders', () => {
  it('go out by hand to whose turn it is, once an hour to each', async () => {
    const { processId } = await created();
    expect((await steer(processId, 'reminder', {}, 'once')).status).toBe(200);
    expect((await steer(processId, 'reminder', {}, 'once')).status).toBe(200);
    const [, reminded, ...more] = await harness.stream(streams.process(processId));
    expect(more).toEqual([]);
    expect(reminded).toMatchObject({
      type: 'ParticipantsReminded',
      data: { by: 'hand', personIds: [ana?.personId] },
      metadata: { actor: { kind: 'user' } },
    });
    const again = await steer(processId, 'reminder', {});
    expect(again.body.code).toBe('TOO_MANY_REQUESTS');
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(3000);
    expect(await code(processId, 'reminder', { personIds: [rui?.personId] })).toBe('NOT_YOUR_TURN');
    expect(await code(processId, 'reminder', { personIds: [eva?.personId] })).toBe('SIGNER_NOT_FOUND');
    expect(await code(randomUUID(), 'reminder', {})).toBe('SIGNATURE_PROCESS_NOT_FOUND');
    await steer(processId, 'cancel', {});
    expect(await code(processId, 'reminder', {})).toBe('SIGNATURE_NOT_PENDING');
  });

  it('go out by the schedule, each due moment once', async () => {
    const { processId } = await created({ reminders: { everyDays: 1 }, deadline: later(60) });
    const due = () => remindParticipants(harness.service, followUp('remind-participants', processId));
    await due();
    for (const hours of [24, 24, 24]) {
      pass(hours);
      await Promise.all([due(), due(), due()]);
    }
    expect(await harness.processTypes(processId)).toEqual([
      'ProcessCreated',
      'ParticipantsReminded',
      'ParticipantsReminded',
    ]);
    const late = await created({ deadline: later(1) });
    pass(0.9);
    expect((await steer(late.processId, 'reminder', {})).status).toBe(200);
  });
});

describe('replacing a participant', () => {
  const replace = (processId: string, personId: string | undefined, by: string | undefined) =>
    steer(processId, `participant/${personId}/replace`, { personId: by });

  it('takes the process from an open signing session, and gives it to the new person', async () => {
    const { processId, documentId } = await created();
    const token = await harness.signingToken(processId, ana as NonNullable<typeof ana>);
    expect((await replace(processId, ana?.personId, eva?.personId)).status).toBe(200);
    const body = {
      signatures: [{ signatureId: `${processId}:1`, documentId, documentSha256: sha256Of('a.pdf') }],
      consent: { accepted: true, termsVersion: '2026-11' },
    };
    const replaced = await harness.send('POST', '/signature/sign', body, { token });
    expect([replaced.status, replaced.body.code]).toEqual([403, 'IS_NOT_SIGNER']);
    const again = await harness.send('POST', '/signature/code', { processId, ...ana });
    expect(again.status).not.toBe(200);
    expect((await sign(eva, processId, 1, documentId)).status).toBe(200);
  });

  it('is refused for a participant who has signed, for strangers, and by a person who takes part already', async () => {
    const { processId, documentId } = await created();
    await sign(ana, processId, 1, documentId);
    const refusals = [
      await replace(processId, ana?.personId, eva?.personId),
      await replace(processId, rui?.personId, ana?.personId),
      await replace(processId, eva?.personId, eva?.personId),
      await replace(processId, rui?.personId, randomUUID()),
      await replace(randomUUID(), rui?.personId, eva?.personId),
    ];
    expect(refusals.map(({ body }) => body.code)).toEqual([
      'CHANGE_SIGNER_SIGNATORY_ERROR',
      'CPF_DUPLICITY',
      'SIGNER_NOT_FOUND',
      'PERSON_NOT_FOUND',
      'SIGNATURE_PROCESS_NOT_FOUND',
    ]);
    await steer(processId, 'cancel', {});
    const ended = await replace(processId, rui?.personId, eva?.personId);
    expect(ended.body.code).toBe('SIGNATURE_NOT_PENDING');
    const timed = await created({ deadline: later(0.5) });
    pass(0.5);
    expect((await replace(timed.processId, ana?.personId, eva?.personId)).body.code).toBe('DEADLINE_PASSED');
  });
});

describe('acts that say too little', () => {
  const body = (processId: string, documentId: string) => ({
    signatures: [{ signatureId: `${processId}:1`, documentId, documentSha256: sha256Of('a.pdf') }],
    consent: { accepted: true, termsVersion: '2026-11' },
  });

  it.each<[string, object, string]>([
    ['no signatures', { signatures: [] }, 'NO_SIGNATURESID_PROVIDED'],
    ['no list of them', { signatures: undefined }, 'NO_SIGNATURESID_PROVIDED'],
    [
      'no signature',
      { signatures: [{ documentId: randomUUID(), documentSha256: sha256Of('a') }] },
      'NO_SIGNATUREID_PROVIDED',
    ],
    [
      'no document',
      { signatures: [{ signatureId: `${randomUUID()}:1`, documentSha256: sha256Of('a') }] },
      'NO_DOCUMENTID_PROVIDED',
    ],
    ['no consent', { consent: undefined }, 'TERMS_SIGNATURE_EVENT_ERROR'],
    [
      'no agreement',
      { consent: { accepted: false, termsVersion: '2026-11' } },
      'TERMS_SIGNATURE_EVENT_ERROR',
    ],
    [
      'an unknown version of the terms',
      { consent: { accepted: true, termsVersion: '1' } },
      'TERMS_SIGNATURE_EVENT_ERROR',
    ],
    ['no terms', { consent: { accepted: true } }, 'TERMS_SIGNATURE_EVENT_ERROR'],
    ['a malformed id', { signatures: [{ signatureId: 'x', documentId: 'y' }] }, 'CLASS_VALIDATION_ERROR'],
  ])('are refused for %s', async (_what, change, expected) => {
    const asked = { ...body(randomUUID(), randomUUID()), ...change };
    const reply = await harness.send('POST', '/signature/sign', asked, { token: await tokenOf(ana) });
    expect(reply.body.code).toBe(expected);
    expect(reply.body['errors']).toBeDefined();
  });

  it('are refused when rejecting too', async () => {
    const reject = async (asked: object) =>
      (await harness.send('POST', '/signature/reject', asked, { token: await tokenOf(ana) })).body.code;
    expect(await reject({ signatureIds: [], reason: 'Não' })).toBe('NO_SIGNATURESID_PROVIDED');
    expect(await reject({ reason: 'Não' })).toBe('NO_SIGNATURESID_PROVIDED');
    expect(await reject({ signatureIds: [null], reason: 'Não' })).toBe('NO_SIGNATUREID_PROVIDED');
  });

  it('are answered with 503 while the log is away, and with 500 for another fault', async () => {
    const { processId, documentId } = await created();
    const token = await tokenOf(ana);
    const { eventStore } = harness;
    const append = eventStore.append.bind(eventStore);
    const signedWhile = async (failing: Error) => {
      eventStore.append = () => Promise.reject(failing);
      const reply = await harness.send('POST', '/signature/sign', body(processId, documentId), { token });
      eventStore.append = append;
      return [reply.status, reply.body.code];
    };
    expect(await signedWhile(new EventStoreUnavailable('away'))).toEqual([503, 'SIGNATURE_QUEUE_ERROR']);
    expect(await signedWhile(new Error('disk full'))).toEqual([500, 'SIGNATURE_EVENT_ERROR']);
    expect((await sign(ana, processId, 1, documentId)).status).toBe(200);
  });
});

describe('a selection', () => {
  const selection = { question: 'Qual plano?', options: ['Mensal', 'Anual', 'Nenhum'] };
  const document = async (more: object = {}) => ({
    proof: await harness.proof(own.tenantId, 'a.pdf'),
    selection: { ...selection, ...more },
  });

  it('is answered when signing, and recorded with the signature', async () => {
    const { processId, documentId } = await created({ documents: [await document()] });
    const token = await tokenOf(ana);
    const choose = async (chosen?: readonly string[]) => {
      const signature = { signatureId: `${processId}:1`, documentId, documentSha256: sha256Of('a.pdf') };
      const asked = {
        signatures: [{ ...signature, ...(chosen === undefined ? {} : { selection: chosen }) }],
        consent: { accepted: true, termsVersion: '2026-11' },
      };
      return harness.send('POST', '/signature/sign', asked, { token });
    };
    expect((await choose()).body.code).toBe('NO_SELECTION_PROVIDED');
    expect((await choose(['Mensal', 'Anual'])).body.code).toBe('MORE_LESS_SELECTION');
    expect((await choose(['Semanal'])).body.code).toBe('INVALID_SELECTION');
    expect((await choose(['Anual'])).status).toBe(200);
    const [, signed] = await harness.stream(streams.process(processId));
    expect(signed?.data).toMatchObject({ selection: { question: 'Qual plano?', chosen: ['Anual'] } });
  });

  it('is refused with counts or options that contradict each other, or a participant that the process lacks', async () => {
    const wrong = [{ maximum: 4 }, { minimum: 2 }, { options: ['Sim'] }, { options: ['Sim', 'Sim'] }];
    for (const more of wrong)
      expect((await create({ documents: [await document(more)] })).body.code).toBe('CLASS_VALIDATION_ERROR');
    const stranger = await create({ documents: [await document({ askedOf: [eva?.personId] })] });
    expect(stranger.body.code).toBe('SIGNER_NOT_FOUND');
  });
});
