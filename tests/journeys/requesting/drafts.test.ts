import { randomUUID } from 'node:crypto';

import { cpfOf } from '@lacre/contracts/testing';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';

import { useProduct } from '../../browser/product.ts';
import { asUpload, Requester, type Credentials } from '../../browser/requester.ts';
import { join } from '../../permissions/world.ts';
import { samplePdf } from '../../support/pdfs.ts';
import {
  addPerson,
  fresh,
  openAccount,
  openProcess,
  processWhen,
  uploadProof,
  type Account,
  type Person,
} from '../../support/scenario.ts';

const product = useProduct();
let account: Account;
let leo: Credentials;
let ana: Person;

beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
  const { email } = await join(account, 'manager', [], { name: 'Leo Nunes' });
  leo = { email, password: account.password };
  ana = await addPerson(account.api, 'Ana Souza');
}, 120_000);

const requester = (who: Credentials) => Requester.arrive(product, who);

const isSaved = (page: Page) => page.getByText(/^Rascunho salvo às/).waitFor();
const draftsButton = (page: Page) => page.getByRole('button', { name: /^Rascunhos/ });
const drafts = (page: Page) => page.getByRole('dialog', { name: 'Rascunhos' });

/** Opens the list of drafts, over that of processes. */
async function seesDrafts({ visitor }: Requester): Promise<Locator> {
  await visitor.open('/processes');
  await draftsButton(visitor.page).click();
  return drafts(visitor.page);
}

/** Waits for what the server has of a draft. */
async function saysOf(summary: string, said: { documents?: number; participants?: number }): Promise<void> {
  await expect
    .poll(async () => {
      const { items } = await account.api.call('listProcessDrafts');
      return items.find((item) => item.summary === summary);
    })
    .toMatchObject(said);
}

/** A draft of one document, as its author leaves it. */
async function begins(asking: Requester, summary: string): Promise<void> {
  const { visitor } = asking;
  await asking.startsProcess();
  await asking.choosesFiles([
    asUpload({ name: `${summary}.pdf`, bytes: await samplePdf({ title: summary, pages: 1 }) }),
  ]);
  await asking.sentDocument(`${summary}.pdf`).getByText('1 página').waitFor();
  await isSaved(visitor.page);
  await saysOf(summary, { documents: 1 });
}

/** Holds back the next draft that is read, until what is returned is called. */
async function holdsDraft(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  const isDraft = (url: URL) => /\/api\/process-draft\/[^/]+$/.test(url.pathname);
  await page.route(
    isDraft,
    async (route) => {
      await held.promise;
      await route.continue();
    },
    { times: 1 },
  );
  return held.resolve;
}

/** A draft that is opened: what is typed before it is there would be lost, so that there is nothing to type into. */
async function isOnItsWay(page: Page): Promise<void> {
  await page.getByText('Abrindo o rascunho…').waitFor({ state: 'attached' });
  expect(await page.getByLabel('Resumo do processo').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Continuar' }).isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'Descartar' }).count()).toBe(0);
}

async function opensDraft(asking: Requester, summary: string): Promise<void> {
  const list = await seesDrafts(asking);
  const release = await holdsDraft(asking.visitor.page);
  await list.getByRole('link', { name: summary, exact: true }).click();
  await isOnItsWay(asking.visitor.page);
  release();
  // Opened, it leads to the part that lacks something: a list that is open before loses the focus, and closes.
  const { page } = asking.visitor;
  await page.waitForURL((url) => url.pathname === '/processes/new' && !url.searchParams.has('draft'));
  await page.locator('h2:focus').waitFor();
}

describe('drafts on the server', () => {
  it('are continued by a colleague in another browser, and sent once', async () => {
    const asking = await requester(account);
    const { page } = asking.visitor;
    await begins(asking, 'Distrato');
    const colleague = await requester(leo);
    const theirs = colleague.visitor.page;
    const listed = await seesDrafts(colleague);
    await listed.getByText(/1 documento · ninguém incluído/).waitFor();
    await colleague.visitor.inspects('processes, drafts');
    await opensDraft(colleague, 'Distrato');
    await colleague.includes(ana, 'signer');
    await colleague.goesOn();
    await colleague.sends();
    await colleague.visitor.open('/processes');
    await theirs.getByRole('link', { name: 'Distrato' }).first().waitFor();
    await draftsButton(theirs).click();
    await drafts(theirs).getByRole('heading', { name: 'Nenhum rascunho' }).waitFor();
    await colleague.visitor.inspects('processes, no drafts');
    // The user who had it open is notified, and loses nothing.
    await page.getByLabel('Resumo do processo').fill('Distrato amigável');
    await page.getByText('Este rascunho já foi enviado ou descartado').waitFor();
    await asking.visitor.inspects('wizard, draft gone');
    await asking.visitor.press('Guardar o meu como outro rascunho');
    await isSaved(page);
    const kept = await seesDrafts(asking);
    await kept.getByRole('link', { name: 'Distrato amigável', exact: true }).waitFor();
    await asking.visitor.press('Descartar o rascunho Distrato amigável');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click();
    await kept.getByRole('heading', { name: 'Nenhum rascunho' }).waitFor();
    // The focus stays where the draft was.
    await expect.poll(() => kept.evaluate((one) => one.contains(document.activeElement))).toBe(true);
    expect(await colleague.visitor.leaves()).toEqual([]);
    expect(await asking.visitor.leaves()).toEqual([expect.stringMatching(/^404 POST .api.process-draft./)]);
  });

  it('warn the second of two users who change one, and keep both versions', async () => {
    const asking = await requester(account);
    const { page } = asking.visitor;
    await begins(asking, 'Locação');
    const colleague = await requester(leo);
    await opensDraft(colleague, 'Locação');
    await colleague.includes(ana, 'signer');
    await saysOf('Locação', { participants: 1 });
    await page.getByLabel('Resumo do processo').fill('Locação da loja');
    await page.getByText('Este rascunho mudou em outro lugar').waitFor();
    await page.getByText(/^Leo Nunes salvou outra versão em/).waitFor();
    await asking.visitor.inspects('wizard, draft changed');
    await asking.visitor.press('Guardar o meu como outro rascunho');
    await saysOf('Locação da loja', { documents: 1, participants: 0 });
    await saysOf('Locação', { documents: 1, participants: 1 });
    // A new process does not touch it, and it is there again after a reload.
    await asking.visitor.open('/processes');
    await page.getByRole('link', { name: 'Novo processo' }).first().click();
    await page.getByText('O rascunho é salvo sozinho.').waitFor();
    expect(await page.getByLabel('Resumo do processo').inputValue()).toBe('');
    await opensDraft(asking, 'Locação da loja');
    await asking.visitor.sees('wizard, draft opened', 'Quem assina?');
    await page.reload();
    await asking.sentDocument('Locação.pdf').waitFor();
    expect(await page.getByLabel('Resumo do processo').inputValue()).toBe('Locação da loja');
    expect(await colleague.visitor.leaves()).toEqual([]);
    expect(await asking.visitor.leaves()).toEqual([expect.stringMatching(/^409 POST .api.process-draft./)]);
  });

  it('arrive after the processes without moving anything, and so do saved lists and tags', async () => {
    const asking = await requester(account);
    await begins(asking, 'Cessão de uso');
    const upload = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'Vigente.pdf');
    const { processId } = await openProcess(account, [upload], [{ person: ana, part: 'signer' }], {
      summary: 'Vigente',
    });
    await processWhen(account.api, processId, () => true);
    await account.api.call('createTag', { body: { name: 'Cessões' } });
    await account.api.call('saveProcessView', {
      params: { viewId: randomUUID() },
      body: { name: 'Em andamento', filter: 'pending' },
    });
    const { page } = asking.visitor;
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 768, height: 1024 },
      { width: 360, height: 740 },
    ]) {
      await page.setViewportSize(viewport);
      const answer = Promise.withResolvers<void>();
      const late = /\/api\/(?:process-draft|process-view|tenant\/tags)(?:\?|$)/;
      await page.route(late, async (route) => {
        await answer.promise;
        await route.continue();
      });
      const asked = page.waitForRequest('**/api/process-view');
      await asking.visitor.open('/processes');
      await asked;
      await page.getByRole('link', { name: 'Vigente' }).first().waitFor();
      await draftsButton(page).and(page.locator(':enabled')).waitFor();
      await page.evaluate(() => document.fonts.ready);
      const places = () =>
        page
          .locator('main :is(h1, a, button, input, label, h2, p, td)')
          .evaluateAll((all) =>
            all.map((one) => [one.tagName, JSON.stringify(one.getBoundingClientRect())].join(' ')),
          );
      let without = await places();
      const isAtRest = async () => {
        const before = JSON.stringify(without);
        without = await places();
        return JSON.stringify(without) === before;
      };
      await expect.poll(isAtRest, { interval: 500 }).toBe(true);
      const shifts = await page.evaluateHandle(() => {
        const values: number[] = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) values.push((entry as unknown as { value: number }).value);
        }).observe({ type: 'layout-shift' });
        return values;
      });
      answer.resolve();
      await page.getByRole('button', { name: /^Rascunhos: \d/ }).waitFor();
      await page.getByRole('link', { name: 'Em andamento' }).waitFor();
      await page.getByLabel('Etiqueta', { exact: true }).and(page.locator(':enabled')).waitFor();
      expect(await places()).toEqual(expect.arrayContaining(without));
      expect(await shifts.jsonValue()).toEqual([]);
      await page.unroute(late);
    }
    expect(await asking.visitor.leaves()).toEqual([]);
  });

  it('begin from a process that is to be asked for once more', async () => {
    const asking = await requester(account);
    const { visitor } = asking;
    const upload = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'Mensal.pdf');
    const { processId } = await openProcess(account, [upload], [{ person: ana, part: 'signer' }]);
    await processWhen(account.api, processId, () => true);
    await visitor.open(`/processes/${processId}`);
    await visitor.press('Mais ações do processo');
    await visitor.page.getByRole('menuitem', { name: 'Duplicar' }).click();
    await visitor.sees('wizard, duplicate', 'Tudo certo?');
    expect(await asking.sends()).not.toBe(processId);
    expect(await visitor.leaves()).toEqual([]);
  });

  it('includes a person as they are typed, saves the typed values, and offers registered people', async () => {
    const rui = await addPerson(account.api, 'Rui Barbosa');
    const asking = await requester(account);
    const { visitor } = asking;
    const { page } = visitor;
    await begins(asking, 'Comodato');
    const people = page.getByRole('region', { name: 'Participantes' });
    await people.getByRole('combobox', { name: 'Incluir pessoa' }).fill('Lia Prado');
    await people.getByRole('option', { name: 'Cadastrar “Lia Prado”' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('cpf');
    await visitor.fill('CPF', rui.cpf);
    await page.getByText('Rui Barbosa já está no cadastro com este CPF').waitFor();
    await visitor.inspects('wizard, person registered already');
    await visitor.press('Incluir esta pessoa');
    await people.getByRole('button', { name: 'Remover Rui Barbosa' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Participantes');

    await people.getByRole('combobox', { name: 'Incluir pessoa' }).fill('Lia Prado');
    await people.getByRole('option', { name: 'Cadastrar “Lia Prado”' }).click();
    const lia = { cpf: cpfOf(fresh()), email: `lia${fresh()}@exemplo.com.br` };
    await visitor.fill('CPF', lia.cpf);
    await visitor.fill('Email', rui.email);
    await asking.goesOn();
    await visitor.sees('wizard, typed person', 'Quem assina?');
    await asking.goesOn();
    await visitor.reads('Inclua ou descarte a pessoa que você começou a cadastrar.');
    await page.getByText('Salvando rascunho…').waitFor({ state: 'detached' });
    await isSaved(page);
    await expect
      .poll(async () => {
        const { items } = await account.api.call('listProcessDrafts');
        const { draftId = '' } = items.find(({ summary }) => summary === 'Comodato') ?? {};
        return (await account.api.call('getProcessDraft', { params: { draftId } })).content.typedPerson;
      })
      .toEqual({ name: 'Lia Prado', cpf: lia.cpf, email: rui.email, cellphoneNumber: '' });
    // A colleague goes on with it in another browser.
    const colleague = await requester(leo);
    const theirs = colleague.visitor.page;
    await opensDraft(colleague, 'Comodato');
    const form = theirs.getByRole('form', { name: 'Nova pessoa' });
    await form.getByRole('button', { name: 'Incluir pessoa' }).click();
    await form.getByText('Este email já está em uso.').waitFor();
    await colleague.visitor.inspects('wizard, typed person refused');
    await form.getByLabel('Email').fill(lia.email);
    await form.getByRole('button', { name: 'Incluir pessoa' }).click();
    await theirs.getByLabel('Papel de Lia Prado').selectOption('attestant');
    await colleague.changesRequest('ao mesmo tempo que as demais');
    await theirs.getByRole('checkbox', { name: /Assinar em ordem/ }).check();
    await colleague.goesOn();
    const processId = await colleague.sends();
    const { participants } = await processWhen(account.api, processId, () => true);
    expect(participants.map(({ name, part, group }) => [name, part, group])).toEqual([
      ['Rui Barbosa', 'signer', 1],
      ['Lia Prado', 'attestant', 2],
    ]);
    await expect
      .poll(async () => (await account.api.call('listPersons', { query: { search: lia.cpf } })).items)
      .toMatchObject([{ name: 'Lia Prado', email: lia.email }]);
    expect(await asking.visitor.leaves()).toEqual([]);
    expect(await colleague.visitor.leaves()).toEqual([expect.stringMatching(/^409 POST .api.person/)]);
  });
});
