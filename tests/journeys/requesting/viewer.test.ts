// Finding one's way in a long document: by page, by word, and on one's own device.
import { beforeAll, expect, it } from 'vitest';

import { useProduct } from '../../browser/product.ts';
import { Requester } from '../../browser/requester.ts';
import { Visitor } from '../../browser/visitor.ts';
import { samplePdf } from '../../support/pdfs.ts';
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
])('a long document is gone through by page and by word %s', async (_where, viewport) => {
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
  expect(await page.evaluate(() => CSS.highlights.size)).toBe(0);

  const [file] = await Promise.all([page.waitForEvent('download'), visitor.press('Baixar este documento')]);
  expect(file.suggestedFilename()).toBe('longo.pdf');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  expect(await visitor.leaves()).toEqual([]);
});
