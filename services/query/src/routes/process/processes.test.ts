import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf } from '@lacre/contracts';
import { lifeOf, newEvent, plannedProcess, record, sha256Of } from '@lacre/projector/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { asPerson, asUser, queryStage } from '../../testing/query-stage.ts';

let stage: Awaited<ReturnType<typeof queryStage>>;
const tenantId = randomUUID();
const userId = randomUUID();
const ana = { name: 'Ana Souza', cpf: '52998224725', personId: randomUUID() };
const rui = { name: 'Rui Ávila', cpf: '11144477735', part: 'signatory' as const, personId: randomUUID() };
const sale = plannedProcess({
  tenantId,
  summary: 'Venda do imóvel',
  documents: ['contrato.pdf', 'anexo.pdf'],
  participants: [ana, rui],
});
const lease = plannedProcess({
  tenantId,
  summary: 'Locação',
  documents: ['locacao.pdf'],
  participants: [ana],
});
const [first, second] = [lifeOf(sale), lifeOf(lease)];
const contractId = sale.documents[0]?.documentId ?? '';
let position: string;

beforeAll(async () => {
  stage = await queryStage();
  await record(
    stage.store,
    streams.tenant(tenantId),
    newEvent('TenantRegistered', {
      tenantId,
      name: 'Conta Boa',
      domain: 'conta-boa',
      administratorId: userId,
    }),
  );
  const user = {
    userId,
    tenantId,
    name: 'Rui Lima',
    email: 'rui@exemplo.com.br',
    role: 'administrator' as const,
  };
  await record(stage.store, streams.user(userId), newEvent('UserCreated', user));
  await record(
    stage.store,
    streams.credits(tenantId),
    newEvent('CreditsGranted', { tenantId, amount: 7, reason: 'x' }),
  );
  await record(stage.store, first.stream, first.created('2026-03-01T10:00:00.000Z'));
  await record(
    stage.store,
    first.stream,
    first.signed(0, 0, { ip: '203.0.113.9', state: 'SP', country: 'Brasil' }),
  );
  await record(stage.store, first.stream, first.signed(0, 1), first.completed(0));
  position = await record(stage.store, second.stream, second.created('2026-03-05T10:00:00.000Z'));
});
afterAll(() => stage.close());

type Asked =
  | 'listProcesses'
  | 'getProcess'
  | 'dashboard'
  | 'listSignatures'
  | 'currentUser'
  | 'tenantCredits';
/** What the operation answers, which must have seen everything recorded so far. */
const answer = async <Name extends Asked>(
  _operation: Name,
  url: string,
  headers = asUser(tenantId),
): Promise<AnswerOf<Name>> => {
  const reply = await stage.get(`${url}${url.includes('?') ? '&' : '?'}min-position=${position}`, headers);
  expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)]);
  return reply.json<AnswerOf<Name>>();
};
const contract = async () => (await answer('getProcess', `/process/${sale.processId}`)).documents[0];

it('lists processes, newest first, with their progress', async () => {
  const { items, total } = await answer('listProcesses', '/process');
  expect(total).toBe(2);
  expect(
    items.map(({ summary, signaturesDone, signaturesTotal }) => [summary, signaturesDone, signaturesTotal]),
  ).toEqual([
    ['Locação', 0, 1],
    ['Venda do imóvel', 2, 4],
  ]);
  expect(items[1]?.documents.map(({ name, status }) => [name, status])).toEqual([
    ['contrato.pdf', 'completed'],
    ['anexo.pdf', 'pending'],
  ]);
});

it.each([
  ['summary', 'imovel', 1],
  ['company', 'padaria', 2],
  ['CNPJ', '11.222.333/0001-81', 2],
  ['person', 'avila', 1],
  ['CPF', '529.982.247-25', 2],
  ['document', 'locacao.pdf', 1],
  ['nothing like it', 'zebra', 0],
])('finds processes by %s', async (_what, search, total) => {
  const found = await answer('listProcesses', `/process?${new URLSearchParams({ search }).toString()}`);
  expect(found.total).toBe(total);
});

it('filters by where processes stand', async () => {
  expect((await answer('listProcesses', '/process?filter=pending')).total).toBe(2);
  for (const filter of ['finished', 'rejected', 'canceled'])
    expect((await answer('listProcesses', `/process?filter=${filter}`)).total).toBe(0);
});

it('shows where sealing stands: each step, why one is retried, sealed, renewed', async () => {
  expect(await contract()).toMatchObject({ status: 'completed', sealStep: 'completed', sealProblem: null });
  const seal = `seal-${contractId}`;
  position = await record(stage.store, seal, first.sealRendered(0));
  expect(await contract()).toMatchObject({ sealStep: 'rendered', sealLevel: 'B-LTA' });
  position = await record(stage.store, seal, first.sealSigned(0));
  const problem = `insert into signer.job_problem values ('seal-document', $1, $2, 3, 'Sem espaço em disco', now())`;
  await stage.pool.query(problem, [contractId, tenantId]);
  expect(await contract()).toMatchObject({ sealStep: 'sealed', sealProblem: 'Sem espaço em disco' });
  await record(stage.store, seal, first.sealProduced(0));
  position = await record(stage.store, first.stream, first.sealed(0));
  expect(await contract()).toMatchObject({
    status: 'sealed',
    sealStep: 'archived',
    sealProblem: null,
    provableUntil: '2031-03-02T14:00:00.000Z',
    sealedSha256: sha256Of('sealed 0'),
    validationCode: 'ABCD-EFGH',
    sealedAt: '2026-03-02T14:00:00.000Z',
  });
  position = await record(stage.store, seal, first.sealRenewed(0));
  expect(await contract()).toMatchObject({
    sealedSha256: sha256Of('renewed 0'),
    provableUntil: '2036-03-02T14:00:00.000Z',
  });
});

it('shows a process whole', async () => {
  const detail = await answer('getProcess', `/process/${sale.processId}`);
  expect(detail.participants.map(({ name, invitation }) => [name, invitation])).toEqual([
    ['Ana Souza', 'queued'],
    ['Rui Ávila', 'queued'],
  ]);
  expect(detail.signatures.map(({ documentId, status }) => [documentId === contractId, status])).toEqual([
    [true, 'signed'],
    [true, 'signed'],
    [false, 'pending'],
    [false, 'pending'],
  ]);
});

it('builds the timeline from the stream, with the place of each act', async () => {
  const reply = await stage.get(`/process/${sale.processId}/timeline`, asUser(tenantId));
  const { items } = reply.json<AnswerOf<'processTimeline'>>();
  expect(items.map(({ action, documentName, ip, place }) => [action, documentName, ip, place])).toEqual([
    ['created', null, null, null],
    ['signed', 'contrato.pdf', '203.0.113.9', 'SP/Brasil'],
    ['signed', 'contrato.pdf', '203.0.113.9', null],
    ['document-completed', 'contrato.pdf', null, null],
    ['document-sealed', 'contrato.pdf', null, null],
  ]);
  expect(items[1]?.who).toEqual({ kind: 'person', name: 'Ana Souza' });
});

it('claims no act as of the contact of the invitation once the account replaced that contact', async () => {
  const own = randomUUID();
  const created = plannedProcess({
    tenantId: own,
    summary: 'Troca de contato',
    participants: [ana, rui],
  });
  const { processId, documents } = created;
  const life = lifeOf(created);
  const sent = '2026-03-02T12:59:00.000Z';
  const actOf = (participant: number, address: string) => {
    const signed = life.signed(0, participant);
    const proof = {
      method: 'session-code',
      channel: 'email',
      address,
      codeSentAt: sent,
      codeAnsweredAt: sent,
    };
    return { ...signed, data: { ...signed.data, contactProof: proof } };
  };
  const replaced = newEvent('ParticipantContactReplaced', {
    processId,
    tenantId: own,
    personId: ana.personId,
    former: { email: 'ana@exemplo.com.br' },
    contact: { email: 'outra@exemplo.com.br' },
    reason: 'Mudou de email',
    documentIds: documents.map(({ documentId }) => documentId),
  });
  await record(
    stage.store,
    life.stream,
    life.created(),
    replaced,
    actOf(0, 'outra@exemplo.com.br'),
    actOf(1, 'rui@exemplo.com.br'),
  );
  const reply = await stage.get(`/process/${processId}/timeline`, asUser(own));
  const { items } = reply.json<AnswerOf<'processTimeline'>>();
  expect(items.map(({ action, evidence }) => [action, evidence?.claim.class, evidence?.claim.rule])).toEqual([
    ['created', undefined, undefined],
    ['contact-replaced', undefined, undefined],
    ['signed', 'simple', 'replaced-contact'],
    ['signed', 'advanced', 'session-code'],
  ]);
});

it('shows with a signature the document’s hash and how the person was identified', async () => {
  const reply = await stage.get(`/process/${sale.processId}/timeline`, asUser(tenantId));
  const [created, signed] = reply.json<AnswerOf<'processTimeline'>>().items;
  expect(created).toMatchObject({ revision: 0, personId: null, evidence: null });
  expect(signed).toMatchObject({
    revision: 1,
    personId: ana.personId,
    evidence: { documentSha256: sha256Of('shown'), authentication: expect.any(String) },
  });
});

it('shows a process as it stood after each of its events', async () => {
  const after = async (revision: number) =>
    (await stage.get(`/process/${sale.processId}/moment/${revision}`, asUser(tenantId))).json<
      AnswerOf<'processMoment'>
    >();
  const told = ({
    revision,
    documents,
    signatures,
    waitingFor,
    signaturesDone,
  }: Awaited<ReturnType<typeof after>>) => ({
    revision,
    documents: documents.map(({ status }) => status),
    signatures: signatures.map(({ status }) => status),
    waitingFor: waitingFor.map(({ name }) => name),
    signaturesDone,
  });
  expect(told(await after(0))).toEqual({
    revision: 0,
    documents: ['pending', 'pending'],
    signatures: ['pending', 'pending', 'pending', 'pending'],
    waitingFor: ['Ana Souza', 'Rui Ávila'],
    signaturesDone: 0,
  });
  expect(told(await after(1))).toMatchObject({
    signatures: ['signed', 'pending', 'pending', 'pending'],
    signaturesDone: 1,
  });
  expect(told(await after(3))).toMatchObject({ documents: ['completed', 'pending'], signaturesDone: 2 });
  const last = await after(4);
  const now = await answer('getProcess', `/process/${sale.processId}`);
  expect(last).toMatchObject({ revision: 4, status: now.status, waitingFor: now.waitingFor });
  expect(last.signatures).toEqual(now.signatures);
  expect(last.documents.map(({ status }) => status)).toEqual(now.documents.map(({ status }) => status));
});

it('has no moment beyond the last event of a process', async () => {
  for (const revision of [5, 99, Number.MAX_SAFE_INTEGER]) {
    const reply = await stage.get(`/process/${sale.processId}/moment/${revision}`, asUser(tenantId));
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'PROCESS_MOMENT_NOT_FOUND']);
  }
});

it('shows a person their own requests and whom they wait for', async () => {
  const { items } = await answer('listSignatures', '/signature', asPerson(tenantId, ana.personId));
  expect(items.map(({ summary }) => summary)).toEqual(['Locação', 'Venda do imóvel']);
  expect(items[1]).toMatchObject({
    part: 'signer',
    waitingFor: ['Rui Ávila'],
    companyName: 'Padaria São João Ltda',
  });
  expect(
    items[1]?.documents.map(({ name, signatureStatus, documentStatus }) => [
      name,
      signatureStatus,
      documentStatus,
    ]),
  ).toEqual([
    ['contrato.pdf', 'signed', 'sealed'],
    ['anexo.pdf', 'pending', 'pending'],
  ]);
  expect((await answer('listSignatures', '/signature', asPerson(tenantId, rui.personId))).items).toHaveLength(
    1,
  );
  expect((await answer('listSignatures', '/signature', asPerson(tenantId, randomUUID()))).items).toEqual([]);
  expect((await answer('listSignatures', '/signature', asPerson(randomUUID(), ana.personId))).items).toEqual(
    [],
  );
});

it('sums up the account', async () => {
  expect(await answer('dashboard', '/dashboard')).toMatchObject({
    waiting: 2,
    finished: 0,
    companies: 0,
    persons: 0,
    usersWithoutCompany: 0,
    credits: { balance: 7, reserved: 0, consumed: 0 },
    recent: [{ summary: 'Locação' }, { summary: 'Venda do imóvel' }],
  });
  expect(await answer('tenantCredits', '/tenant/credits')).toEqual({ balance: 7, reserved: 0, consumed: 0 });
});

it('sums up for a common user their companies alone', async () => {
  const common = randomUUID();
  const theirs = async () => answer('dashboard', '/dashboard', asUser(tenantId, 'common', common));
  const assigned = async (...companyIds: string[]) => {
    const event = newEvent('UserCompaniesAssigned', { userId: common, tenantId, companyIds });
    position = await record(stage.store, streams.user(common), event);
  };
  const user = {
    userId: common,
    tenantId,
    name: 'Eva',
    email: 'eva@exemplo.com.br',
    role: 'common' as const,
  };
  position = await record(stage.store, streams.user(common), newEvent('UserCreated', user));
  expect(await theirs()).toMatchObject({ waiting: 0, canceled: 0, recent: [] });
  await assigned(lease.company.companyId);
  expect(await theirs()).toMatchObject({ waiting: 1, canceled: 0, recent: [{ summary: 'Locação' }] });
  await assigned(lease.company.companyId, sale.company.companyId);
  expect(await theirs()).toMatchObject({ waiting: 2, canceled: 0 });
  position = await record(stage.store, second.stream, second.processCanceled());
  expect(await theirs()).toMatchObject({ waiting: 1, canceled: 1 });
});

it('names the caller, and the tenant of a domain', async () => {
  expect(
    await answer('currentUser', '/user/current', asUser(tenantId, 'administrator', userId)),
  ).toMatchObject({
    uid: userId,
    name: 'Rui Lima',
    email: 'rui@exemplo.com.br',
    role: 'administrator',
    tenant: { tenantId, name: 'Conta Boa', domain: 'conta-boa' },
  });
  expect((await stage.get('/tenant/branding/conta-boa')).json()).toMatchObject({
    domain: 'conta-boa',
    name: 'Conta Boa',
  });
  expect((await stage.get('/tenant/branding/outra')).json()).toMatchObject({ code: 'TENANT_NOT_FOUND' });
});

it.each([
  ['a process', () => `/process/${sale.processId}`],
  ['a timeline', () => `/process/${sale.processId}/timeline`],
  ['a moment', () => `/process/${sale.processId}/moment/0`],
])('answers another tenant’s question for %s as if there were none', async (_what, url) => {
  for (const path of [url(), url().replace(sale.processId, randomUUID())]) {
    const reply = await stage.get(path, asUser(randomUUID()));
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'SIGNATURE_PROCESS_NOT_FOUND']);
  }
});

it('refuses a person where users belong, and a user where persons do', async () => {
  const asked = await stage.get('/process', asPerson(tenantId, ana.personId));
  expect(asked.json()).toMatchObject({ code: 'AUTH_USER_WITHOUT_PERMISSION' });
  expect((await stage.get('/signature', asUser(tenantId))).json()).toMatchObject({
    code: 'AUTH_PERSON_NO_AUTHORIZATION',
  });
});
