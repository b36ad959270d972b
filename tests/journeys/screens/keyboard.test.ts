import { cnpjOf, cpfOf } from '@lacre/contracts/testing';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';

import { mailedPath, opensLink, pressesInARow } from '../../browser/account-keeper.ts';
import { useProduct } from '../../browser/product.ts';
import { asUpload } from '../../browser/requester.ts';
import { Visitor } from '../../browser/visitor.ts';
import { join } from '../../permissions/world.ts';
import { readCode } from '../../support/mailbox.ts';
import { samplePdf } from '../../support/pdfs.ts';
import {
  addPerson,
  fresh,
  openAccount,
  openProcess,
  uploadProof,
  type Account,
} from '../../support/scenario.ts';

/** More stops than any screen has between two things one does in a row. */
const MOST_STOPS = 40;
const PHONE = { width: 360, height: 740 };

const product = useProduct();
let account: Account;

beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
}, 120_000);

/** Tab, until the focus is on the control. */
async function tabsTo(visitor: Visitor, control: Locator): Promise<void> {
  // What the server draws before the client is there takes no focus.
  const target = control.and(visitor.page.locator(':not([inert] *)'));
  await target.waitFor();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await visitor.page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${target.toString()}`);
}

/** To the control by Tab, and into it. */
async function presses(visitor: Visitor, role: 'button' | 'link', name: string | RegExp): Promise<void> {
  await tabsTo(visitor, visitor.page.getByRole(role, { name }).first());
  await visitor.page.keyboard.press('Enter');
}

async function types(visitor: Visitor, label: string, text: string): Promise<void> {
  await tabsTo(visitor, visitor.page.getByLabel(label, { exact: true }));
  await visitor.page.keyboard.type(text);
}

/** By the letters that lead to a screen. */
async function goesTo(visitor: Visitor, letter: string, heading: string): Promise<void> {
  await pressesInARow(visitor, 'g', letter);
  await visitor.page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

async function askedToSign() {
  const person = await addPerson(account.api, 'Ana Souza Lima');
  const upload = await uploadProof(account.api, await samplePdf(), 'contrato.pdf');
  const { processId } = await openProcess(account, [upload], [{ person, part: 'signer' }]);
  return { person, path: `/document?process=${processId}&person=${person.personId}` };
}

it('signs by the keyboard alone', async () => {
  const { person, path } = await askedToSign();
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin);
  const { page } = visitor;
  const { keyboard } = page;
  await visitor.open(path);
  await tabsTo(visitor, page.getByLabel('Seu CPF', { exact: true }));
  await keyboard.type(person.cpf);
  const since = new Date();
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Digite o código' }).waitFor();
  // The page is about the code alone: the focus is there already.
  await keyboard.type(await readCode(product.lacre.origin, person.email, since));
  // A single document opens by itself.
  const done = page.getByRole('dialog').getByRole('button', { name: 'Li o documento' });
  await visitor.reads('1 de 2 páginas vistas');
  await tabsTo(visitor, page.getByRole('region', { name: /^Documento / }));
  await keyboard.press('End');
  await expect.poll(() => done.isEnabled()).toBe(true);
  await tabsTo(visitor, done);
  await keyboard.press('Enter');
  await tabsTo(visitor, page.getByRole('button', { name: 'Assinar documento' }));
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: /Todos assinaram|Tudo assinado e selado/ }).waitFor();
  await page.getByRole('heading', { name: 'Tudo assinado e selado' }).waitFor();
  expect(await visitor.leaves()).toEqual([]);
}, 60_000);

it('signs up, asks for a signature, follows it and takes it back by the keyboard alone', async () => {
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin);
  const { page } = visitor;
  const { keyboard } = page;
  const companyName = 'Tecelagem Boa Vista Ltda';
  const person = { name: 'Rui Barbosa Neto', cpf: cpfOf(fresh()), email: `rui${fresh()}@exemplo.com.br` };

  await visitor.open('/register');
  const [email, password] = [`admin${fresh()}@exemplo.com.br`, 'uma senha comprida'];
  await types(visitor, 'Nome da organização', 'Tecelagem Boa Vista');
  await types(visitor, 'Endereço de acesso', `conta-${fresh()}`);
  await types(visitor, 'Seu nome', 'Marina Andrade');
  await types(visitor, 'Email', email);
  await types(visitor, 'Senha', password);
  await presses(visitor, 'button', 'Criar conta');
  await page.waitForURL('**/dashboard');
  await opensLink(visitor, await mailedPath(visitor, email, /^\/login#verify=/));
  await page.getByRole('heading', { name: 'Email confirmado' }).waitFor();
  await visitor.open('/dashboard');

  await presses(visitor, 'link', 'Empresas');
  await presses(visitor, 'link', 'Nova empresa');
  await types(visitor, 'CNPJ', cnpjOf(fresh()));
  await types(visitor, 'Razão social', companyName);
  await keyboard.press('Enter');
  await page.getByRole('link', { name: companyName }).first().waitFor();

  await goesTo(visitor, 's', 'Pessoas');
  await presses(visitor, 'button', 'Nova pessoa');
  await types(visitor, 'CPF', person.cpf);
  await types(visitor, 'Nome completo', person.name);
  await types(visitor, 'Email', person.email);
  await keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await goesTo(visitor, 'p', 'Processos');
  await presses(visitor, 'link', 'Novo processo');
  const chooser = page.waitForEvent('filechooser');
  await presses(visitor, 'button', /Arraste os documentos|Escolher documentos/);
  await (await chooser).setFiles([asUpload({ name: 'contrato.pdf', bytes: await samplePdf() })]);
  await page.getByRole('listitem').getByText('2 páginas').waitFor();
  await presses(visitor, 'button', 'Continuar');

  await page.getByRole('heading', { name: 'De qual empresa?' }).waitFor();
  // The only one is chosen already.
  await page.getByRole('button', { name: 'Trocar empresa' }).waitFor();
  await presses(visitor, 'button', 'Continuar');

  await page.getByRole('heading', { name: 'Quem assina?' }).waitFor();
  const signers = page.getByRole('region', { name: 'Participantes' });
  await tabsTo(visitor, signers.getByRole('combobox', { name: 'Incluir pessoa' }));
  await keyboard.type(person.cpf);
  await keyboard.press('Enter');
  await signers.getByRole('button', { name: `Remover ${person.name}` }).waitFor();
  await presses(visitor, 'button', 'Continuar');

  await page.getByRole('heading', { name: 'Tudo certo?' }).waitFor();
  await presses(visitor, 'button', 'Enviar para assinatura');
  await presses(visitor, 'link', 'Acompanhar processo');
  await page.getByText(person.email).first().waitFor();
  await presses(visitor, 'button', 'Mais ações do processo');
  await page.getByRole('menuitem', { name: 'Cancelar processo' }).waitFor();
  // What cannot be undone is the last.
  await keyboard.press('End');
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await tabsTo(visitor, dialog.getByLabel('Motivo'));
  await keyboard.type('Documento trocado');
  await tabsTo(visitor, dialog.getByRole('button', { name: 'Cancelar processo' }));
  await keyboard.press('Enter');
  await page.getByText('Cancelado', { exact: true }).first().waitFor();
  expect(await visitor.leaves()).toEqual([]);
}, 90_000);

it('signs at a totem by the keyboard alone', async () => {
  const { person } = await askedToSign();
  const { email } = await join(account, 'totem');
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin, {
    viewport: { width: 1280, height: 800 },
  });
  const { page } = visitor;
  const { keyboard } = page;
  await visitor.open('/login');
  await types(visitor, 'Email', email);
  await types(visitor, 'Senha', 'uma senha comprida');
  await keyboard.press('Enter');
  await types(visitor, 'Nome do totem', 'Recepção');
  await presses(visitor, 'button', 'Registrar e começar');
  await presses(visitor, 'button', 'Tocar para começar');
  // A step that asks for one thing has the focus on it.
  await page.getByRole('heading', { name: 'Qual é o seu CPF?' }).waitFor();
  await keyboard.type(person.cpf);
  const since = new Date();
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Digite o código' }).waitFor();
  await keyboard.type(await readCode(product.lacre.origin, person.email, since));
  await presses(visitor, 'button', 'Ler antes de assinar');
  const done = page.getByRole('dialog').getByRole('button', { name: 'Li o documento' });
  await visitor.reads('1 de 2 páginas vistas');
  await tabsTo(visitor, page.getByRole('region', { name: /^Documento / }));
  await keyboard.press('End');
  await expect.poll(() => done.isEnabled()).toBe(true);
  await tabsTo(visitor, done);
  await keyboard.press('Enter');
  await presses(visitor, 'button', 'Assinar documento');
  await page.getByRole('heading', { name: 'Pronto, você assinou' }).waitFor();
  await presses(visitor, 'button', 'Terminar');
  await page.getByRole('heading', { name: 'Boas-vindas!' }).waitFor();
  expect(await visitor.leaves()).toEqual([]);
}, 90_000);

it('closes what it opened with Escape, and gives the focus back', async () => {
  const { person, path } = await askedToSign();
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin, {
    viewport: PHONE,
    hasTouch: true,
  });
  const { page } = visitor;
  await visitor.open(path);
  await visitor.fill('Seu CPF', person.cpf);
  const since = new Date();
  await visitor.press('Receber código');
  await visitor.fill('Código de 6 números', await readCode(product.lacre.origin, person.email, since));
  await page.getByRole('dialog').getByRole('button', { name: 'Li o documento' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const read = page.getByRole('button', { name: 'Ler antes de assinar' });
  await read.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Li o documento' }).waitFor();
  await visitor.inspects('reading, phone');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await read.and(page.locator(':focus')).waitFor();
  await visitor.inspects('request, phone');
  expect(await visitor.leaves()).toEqual([]);
}, 60_000);
