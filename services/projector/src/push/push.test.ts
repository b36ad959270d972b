import { randomUUID } from 'node:crypto';

import { streams, type PushKind } from '@lacre/contracts';
import { signingPath } from '@lacre/contracts/signing-link';
import { TemporaryMailError, type MailMessage } from '@lacre/mailer';
import { openSecrets, type Secrets } from '@lacre/personal-data/secrets';
import { TEST_MASTER_KEY } from '@lacre/personal-data/testing';
import {
  currentPublicKey,
  dropOwnSubscription,
  keepSubscription,
  listApplicationKeys,
  replaceApplicationKeys,
  retireApplicationKeys,
  rotateApplicationKey,
} from '@lacre/web-push';
import { PushService } from '@lacre/web-push/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { actIdOf } from '../act-id.ts';
import type { ProcessNotification } from '../deliveries/notification-job.ts';
import { sendNotification } from '../deliveries/send-notification.ts';
import { lifeOf, newEvent, plannedProcess, record } from '../testing/index.ts';
import { projectorStage, type ProjectorStage } from '../testing/projector-stage.ts';
import { startPush } from './start-push.ts';

let stage: ProjectorStage;
let secrets: Secrets;
let service: PushService;
let push: Awaited<ReturnType<typeof startPush>>;
let mails: MailMessage[];
let mailAway: boolean;
let clock: number;
let life: ReturnType<typeof lifeOf>;
let created: ReturnType<typeof plannedProcess>;

const publicUrl = 'https://lacre.exemplo.com.br/';
const proofSecret = Buffer.alloc(32, 7);

beforeEach(async () => {
  stage = await projectorStage();
  secrets = await openSecrets(stage.pool, [Buffer.from(TEST_MASTER_KEY)]);
  service = await PushService.start();
  mails = [];
  mailAway = false;
  clock = Date.now();
  await start();
  created = plannedProcess({
    documents: ['contrato.pdf'],
    participants: [
      { name: 'Ana Souza', cpf: '52998224725' },
      { name: 'Rui Lima', cpf: '11144477735' },
    ],
  });
  life = lifeOf(created);
  const { userId, name } = created.requester;
  const user = { userId, tenantId: created.tenantId, name, email: 'pede@exemplo.com.br' };
  await record(stage.eventStore, streams.user(userId), newEvent('UserCreated', { ...user, role: 'manager' }));
  await record(stage.eventStore, life.stream, life.created());
});
afterEach(async () => {
  await push.stop();
  await service.close();
  await stage.close();
});

const deps = () => ({ ...stage, secrets, publicUrl, proofSecret, now: () => new Date(clock) });
async function start(pushHosts: readonly string[] = ['127.0.0.1']): Promise<void> {
  push = await startPush({ ...deps(), pushHosts, outlet: { loopback: true, timeoutMs: 3000 } });
}

const person = (at = 0): string => created.participants[at]?.personId ?? '';

async function subscribed(
  recipient: { kind: 'person' | 'user'; id: string } = { kind: 'person', id: person() },
  kinds?: PushKind[],
) {
  await currentPublicKey({ pool: stage.pool, secrets });
  const browser = service.browser();
  const owner = { tenantId: created.tenantId, ...recipient };
  const id =
    (await keepSubscription({ pool: stage.pool, secrets }, owner, browser.subscription, { kinds })) ?? '';
  return { ...browser, id, owner };
}

const asked = (more: Partial<ProcessNotification> = {}): ProcessNotification => ({
  notificationId: randomUUID(),
  tenantId: created.tenantId,
  notificationKind: 'signature-requested',
  processId: created.processId,
  recipientKind: 'person',
  recipientId: person(),
  ...more,
});

async function send(job: ProcessNotification): Promise<void> {
  const mailer = {
    send: async (mail: MailMessage) => {
      if (mailAway) throw new TemporaryMailError('away');
      mails.push(mail);
    },
  };
  await sendNotification({ ...deps(), mailer, push: push.sender }, job);
}

const rows = async () =>
  (await stage.pool.query<{ status: string; attempts: number }>('select status, attempts from push.delivery'))
    .rows;
async function settledAs(status: string): Promise<void> {
  await expect.poll(async () => (await rows()).map((row) => row.status)).toEqual([status]);
}

it('notifies every browser of a signer of their turn, as the mail says it, and opens their door', async () => {
  const [first, second] = [await subscribed(), await subscribed()];
  const others = await subscribed({ kind: 'person', id: person(1) });
  const job = asked();
  await send(job);
  for (const { pushed, subscription } of [first, second]) {
    await expect.poll(() => pushed.length).toBe(1);
    expect(pushed[0]?.message).toEqual({
      title: mails[0]?.subject,
      path: signingPath(created.processId, person()),
      tag: job.notificationId,
      language: 'pt-BR',
    });
    const { claims, headers } = pushed[0] ?? {};
    expect(claims).toMatchObject({ aud: new URL(subscription.endpoint).origin, sub: publicUrl });
    expect(headers).toMatchObject({ urgency: 'normal', topic: job.notificationId.replaceAll('-', '') });
  }
  expect(others.pushed).toEqual([]);
});

it('notifies a browser by the key that it subscribed with, whatever key came since', async () => {
  const parts = { pool: stage.pool, secrets };
  const usedBy = ({ pushed }: typeof before) =>
    /k=([\w-]+)$/.exec(String(pushed.at(-1)?.headers['authorization']))?.[1];
  const before = await subscribed();
  const firstKey = await currentPublicKey(parts);
  await rotateApplicationKey(parts);
  const later = await subscribed();
  const secondKey = await currentPublicKey(parts);
  expect(secondKey).not.toBe(firstKey);
  await send(asked());
  await expect.poll(() => [usedBy(before), usedBy(later)]).toEqual([firstKey, secondKey]);

  expect(await retireApplicationKeys(parts)).toBe(0);
  service.answers = () => ({ status: 410, headers: {} });
  await send(asked());
  await expect
    .poll(() => listApplicationKeys(stage.pool))
    .toMatchObject([{ subscriptions: 0 }, { subscriptions: 0 }]);
  expect(await retireApplicationKeys(parts)).toBe(1);
  expect(await currentPublicKey(parts)).toBe(secondKey);
});

it('forgets a leaked key at once, and the browsers that only it reaches', async () => {
  const parts = { pool: stage.pool, secrets };
  const { id } = await subscribed();
  const leaked = await currentPublicKey(parts);
  await replaceApplicationKeys(parts);
  expect(await secrets.find(id)).toBeUndefined();
  expect(await listApplicationKeys(stage.pool)).toMatchObject([{ subscriptions: 0 }]);
  expect(await currentPublicKey(parts)).not.toBe(leaked);
  await send(asked());
  expect(await rows()).toEqual([]);
});

it('notifies once, however often the message is tried, and while mail is away', async () => {
  const browser = await subscribed();
  mailAway = true;
  const job = asked();
  for (let time = 0; time < 3; time++) await expect(send(job)).rejects.toThrow('away');
  await settledAs('sent');
  mailAway = false;
  await send(job);
  expect(mails).toHaveLength(1);
  expect(browser.pushed).toHaveLength(1);
});

it('sends after a restart the notices requested meanwhile', async () => {
  const browser = await subscribed();
  await push.stop();
  await send(asked());
  expect(browser.pushed).toEqual([]);
  await start();
  await expect.poll(() => browser.pushed.length).toBe(1);
});

it.each([404, 410])('forgets a browser of which the push service answers %i', async (status) => {
  const browser = await subscribed();
  service.answers = () => ({ status });
  await send(asked());
  const left = async () => (await stage.pool.query('select from push.subscription')).rowCount;
  await expect.poll(left).toBe(0);
  expect(await rows()).toEqual([]);
  expect(await secrets.find(browser.id)).toBeUndefined();
});

it.each([429, 503])('waits after %i for as long as it is asked to, and sends it then', async (status) => {
  const browser = await subscribed();
  service.answers = (tries) =>
    tries === 1 ? { status, headers: { 'retry-after': '600' } } : { status: 201 };
  await send(asked());
  await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
  clock += 590_000;
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect(browser.tries()).toBe(1);
  clock += 11_000;
  await expect.poll(() => browser.pushed.length).toBe(1);
  await settledAs('sent');
});

it('gives a message up after three days, and keeps the browser', async () => {
  await subscribed();
  service.answers = () => ({ status: 503 });
  await send(asked());
  await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
  clock += 3 * 86_400_000 + 3_700_000;
  await settledAs('dropped');
  expect((await stage.pool.query('select from push.subscription')).rowCount).toBe(1);
});

it('sends nothing to a push service that is no longer allowed', async () => {
  const browser = await subscribed();
  await push.stop();
  await start(['outro.exemplo.com.br']);
  await send(asked());
  await settledAs('dropped');
  expect(browser.tries()).toBe(0);
});

it('sends no notice of a turn that is over by then', async () => {
  const browser = await subscribed();
  await push.stop();
  await send(asked());
  await record(stage.eventStore, life.stream, life.canceled(0));
  await start();
  await settledAs('dropped');
  expect(browser.tries()).toBe(0);
});

it('notifies a requester of the end alone, and a signer of no end', async () => {
  const requester = { kind: 'user', id: created.requester.userId } as const;
  const [signer, browser] = [await subscribed(), await subscribed(requester)];
  const toRequester = { recipientKind: 'user', recipientId: requester.id } as const;
  await send(asked({ notificationKind: 'process-finished' }));
  const job = asked({ ...toRequester, notificationKind: 'process-finished' });
  await send(job);
  await expect.poll(() => browser.pushed.length).toBe(1);
  expect(browser.pushed[0]?.message).toMatchObject({
    title: mails[1]?.subject,
    path: `/processes/${created.processId}`,
  });
  expect(signer.tries()).toBe(0);
});

const requester = () => ({ kind: 'user', id: created.requester.userId }) as const;
const toRequester = () => ({ recipientKind: 'user', recipientId: created.requester.userId }) as const;

it('notifies a requester of refusals and missed deadlines, of the kinds alone that a browser chose', async () => {
  const [all, some] = [await subscribed(requester()), await subscribed(requester(), ['expired'])];
  const actId = actIdOf({ correlationId: 'c1', occurredAt: '2026-03-02T12:00:00.000Z' });
  const jobs = (['document-rejected', 'process-expired', 'signature-recorded'] as const).map(
    (notificationKind) => asked({ ...toRequester(), notificationKind, actId }),
  );
  await record(stage.eventStore, life.stream, life.rejected(0, 1), life.documentRejected(0));
  for (const job of jobs) await push.sender.note(job);
  const tagsOf = ({ pushed }: typeof all) => pushed.map(({ message }) => message.tag).toSorted();
  const [refused = '', expired = ''] = jobs.map(({ notificationId }) => notificationId);
  await expect.poll(() => [tagsOf(all), tagsOf(some)]).toEqual([[refused, expired].toSorted(), [expired]]);
  expect(some.pushed[0]?.message.path).toBe(`/processes/${created.processId}`);
});

it('is notified of the kinds chosen last', async () => {
  const browser = await subscribed(requester(), ['turn']);
  await keepSubscription({ pool: stage.pool, secrets }, browser.owner, browser.subscription, {
    kinds: ['finished'],
  });
  await send(asked({ ...toRequester(), notificationKind: 'process-finished' }));
  await expect.poll(() => browser.pushed.length).toBe(1);
});

it('notifies a requester who signs in their own process of their turn, and opens the signing page', async () => {
  const [browser, deaf] = [await subscribed(requester()), await subscribed(requester(), ['finished'])];
  // Another reads the mail of this person.
  await send(asked());
  expect(await rows()).toEqual([]);
  const { email } = created.participants[0] ?? {};
  const { userId, name } = created.requester;
  const edited = { userId, tenantId: created.tenantId, name, email: email ?? '' };
  await record(stage.eventStore, streams.user(userId), newEvent('UserEdited', edited));
  const job = asked();
  await send(job);
  await expect.poll(() => browser.pushed.length).toBe(1);
  expect(browser.pushed[0]?.message).toMatchObject({
    title: mails.at(-1)?.subject,
    path: signingPath(created.processId, person()),
    tag: job.notificationId,
  });
  await send(asked({ recipientId: person(1) }));
  await push.stop();
  await start();
  expect(browser.tries()).toBe(1);
  expect(deaf.tries()).toBe(0);
});

it('keeps at most ten browsers of one recipient, which other recipients cannot end', async () => {
  const first = await subscribed();
  const last = await subscribed();
  const parts = { pool: stage.pool, secrets };
  await dropOwnSubscription(parts, { ...last.owner, id: randomUUID() }, last.id);
  for (let more = 0; more < 9; more++) await subscribed();
  const { rows: kept } = await stage.pool.query<{ id: string }>(
    'select subscription_id as id from push.subscription',
  );
  expect(kept).toHaveLength(10);
  expect(kept.map(({ id }) => id)).toContain(last.id);
  expect(await secrets.find(first.id)).toBeUndefined();
  await dropOwnSubscription(parts, last.owner, last.id);
  expect(await secrets.find(last.id)).toBeUndefined();
});
