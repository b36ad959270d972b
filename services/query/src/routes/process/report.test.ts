import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf } from '@lacre/contracts';
import { lifeOf, newEvent, plannedProcess, record, type ProcessPlan } from '@lacre/projector/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { asUser, queryStage } from '../../testing/query-stage.ts';

let stage: Awaited<ReturnType<typeof queryStage>>;
const tenantId = randomUUID();
const [bakery, butcher] = [randomUUID(), randomUUID()];
const commonId = randomUUID();
const ana = { name: 'Ana Souza', cpf: '52998224725', personId: randomUUID() };
const rui = { name: '=Rui', cpf: '11144477735', personId: randomUUID() };
let position: string;

const planned = (companyId: string, companyName: string, plan: ProcessPlan) => {
  const process = plannedProcess({ tenantId, ...plan });
  return { ...process, company: { ...process.company, companyId, companyName } };
};

beforeAll(async () => {
  stage = await queryStage({ now: () => new Date('2026-04-10T12:00:00.000Z') });
  for (const [companyId, companyName, cnpj] of [
    [bakery, 'Padaria', '11222333000181'],
    [butcher, 'Açougue', '11444777000161'],
  ] as const)
    await record(
      stage.store,
      streams.company(companyId),
      newEvent('CompanyCreated', { companyId, tenantId, cnpj, fields: { companyName, active: true } }),
    );
  const user = {
    userId: commonId,
    tenantId,
    name: 'Comum',
    email: 'c@exemplo.com.br',
    role: 'common' as const,
  };
  await record(
    stage.store,
    streams.user(commonId),
    newEvent('UserCreated', { ...user, companyIds: [butcher] }),
  );
  const happens = async (companyId: string, name: string, plan: ProcessPlan, of: Steps, at: string) => {
    const life = lifeOf(planned(companyId, name, plan));
    position = await record(stage.store, life.stream, life.created(at), ...of(life));
  };
  const both = { participants: [ana, rui] };
  await happens(bakery, 'Padaria', { summary: 'Pães' }, signed, '2026-03-02T12:30:00.000Z');
  await happens(bakery, 'Padaria', { summary: 'Velho', ...both }, () => [], '2026-02-01T12:00:00.000Z');
  await happens(
    bakery,
    'Padaria',
    { summary: 'Novo', ...both },
    (life) => [life.signed(0, 0)],
    '2026-03-01T12:00:00.000Z',
  );
  await happens(
    butcher,
    'Açougue',
    { summary: 'Carnes', participants: [ana] },
    refused,
    '2026-03-01T12:00:00.000Z',
  );
}, 60_000);
afterAll(() => stage.close());

type Steps = (life: ReturnType<typeof lifeOf>) => Parameters<typeof record>[2][];
const signed: Steps = (life) => [life.signed(0, 0), life.completed(0), life.sealed(0), life.finished()];
const refused: Steps = (life) => [
  life.rejected(0, 0, 'Valor errado'),
  life.documentRejected(0),
  life.processRejected(),
];

const asked = async (path: string, headers = asUser(tenantId)) => {
  const reply = await stage.get(path, headers);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply;
};
const report = async (query = '', headers = asUser(tenantId)) =>
  (await asked(`/report?min-position=${position}${query}`, headers)).json<AnswerOf<'report'>>();

it('counts by month and company, the company with most first', async () => {
  const { fromMonth, toMonth, months, companies, companiesTotal } = await report();
  expect([fromMonth, toMonth]).toEqual(['2025-05', '2026-04']);
  const none = { created: 0, finished: 0, rejected: 0, expired: 0, canceled: 0 };
  expect(months.find(({ month }) => month === '2026-02')).toEqual({ ...none, month: '2026-02', created: 1 });
  expect(months.find(({ month }) => month === '2026-03')).toMatchObject({ created: 3 });
  expect(companiesTotal).toBe(2);
  expect(companies).toEqual([
    { ...none, companyId: bakery, companyName: 'Padaria', created: 3, finished: 1 },
    { ...none, companyId: butcher, companyName: 'Açougue', created: 1, rejected: 1 },
  ]);
});

it('says how long people took from being asked to having signed', async () => {
  const { signingDelays } = await report();
  // Half an hour, and 25 hours.
  expect(signingDelays).toEqual([1, 0, 0, 1, 0, 0, 0, 0]);
});

it('names the people whom processes wait for, since when, and the longest', async () => {
  const { awaited, awaitedTotal } = await report();
  expect(awaitedTotal).toBe(2);
  expect(awaited).toMatchObject([
    { name: '=Rui', processes: 2, since: '2026-02-01T12:00:00.000Z', oldest: { summary: 'Velho' } },
    { name: 'Ana Souza', processes: 1, oldest: { summary: 'Velho' } },
  ]);
});

it('gives refusals with their reason', async () => {
  expect((await report()).refusals).toMatchObject([
    { summary: 'Carnes', name: 'Ana Souza', reason: 'Valor errado', at: '2026-03-02T13:00:00.000Z' },
  ]);
  expect((await report('&fromMonth=2026-04')).refusals).toEqual([]);
});

it('is narrowed to a company and to months', async () => {
  const { companies, awaited, refusals } = await report(`&companyId=${bakery}&toMonth=2026-02`);
  expect(companies).toMatchObject([{ companyName: 'Padaria', created: 1 }]);
  expect(refusals).toEqual([]);
  expect(awaited).toHaveLength(2);
  expect((await report('&fromMonth=2026-05&toMonth=2026-04')).months).toEqual([]);
});

it('shows a common user the companies assigned to them, and no others', async () => {
  const common = asUser(tenantId, 'common', commonId);
  const { companies, awaited, refusals } = await report('', common);
  expect(companies).toMatchObject([{ companyName: 'Açougue', created: 1 }]);
  expect(awaited).toEqual([]);
  expect(refusals).toMatchObject([{ summary: 'Carnes' }]);
  expect((await report(`&companyId=${bakery}`, common)).months).toEqual([]);
  const { body } = await asked('/report/export?part=awaited', common);
  expect(body.trim().split('\r\n')).toHaveLength(1);
});

it('gives the whole of it as files', async () => {
  const volume = (await asked('/report/export?part=volume')).body.trim().split('\r\n');
  expect(volume[0]).toContain('Mês;Empresa;CNPJ;Criados;Finalizados');
  expect(volume).toContainEqual(expect.stringContaining('2026-02;Padaria;11222333000181;1;0;0;0;0;0;0;'));
  const { body, headers } = await asked('/report/export?part=awaited');
  expect(headers['content-disposition']).toBe('attachment; filename="aguardados-2026-04-10.csv"');
  // What a spreadsheet would take for a formula is written as text.
  expect(body).toContain(`'=Rui;rui@exemplo.com.br;2026-02-01 09:00:00;Velho;Padaria`);
});
