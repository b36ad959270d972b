import { randomUUID } from 'node:crypto';

import type { AnswerOf } from '@lacre/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Harness } from '../testing/harness.ts';

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
beforeAll(async () => {
  harness = await Harness.start({ limits: { invitationViewPerAddress: { tries: 20, windowSeconds: 60 } } });
  own = await harness.tenant();
});
afterAll(() => harness.stop());

const look = (processId: string, personId: string, from = '198.51.100.7') =>
  harness.send<AnswerOf<'signingInvitation'>>(
    'GET',
    `/signature/invitation/${processId}/${personId}`,
    undefined,
    { from },
  );

it('names requester, company, documents and deadline, and nothing about the signer', async () => {
  const { processId, ana, rui } = await harness.process(own);
  const reply = await look(processId, ana.personId);
  expect(reply.status).toBe(200);
  expect(Object.keys(reply.body).toSorted()).toEqual([
    'companyName',
    'deadline',
    'documents',
    'logoUrl',
    'primaryColor',
    'requesterName',
    'signLanguageHost',
    'summary',
    'tenantName',
  ]);
  const said = JSON.stringify(reply.body);
  for (const personal of [ana.personId, ana.cpf, ana.email, rui.personId, rui.cpf, rui.email, processId])
    expect(said).not.toContain(personal);
});

it('answers every link without an invitation as an unknown one', async () => {
  const other = await harness.tenant();
  const [mine, theirs] = [await harness.process(own), await harness.process(other)];
  const replies = [
    await look(randomUUID(), randomUUID()),
    await look(randomUUID(), mine.ana.personId),
    await look(mine.processId, randomUUID()),
    await look(mine.processId, theirs.ana.personId),
    await look(theirs.processId, mine.ana.personId),
  ];
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([404]));
  expect(new Set(replies.map(({ body }) => JSON.stringify({ ...body, instance: '' }))).size).toBe(1);
});

it('ceases with the person: a replaced participant’s link, and a removed person’s, are unknown', async () => {
  const { processId, ana } = await harness.process(own);
  const eva = await harness.person(own.token);
  const replaced = await harness.send(
    'POST',
    `/process/${processId}/participant/${ana.personId}/replace`,
    { personId: eva.personId },
    { token: own.token },
  );
  expect(replaced.status).toBe(200);
  expect((await look(processId, ana.personId)).status).toBe(404);
  expect((await look(processId, eva.personId)).status).toBe(200);
  await harness.send('POST', `/process/${processId}/cancel`, {}, { token: own.token });
  expect((await look(processId, eva.personId)).status).toBe(200);
  await harness.send('DELETE', `/person/${eva.personId}`, undefined, { token: own.token });
  expect((await look(processId, eva.personId)).status).toBe(404);
});

it('may be looked at often, and not without end, from one address', async () => {
  const { processId, ana } = await harness.process(own);
  const from = '198.51.100.99';
  for (let times = 0; times < 20; times += 1)
    expect((await look(processId, ana.personId, from)).status).toBe(200);
  expect((await look(processId, ana.personId, from)).body.code).toBe('TOO_MANY_REQUESTS');
});
