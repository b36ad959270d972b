import { OAuth2Server } from 'oauth2-mock-server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import {
  fillsSignIn,
  mailedPath,
  opensLink,
  signsOut,
  textedCode,
  totpCode,
} from '../../browser/account-keeper.ts';
import { launchChromium } from '../../browser/chromium.ts';
import { Requester } from '../../browser/requester.ts';
import { Visitor } from '../../browser/visitor.ts';
import { Lacre } from '../../support/lacre.ts';
import { openAccount } from '../../support/scenario.ts';

/** A real provider of OpenID Connect on this machine. */
const provider = new OAuth2Server();
let claims: Record<string, unknown> = {};
let browser: Browser;
let lacre: Lacre;

beforeAll(async () => {
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  provider.service.on('beforeTokenSigning', (token: { payload: Record<string, unknown> }) => {
    Object.assign(token.payload, claims);
  });
  lacre = await Lacre.create({
    GOOGLE_CLIENT_ID: 'lacre',
    GOOGLE_CLIENT_SECRET: 'segredo',
    GOOGLE_ISSUER: provider.issuer.url ?? '',
  });
  [browser] = await Promise.all([launchChromium(), lacre.start()]);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await lacre.dispose();
  await provider.stop();
});

it('signs in by a link, confirms the e-mail, then by Google, and returns to the page asked for', async () => {
  const { email, password } = await openAccount(lacre.origin);
  const visitor = await Visitor.arrive(browser, lacre.origin);
  const { page } = visitor;
  await visitor.open('/login');
  await visitor.press('Link por email');
  await visitor.sees('login by e-mail', 'Entrar por email');
  await visitor.fill('Email', email);
  await visitor.press('Enviar link');
  await visitor.reads('Confira seu email');
  await visitor.inspects('login link sent');
  const link = await mailedPath(visitor, email, /^\/login#link=/);
  await opensLink(visitor, link);
  await visitor.sees('login by link', 'Entrar por email');
  // The secret leaves the address.
  expect(page.url()).toBe(`${lacre.origin}/login`);
  await visitor.press('Entrar agora');
  await page.waitForURL('**/dashboard');
  await signsOut(visitor);
  await opensLink(visitor, link);
  await visitor.press('Entrar agora');
  await visitor.reads('Este link já foi usado ou venceu. Peça outro.');

  // Coming by the link showed the address to be theirs, so that Google may vouch for it too.
  await visitor.open('/companies');
  await page.waitForURL('**/login/**');
  claims = { sub: 'google-marina', email, email_verified: true };
  await visitor.press('Entrar com o Google');
  await page.waitForURL('**/companies');
  await visitor.open('/profile');
  await visitor.reads('Você pode entrar com sua conta do Google.');
  await visitor.press('Desvincular');
  const question = page.getByRole('alertdialog', { name: 'Desvincular a conta do Google?' });
  await visitor.inspects('unlink google');
  await question.getByRole('button', { name: 'Desvincular' }).click();
  await visitor.reads('Conta do Google desvinculada');
  await visitor.reads('Com o email confirmado, basta usar “Entrar com o Google” na próxima vez.');
  await page.reload();
  await visitor.reads('Não vinculada');
  expect(await page.getByRole('button', { name: 'Desvincular' }).count()).toBe(0);
  await signsOut(visitor);
  claims = { sub: 'google-outra', email: 'outra@exemplo.com.br', email_verified: true };
  await visitor.press('Entrar com o Google');
  await visitor.reads('A conta do Google precisa ter o mesmo email do seu usuário');
  await visitor.sees('google refused', 'Entrar com o Google');
  await visitor.press('Voltar para a entrada');
  await fillsSignIn(visitor, email, password);
  await page.waitForURL('**/dashboard');
  const faults = await visitor.leaves();
  expect(faults.filter((fault) => !fault.startsWith(`another origin: ${provider.issuer.url ?? ''}`))).toEqual(
    ['410 POST /api/session/link/open', '401 POST /api/session/google'],
  );
}, 90_000);

it('recovers a password by e-mail, and changes it in the profile', async () => {
  const { email } = await openAccount(lacre.origin);
  const visitor = await Visitor.arrive(browser, lacre.origin);
  const { page } = visitor;
  await visitor.open('/login');
  await page.getByRole('link', { name: 'Esqueci a senha' }).click();
  await visitor.sees('password', 'Recuperar senha');
  await visitor.press('Enviar link');
  await visitor.reads('Informe um Email');
  await visitor.fill('Email', email);
  await visitor.press('Enviar link');
  await visitor.reads('Confira seu email');
  await opensLink(visitor, await mailedPath(visitor, email, /^\/password#reset=/));
  await visitor.sees('choose password', 'Escolher outra senha');
  await visitor.fill('Nova senha', 'senha1234');
  await visitor.fill('Repita a nova senha', 'senha12345');
  await visitor.press('Trocar senha');
  await visitor.reads('As senhas não são iguais');
  await visitor.fill('Repita a nova senha', 'senha1234');
  await visitor.press('Trocar senha');
  await visitor.reads(/entre as mais usadas/);
  await visitor.fill('Nova senha', 'uma frase toda minha');
  await visitor.fill('Repita a nova senha', 'uma frase toda minha');
  await visitor.press('Trocar senha');
  await visitor.sees('password chosen', 'Senha trocada');
  await visitor.press('Entrar');
  await fillsSignIn(visitor, email, 'uma frase toda minha');
  await page.waitForURL('**/dashboard');

  await visitor.open('/profile');
  await visitor.press('Trocar senha');
  await visitor.fill('Senha atual', 'errada');
  await visitor.fill('Nova senha', 'outra frase toda minha');
  await visitor.fill('Repita a nova senha', 'outra frase toda minha');
  await visitor.inspects('change password');
  await visitor.press('Salvar senha');
  await visitor.reads('Senha atual incorreta');
  await visitor.fill('Senha atual', 'uma frase toda minha');
  await visitor.press('Salvar senha');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await signsOut(visitor);
  await fillsSignIn(visitor, email, 'outra frase toda minha');
  await page.waitForURL('**/dashboard');
  expect(await visitor.leaves()).toEqual([
    '422 POST /api/session/password',
    '422 POST /api/account/password',
  ]);
}, 90_000);

it('asks for a second factor: the app’s code, a recovery code, a phone', async () => {
  const { email, password } = await openAccount(lacre.origin);
  const visitor = await Visitor.arrive(browser, lacre.origin, { viewport: { width: 360, height: 740 } });
  const { page } = visitor;
  await new Requester(visitor).signsIn({ email, password });
  await visitor.open('/profile');
  await visitor.press('Aplicativo autenticador');
  await page.getByRole('img', { name: 'Código QR para o aplicativo autenticador' }).waitFor();
  await visitor.inspects('authenticator app');
  const secret = (await page.locator('dialog code').textContent()) ?? '';
  await page.getByLabel('Código de 6 números').fill('000000');
  await visitor.reads('Código incorreto ou vencido');
  await page.getByLabel('Código de 6 números').fill(totpCode(secret));
  await page.getByRole('dialog', { name: 'Códigos de recuperação' }).waitFor();
  await visitor.inspects('recovery codes');
  const [recoveryCode = ''] = await page
    .getByRole('list', { name: 'Códigos de recuperação' })
    .getByRole('listitem')
    .allTextContents();
  expect(await page.getByRole('button', { name: 'Concluir' }).isDisabled()).toBe(true);
  await page.getByRole('checkbox', { name: 'Guardei os códigos' }).check();
  await visitor.press('Concluir');
  await visitor.reads(/Restam \d+ códigos/);

  // A phone as well.
  await page.getByRole('button', { name: 'Celular', exact: true }).click();
  await visitor.fill('Celular com DDD', '11987654321');
  const since = new Date();
  await visitor.press('Enviar código');
  await page.getByLabel('Código de 6 números').fill(await textedCode(visitor, '11987654321', since));
  await visitor.reads('Código por SMS');

  const menu = page.getByRole('button', { name: 'Abrir menu' });
  await menu.click();
  await signsOut(visitor);
  await fillsSignIn(visitor, email, password);
  await visitor.sees('second factor', 'Verificação em duas etapas');
  await page.getByRole('button', { name: 'Usar um código de recuperação' }).click();
  await visitor.fill('Código de recuperação', 'nada-disso');
  await visitor.press('Entrar');
  await visitor.reads('Segundo fator incorreto ou vencido');
  await visitor.fill('Código de recuperação', recoveryCode);
  await visitor.press('Entrar');
  await page.waitForURL('**/dashboard');
  await menu.click();
  await signsOut(visitor);
  await fillsSignIn(visitor, email, password);
  await page.getByRole('button', { name: /^Receber SMS em/ }).click();
  const asked = new Date();
  await visitor.press('Enviar código');
  await page.getByLabel('Código de 6 números').fill(await textedCode(visitor, '11987654321', asked));
  await page.waitForURL('**/dashboard');
  const refused = await visitor.leaves();
  expect(refused.filter((line) => line !== '401 POST /api/session')).toEqual([
    expect.stringMatching(/^422 POST \/api\/account\/factor\//),
    '401 POST /api/session/second-factor',
  ]);
}, 90_000);

it('signs in by a confirmed phone, and lists the other sessions', async () => {
  const { email, password } = await openAccount(lacre.origin);
  const visitor = await Visitor.arrive(browser, lacre.origin);
  const { page } = visitor;
  await new Requester(visitor).signsIn({ email, password });
  await visitor.open('/profile');
  await visitor.sees('profile', 'Perfil');
  await visitor.fill('Celular (opcional)', '11912345678');
  await visitor.press('Salvar dados');
  await visitor.reads('Dados salvos');
  const since = new Date();
  await page
    .getByRole('listitem')
    .filter({ hasText: '(11) 91234-5678' })
    .getByRole('button', { name: 'Confirmar' })
    .click();
  await page.getByLabel('Código de 6 números').fill(await textedCode(visitor, '11912345678', since));
  await visitor.reads('Celular confirmado');

  const other = await Visitor.arrive(browser, lacre.origin);
  await other.open('/login');
  await other.press('Código por SMS');
  await other.sees('login by phone', 'Entrar por celular');
  await other.fill('Celular com DDD', '11912345678');
  const asked = new Date();
  await other.press('Receber código por SMS');
  await other.page.getByLabel('Código de 6 números').fill(await textedCode(visitor, '11912345678', asked));
  await other.page.waitForURL('**/dashboard');

  // What its screen still asks would be refused as well.
  await other.page.goto('about:blank');
  await visitor.open('/profile');
  await visitor.press('Encerrar as outras');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Encerrar as outras' }).click();
  await visitor.reads('2 sessões encerradas');
  // Their session is over: the password is asked for over the screen as it stands, and they may leave.
  await other.open('/companies');
  await other.page.waitForURL('**/login/**');
  expect(await visitor.leaves()).toEqual([]);
  expect(await other.leaves()).toEqual(['401 POST /api/session/refresh']);
}, 90_000);
