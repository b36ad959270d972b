import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { Participant } from '../../browser/participant.ts';
import { useOwnProduct } from '../../browser/product.ts';
import { Visitor, type VisitorOptions } from '../../browser/visitor.ts';
import { LibrasWidget } from '../../support/libras-widget.ts';
import { samplePdf } from '../../support/pdfs.ts';
import { addPerson, openAccount, openProcess, uploadProof, type Account } from '../../support/scenario.ts';

const PHONE: VisitorOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** WCAG 2.5.5, CSS pixels. */
const TARGET = 44;

const widget = await LibrasWidget.start();
const product = useOwnProduct({ VLIBRAS_URL: widget.url });
let account: Account;

beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
}, 120_000);
beforeEach(() => {
  widget.works = true;
  widget.attempts = undefined;
  widget.asked.length = 0;
  widget.texts.length = 0;
});
afterAll(() => widget.close());

const offer = (signLanguage: boolean) =>
  account.api.call('editTenantSettings', { body: { settings: { signLanguage } } });

async function asked() {
  const person = await addPerson(account.api, 'Ana Souza Lima');
  const upload = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'contrato.pdf');
  const { processId } = await openProcess(account, [upload], [{ person, part: 'signer' }], {
    summary: 'Contrato de empreitada',
  });
  return { person, link: `/document?process=${processId}&person=${person.personId}` };
}

/**
 * What the widget's host is asked for shows as another origin, what the widget may not as a refusal of its frame, and
 * axe, which asks every frame what it holds, is not heard by one of an opaque origin.
 */
const EXPECTED = [
  /Content Security Policy|sandbox/i,
  /^console: Failed to execute 'postMessage' .*\('null'\)/,
];
const faultsOf = (complaints: string[]) =>
  complaints.filter((line) => !line.includes(widget.url) && !EXPECTED.some((known) => known.test(line)));

it('is absent, and makes no request to the widget’s host, where the account did not switch it on', async () => {
  await offer(false);
  const { person, link } = await asked();
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin, PHONE);
  await visitor.open(link);
  await new Participant(visitor, person).signsIn();
  await visitor.page.getByRole('button', { name: 'Li o documento e concordo' }).waitFor();
  expect(await visitor.page.getByRole('button', { name: 'Libras' }).count()).toBe(0);
  expect(await visitor.leaves()).toEqual([]);
  expect(widget.asked).toEqual([]);
}, 60_000);

it('shows chosen texts of the page and the document at request, without access to the page', async () => {
  await offer(true);
  const { person, link } = await asked();
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin, PHONE);
  const { page } = visitor;
  await visitor.open(link);
  const button = page.getByRole('button', { name: 'Libras', exact: true });
  const box = await button.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(TARGET);
  await button.click();
  await visitor.reads(/são enviados ao VLibras instalado em 127\.0\.0\.1/);
  await visitor.inspects('Libras, before');
  expect(widget.asked).toEqual([]);
  expect(page.frames()).toHaveLength(1);

  await visitor.press('Abrir o VLibras');
  await visitor.reads('Escolha um texto para ver em Libras.');
  await visitor.inspects('Libras, open');
  // By keyboard alone.
  const texts = page.getByRole('list', { name: 'Textos desta página' });
  await texts.getByRole('button', { name: 'Contrato de empreitada' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => widget.texts).toEqual(['Contrato de empreitada']);
  await visitor.reads('Texto enviado ao VLibras.');

  await expect.poll(() => widget.attempts).toBeDefined();
  expect(widget.attempts).toEqual({
    'document of the page': 'refused: SecurityError',
    'storage of the page': 'refused: SecurityError',
    'storage of its own': '1',
    'storage of the site': 'none',
    cookies: 'refused: SecurityError',
    databases: 'refused: SecurityError',
    'API as the person': 'refused: TypeError',
    'API, not reading the answer': 'refused: TypeError',
    'a host of others': 'refused: TypeError',
    'the window': 'refused: SecurityError',
    'another window': 'null',
    'script in its markup': 'false',
  });
  expect(new URL(page.url()).pathname).toBe('/document');
  expect(await page.evaluate(() => localStorage.getItem('own'))).toBeNull();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.frames().length).toBe(1);

  await new Participant(visitor, person).signsIn();
  const reader = page.getByRole('dialog').filter({ hasText: 'contrato.pdf' });
  await reader.locator('.pdf-text span').first().waitFor();
  const [line = ''] = await reader.locator('.pdf-text span').allTextContents();
  await reader.getByRole('button', { name: 'Libras', exact: true }).click();
  await visitor.press('Abrir o VLibras');
  await visitor.reads('Página 1');
  await texts
    .getByRole('button', { name: line.trim().slice(0, 12) })
    .first()
    .click();
  await expect.poll(() => widget.texts.length).toBe(2);
  expect(widget.texts[1]).toContain(line.trim().slice(0, 12));
  await page.keyboard.press('Escape');
  await visitor.press('Li o documento e concordo');
  await visitor.press('Assinar documento');
  await page.getByRole('heading', { name: /Tudo assinado e selado|Todos assinaram/ }).waitFor();
  expect(faultsOf(await visitor.leaves())).toEqual([]);
}, 90_000);

it.each([
  ['pt-BR', 'Abrir o VLibras', 'O VLibras não respondeu', 'Tentar de novo', 'Fechar'],
  ['en', 'Open VLibras', 'VLibras did not answer', 'Try again', 'Close'],
  ['es', 'Abrir VLibras', 'VLibras no respondió', /Intentar|Inténtelo|Reintentar|de nuevo/, 'Cerrar'],
])(
  'says in %s that the service does not answer, and nothing is lost',
  async (locale, open, said, again, close) => {
    await offer(true);
    widget.works = false;
    const { person, link } = await asked();
    const visitor = await Visitor.arrive(product.browser, product.lacre.origin, { ...PHONE, locale });
    const { page } = visitor;
    await visitor.open(link);
    await page.locator('input').first().fill(person.cpf.slice(0, 6));
    await page.getByRole('button', { name: 'Libras', exact: true }).click();
    await visitor.press(open);
    await visitor.reads(said);
    // It is there again.
    widget.works = true;
    await page.getByRole('button', { name: again }).click();
    await expect.poll(() => widget.attempts).toBeDefined();
    await page.getByRole('button', { name: close, exact: true }).click();
    await expect.poll(() => page.locator('input').first().inputValue()).toMatch(/^\d{3}\.?\d{3}/);
    expect(
      faultsOf(await visitor.leaves()).filter((line) => line !== '503 GET /app/vlibras-plugin.js'),
    ).toEqual([]);
  },
  60_000,
);
