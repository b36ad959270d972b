import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { DEMO_SIGN_IN } from '@lacre/local/demo';
import { freePort } from '@lacre/test-support';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Api } from '../support/api.ts';
import { Lacre } from '../support/lacre.ts';
import { operated } from '../support/operator-command.ts';
import { until } from '../support/until.ts';

const MAIN = fileURLToPath(new URL('../../infra/local/src/main.ts', import.meta.url));

/** Where all cores are busy with other tests. */
const DEMO_TIMEOUT_MS = 240_000;

let lacre: Lacre;
beforeAll(async () => {
  lacre = await Lacre.create({}, ['--demo']);
  await lacre.start();
}, DEMO_TIMEOUT_MS);
afterAll(() => lacre.dispose());

/** What an administrator of the sample account sees in its lists. */
async function held() {
  const visitor = new Api(lacre.origin);
  const { token } = await visitor.call('signIn', { body: DEMO_SIGN_IN });
  const api = visitor.as(token);
  const { items: processes } = await api.call('listProcesses', { query: { pageSize: '50' } });
  const { managers, commonUsers } = await api.call('listUsers');
  const { items: standing } = await api.call('listProcesses', {
    query: { search: 'Procuração para reforma' },
  });
  const read = await api.call('getProcess', { params: { processId: standing[0]?.processId ?? '' } });
  const named = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name);
  return {
    readBy: read.signatures.map(({ openedAt, readAt }) => [openedAt, readAt] as const),
    processes: processes.map(({ summary, status }) => [summary, status] as const),
    users: [...managers, ...commonUsers].map(({ name, invitation }) => [name, invitation] as const),
    templates: named(await api.call('listTemplates')),
    envelopes: named(await api.call('listEnvelopes')),
    groups: named(await api.call('listSignerGroups')),
    totems: named(await api.call('listTotems')),
    drafts: (await api.call('listProcessDrafts')).items.map(({ summary }) => summary),
  };
}

it('shows each state of a process, what a team prepares and its users, and a second start adds nothing', async () => {
  const first = await held();
  expect(new Set(first.processes.map(([, status]) => status))).toEqual(
    new Set(['waiting', 'finished', 'rejected', 'canceled']),
  );
  expect(new Set(first.users.map(([, invitation]) => invitation))).toEqual(new Set(['accepted', 'pending']));
  expect(first.readBy).toContainEqual([expect.any(String), expect.any(String)]);
  for (const list of ['templates', 'envelopes', 'groups', 'totems', 'drafts'] as const)
    expect(first[list]).not.toEqual([]);
  await lacre.stop();
  await lacre.start();
  expect(await held()).toEqual(first);
});

it('shows a year of a company in the reports, and credits that match its seals', async () => {
  const visitor = new Api(lacre.origin);
  const { token } = await visitor.call('signIn', { body: DEMO_SIGN_IN });
  const api = visitor.as(token);
  const { months, refusals, awaited } = await api.call('report');
  expect(months).toHaveLength(12);
  expect(months.filter(({ created, finished }) => created < 2 || finished < 1)).toEqual([]);
  const sum = (figure: 'created' | 'finished' | 'rejected' | 'expired' | 'canceled') =>
    months.reduce((total, month) => total + month[figure], 0);
  expect(sum('created')).toBeGreaterThanOrEqual(70);
  expect(sum('finished')).toBeGreaterThanOrEqual(40);
  for (const ending of ['rejected', 'expired', 'canceled'] as const)
    expect(sum(ending)).toBeGreaterThanOrEqual(2);
  expect(refusals.length).toBeGreaterThan(2);
  expect(awaited).not.toEqual([]);
  const { consumed } = await until('credits follow', async () => {
    const credits = await api.call('tenantCredits');
    return credits.consumed >= sum('finished') ? credits : undefined;
  });
  // Of a single document each, but for three of today.
  expect(consumed).toBeGreaterThanOrEqual(sum('finished'));
});

it(
  'holds log, files, seals, read models and credits of the year against each other',
  async () => {
    expect(await operated(lacre.dataDir, 'fsck')).toContain('Tudo confere');
  },
  DEMO_TIMEOUT_MS,
);

it('ends in order when it is stopped while the year is played', { timeout: DEMO_TIMEOUT_MS }, async () => {
  const early = await Lacre.create({}, ['--demo']);
  const started = spawn(
    process.execPath,
    [MAIN, '--data', early.dataDir, '--port', String(await freePort()), '--demo'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await until('it answers', async () => said.includes('já atende') || undefined);
  started.kill('SIGINT');
  const [status] = await once(started, 'close');
  expect([status, said]).toEqual([0, expect.stringMatching(/Encerrando…\n$/)]);
  await early.dispose();
});
