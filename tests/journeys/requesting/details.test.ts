import { formatCnpj } from '@lacre/contracts/brazil';
import { cnpjOf } from '@lacre/contracts/testing';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';

import { paint } from '../../browser/accessibility.ts';
import { useProduct } from '../../browser/product.ts';
import { Requester } from '../../browser/requester.ts';
import { Visitor, type VisitorOptions } from '../../browser/visitor.ts';
import { samplePdf } from '../../support/pdfs.ts';
import {
  addPerson,
  fresh,
  openAccount,
  openProcess,
  personSession,
  processWhen,
  requestOf,
  signAll,
  uploadProof,
  type Account,
  type Person,
} from '../../support/scenario.ts';

const product = useProduct();
let account: Account;
let ana: Person;
let rui: Person;

beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
  ana = await addPerson(account.api, 'Ana Souza Lima');
  rui = await addPerson(account.api, 'Rui Barbosa');
}, 120_000);

const phone = (width: number, height: number): VisitorOptions => ({
  viewport: { width, height },
  hasTouch: true,
  isMobile: true,
});

const requester = (options?: VisitorOptions) => Requester.arrive(product, account, options);

const proofOf = async (name: string) => uploadProof(account.api, await samplePdf({ pages: 1 }), name);

/** Whether a bar, or anything else that is not the control's own, lies over the middle of what has the focus. */
const isFocusCovered = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return undefined;
    const { left, top, width, height } = focused.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    const own = over !== null && (focused.contains(over) || over.contains(focused));
    const name = focused.getAttribute('aria-label') ?? focused.getAttribute('name') ?? focused.textContent;
    return { name, covered: !own };
  });

describe('what has the focus', () => {
  it.each([
    ['a desktop', { viewport: { width: 1440, height: 900 } }],
    ['a phone', phone(360, 740)],
    ['a phone on its side', phone(740, 360)],
    ['a zoomed window', { viewport: { width: 640, height: 400 } }],
  ] as const)('stays in sight through a long form on %s', async (_device, options) => {
    const { visitor } = await requester(options);
    const { page } = visitor;
    await visitor.open('/companies/new');
    await page.getByLabel('CNPJ', { exact: true }).focus();
    const seen: string[] = [];
    for (let stop = 0; stop < 32; stop += 1) {
      const focused = await isFocusCovered(page);
      if (focused === undefined) break;
      seen.push(focused.name);
      expect(focused.covered, `${focused.name} is covered`).toBe(false);
      await page.keyboard.press('Tab');
    }
    expect(seen).toEqual(expect.arrayContaining(['cnpj', 'zip', 'address', 'country', 'Cadastrar empresa']));
    expect(await visitor.leaves()).toEqual([]);
  });
});

describe('what was typed', () => {
  it('is not lost to Escape or a press outside without asking', async () => {
    const { visitor } = await requester();
    const { page } = visitor;
    await visitor.open('/persons');
    await page.getByRole('button', { name: 'Nova pessoa' }).first().click();
    await visitor.fill('Nome completo', 'Beatriz Nascimento');
    // Browsers close a dialog by themselves on a second Escape.
    for (const leave of ['Escape', 'Escape', 'outside'] as const) {
      if (leave === 'Escape') await page.keyboard.press('Escape');
      else await page.mouse.click(5, 5);
      await visitor.sees('discard what was typed', 'Descartar o que você digitou?');
      await visitor.press('Continuar editando');
      expect(await page.getByLabel('Nome completo').inputValue()).toBe('Beatriz Nascimento');
    }
    await page.keyboard.press('Escape');
    await visitor.press('Descartar');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // With nothing typed there is nothing to ask.
    await page.getByRole('button', { name: 'Nova pessoa' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nome completo').waitFor();
    // A press that began within, as where words are selected, is none outside.
    await dialog.getByRole('heading').first().hover();
    await page.mouse.down();
    await page.mouse.move(5, 5);
    await page.mouse.up();
    expect(await dialog.isVisible()).toBe(true);
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: 'detached' });
    expect(await visitor.leaves()).toEqual([]);
  });

  it('is found among pasted words, and what exists already is led to', async () => {
    const { visitor } = await requester();
    const { page } = visitor;
    const known = cnpjOf(fresh());
    await account.api.call('createCompany', { body: { cnpj: known, companyName: 'Já Cadastrada Ltda' } });
    await visitor.open('/companies/new');
    const field = page.getByLabel('CNPJ', { exact: true });
    await field.focus();
    await page.evaluate(
      (text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', text);
        const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(paste);
      },
      `Inscrita no CNPJ: ${formatCnpj(known)}, com sede nesta capital`,
    );
    expect(await field.inputValue()).toBe(formatCnpj(known));
    await page.getByText('CNPJ válido').waitFor({ state: 'attached' });
    await visitor.fill('Razão social', 'Outra Ltda');
    await visitor.press('Cadastrar empresa');
    await visitor.reads(/Já existe uma empresa com este CNPJ/);
    await visitor.inspects('new company, known');
    expect(await page.getByText('CNPJ válido').count()).toBe(0);
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Ver a empresa cadastrada' }).click(),
    ]);
    await tab.getByRole('link', { name: 'Já Cadastrada Ltda' }).waitFor();
    expect(await visitor.leaves()).toEqual(['409 POST /api/company']);
  });
});

describe('a process', () => {
  it('shows sealed and original by their names, and counts what was needed', async () => {
    const uploads = [await proofOf('contrato.pdf'), await proofOf('anexo.pdf')];
    const carlos = await addPerson(account.api, 'Carlos Só');
    const { processId, documents } = await openProcess(
      account,
      uploads,
      [
        { person: ana, part: 'signer' },
        { person: rui, part: 'signatory' },
        { person: carlos, part: 'signatory' },
      ],
      { minimumSignatories: 1 },
    );
    const asRui = await personSession(product.lacre.origin, processId, rui);
    await signAll(asRui, processId);
    await processWhen(account.api, processId, ({ signaturesDone }) => signaturesDone === 2);
    const asked = await requestOf(asRui, processId);
    expect(asked.waitingFor).toEqual(['Ana Souza Lima']);
    await account.api.call('cancelProcess', {
      params: { processId },
      body: { documentId: documents[1]?.documentId ?? '' },
    });
    await signAll(await personSession(product.lacre.origin, processId, ana), processId);
    await processWhen(account.api, processId, ({ status }) => status === 'finished');

    const { visitor } = await requester();
    const { page } = visitor;
    await visitor.open(`/processes/${processId}`);
    await visitor.reads('1 documento selado, 1 cancelado.');
    await page.getByRole('progressbar', { name: '2 de 2 assinaturas' }).waitFor();
    await visitor.inspects('process, sealed and canceled');
    await visitor.press('Ver selado');
    const viewer = page.getByRole('dialog', { name: 'contrato.pdf' });
    await viewer.getByText('Documento selado, com a página de assinaturas').waitFor();
    await viewer.locator('[data-page] canvas').first().waitFor();
    await page.goBack();
    await viewer.waitFor({ state: 'detached' });
    await visitor.press('Ver original');
    await viewer.getByText('Original: 1 página, como mostrado a quem assina').waitFor();
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    expect(await visitor.leaves()).toEqual([]);
  });

  it('that was refused is found by the card that counts it, and says why others need not sign', async () => {
    const { processId } = await openProcess(
      account,
      [await proofOf('recusado.pdf')],
      [
        { person: ana, part: 'signer' },
        { person: rui, part: 'signer' },
      ],
      { summary: 'Este foi recusado' },
    );
    const asAna = await personSession(product.lacre.origin, processId, ana);
    const { documents } = await requestOf(asAna, processId);
    await asAna.call('reject', {
      body: { signatureIds: documents.map(({ signatureId }) => signatureId), reason: 'Valor errado' },
    });
    await processWhen(account.api, processId, ({ status }) => status === 'rejected');
    const { visitor } = await requester();
    const { page } = visitor;
    await visitor.open('/dashboard');
    await page.getByRole('link', { name: /^Recusados/ }).click();
    await page.waitForURL('**/processes?filter=rejected');
    await page.getByRole('radio', { name: 'Recusados' }).waitFor();
    expect(await page.getByRole('radio', { name: 'Recusados' }).isChecked()).toBe(true);
    await page.getByRole('link', { name: 'Este foi recusado' }).first().click();
    await visitor.reads('Dispensada: documento recusado');
    const timeline = page.getByRole('list', { name: 'Linha do tempo do processo' });
    await timeline.getByText('“Valor errado”').waitFor();
    const consequence = timeline.getByRole('listitem').filter({ hasText: 'Documento recusado' });
    expect(await consequence.textContent()).toContain('Um participante obrigatório recusou assinar.');
    expect(await consequence.textContent()).not.toMatch(/“|por Ana/);
    expect(await visitor.leaves()).toEqual([]);
  });
});

describe('validating by code', () => {
  it('finds the document by what is printed on it, typed or scanned', async () => {
    const { processId } = await openProcess(
      account,
      [await proofOf('validado.pdf')],
      [{ person: ana, part: 'signer' }],
    );
    await signAll(await personSession(product.lacre.origin, processId, ana), processId);
    const { documents } = await processWhen(account.api, processId, ({ status }) => status === 'finished');
    const code = documents[0]?.validationCode ?? '';
    const visitor = await Visitor.arrive(product.browser, product.lacre.origin, phone(360, 740));
    const { page } = visitor;
    await visitor.open('/validate');
    await visitor.fill('Código de validação', code.slice(0, 6));
    await visitor.press('Conferir código');
    await visitor.reads('O código tem 16 letras e números');
    // As people type it: without the hyphens, in small letters.
    await visitor.fill('Código de validação', code.replaceAll('-', '').toLowerCase());
    expect(await page.getByLabel('Código de validação').inputValue()).toBe(code);
    await visitor.press('Conferir código');
    await visitor.sees('known by its code', 'Há um documento com este código');
    await visitor.reads('validado.pdf');
    expect(await page.getByText('Ana Souza Lima').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    // The QR code leads to the same.
    await visitor.open(`/validate?code=${code}`);
    await visitor.sees('known by its code', 'Há um documento com este código');
    await visitor.press('Conferir o arquivo');
    await page.getByRole('heading', { name: 'Este documento é autêntico?' }).waitFor();
    const unknown = code.replace(/^./, (first) => (first === '2' ? '3' : '2'));
    await visitor.open(`/validate?code=${unknown}`);
    await visitor.page.getByRole('alert').first().waitFor();
    await visitor.inspects('code unknown');
    expect(await visitor.leaves()).toEqual([expect.stringMatching(/^404 GET \/api\/validate\//)]);
  });
});

describe('the theme', () => {
  it('follows the system until one is chosen, and again when asked to', async () => {
    const { visitor } = await requester({ colorScheme: 'dark' });
    const { page } = visitor;
    const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
    await visitor.open('/profile');
    await page.getByRole('radio', { name: 'Automático' }).waitFor();
    expect(await page.getByRole('radio', { name: 'Automático' }).isChecked()).toBe(true);
    expect(await theme()).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(theme).toBe('light');
    await page.getByRole('radio', { name: 'Escuro' }).check();
    expect(await theme()).toBe('dark');
    await page.reload();
    await page.getByRole('radio', { name: 'Escuro' }).waitFor();
    expect(await theme()).toBe('dark');
    await page.getByRole('radio', { name: 'Automático' }).check();
    expect(await theme()).toBe('light');
    await paint(page, 'light');
    await visitor.inspects('profile');
    expect(await visitor.leaves()).toEqual([]);
  });
});
