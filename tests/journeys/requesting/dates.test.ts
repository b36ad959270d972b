import { expect, it } from 'vitest';

import { useProduct } from '../../browser/product.ts';
import { Requester } from '../../browser/requester.ts';
import { Visitor } from '../../browser/visitor.ts';
import { samplePdf } from '../../support/pdfs.ts';
import { addPerson, openAccount, openProcess, processWhen, uploadProof } from '../../support/scenario.ts';
import { until } from '../../support/until.ts';

const product = useProduct();

/** A browser in English, in which the browser's own date field would be month first. */
async function arrives(width: number) {
  const account = await openAccount(product.lacre.origin);
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin, {
    locale: 'en-US',
    viewport: { width, height: 740 },
  });
  await new Requester(visitor).signsIn(account);
  return { account, visitor, page: visitor.page };
}

it('filters by days typed day first and chosen from a calendar by the keyboard', async () => {
  const { visitor, page } = await arrives(360);
  await visitor.open('/events?from=2026-02-05');
  const from = page.getByLabel('Data inicial', { exact: true });
  expect(await from.inputValue()).toBe('05/02/2026');
  await from.fill('');
  await page.waitForURL((address) => address.search === '');
  await from.pressSequentially('3022026');
  expect([await from.inputValue(), new URL(page.url()).search]).toEqual(['30/22/026', '']);
  await from.blur();
  await visitor.reads('Data inválida: use dia, mês e ano');
  await from.fill('');
  await from.pressSequentially('1/2/2026');
  await page.waitForURL(/from=2026-02-01/);
  expect(await from.inputValue()).toBe('01/02/2026');

  await page.getByRole('button', { name: 'Selecionar data' }).first().press('Enter');
  const calendar = page.getByRole('dialog', { name: 'Selecionar data' });
  await calendar.getByRole('button', { name: /1 de fevereiro de 2026, selecionado/ }).waitFor();
  await calendar.getByText('sáb', { exact: true }).waitFor();
  await visitor.inspects('calendar of a period');
  const box = await calendar.boundingBox();
  expect(box !== null && box.x >= 0 && box.x + box.width <= 360).toBe(true);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.waitForURL(/from=2026-02-09/);
  expect(await from.inputValue()).toBe('09/02/2026');
  await calendar.waitFor({ state: 'hidden' });
  // The focus is back where the calendar was opened.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Selecionar data');
  expect(await visitor.leaves()).toEqual([]);
}, 60_000);

it('gives a deadline from a calendar above the dialog, which Escape leaves open', async () => {
  const { account, visitor, page } = await arrives(1440);
  const ana = await addPerson(account.api, 'Ana Prado');
  const upload = await uploadProof(account.api, await samplePdf(), 'contrato.pdf');
  const { processId } = await openProcess(account, [upload], [{ person: ana, part: 'signer' }]);
  // The page waits for nothing that another client has written.
  await processWhen(account.api, processId, () => true);
  await visitor.open(`/processes/${processId}`);
  await visitor.press('Mais ações do processo');
  await page.getByRole('menuitem', { name: 'Dar um prazo' }).click();
  const dialog = page.locator('dialog[open]');
  await page.getByLabel('Último dia para assinar').fill('31/02/2027');
  await visitor.press('Dar prazo');
  await visitor.reads('Data inválida: use dia, mês e ano');
  await dialog.getByRole('button', { name: 'Selecionar data' }).click();
  const calendar = page.getByRole('dialog', { name: 'Selecionar data' });
  await calendar.getByRole('button', { name: /^Hoje, / }).waitFor();
  await visitor.inspects('calendar above a dialog');
  await page.keyboard.press('Escape');
  await calendar.waitFor({ state: 'hidden' });
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByRole('button', { name: 'Selecionar data' }).click();
  await calendar.getByLabel('Escolha o ano').selectOption('2027');
  await calendar.getByLabel('Escolha o mês').selectOption({ label: 'março' });
  await calendar.getByRole('button', { name: /15 de março de 2027/ }).click();
  await expect.poll(() => page.getByLabel('Último dia para assinar').inputValue()).toBe('15/03/2027');
  await visitor.press('Dar prazo');
  await visitor.reads('Prazo definido');
  await expect
    .poll(() => account.api.call('getProcess', { params: { processId } }))
    .toMatchObject({ deadline: '2027-03-16T02:59:59.000Z' });
  expect(await visitor.leaves()).toEqual([]);
}, 60_000);

it('refuses a birthday that the calendar does not have, and keeps one that it has', async () => {
  const { account, visitor, page } = await arrives(768);
  const bia = await addPerson(account.api, 'Bia Nunes');
  // The page waits for nothing that another client has written.
  await until('the person', () => account.api.call('getPerson', { params: { personId: bia.personId } }));
  await visitor.open(`/persons/${bia.personId}`);
  const birthday = page.getByLabel('Nascimento', { exact: false });
  await birthday.fill('29/02/1991');
  await visitor.press('Salvar alterações');
  await visitor.reads('Data inválida: use dia, mês e ano');
  await birthday.fill('29/02/1992');
  await visitor.press('Salvar alterações');
  await visitor.reads('Alterações salvas');
  await expect
    .poll(() => account.api.call('getPerson', { params: { personId: bia.personId } }))
    .toMatchObject({ birthday: '1992-02-29' });
  expect(await visitor.leaves()).toEqual([]);
}, 60_000);
