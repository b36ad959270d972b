import { createPool } from '@lacre/postgres';
import { createTestDatabase } from '@lacre/postgres/testing';
import type { Pool } from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { mailedPath } from '../../browser/account-keeper.ts';
import { launchChromium } from '../../browser/chromium.ts';
import { Requester } from '../../browser/requester.ts';
import { Visitor } from '../../browser/visitor.ts';
import { join } from '../../permissions/world.ts';
import { Api } from '../../support/api.ts';
import { startClockedLacre, type ClockedLacre } from '../../support/clocked-lacre.ts';
import { messagesTo } from '../../support/mailbox.ts';
import { samplePdf } from '../../support/pdfs.ts';
import {
  addPerson,
  fresh,
  openAccount,
  openProcess,
  personSession,
  uploadProof,
  type Account,
} from '../../support/scenario.ts';
import { until } from '../../support/until.ts';

const PASSWORD = 'uma senha comprida';
const NOT_RECENT = /^403 (?:POST|DELETE) \/api\/(?:user|administration|account)\//;

let browser: Browser;
let lacre: ClockedLacre;
let pool: Pool;
let dropDatabase: () => Promise<void>;
let account: Account;

beforeAll(async () => {
  const database = await createTestDatabase();
  dropDatabase = database.drop;
  pool = createPool(database.connectionString, { max: 1, applicationName: 'administrators-test' });
  const variables = { DATABASE_URL: database.connectionString };
  [browser, lacre] = await Promise.all([launchChromium(), startClockedLacre(() => variables)]);
  account = await openAccount(lacre.origin);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await lacre.dispose();
  await pool.end();
  await dropDatabase();
});

/** Sign-ins are of a day ago from now on: sessions go by the machine's clock, which no test turns. */
const someTimePasses = () =>
  pool.query(`update identity.session_detail set authenticated_at = authenticated_at - interval '1 day'`);

async function signedIn(who: { email: string; password: string }): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser, lacre.origin);
  await new Requester(visitor).signsIn(who);
  return visitor;
}
const chooses = async ({ page }: Visitor, name: string, act: string) => {
  await page.getByRole('button', { name: `Ações de ${name}` }).click();
  await page.getByRole('menuitem', { name: act }).click();
};
const confirms = (visitor: Visitor, button: string) =>
  visitor.page.getByRole('alertdialog').getByRole('button', { name: button }).click();

it('promotes a user to administrator, removes them, and hands over by an act of both', async () => {
  const bia = await join(account, 'manager', [], { name: 'Bia Reis' });
  const visitor = await signedIn(account);
  const { page } = visitor;
  await visitor.open('/users');
  const administrators = page.getByRole('region', { name: /^Administradores/ });
  await administrators.getByText(account.email).waitFor();
  await chooses(visitor, 'Bia Reis', 'Tornar administrador');
  await visitor.inspects('make an administrator');
  await confirms(visitor, 'Tornar administrador');
  await visitor.reads('Administrador incluído');
  await administrators.getByText(bia.email).waitFor();
  await chooses(visitor, 'Bia Reis', 'Retirar da administração');
  await confirms(visitor, 'Retirar da administração');
  await visitor.reads('Administrador retirado');
  await administrators.getByText(bia.email).waitFor({ state: 'detached' });
  // Some minutes later the password is asked for, and the act goes on by itself.
  await someTimePasses();
  await chooses(visitor, 'Bia Reis', 'Passar minha administração');
  await confirms(visitor, 'Oferecer administração');
  await page.getByRole('dialog', { name: 'Confirme que é você' }).waitFor();
  await visitor.fill(`Senha de ${account.email}`, account.password);
  await visitor.press('Continuar');
  await visitor.reads('Administração oferecida');
  await visitor.reads('A administração foi oferecida a Bia Reis');
  await visitor.inspects('administration on offer');
  await until('word to both', async () => {
    const told = await Promise.all(
      [account.email, bia.email].map(async (email) =>
        (await messagesTo(lacre.origin, email)).some(({ text }) => /ofere(?:ceu|ce) a/.test(text)),
      ),
    );
    return told.every(Boolean) ? true : undefined;
  });

  const other = await signedIn({ email: bia.email, password: PASSWORD });
  await other.open('/profile');
  await other.reads(/oferece a você a administração da conta/);
  await other.inspects('profile with the administration on offer');
  await other.press('Aceitar');
  await confirms(other, 'Aceitar administração');
  await other.reads('Você agora administra a conta');
  await other.page.getByRole('region', { name: 'Sua conta' }).getByText('Administrador').waitFor();
  await visitor.open('/users');
  await administrators.getByText(bia.email).waitFor();
  expect((await account.api.call('currentUser')).role).toBe('manager');
  expect(await other.leaves()).toEqual([]);
  expect((await visitor.leaves()).filter((line) => !NOT_RECENT.test(line))).toEqual([]);
}, 90_000);

it('takes a refusal of the administration, and an offer back', async () => {
  const owner = await openAccount(lacre.origin);
  const caio = await join(owner, 'common', [], { name: 'Caio Prado' });
  await owner.api.call('offerAdministration', { body: { uid: caio.userId } });
  const visitor = await signedIn({ email: caio.email, password: PASSWORD });
  await visitor.open('/profile');
  await visitor.press('Recusar');
  await confirms(visitor, 'Recusar');
  await visitor.reads('Oferta recusada');
  await visitor.page.getByText(/oferece a você/).waitFor({ state: 'detached' });
  expect(await visitor.leaves()).toEqual([]);
  await owner.api.call('offerAdministration', { body: { uid: caio.userId } });
  const keeper = await signedIn(owner);
  await keeper.open('/users');
  await keeper.press('Retirar oferta');
  await confirms(keeper, 'Retirar oferta');
  await keeper.reads('Oferta retirada');
  await keeper.page
    .getByRole('button', { name: /^Ações de Ana|^Ações de/ })
    .first()
    .waitFor();
  await keeper.open('/profile');
  await keeper.reads('Quem administra não exclui a própria conta de usuário');
  expect(await keeper.leaves()).toEqual([]);
}, 60_000);

it('asks a user who signs in by mailed links alone for a new one, and then resumes the act', async () => {
  const email = `link${fresh()}@exemplo.com.br`;
  const anyone = new Api(lacre.origin);
  // The password of a registration ends with the first mailed link, before the address is confirmed otherwise.
  const administrator = { name: 'Lia Moura', email, password: PASSWORD };
  const tenant = { name: 'Conta da Lia', domain: `lia-${fresh()}` };
  await anyone.call('registerTenant', { body: { tenant, administrator } });
  await anyone.call('requestSignInLink', { body: { email } });
  const visitor = await Visitor.arrive(browser, lacre.origin);
  const first = await mailedPath(visitor, email, /^\/login.*#link=/);
  await visitor.open(first);
  await visitor.press('Entrar agora');
  await visitor.page.waitForURL('**/dashboard');
  await someTimePasses();
  await visitor.open('/profile');
  await visitor.press('Aplicativo autenticador');
  const dialog = visitor.page.getByRole('dialog', { name: 'Confirme que é você' });
  await dialog.waitFor();
  await visitor.inspects('confirm by a mailed link');
  await visitor.press('Enviar link');
  await visitor.reads(/Abra-o neste mesmo navegador/);
  await visitor.inspects('waits for a mailed link');
  const links = new Set([first]);
  const another = () =>
    until('another link', async () => {
      const path = await mailedPath(visitor, email, /^\/login.*#link=/);
      return links.has(path) ? undefined : path;
    });
  const elsewhere = await Visitor.arrive(browser, lacre.origin);
  const opened = await another();
  links.add(opened);
  await elsewhere.open(opened);
  await elsewhere.press('Entrar agora');
  await elsewhere.page.waitForURL('**/dashboard');
  await elsewhere.leaves();
  await visitor.reads('O link foi aberto em outro navegador ou aparelho');
  await visitor.inspects('a mailed link was opened elsewhere');
  await visitor.press('Enviar de novo');
  const second = await another();
  const tab = await visitor.page.context().newPage();
  await tab.goto(new URL(second, lacre.origin).href);
  await tab.getByRole('button', { name: 'Entrar agora' }).click();
  await tab.waitForURL('**/dashboard');
  await visitor.page.getByLabel('Código de 6 números').waitFor();
  expect(
    (await visitor.leaves()).filter((line) => !NOT_RECENT.test(line) && !line.startsWith('401 ')),
  ).toEqual([]);
}, 60_000);

it('shows where another address was asked for that it was confirmed on another device', async () => {
  const owner = await openAccount(lacre.origin);
  const email = `novo${fresh()}@exemplo.com.br`;
  const visitor = await signedIn(owner);
  await visitor.open('/profile');
  await visitor.press('Trocar');
  await visitor.fill('Novo email', email);
  await visitor.press('Enviar link');
  await visitor.reads('Aguarda confirmação');
  const device = await signedIn(owner);
  await device.open(await mailedPath(device, email, /#new-email=/));
  await device.reads('Seu email está confirmado');
  await visitor.reads('Email trocado');
  await visitor.page.getByText('Aguarda confirmação').waitFor({ state: 'detached' });
  for (const each of [device, visitor]) expect(await each.leaves()).toEqual([]);
}, 60_000);

it('shows every participant whose contact was replaced, by whom and why', async () => {
  const owner = await openAccount(lacre.origin);
  const [ana, rui] = [await addPerson(owner.api, 'Ana Souza'), await addPerson(owner.api, 'Rui Lima')];
  const proof = await uploadProof(owner.api, await samplePdf({ pages: 1 }), 'contrato.pdf');
  const { processId } = await openProcess(
    owner,
    [proof],
    [
      { person: ana, part: 'signer' },
      { person: rui, part: 'signer' },
    ],
  );
  const body = { email: `novo${fresh()}@exemplo.com.br`, reason: 'Mudou de empresa' };
  await owner.api.call('replaceContact', { params: { processId, personId: rui.personId }, body });
  const api = await personSession(lacre.origin, processId, ana);
  // Another session than the one that replaced it, whose reads wait for no position.
  await expect
    .poll(async () => (await api.call('listSignatures')).items[0]?.contactChanges ?? [])
    .toHaveLength(1);
  const { items } = await api.call('listSignatures');
  const [change] = items[0]?.contactChanges ?? [];
  expect(change).toMatchObject({
    personName: 'Rui Lima',
    contact: 'n***@exemplo.com.br',
    reason: body.reason,
  });
  expect(JSON.stringify(items)).not.toContain(body.email);
  const { name } = await owner.api.call('currentUser');
  expect(change?.by).toBe(name);
  const { items: timeline } = await owner.api.call('processTimeline', { params: { processId } });
  expect(timeline.find(({ action }) => action === 'contact-replaced')).toMatchObject({
    reason: expect.stringContaining(body.reason) as string,
  });
}, 60_000);
