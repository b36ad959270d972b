import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';

import { Participant } from '../../browser/participant.ts';
import { useProduct } from '../../browser/product.ts';
import { Requester } from '../../browser/requester.ts';
import { Visitor, type VisitorOptions } from '../../browser/visitor.ts';
import { samplePdf } from '../../support/pdfs.ts';
import { addPerson, openAccount, openProcess, uploadProof, type Account } from '../../support/scenario.ts';

const PHONE: VisitorOptions = {
  accessibility: false,
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
};
const QUIET: VisitorOptions = { accessibility: false };
const MEBIBYTE = 1024 * 1024;

const product = useProduct();
let account: Account;

beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
}, 120_000);

const arrives = (options: VisitorOptions = QUIET) =>
  Visitor.arrive(product.browser, product.lacre.origin, options);

/** A user with an account of their own, who has just signed in. */
async function signedIn() {
  const own = await openAccount(product.lacre.origin);
  const visitor = await arrives();
  await new Requester(visitor).signsIn(own);
  return { own, visitor, page: visitor.page };
}

/** A person with a link to one document. */
async function asked(bytes: Uint8Array, options: VisitorOptions = QUIET) {
  const person = await addPerson(account.api, 'Ana Souza Lima');
  const upload = await uploadProof(account.api, bytes, 'contrato.pdf');
  const { processId } = await openProcess(account, [upload], [{ person, part: 'signer' }]);
  const visitor = await arrives(options);
  const ana = new Participant(visitor, person);
  await ana.opensLink(processId, person.personId);
  return { ana, visitor, page: visitor.page };
}

/** Cuts the line for code whose file is called so, until it is undone. */
async function withoutCode(page: Page, file: RegExp): Promise<() => Promise<void>> {
  const matches = (url: URL) => url.pathname.startsWith('/assets/') && file.test(url.pathname);
  await page.route(matches, (route) => route.abort('connectionrefused'));
  return () => page.unroute(matches);
}

/** Another release stands on the server: what this page would still fetch is gone. */
const anotherRelease = (page: Page, file: RegExp) =>
  page.route(
    (url) => url.pathname.startsWith('/assets/') && file.test(url.pathname),
    (route) => route.fulfill({ status: 404, body: '' }),
  );

/** What went wrong that no cut line excuses. */
const faults = async (visitor: Visitor): Promise<string[]> =>
  (await visitor.leaves()).filter(
    (line) => !/Failed to load resource|\b404 (GET|HEAD) \/assets\//.test(line),
  );

describe('a session that ends', () => {
  // The screen was opened long before: what its dialog needs had the time to come.
  it('is renewed in place after another release has come, and repeats the request with its key', async () => {
    const { own, visitor, page } = await signedIn();
    const code = page.waitForResponse(/\/assets\/password-dialog/);
    await visitor.open('/companies/new');
    await code;
    await visitor.fill('Razão social', 'Padaria Pão de Mel Ltda');
    await visitor.fill('CNPJ', '12ABC34501DE35');
    await page.waitForLoadState('networkidle');
    await anotherRelease(page, /\.js$/);
    await own.api.call('revokeOtherSessions');
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/company'))
        keys.push(request.headers()['idempotency-key']);
    });
    await visitor.press('Cadastrar empresa');
    const again = page.getByRole('dialog', { name: 'Sua sessão expirou' });
    await again.locator('input[type=password]').fill(own.password);
    await again.getByRole('button', { name: 'Continuar' }).click();
    await expect.poll(() => keys.length).toBe(2);
    await expect
      .poll(async () => (await own.api.call('listCompanies')).items.map(({ companyName }) => companyName))
      .toContain('Padaria Pão de Mel Ltda');
    expect(new Set(keys).size).toBe(1);
    await visitor.leaves();
  }, 60_000);
});

describe('two tabs', () => {
  it('of one account: a new sign-in in one resumes the other', async () => {
    const { own, visitor, page } = await signedIn();
    const second = await page.context().newPage();
    for (const tab of [page, second]) {
      await tab.goto(`${product.lacre.origin}/persons`);
      await tab.getByRole('heading', { name: 'Pessoas', level: 1 }).waitFor();
    }
    await own.api.call('revokeOtherSessions');
    const expired = (tab: Page) => tab.getByRole('dialog', { name: 'Sua sessão expirou' });
    for (const tab of [page, second]) {
      // Whichever asks first, the screen or the press.
      await tab.getByRole('link', { name: 'Empresas' }).first().dispatchEvent('click');
      await expired(tab).waitFor();
    }
    await expired(page).locator('input[type=password]').fill(own.password);
    await expired(page).getByRole('button', { name: 'Continuar' }).click();
    for (const tab of [page, second]) {
      await expired(tab).waitFor({ state: 'detached' });
      await tab.getByText('Tecidos São João').first().waitFor();
    }
    expect((await faults(visitor)).filter((line) => !line.startsWith('401 '))).toEqual([]);
  }, 60_000);

  it('of two accounts: what was typed for one is never sent for the other', async () => {
    const another = await openAccount(product.lacre.origin);
    const { own, visitor, page } = await signedIn();
    await visitor.open('/companies/new');
    await visitor.fill('Razão social', 'Padaria Pão de Mel Ltda');
    await visitor.fill('CNPJ', '12ABC34501DE35');
    // The session was ended elsewhere, and in another tab another user signs in.
    await own.api.call('revokeOtherSessions');
    const { email, password } = another;
    await page.context().request.post(`${product.lacre.origin}/api/session`, { data: { email, password } });
    await visitor.press('Cadastrar empresa');
    const asks = page.getByRole('dialog', { name: 'Outra conta entrou neste navegador' });
    await asks.getByText(email).waitFor();
    await asks.locator('input[type=password]').fill(own.password);
    await asks.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('link', { name: 'Padaria Pão de Mel Ltda' }).first().waitFor();
    const named = async ({ api }: Account) =>
      (await api.call('listCompanies')).items.map((item) => item.companyName);
    expect(await named(own)).toContain('Padaria Pão de Mel Ltda');
    expect(await named(another)).not.toContain('Padaria Pão de Mel Ltda');
    await visitor.leaves();
  }, 60_000);
});

describe('two people', () => {
  it('who edit one company at once lose no input: the later one sees the conflict', async () => {
    const { own, visitor, page } = await signedIn();
    await visitor.open(`/companies/${own.companyId}`);
    const trading = page.getByLabel('Nome fantasia');
    await trading.fill('Casa dos Tecidos');
    const { companyId } = own;
    const body = { companyName: 'Tecidos Santo Antônio Ltda' };
    await own.api.call('editCompany', { params: { companyId }, body });
    await expect
      .poll(async () => (await own.api.call('getCompany', { params: { companyId } })).companyName)
      .toBe(body.companyName);
    await visitor.press('Salvar alterações');
    await visitor.reads('Outra pessoa salvou alterações aqui enquanto você editava.');
    expect(await trading.inputValue()).toBe('Casa dos Tecidos');
    expect(await page.getByLabel('Razão social').inputValue()).toBe('Tecidos Santo Antônio Ltda');
    await visitor.press('Salvar alterações');
    await visitor.reads('Alterações salvas');
    await expect
      .poll(() => own.api.call('getCompany', { params: { companyId } }))
      .toMatchObject({ companyName: 'Tecidos Santo Antônio Ltda', tradingName: 'Casa dos Tecidos' });
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);
});

describe('going', () => {
  it('back closes the dialog on top and loses nothing typed; away while something is saved is final', async () => {
    const { visitor, page } = await signedIn();
    await visitor.open('/companies');
    await page.getByRole('link', { name: 'Nova empresa' }).first().click();
    await visitor.fill('Razão social', 'Padaria Pão de Mel Ltda');
    await visitor.fill('CNPJ', '12ABC34501DE35');
    const held = Promise.withResolvers<void>();
    await page.route('**/api/company', async (route) => {
      await held.promise;
      await route.continue();
    });
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/company'));
    await visitor.press('Cadastrar empresa');
    await page.locator('[aria-busy=true]').first().waitFor();
    await page.getByRole('link', { name: 'Pessoas' }).first().click();
    await page.getByRole('heading', { name: 'Pessoas', level: 1 }).waitFor();
    held.resolve();
    await saved;
    await visitor.reads('Empresa cadastrada');
    expect(new URL(page.url()).pathname).toBe('/persons');

    await page.locator('header').getByRole('button', { name: 'Nova pessoa' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nova pessoa' });
    await dialog.getByLabel('Nome completo').fill('Ana Souza Lima');
    await page.goBack();
    const asks = page.getByRole('alertdialog', { name: 'Descartar o que você digitou?' });
    await asks.getByRole('button', { name: 'Continuar editando' }).click();
    expect(await dialog.getByLabel('Nome completo').inputValue()).toBe('Ana Souza Lima');
    await page.goBack();
    await asks.getByRole('button', { name: 'Descartar' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/persons');
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);
});

describe('code that cannot be fetched', () => {
  it('is reported in its place, and comes when asked for again', async () => {
    const visitor = await arrives();
    const { page } = visitor;
    await visitor.open('/login');
    await page.getByRole('button', { name: 'Link por email' }).waitFor();
    const back = await withoutCode(page, /\/email-link-step/);
    await visitor.press('Link por email');
    await visitor.reads('Não foi possível abrir esta parte');
    await visitor.inspects('a part that could not be fetched');
    await back();
    await visitor.press('Tentar de novo');
    await page.getByRole('button', { name: 'Enviar link' }).waitFor();
    expect(await faults(visitor)).toEqual([]);
  });

  it('that is gone with another release shows a notice', async () => {
    const visitor = await arrives();
    const { page } = visitor;
    await visitor.open('/login');
    await page.getByRole('button', { name: 'Link por email' }).waitFor();
    await anotherRelease(page, /\/email-link-step/);
    await visitor.press('Link por email');
    await visitor.reads('O Lacre foi atualizado');
    await page.unrouteAll();
    await Promise.all([page.waitForEvent('load'), visitor.press('Recarregar a página')]);
    await page.getByRole('button', { name: 'Enviar link' }).waitFor();
    expect(await faults(visitor)).toEqual([]);
  });

  it('does not hide that something was signed', async () => {
    const { ana, visitor, page } = await asked(await samplePdf({ pages: 1 }), PHONE);
    await ana.identifies();
    await ana.readsAll(1);
    const back = await withoutCode(page, /\/outcome-view/);
    await page.getByRole('checkbox', { name: /Li e concordo/ }).check();
    await visitor.press('Assinar documento');
    await visitor.reads('Não foi possível abrir esta parte');
    await back();
    await visitor.press('Tentar de novo');
    await page.getByRole('heading', { name: /Você assinou|Tudo assinado e selado/ }).waitFor();
    expect(await faults(visitor)).toEqual([]);
  }, 60_000);
});

describe('a document on a line that breaks', () => {
  it('says that a part is missing, and resumes at the reader’s page', async () => {
    const { ana, visitor, page } = await asked(
      await samplePdf({ pages: 30, ballastBytes: 4 * MEBIBYTE }),
      PHONE,
    );
    const file = /\/document\/[^/]+\/original$/;
    // What is looked at comes; the rest, asked for in one piece, does not.
    await page.route(file, (route) => {
      const [, from = 0, to = 0] = (
        /bytes=(\d+)-(\d+)/.exec(route.request().headers()['range'] ?? '') ?? []
      ).map(Number);
      return to - from > MEBIBYTE ? route.abort('internetdisconnected') : route.continue();
    });
    await ana.identifies();
    await visitor.reads('Parte do documento não chegou');
    await page.unroute(file);
    await visitor.press('Tentar de novo');
    await page.getByRole('dialog').getByRole('button', { name: 'Li o documento' }).waitFor();
    await page.getByText('Parte do documento não chegou').waitFor({ state: 'detached' });
    expect(await faults(visitor)).toEqual([]);
  }, 60_000);
});
