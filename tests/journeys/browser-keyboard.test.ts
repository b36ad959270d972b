import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { launchChromium } from '../browser/chromium.ts';
import { Visitor } from '../browser/visitor.ts';
import { Lacre } from '../support/lacre.ts';
import { readCode } from '../support/mailbox.ts';
import { samplePdf } from '../support/pdfs.ts';
import { addPerson, openAccount, openProcess, uploadProof, type Account } from '../support/scenario.ts';

/** More stops than any screen has between two things one does in a row. */
const MOST_STOPS = 20;
const PHONE = { width: 360, height: 740 };

let browser: Browser;
let lacre: Lacre;
let account: Account;

beforeAll(async () => {
  lacre = await Lacre.create();
  [browser] = await Promise.all([launchChromium(), lacre.start()]);
  account = await openAccount(lacre.origin);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await lacre.dispose();
});

/** Tab, until the focus is on the control. */
async function tabsTo(visitor: Visitor, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await visitor.page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${target.toString()}`);
}

async function askedToSign() {
  const person = await addPerson(account.api, 'Ana Souza Lima');
  const upload = await uploadProof(account.api, await samplePdf(), 'contrato.pdf');
  const { processId } = await openProcess(account, [upload], [{ person, part: 'signer' }]);
  return { person, path: `/document?process=${processId}&person=${person.personId}` };
}

it('signs by the keyboard alone', async () => {
  const { person, path } = await askedToSign();
  const visitor = await Visitor.arrive(browser, lacre.origin);
  const { page } = visitor;
  const { keyboard } = page;
  await visitor.open(path);
  await tabsTo(visitor, page.getByLabel('Seu CPF', { exact: true }));
  await keyboard.type(person.cpf);
  const since = new Date();
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Digite o código' }).waitFor();
  // The page is about the code alone: the focus is there already.
  await keyboard.type(await readCode(lacre.origin, person.email, since));
  await tabsTo(visitor, page.getByRole('button', { name: 'Ler antes de assinar' }));
  await keyboard.press('Enter');
  const done = page.getByRole('dialog').getByRole('button', { name: 'Li o documento' });
  await visitor.reads('1 de 2 páginas vistas');
  await tabsTo(visitor, page.getByRole('region', { name: /^Documento / }));
  await keyboard.press('End');
  await expect.poll(() => done.isEnabled()).toBe(true);
  await tabsTo(visitor, done);
  await keyboard.press('Enter');
  await tabsTo(visitor, page.getByRole('checkbox', { name: /Li e concordo/ }));
  await keyboard.press('Space');
  await tabsTo(visitor, page.getByRole('button', { name: 'Assinar documento' }));
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: /Todos assinaram|Tudo assinado e selado/ }).waitFor();
  await page.getByRole('heading', { name: 'Tudo assinado e selado' }).waitFor();
  expect(await visitor.leaves()).toEqual([]);
}, 60_000);

it('closes what it opened with Escape, and gives the focus back', async () => {
  const { person, path } = await askedToSign();
  const visitor = await Visitor.arrive(browser, lacre.origin, { viewport: PHONE, hasTouch: true });
  const { page } = visitor;
  await visitor.open(path);
  await visitor.fill('Seu CPF', person.cpf);
  const since = new Date();
  await visitor.press('Receber código');
  await visitor.fill('Código de 6 números', await readCode(lacre.origin, person.email, since));
  const read = page.getByRole('button', { name: 'Ler antes de assinar' });
  await read.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Li o documento' }).waitFor();
  await visitor.inspects('reading, phone');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await read.evaluate((element) => element === document.activeElement)).toBe(true);
  await visitor.inspects('request, phone');
  expect(await visitor.leaves()).toEqual([]);
}, 60_000);
