import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';

import { Participant } from '../../browser/participant.ts';
import { useProduct } from '../../browser/product.ts';
import { Requester } from '../../browser/requester.ts';
import { Visitor, type VisitorOptions } from '../../browser/visitor.ts';
import { readCode } from '../../support/mailbox.ts';
import { samplePdf } from '../../support/pdfs.ts';
import { addPerson, openAccount, openProcess, uploadProof, type Account } from '../../support/scenario.ts';

const PHONE: VisitorOptions = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
};

const product = useProduct();
let account: Account;

beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
}, 120_000);

/** A person with a link to documents of that many pages. */
async function asked(pagesOf: readonly number[], options: VisitorOptions = {}) {
  const person = await addPerson(account.api, 'Ana Souza Lima');
  const uploads = [];
  for (const [index, pages] of pagesOf.entries())
    uploads.push(await uploadProof(account.api, await samplePdf({ pages }), `documento ${index + 1}.pdf`));
  const { processId } = await openProcess(account, uploads, [{ person, part: 'signer' }]);
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin, options);
  const link = `/document?process=${processId}&person=${person.personId}`;
  return { person, processId, visitor, link, page: visitor.page };
}

const anotherTab = (page: Page): Promise<Page> => page.context().newPage();

describe('signing', () => {
  it.each([
    { device: 'a desktop', options: {} },
    { device: 'a phone', options: PHONE },
  ])('signs what was left out of the first act too, on $device', async ({ options }) => {
    const { person, link, visitor, page } = await asked([1, 1], options);
    const ana = new Participant(visitor, person);
    await visitor.open(link);
    await ana.identifies();
    await ana.readsAll(2);
    await page.getByRole('checkbox', { name: 'Assinar documento 2.pdf' }).uncheck();
    await page.getByRole('checkbox', { name: /Li e concordo/ }).check();
    await visitor.press('Assinar documento');
    await visitor.reads('1 documento assinado; falta 1');
    await visitor.inspects('signed in part');
    await page.getByText('1 documento assinado; falta 1').and(page.locator(':focus')).waitFor();
    // Another act: the consent is asked for again, and the rest is ready to be signed.
    expect(await page.getByRole('checkbox', { name: /Li e concordo/ }).isChecked()).toBe(false);
    expect(await page.getByRole('checkbox', { name: /^Assinar documento/ }).count()).toBe(0);
    await ana.signs();
    await visitor.sees('signed', 'Tudo assinado e selado');
    expect(await visitor.leaves()).toEqual([]);
  });

  it('keeps a way back to a document that is not ticked', async () => {
    const { person, link, visitor, page } = await asked([1, 1]);
    await visitor.open(link);
    await new Participant(visitor, person).identifies();
    for (const box of await page.getByRole('checkbox', { name: /^Assinar documento/ }).all())
      await box.uncheck();
    await visitor.reads('Marque ao menos um documento para assinar.');
    expect(await page.getByRole('button', { name: 'Assinar documento' }).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'Assinar documento 1.pdf' }).check();
    await page.getByRole('button', { name: 'Ler antes de assinar' }).waitFor();
    expect(await visitor.leaves()).toEqual([]);
  });

  it('counts a document as read when every page was shown, or when its reader declares it', async () => {
    const { person, link, visitor, page } = await asked([3, 3]);
    const ana = new Participant(visitor, person);
    await visitor.open(link);
    await ana.identifies();
    await visitor.press('Ler antes de assinar');
    const read = page.getByRole('dialog').getByRole('button', { name: 'Li o documento' });
    await visitor.reads(/^1 de 3 páginas vistas/);
    await visitor.inspects('reading, pages unseen');
    expect(await read.isDisabled()).toBe(true);
    await ana.turnsPages();
    await read.click();
    await page.getByText('Documento 2 de 2').waitFor();
    await visitor.reads(/^1 de 3 páginas vistas/);
    expect(await read.isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'Declaro que li o documento inteiro' }).check();
    await read.click();
    await page.getByRole('button', { name: 'Assinar todos (2)' }).waitFor();
    expect(await visitor.leaves()).toEqual([]);
  });

  it('goes back from the reader to the list, and stays in the product', async () => {
    const { person, link, visitor, page } = await asked([1, 1], PHONE);
    await visitor.open(link);
    await new Participant(visitor, person).identifies();
    const reader = page.getByRole('dialog');
    await visitor.press('Ler antes de assinar');
    await reader.getByRole('button', { name: 'Li o documento' }).waitFor();
    await page.goBack();
    await reader.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Ler antes de assinar' }).waitFor();
    // Turning to the next document is not another step back.
    await visitor.press('Ler antes de assinar');
    await visitor.press('Li o documento');
    await reader.getByText('Documento 2 de 2').waitFor();
    await page.reload();
    await reader.getByText('Documento 2 de 2').waitFor();
    await page.goBack();
    await reader.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Ler o próximo' }).waitFor();
    await visitor.press('Ler o próximo');
    await visitor.press('Li o documento');
    await reader.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Assinar todos (2)' }).waitFor();
    expect(await visitor.leaves()).toEqual([]);
  });

  it('still asks for the code after a reload, and sends no other', async () => {
    const { person, link, visitor, page } = await asked([1, 1], PHONE);
    await visitor.open(link);
    const since = new Date();
    await new Participant(visitor, person).asksForCode();
    await visitor.sees('identify, code', 'Digite o código');
    const code = await readCode(product.lacre.origin, person.email, since);
    const asking: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') asking.push(request.url());
    });
    await page.reload();
    await visitor.sees('identify, code', 'Digite o código');
    expect(asking).toEqual([]);
    await visitor.fill('Código de 6 números', code);
    await page.getByRole('button', { name: 'Ler antes de assinar' }).waitFor();
    expect(await visitor.leaves()).toEqual([]);
  });

  it('is known in another tab of the same browser, until leaving in either', async () => {
    const { person, link, visitor, page } = await asked([1, 1]);
    await visitor.open(link);
    await new Participant(visitor, person).identifies();
    const second = await anotherTab(page);
    await second.goto(new URL(link, product.lacre.origin).href);
    await second.getByRole('button', { name: 'Ler antes de assinar' }).waitFor();
    // Another person's link asks for that person's CPF.
    const other = await asked([1, 1]);
    await other.visitor.leaves();
    const third = await anotherTab(page);
    await third.goto(new URL(other.link, product.lacre.origin).href);
    await third.getByRole('heading', { name: 'Confirme quem você é' }).waitFor();
    await second.getByRole('button', { name: 'Sair' }).click();
    await page.getByRole('heading', { name: 'Confirme quem você é' }).waitFor();
    expect(await visitor.leaves()).toEqual([]);
  });

  it('discloses no document at an unknown link', async () => {
    const visitor = await Visitor.arrive(product.browser, product.lacre.origin);
    const nowhere = '00000000-0000-4000-8000-000000000000';
    await visitor.open(`/document?process=${nowhere}&person=${nowhere}`);
    await visitor.sees('link that leads nowhere', 'Este link não leva a nenhum pedido');
    expect(await visitor.page.getByLabel('Seu CPF', { exact: true }).count()).toBe(0);
    expect(await visitor.leaves()).toEqual([`404 GET /api/signature/invitation/${nowhere}/${nowhere}`]);
  });
});

describe('signing out', () => {
  it('ends every tab, whatever they are asking for', async () => {
    const requester = new Requester(await Visitor.arrive(product.browser, product.lacre.origin));
    const { page } = requester.visitor;
    await requester.signsIn(account);
    const second = await anotherTab(page);
    await second.goto(`${product.lacre.origin}/companies`);
    await second.getByRole('heading', { name: 'Empresas', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Sair' }).click();
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    await second.getByRole('heading', { name: 'Entrar' }).waitFor();
    expect(await requester.visitor.leaves()).toEqual([]);
  });

  it('calls off what is being asked, which would be refused once the session has ended', async () => {
    const requester = new Requester(await Visitor.arrive(product.browser, product.lacre.origin));
    const { visitor } = requester;
    const { page } = visitor;
    await requester.signsIn(account);
    const seen: string[] = [];
    const ended = Promise.withResolvers<void>();
    page.on('response', (answer) => {
      if (answer.request().method() === 'DELETE') ended.resolve();
    });
    // Whatever else the page still asks for is called off as well.
    page.on('requestfailed', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === '/api/company') seen.push(`called off ${pathname}`);
    });
    await page.route('**/api/company?*', async (route) => {
      seen.push('asked');
      await ended.promise;
      // Whatever was called off can go nowhere any more.
      await route.continue().catch(() => undefined);
    });
    await visitor.open('/companies');
    await expect.poll(() => seen).toEqual(['asked']);
    await page.getByRole('button', { name: 'Sair' }).click();
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    await ended.promise;
    await expect.poll(() => seen).toEqual(['asked', 'called off /api/company']);
    expect(await visitor.leaves()).toEqual([]);
  });
});
