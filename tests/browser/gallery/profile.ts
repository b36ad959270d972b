// Scenes of one's own account: what proves who one is, and what may be asked for it.
import { randomUUID } from 'node:crypto';

import { DEMO_SIGN_IN } from '@lacre/local/demo';

import { join as joinAccount } from '../../permissions/world.ts';
import { fresh, openAccount } from '../../support/scenario.ts';
import { textedCode, totpCode } from '../account-keeper.ts';
import { failing, FAILURES } from '../failures.ts';
import { Requester } from '../requester.ts';
import { model, shootDialog, type Scene, type Setting } from './stage.ts';

const PASSWORD = 'uma senha comprida';

async function secondFactors(setting: Setting): Promise<void> {
  const account = await openAccount(setting.studio.lacre.origin);
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  const phone = `119${String(fresh()).padStart(8, '0').slice(-8)}`;
  await new Requester(visitor).signsIn(account);
  await visitor.open('/profile');
  await visitor.fill('Celular (opcional)', phone);
  await visitor.press('Salvar dados');
  await visitor.reads('Dados salvos');
  const contacts = page.getByRole('region', { name: 'Contatos para entrar' });
  await contacts.getByRole('button', { name: 'Confirmar' }).last().click();
  await page.getByRole('dialog', { name: 'Confirmar celular' }).waitFor();
  await shootDialog(visitor, shoot, 'phone verification');
  await page.getByRole('button', { name: 'Celular', exact: true }).click();
  await page.getByRole('dialog', { name: 'Celular como segundo fator' }).waitFor();
  await shoot('phone as a second factor', false);
  const since = new Date();
  await visitor.press('Enviar código');
  await page.getByLabel('Código de 6 números').waitFor();
  await shoot('phone as a second factor, code', false);
  await visitor.fill('Código de 6 números', await textedCode(visitor, phone, since));
  await page.getByRole('checkbox', { name: 'Guardei os códigos' }).waitFor();
  await shoot('recovery codes', false);
  await page.getByRole('checkbox', { name: 'Guardei os códigos' }).check();
  await visitor.press('Concluir');
  await visitor.press('Aplicativo autenticador');
  const secret = (await page.locator('dialog code').textContent()) ?? '';
  await visitor.fill('Código de 6 números', totpCode(secret));
  await visitor.reads('Segundo fator incluído');
  await page.getByText('Segundo fator incluído').waitFor({ state: 'detached' });
  await shoot('profile with second factors');
  await page
    .getByRole('button', { name: /^Retirar/ })
    .first()
    .click();
  await shootDialog(visitor, shoot, 'second factor, withdraw');
  await visitor.press('Gerar outros');
  await shootDialog(visitor, shoot, 'recovery codes, renew');
  const refusal = (status: string) => FAILURES.find(({ name }) => name === status)?.answer;
  const lost = refusal('500');
  if (lost === undefined) throw new Error('no such failure');
  const undo = await failing(page, { method: 'GET', path: /\/account$/ }, lost);
  await page.reload();
  await visitor.reads('Algo deu errado do nosso lado');
  await shoot('profile, not loaded');
  await undo();
  await page.context().clearCookies();
  await visitor.open('/login');
  await visitor.fill('Email', account.email);
  await visitor.fill('Senha', account.password);
  await visitor.press('Entrar');
  await visitor.sees('second factor', /./);
  await page
    .getByLabel('Código de 6 números')
    .or(page.getByRole('button', { name: 'Enviar código' }))
    .first()
    .waitFor();
  await shoot('login, second factor');
  await visitor.press(/código de recuperação/i);
  await page.getByLabel('Código de recuperação').waitFor();
  await shoot('login, recovery code');
  await visitor.leaves();
}

async function sessions(setting: Setting): Promise<void> {
  const { origin } = setting.studio.lacre;
  const account = await openAccount(origin);
  const member = await joinAccount(account, 'common', [account.companyId], { name: 'Letícia Moura' });
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  await new Requester(visitor).signsIn({ email: member.email, password: PASSWORD });
  await visitor.open('/dashboard');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await shoot('dashboard of a common user');
  await visitor.open('/users');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await shoot('users, not permitted');
  // A passkey needs a domain's name, which the gallery's address is none of: what was made elsewhere is listed.
  const passkey = {
    passkeyId: '00000000-0000-4000-8000-000000000001',
    name: 'Chrome no Android',
    synced: true,
    createdAt: '2026-10-02T12:00:00.000Z',
    lastUsedAt: null,
  };
  await page.route(/\/api\/account$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), passkeys: [passkey] } });
  });
  await visitor.open('/profile');
  await page.getByRole('heading', { name: 'Sessões abertas' }).waitFor();
  await shoot('profile of a common user');
  await visitor.press('Remover Chrome no Android');
  await shootDialog(visitor, shoot, 'passkey remove');
  await page
    .getByRole('button', { name: /^Encerrar (?!as)/ })
    .first()
    .click();
  await shootDialog(visitor, shoot, 'session end');
  await visitor.press('Encerrar as outras');
  await shootDialog(visitor, shoot, 'sessions end');
  await visitor.press('Excluir minha conta');
  await shootDialog(visitor, shoot, 'delete account');
  const old = (route: Parameters<(typeof FAILURES)[number]['answer']>[0]) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        status: 403,
        code: 'RECENT_SIGN_IN_REQUIRED',
        title: 'Confirme que é você para continuar.',
      }),
    });
  const undo = await failing(page, { method: 'POST', path: /\/account\/factor\/totp$/ }, old);
  await visitor.press('Aplicativo autenticador');
  await page.getByRole('dialog', { name: 'Confirme que é você' }).waitFor();
  await shootDialog(visitor, shoot, 'sign in again');
  await undo();
  await member.api.call('revokeOtherSessions');
  await visitor.fill('Nome', 'Letícia Moura Prado');
  await visitor.press('Salvar dados');
  await page.locator('dialog[open]').waitFor();
  await shoot('session over', false);
  await visitor.leaves();
}

/** A browser that was not asked about notifications yet; one without a window says no to all. */
async function notices(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }));
  await new Requester(visitor).signsIn(DEMO_SIGN_IN);
  await visitor.open('/profile');
  await page.getByRole('button', { name: 'Avisar neste aparelho' }).waitFor();
  await shoot('profile, notices');
  // One whose person says yes: what it would subscribe at is left alone.
  await page.evaluate(() => {
    const subscription = { toJSON: () => ({ endpoint: '', keys: {} }) };
    const pushManager = { getSubscription: async () => null, subscribe: async () => subscription };
    const { serviceWorker } = navigator;
    Object.defineProperty(serviceWorker, 'register', { value: async () => undefined });
    Object.defineProperty(serviceWorker, 'ready', { value: Promise.resolve({ pushManager }) });
  });
  const body = JSON.stringify({ subscriptionId: randomUUID() });
  await page.route('**/api/push', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ contentType: 'application/json', body })
      : route.fallback(),
  );
  await visitor.press('Avisar neste aparelho');
  await page.getByRole('checkbox', { name: 'Passou do prazo' }).waitFor();
  await shoot('profile, notices on');
  await visitor.leaves();
}

export const profileScenes: readonly Scene[] = [secondFactors, sessions, notices];
