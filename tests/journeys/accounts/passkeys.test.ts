import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { readEnvironment } from '@lacre/adapters';
import type { AnswerOf } from '@lacre/contracts';
import { startLocal, type RunningLacre } from '@lacre/local';
import { freePort } from '@lacre/test-support';
import pino from 'pino';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { signsOut } from '../../browser/account-keeper.ts';
import { launchChromium } from '../../browser/chromium.ts';
import { failing, FAILURES } from '../../browser/failures.ts';
import { Requester } from '../../browser/requester.ts';
import { Visitor } from '../../browser/visitor.ts';
import { openAccount } from '../../support/scenario.ts';

let running: RunningLacre;
let dataDir: string;
let browser: Browser;
/** A passkey belongs to a domain: the product itself goes by this machine's name. */
let origin: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lacre-passkeys-'));
  // Postgres does not run as root: the account it runs as must be able to come in.
  await chmod(dataDir, 0o755);
  const port = await freePort();
  running = await startLocal({
    dataDir,
    host: 'localhost',
    port,
    environment: readEnvironment('start', {}),
    logger: pino({ level: 'silent' }),
    webRoot: fileURLToPath(new URL('../../../web/dist', import.meta.url)),
  });
  ({ origin } = running);
  expect(origin).toBe(`http://localhost:${port}`);
  browser = await launchChromium();
}, 90_000);
afterAll(async () => {
  await browser.close();
  await running.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A refusal is shown in the dialog that asked, where the user looks. */
async function isRefusedOnce(
  visitor: Visitor,
  sends: { method: string; path: RegExp },
  button: string,
): Promise<void> {
  const refusal = FAILURES.find(({ name }) => name === '409');
  if (refusal === undefined) throw new Error('no such failure');
  const { page } = visitor;
  const undo = await failing(page, sends, refusal.answer);
  await visitor.press(button);
  await page.locator('dialog[open]').getByRole('alert').filter({ hasText: refusal.tells }).waitFor();
  await undo();
  expect(visitor.complaints()).toEqual([expect.stringMatching(/^409 /)]);
}

interface Asked {
  method: string;
  path: string;
  body?: unknown;
  token?: string;
}

/** Calls the API from the page, with its cookies. */
const call = <Answer>(page: Page, asked: Asked): Promise<Answer & { code?: string }> =>
  page.evaluate(async ({ method, path, body, token }) => {
    const answer = await fetch(`/api${path}`, {
      method,
      headers: {
        'client-device-id': 'navegador-de-teste',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return (text === '' ? {} : JSON.parse(text)) as never;
  }, asked);

/** What the browser makes, or signs, by the options of the server. */
const created = (page: Page, options: unknown): Promise<unknown> =>
  page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json as never);
    return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON();
  }, options);
const signed = (page: Page, options: unknown): Promise<unknown> =>
  page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json as never);
    return ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON();
  }, options);

it('registers a passkey in a real browser, and signs its owner in by it alone', async () => {
  const { email, password } = await openAccount(origin);
  const page = await browser.newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${origin}/login`);
  const post = <Answer>(path: string, body?: unknown, token?: string) =>
    call<Answer>(page, { method: 'POST', path, body, ...(token === undefined ? {} : { token }) });

  const { token } = await post<AnswerOf<'signIn'>>('/session', { email, password });
  const begun = await post<AnswerOf<'startPasskey'>>('/account/passkey/start', undefined, token);
  const made = await created(page, begun.options);
  const kept = { challenge: begun.challenge, credential: made, name: 'Notebook' };
  const passkey = await post<AnswerOf<'finishPasskey'>>('/account/passkey', kept, token);
  expect(passkey).toMatchObject({ name: 'Notebook', lastUsedAt: null });
  // A challenge is good once, and so is what answers it.
  expect((await post('/account/passkey', kept, token)).code).toBe('PASSKEY_INVALID');

  await call(page, { method: 'DELETE', path: '/session' });
  const asked = await post<AnswerOf<'startPasskeySignIn'>>('/session/passkey/start');
  const credential = await signed(page, asked.options);
  const body = { challenge: asked.challenge, credential };
  const session = await post<AnswerOf<'finishPasskeySignIn'>>('/session/passkey', body);
  expect(session.user.email).toBe(email);
  expect((await post('/session/passkey', body)).code).toBe('SIGN_IN_FAILED');
  const other = await post<AnswerOf<'startPasskeySignIn'>>('/session/passkey/start');
  // Signed for another challenge.
  expect((await post('/session/passkey', { challenge: other.challenge, credential })).code).toBe(
    'SIGN_IN_FAILED',
  );

  const account = await call<AnswerOf<'getAccount'>>(page, {
    method: 'GET',
    path: '/account',
    token: session.token,
  });
  expect(account.passkeys).toHaveLength(1);
  expect(account.passkeys[0]?.lastUsedAt).not.toBeNull();
  const remove = () =>
    call(page, { method: 'DELETE', path: `/account/passkey/${passkey.passkeyId}`, token: session.token });
  expect((await remove()).code).toBeUndefined();
  expect((await remove()).code).toBe('PASSKEY_NOT_FOUND');
  const last = await post<AnswerOf<'startPasskeySignIn'>>('/session/passkey/start');
  const orphan = { challenge: last.challenge, credential: await signed(page, last.options) };
  expect((await post('/session/passkey', orphan)).code).toBe('SIGN_IN_FAILED');
  await page.close();
}, 60_000);

it('registers a passkey, signs in by it alone, and removes it', async () => {
  const { email, password } = await openAccount(origin);
  const visitor = await Visitor.arrive(browser, origin);
  const { page } = visitor;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await new Requester(visitor).signsIn({ email, password });
  await visitor.open('/profile');
  await visitor.press('Nova chave');
  await visitor.fill('Nome da chave', 'Notebook');
  await visitor.inspects('new passkey');
  await isRefusedOnce(visitor, { method: 'POST', path: /^\/api\/account\/passkey/ }, 'Criar chave');
  expect(await page.getByLabel('Nome da chave').inputValue()).toBe('Notebook');
  await visitor.press('Criar chave');
  await visitor.reads('nunca usada');
  await signsOut(visitor);
  await visitor.press('Usar chave de acesso');
  await page.waitForURL('**/dashboard');
  await visitor.open('/profile');
  await visitor.press('Remover Notebook');
  await isRefusedOnce(visitor, { method: 'DELETE', path: /^\/api\/account\/passkey\// }, 'Remover chave');
  await visitor.press('Remover chave');
  await visitor.reads('Nenhuma chave ainda');
  expect(await visitor.leaves()).toEqual([]);
}, 60_000);
