import { DEMO_SIGN_IN } from '@lacre/local/demo';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Api } from '../support/api.ts';
import { Lacre } from '../support/lacre.ts';

let lacre: Lacre;
beforeAll(async () => {
  lacre = await Lacre.create({}, ['--demo']);
  await lacre.start();
});
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
  };
}

it('shows each state of a process, what a team prepares and its users, and a second start adds nothing', async () => {
  const first = await held();
  expect(new Set(first.processes.map(([, status]) => status))).toEqual(
    new Set(['waiting', 'finished', 'rejected', 'canceled']),
  );
  expect(new Set(first.users.map(([, invitation]) => invitation))).toEqual(new Set(['accepted', 'pending']));
  expect(first.readBy).toContainEqual([expect.any(String), expect.any(String)]);
  for (const list of ['templates', 'envelopes', 'groups', 'totems'] as const)
    expect(first[list]).not.toEqual([]);
  await lacre.stop();
  await lacre.start();
  expect(await held()).toEqual(first);
});
