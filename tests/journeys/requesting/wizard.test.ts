import { cnpjOf } from '@lacre/contracts/testing';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';

import { useProduct } from '../../browser/product.ts';
import { asUpload, Requester } from '../../browser/requester.ts';
import type { VisitorOptions } from '../../browser/visitor.ts';
import { samplePdf } from '../../support/pdfs.ts';
import { addPerson, fresh, openAccount, type Account } from '../../support/scenario.ts';

const PHONE: VisitorOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** A name in one piece, as files and addresses have it. */
const LONG = 'contrato-de-prestacao-de-servicos-continuados-de-manutencao-predial-versao-final.pdf';

const product = useProduct();
let account: Account;

beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
}, 120_000);

const requester = (options?: VisitorOptions) => Requester.arrive(product, account, options);

const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

const pdf = async (name: string) => asUpload({ name, bytes: await samplePdf({ title: name, pages: 1 }) });
const documentNames = (page: Page) =>
  page
    .getByRole('list', { name: /^Documentos do processo/ })
    .locator('li p.font-medium')
    .allTextContents();

describe('the wizard', () => {
  it('says on a phone why a file could not be converted, in lines that can be read', async () => {
    const asking = await requester(PHONE);
    const { page } = asking.visitor;
    const detail = 'Há documentos demais na fila de conversão. Tente de novo em instantes.';
    const busy = {
      status: 503,
      contentType: 'application/problem+json',
      json: { code: 'UPLOAD_CONVERSOR_SERVICE_ERROR', title: 'Não foi possível converter.', detail },
    };
    await page.route('**/api/upload', (route) =>
      route.request().method() === 'POST' ? route.fulfill(busy) : route.continue(),
    );
    await asking.startsProcess();
    await asking.choosesFiles([await pdf(LONG.replace('.pdf', '.docx'))]);
    const reason = page.getByRole('alert').filter({ hasText: detail });
    const again = page.getByRole('button', { name: 'Tentar de novo' });
    const [text, button] = [await reason.boundingBox(), await again.boundingBox()];
    expect(text?.width).toBeGreaterThan(180);
    expect(button?.y).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 0));
    await asking.visitor.inspects('wizard, conversion refused');
    expect(await asking.visitor.leaves()).toEqual(['503 POST /api/upload']);
  });

  it('takes by Enter what was typed, and not what the list showed before', async () => {
    const asking = await requester();
    const { visitor } = asking;
    const { page } = visitor;
    const names = ['Alvorada Comércio Ltda', 'Padaria Pão de Mel Ltda'];
    for (const companyName of names)
      await account.api.call('createCompany', { body: { cnpj: cnpjOf(fresh()), companyName } });
    await asking.startsProcess();
    await asking.choosesFiles([await pdf('a.pdf')]);
    await asking.sentDocument('a.pdf').getByText('página').waitFor();
    await asking.goesOn();
    const box = page.getByRole('combobox', { name: 'Buscar empresa' });
    await box.click();
    await page.getByRole('option', { name: 'Alvorada' }).waitFor();
    await page.keyboard.type('padaria');
    await page.keyboard.press('Enter');
    await page.getByText('Padaria Pão de Mel Ltda').waitFor();
    await page.getByRole('button', { name: 'Trocar empresa' }).waitFor();
    expect(await focused(page)).toBe('Trocar empresa');
    await visitor.press('Trocar empresa');
    expect(await focused(page)).toBe('Buscar empresa');
    // Nothing is found: nothing is chosen, and nothing is made.
    await page.keyboard.type('nenhuma assim');
    await page.keyboard.press('Enter');
    await page.getByText('Nenhuma empresa encontrada.').first().waitFor();
    await visitor.inspects('wizard, company not found');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await box.fill('');
    await page.keyboard.press('Escape');
    await visitor.press('Continuar');
    await page.getByRole('alert').filter({ hasText: 'Escolha a empresa.' }).waitFor();
    await visitor.inspects('wizard, company missing');

    await asking.choosesCompany('Padaria Pão de Mel Ltda');
    await asking.goesOn();
    for (const name of ['Aline Alves', 'Bruno Bastos', 'Carla Castro']) await addPerson(account.api, name);
    const section = page.getByRole('region', { name: 'Participantes' });
    const people = section.getByRole('combobox', { name: 'Incluir pessoa' });
    for (const typed of ['carla', 'bruno']) {
      await people.click();
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await section.getByRole('button', { name: new RegExp(`^Remover ${typed}`, 'i') }).waitFor();
    }
    expect(await section.getByRole('button', { name: /^Remover/ }).count()).toBe(2);
    await section.getByRole('button', { name: 'Remover Carla Castro' }).click();
    expect(await focused(page)).toBe('Remover Bruno Bastos');
    await section.getByRole('button', { name: 'Remover Bruno Bastos' }).click();
    expect(await focused(page)).toBe('Participantes');
    expect(await visitor.leaves()).toEqual([]);
  });

  it('keeps documents in the order they were chosen, and names those that a reload interrupted', async () => {
    const asking = await requester(PHONE);
    const { visitor } = asking;
    const { page } = visitor;
    await asking.startsProcess();
    // The first never ends its way: the second arrives before it.
    await page.route('**/api/upload', async (route) => {
      if (route.request().postDataBuffer()?.includes('anexo.pdf') === true) await route.continue();
    });
    await asking.choosesFiles([await pdf(LONG), await pdf('anexo.pdf')]);
    await asking.sentDocument('anexo.pdf').getByText('1 página').waitFor();
    expect(await documentNames(page)).toEqual([LONG, 'anexo.pdf']);
    const summary = page.getByLabel('Resumo do processo');
    expect(await summary.inputValue()).toMatch(/^contrato de prestacao/);
    await visitor.inspects('wizard, sending');
    // Leaving now loses the file: the browser asks, and so does the product.
    const asked = Promise.withResolvers<string>();
    page.on('dialog', (dialog) => {
      asked.resolve(dialog.type());
      void dialog.dismiss();
    });
    await page.getByRole('link', { name: 'Empresas' }).last().click();
    await visitor.sees('leaving while sending', 'Sair durante o envio?');
    await visitor.press('Continuar enviando');
    const reloaded = page.reload({ timeout: 3000 }).catch(() => undefined);
    expect(await asked.promise).toBe('beforeunload');
    await reloaded;
    page.removeAllListeners('dialog');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('Não terminou de enviar: escolha o arquivo de novo.').waitFor();
    expect(await documentNames(page)).toEqual([LONG, 'anexo.pdf']);
    await visitor.inspects('wizard, not sent');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(360);
    await page.unroute('**/api/upload');
    // Chosen again, it takes its place.
    await asking.choosesFiles([await pdf(LONG)]);
    await asking.sentDocument(LONG).getByText('1 página').waitFor();
    expect(await documentNames(page)).toEqual([LONG, 'anexo.pdf']);
    expect(await page.getByText('Não terminou de enviar').count()).toBe(0);
    // Its whole name can be read, and removing hands the focus on.
    const name = page.getByText(LONG, { exact: true });
    expect(await name.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await visitor.press(`Remover ${LONG}`);
    expect(await focused(page)).toBe('Remover anexo.pdf');
    expect(await summary.inputValue()).toBe('anexo');
    expect(await visitor.leaves()).toEqual([]);
  });

  it('says what is missing beside the field', async () => {
    const asking = await requester();
    const { visitor } = asking;
    const { page } = visitor;
    await asking.startsProcess();
    await asking.goesOn();
    await page.getByRole('alert').filter({ hasText: 'Inclua ao menos um documento.' }).waitFor();
    await visitor.inspects('wizard, documents missing');
    expect(await visitor.leaves()).toEqual([]);
  });
});
