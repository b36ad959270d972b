import { PDFDocument } from 'pdf-lib';
import type { Page } from 'playwright-core';
// Finding one's way in a long document: by page, by word, and on one's own device.
import { beforeAll, expect, it } from 'vitest';

import { useProduct } from '../../browser/product.ts';
import { Requester } from '../../browser/requester.ts';
import { Visitor, type VisitorOptions } from '../../browser/visitor.ts';
import { samplePdf, taggedPdf } from '../../support/pdfs.ts';
import { addPerson, openAccount, openProcess, uploadProof, type Account } from '../../support/scenario.ts';

const PAGES = 30;

const product = useProduct();
let account: Account;
let processId: string;
beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
  const proof = await uploadProof(
    account.api,
    await samplePdf({ pages: PAGES, title: 'Locação' }),
    'longo.pdf',
  );
  const person = await addPerson(account.api, 'Ana Souza Lima');
  ({ processId } = await openProcess(account, [proof], [{ person, part: 'signer' }]));
}, 120_000);

it.each([
  ['at a desk', { width: 1440, height: 900 }],
  ['on a phone', { width: 360, height: 740 }],
])('a long document is browsed by page and searched by word %s', async (_where, viewport) => {
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin, { viewport });
  const { page } = visitor;
  await new Requester(visitor).signsIn(account);
  await visitor.open(`/processes/${processId}`);
  await visitor.press('Ver documento');
  const viewer = page.getByRole('dialog', { name: 'longo.pdf' });
  await viewer.locator('[data-page] canvas').first().waitFor();
  const at = viewer.getByRole('button', { name: /ir para outra/ });

  await at.click();
  await viewer.getByRole('textbox', { name: `Ir para a página, de 1 a ${PAGES}` }).fill('12');
  await page.keyboard.press('Enter');
  await expect.poll(() => at.textContent()).toContain(`12 de ${PAGES}`);

  await visitor.press('Procurar no documento');
  const words = viewer.getByRole('textbox', { name: 'Palavras do documento' });
  // Without its accents, and on a page that was not drawn yet.
  await words.fill('LOCACAO, pagina 27');
  const found = viewer.getByRole('search').getByRole('status');
  await expect.poll(() => found.textContent()).toBe('1 de 1');
  await expect.poll(() => at.textContent()).toContain(`27 de ${PAGES}`);
  const painted = () =>
    page.evaluate(() => [...(CSS.highlights.get('pdf-found-current') ?? [])].map(String).join());
  await expect.poll(painted).toBe('Locação, página 27');
  await visitor.inspects(`viewer, searching ${viewport.width}`);

  await words.fill('As partes');
  await expect.poll(() => found.textContent()).toBe(`1 de ${PAGES}`);
  await page.keyboard.press('Enter');
  await expect.poll(() => found.textContent()).toBe(`2 de ${PAGES}`);
  await expect.poll(() => at.textContent()).toContain(`2 de ${PAGES}`);
  await words.fill('nada disto');
  await expect.poll(() => found.textContent()).toBe('Nada encontrado');
  await visitor.press('Fechar a busca');
  await expect.poll(() => page.evaluate(() => CSS.highlights.size)).toBe(0);

  const [file] = await Promise.all([page.waitForEvent('download'), visitor.press('Baixar este documento')]);
  expect(file.suggestedFilename()).toBe('longo.pdf');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  expect(await visitor.leaves()).toEqual([]);
});

/** A process of one document, open in the viewer. */
async function opens(
  bytes: Uint8Array,
  name: string,
  viewport: { width: number; height: number },
  device: VisitorOptions = {},
) {
  const proof = await uploadProof(account.api, bytes, name);
  const person = await addPerson(account.api, 'Bia Prado');
  const opened = await openProcess(account, [proof], [{ person, part: 'signer' }]);
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin, { viewport, ...device });
  await new Requester(visitor).signsIn(account);
  await visitor.open(`/processes/${opened.processId}`);
  await visitor.press('Ver documento');
  const viewer = visitor.page.getByRole('dialog', { name });
  await viewer.locator('[data-page] canvas').first().waitFor();
  return { visitor, page: visitor.page, viewer };
}

it.each<[string, (page: Page) => Promise<unknown>]>([
  [
    'in a browser without threads',
    (page) => page.addInitScript(() => Reflect.deleteProperty(window, 'Worker')),
  ],
  [
    'in a browser that runs no modules in threads',
    (page) =>
      page.addInitScript(() => {
        window.Worker = new Proxy(window.Worker, {
          construct: (thread, [address]: [string]) => new thread(address),
        });
      }),
  ],
])('opens a document %s', async (_where, prepare) => {
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin);
  await prepare(visitor.page);
  await new Requester(visitor).signsIn(account);
  await visitor.open(`/processes/${processId}`);
  await visitor.press('Ver documento');
  const drawn = visitor.page.locator('dialog [data-page] canvas');
  await expect.poll(() => drawn.count(), { timeout: 20_000 }).toBeGreaterThan(0);
});

it('opens a document at another try after the code of the thread did not come', async () => {
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin);
  const { page } = visitor;
  await new Requester(visitor).signsIn(account);
  await page.route('**/pdf.worker*', (route) => route.abort('internetdisconnected'));
  await visitor.open(`/processes/${processId}`);
  await visitor.press('Ver documento');
  const viewer = page.getByRole('dialog', { name: 'longo.pdf' });
  const again = viewer.getByRole('button', { name: 'Tentar de novo' });
  await again.click();
  await again.waitFor();
  await page.unroute('**/pdf.worker*');
  await again.click();
  await viewer.locator('[data-page] canvas').first().waitFor();
  const faults = await visitor.leaves();
  expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

/** Where the first page lies, and where the words on it do, CSS pixels. */
const placesOf = (page: Page, words: string) =>
  page.locator('[data-page="1"]').evaluate((sheet, text) => {
    const box = sheet.getBoundingClientRect();
    const found = [...sheet.querySelectorAll('.pdf-text span')].find(
      (span) => span.childElementCount === 0 && span.textContent === text,
    );
    const at = found?.getBoundingClientRect();
    const share = (from: number, size: number) =>
      Math.round(
        (((at?.[from === 0 ? 'left' : 'top'] ?? NaN) - box[from === 0 ? 'left' : 'top']) / size) * 100,
      );
    return { wide: box.width > box.height, left: share(0, box.width), top: share(1, box.height) };
  }, words);

it('shows all pages small, turned as a reader holds them, and prints what it shows', async () => {
  const { visitor, page, viewer } = await opens(
    await samplePdf({ pages: 12, title: 'Planta', rotated: true }),
    'deitado.pdf',
    { width: 1440, height: 900 },
  );
  // The file says that its pages lie: their words lie where they are drawn.
  await expect.poll(() => placesOf(page, 'Planta, página 1')).toMatchObject({ wide: true });
  await expect.poll(async () => (await placesOf(page, 'Planta, página 1')).left).toBeGreaterThan(80);
  await visitor.press('Girar');
  await expect.poll(async () => (await placesOf(page, 'Planta, página 1')).wide).toBe(false);
  await expect.poll(async () => (await placesOf(page, 'Planta, página 1')).top).toBeGreaterThan(80);

  await visitor.press('Ver todas as páginas');
  const strip = viewer.getByRole('navigation', { name: 'Páginas do documento' });
  await expect.poll(() => strip.locator('canvas').count()).toBeGreaterThan(3);
  await visitor.inspects('viewer, all pages');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect.poll(() => strip.locator('[aria-current=page]').innerText()).toContain('12');
  // Escape closes the pages, and not the document.
  await page.keyboard.press('Escape');
  await strip.waitFor({ state: 'detached' });
  expect(await viewer.isVisible()).toBe(true);

  await page.evaluate(() => {
    window.print = () => document.documentElement.toggleAttribute('data-printed');
  });
  await visitor.press('Imprimir');
  await page.locator('html[data-printed]').waitFor({ timeout: 30_000 });
  const printed = await PDFDocument.load(await page.pdf({ preferCSSPageSize: true }));
  expect(printed.getPageCount()).toBe(12);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.locator('.pdf-print').waitFor({ state: 'detached' });
  await viewer.getByText('Preparando a impressão').waitFor({ state: 'detached' });
  expect(await visitor.leaves()).toEqual([]);
});

it('lists the pages in the place of the document on a phone', async () => {
  const { visitor, page, viewer } = await opens(await samplePdf({ pages: 9 }), 'curto.pdf', {
    width: 360,
    height: 740,
  });
  await visitor.press('Ver todas as páginas');
  const strip = viewer.getByRole('navigation', { name: 'Páginas do documento' });
  await strip.locator('canvas').first().waitFor();
  expect((await strip.boundingBox())?.width).toBe(360);
  await visitor.inspects('viewer, all pages on a phone');
  await strip.getByRole('button', { name: 'Página 7' }).click();
  await strip.waitFor({ state: 'detached' });
  await expect
    .poll(() => viewer.getByRole('button', { name: /ir para outra/ }).textContent())
    .toContain('7 de 9');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await visitor.leaves()).toEqual([]);
});

const ON_A_PHONE = [
  { width: 360, height: 740 },
  { hasTouch: true, isMobile: true },
] as const;

it('is zoomed by two fingers, and the page around it is not', async () => {
  const { visitor, page, viewer } = await opens(
    await samplePdf({ pages: 9 }),
    'dois-dedos.pdf',
    ...ON_A_PHONE,
  );
  const scroller = viewer.locator('[data-pdf-scroller]');
  await scroller.evaluate((pages) => pages.scrollTo(0, 600));
  const box = (await scroller.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // What lies between the fingers, as a share of the whole.
  const between = () =>
    scroller.evaluate((pages, half) => (pages.scrollTop + half) / pages.scrollHeight, box.height / 2);
  const before = await between();
  const fingers = await page.context().newCDPSession(page);
  const points = (apart: number) => [
    { x, y: y - apart, id: 0 },
    { x, y: y + apart, id: 1 },
  ];
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(50) });
  for (let apart = 55; apart <= 150; apart += 5)
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(apart) });
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await viewer.getByRole('button', { name: /agora em (29|30)\d%/ }).waitFor();
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
  await expect.poll(async () => Math.abs((await between()) - before)).toBeLessThan(0.02);
  expect(await visitor.leaves()).toEqual([]);
});

it('follows a finger that starts on its toolbar', async () => {
  const { visitor, page, viewer } = await opens(await samplePdf({ pages: 9 }), 'dedo.pdf', ...ON_A_PHONE);
  const toolbar = viewer.getByRole('toolbar');
  const start = await toolbar.boundingBox();
  const [x, y] = [(start?.x ?? 0) + 60, (start?.y ?? 0) + 20];
  const finger = await page.context().newCDPSession(page);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (let up = 20; up <= 400; up += 20)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y - up }] });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  const scrolled = () => viewer.locator('[data-pdf-scroller]').evaluate(({ scrollTop }) => scrollTop);
  await expect.poll(scrolled).toBeGreaterThan(300);
  // It is where it was, and no button of it was pressed; nor does it move away with a page that is wider than the window.
  expect(await toolbar.boundingBox()).toEqual(start);
  await visitor.press('Aumentar');
  await viewer.locator('[data-pdf-scroller]').evaluate((pages) => pages.scrollBy(80, 0));
  expect((await toolbar.boundingBox())?.x).toBe(start?.x);
  // What is typed into it is no key of the document.
  const field = viewer.getByRole('textbox', { name: /Ir para a página/ });
  const fields = async () => {
    // A tap on pages that still move stops them, and is nothing else.
    if ((await field.count()) === 0) await viewer.getByRole('button', { name: /ir para outra/ }).tap();
    return field.count();
  };
  await expect.poll(fields).toBe(1);
  await field.and(page.locator(':focus')).waitFor();
  await page.keyboard.type('90');
  expect(await field.inputValue()).toBe('9');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => viewer.getByRole('button', { name: /ir para outra/ }).textContent())
    .toContain('9 de 9');
  expect(await visitor.leaves()).toEqual([]);
});

it('reads a tagged document by its headings, lists and pictures', async () => {
  const { visitor, viewer } = await opens(await taggedPdf(), 'marcado.pdf', { width: 1440, height: 900 });
  await viewer.getByRole('heading', { name: 'Cláusula primeira' }).waitFor({ state: 'attached' });
  await expect.poll(() => viewer.getByRole('listitem').count()).toBe(2);
  await expect.poll(() => viewer.getByRole('img', { name: 'Planta do imóvel' }).count()).toBe(1);
  await visitor.inspects('viewer, a tagged document');
  expect(await visitor.leaves()).toEqual([]);
});
