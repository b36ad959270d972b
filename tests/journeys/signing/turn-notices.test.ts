import type { AnswerOf } from '@lacre/contracts';
import { PushService } from '@lacre/web-push/testing';
import type { Worker } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Participant } from '../../browser/participant.ts';
import { useOwnProduct } from '../../browser/product.ts';
import { Requester } from '../../browser/requester.ts';
import { Visitor } from '../../browser/visitor.ts';
import { samplePdf } from '../../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  signAll,
  uploadProof,
  type Account,
} from '../../support/scenario.ts';

const product = useOwnProduct({ PUSH_HOSTS: '127.0.0.1', WEBHOOK_ALLOW_LOOPBACK: 'true' });
let account: Account;
let pushing: PushService;
beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
  pushing = await PushService.start();
}, 120_000);
afterAll(() => pushing.close());

type Device = ReturnType<PushService['browser']>;

/**
 * A browser whose person allows notifications, which a headless one never does. Which push service it subscribes at is its vendor's, and asks the internet: here
 * it is one of ours, and everything else is the browser's own.
 */
async function arrives(device: Device): Promise<Visitor> {
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin, {
    viewport: { width: 360, height: 740 },
    serviceWorkers: 'allow',
  });
  await visitor.page.addInitScript(({ endpoint, p256dh, auth }) => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    let subscription: object | null = null;
    const ended = async () => {
      subscription = null;
      return true;
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => subscription,
      subscribe: async (options: PushSubscriptionOptionsInit) => {
        const toJSON = () => ({ endpoint, keys: { p256dh, auth } });
        subscription = { toJSON, unsubscribe: ended, options };
        return subscription;
      },
    });
  }, device.subscription);
  return visitor;
}

/** Hands the worker what the push service was given, as the browser does once it has decrypted it. */
async function deliver({ page, origin }: Visitor, message: object): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = Promise.withResolvers<string>();
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
    if (own !== undefined) registered.resolve(own.registrationId);
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered.promise;
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: `${origin}/`,
    registrationId,
    data: JSON.stringify(message),
  });
}

interface Shown {
  title: string;
  options: { tag: string; lang: string; data: { path: string } };
}

/** The scope of the page's service worker, as far as it is watched here. */
interface WorkerScope {
  shown: Shown[];
  opened: string[];
  clients: { openWindow: (url: string) => Promise<void> };
  dispatchEvent: (event: Event) => void;
}

/**
 * A headless browser has nowhere to show a notification, and only a person's own press opens a window: the worker's two
 * last steps are kept instead of taken. Everything before them is its own.
 */
async function watch({ page }: Visitor): Promise<Worker> {
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'));
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    scope.shown = [];
    scope.opened = [];
    Object.assign(ServiceWorkerRegistration.prototype, {
      showNotification: async (title: string, options: Shown['options']) => {
        scope.shown.push({ title, options });
      },
    });
    scope.clients.openWindow = async (url) => void scope.opened.push(url);
  });
  return worker;
}

const shownBy = (worker: Worker) => worker.evaluate(() => (globalThis as unknown as WorkerScope).shown);

/** Presses the first that was shown, and says what that opens. */
async function press(worker: Worker): Promise<string | undefined> {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    const notification = { ...scope.shown[0]?.options, close: () => {} };
    const ended = { notification, waitUntil: () => {} };
    scope.dispatchEvent(Object.assign(new Event('notificationclick'), ended));
  });
  const opened = () => worker.evaluate(() => (globalThis as unknown as WorkerScope).opened[0]);
  await expect.poll(opened).toBeDefined();
  return opened();
}

it('notifies a signer of their turn, at the device where they switched it on, and opens their link', async () => {
  const [ana, rui] = [
    await addPerson(account.api, 'Ana Souza Lima'),
    await addPerson(account.api, 'Rui Barbosa'),
  ];
  const upload = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'contrato.pdf');
  const body = {
    summary: 'Contrato de obra',
    companyId: account.companyId,
    documents: [{ proof: upload.proof }],
    participants: [
      { personId: ana.personId, part: 'signer' as const, group: 1 },
      { personId: rui.personId, part: 'signer' as const, group: 2 },
    ],
  };
  const { processId } = await account.api.call('createProcess', { body });
  const device = pushing.browser();
  const visitor = await arrives(device);
  const { page } = visitor;
  const waiting = new Participant(visitor, rui);
  await waiting.opensLink(processId, rui.personId);
  await waiting.signsIn();
  await visitor.sees('not yet your turn, with notices', 'Ainda não é a sua vez');
  await visitor.press('Avisar neste aparelho');
  await visitor.reads('Este aparelho avisa quando for a sua vez de assinar.');
  await signAll(await personSession(product.lacre.origin, processId, ana), processId);
  await expect.poll(() => device.pushed.length, { timeout: 30_000 }).toBe(1);
  const message = device.pushed[0]?.message;
  expect(message).toMatchObject({ title: expect.stringContaining('Contrato de obra'), language: 'pt-BR' });

  await visitor.open('/validate');
  const worker = await watch(visitor);
  await deliver(visitor, message ?? {});
  await expect
    .poll(() => shownBy(worker))
    .toMatchObject([
      {
        title: message?.title,
        options: { tag: message?.tag, lang: 'pt-BR', data: { path: message?.path } },
      },
    ]);
  expect(await press(worker)).toBe(`${visitor.origin}${message?.path}`);
  await visitor.open(message?.path ?? '');
  await page.waitForURL(new RegExp(`/document\\?process=${processId}`));
  await visitor.sees('the door that a notification opens', 'Contrato de obra');
  await visitor.leaves();
});

it('is switched off as easily, by a signer who has signed, and sends no notice then', async () => {
  const ana = await addPerson(account.api, 'Ana Prado');
  const upload = async () => uploadProof(account.api, await samplePdf({ pages: 1 }), 'contrato.pdf');
  const asked = [{ person: ana, part: 'signer' as const }];
  const ask = async (): Promise<AnswerOf<'createProcess'>> => openProcess(account, [await upload()], asked);
  const { processId } = await ask();
  await signAll(await personSession(product.lacre.origin, processId, ana), processId);
  const device = pushing.browser();
  const visitor = await arrives(device);
  const signer = new Participant(visitor, ana);
  await signer.opensLink(processId, ana.personId);
  await signer.signsIn();
  await visitor.press('Avisar neste aparelho');
  await visitor.reads('Este aparelho avisa quando for a sua vez de assinar.');
  await ask();
  await expect.poll(() => device.tries(), { timeout: 30_000 }).toBe(1);
  await visitor.press('Desligar avisos');
  await visitor.reads(/^Quando for a sua vez de assinar/);
  await ask();
  await ask();
  await new Promise((resolve) => setTimeout(resolve, 3000));
  expect(device.tries()).toBe(1);
  await visitor.leaves();
});

/** The server has it from the page that these are the kinds to notify of. */
const hasKinds = ({ page }: Visitor, kinds: readonly string[]) =>
  page.waitForResponse((answer) => {
    const request = answer.request();
    if (request.method() !== 'POST' || !request.url().endsWith('/api/push') || !answer.ok()) return false;
    return String((request.postDataJSON() as { kinds?: string[] }).kinds) === String(kinds);
  });

it('notifies a requester of their own turn and that everyone signed, as far as they chose it', async () => {
  const device = pushing.browser();
  const visitor = await arrives(device);
  const requester = new Requester(visitor);
  await requester.signsIn(account);
  await visitor.open('/profile');
  await visitor.sees('profile, with notices', 'Avisos neste aparelho');
  await visitor.press('Avisar neste aparelho');
  await visitor.reads('Este aparelho avisa quando um processo seu:');
  await visitor.inspects('profile, with notices on');
  const kinds = visitor.page.getByRole('group', { name: 'Avisar quando um processo seu' });
  const kind = (name: string) => kinds.getByRole('checkbox', { name });
  await kind('Espera a sua assinatura').uncheck();
  await expect.poll(() => kind('Espera a sua assinatura').isChecked()).toBe(false);
  const kept = hasKinds(visitor, ['finished', 'refused', 'expired']);
  await visitor.page.reload();
  await kept;
  await expect.poll(() => kind('Espera a sua assinatura').isChecked()).toBe(false);
  expect(await kind('Foi assinado por todos').isChecked()).toBe(true);

  const self = await addPerson(account.api, 'Ana Reis', account.email);
  const upload = async () => uploadProof(account.api, await samplePdf({ pages: 1 }), 'contrato.pdf');
  const ask = async () => openProcess(account, [await upload()], [{ person: self, part: 'signer' }]);
  const { processId } = await ask();
  await signAll(await personSession(product.lacre.origin, processId, self), processId);
  await expect.poll(() => device.pushed.length, { timeout: 40_000 }).toBe(1);
  expect(device.pushed[0]?.message.path).toBe(`/processes/${processId}`);

  const turnAlone = hasKinds(visitor, ['turn']);
  await kind('Espera a sua assinatura').check();
  for (const other of ['Foi assinado por todos', 'Foi recusado por alguém', 'Passou do prazo'])
    await kind(other).uncheck();
  // The last one goes with all of them, by the button.
  await expect.poll(() => kind('Espera a sua assinatura').isDisabled()).toBe(true);
  await turnAlone;
  const own = await ask();
  await expect.poll(() => device.pushed.length, { timeout: 40_000 }).toBe(2);
  await visitor.open(device.pushed[1]?.message.path ?? '');
  await visitor.page.waitForURL(new RegExp(`/document\\?process=${own.processId}`));
  await visitor.leaves();
});
