import { cpfOf } from '@lacre/contracts/testing';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { Participant } from '../../browser/participant.ts';
import { useProduct } from '../../browser/product.ts';
import { asUpload, Requester } from '../../browser/requester.ts';
import { Visitor } from '../../browser/visitor.ts';
import { samplePdf } from '../../support/pdfs.ts';
import { addPerson, fresh, openAccount, processWhen } from '../../support/scenario.ts';

const product = useProduct();

/** What a user does to the page from now on: presses by the pointer, and keys. */
async function countsActs(page: Page): Promise<() => Promise<{ clicks: number; keys: number }>> {
  await page.evaluate(() => {
    const counts = { clicks: 0, keys: 0 };
    (window as unknown as { acts: typeof counts }).acts = counts;
    // What scripts and keys press has no detail (UI Events, 5.3.1).
    addEventListener('click', ({ detail }) => (counts.clicks += detail > 0 ? 1 : 0), true);
    addEventListener('keydown', () => (counts.keys += 1), true);
  });
  return () => page.evaluate(() => (window as unknown as { acts: { clicks: number; keys: number } }).acts);
}

it('goes from the dashboard to a sent process in six clicks, with nothing typed', async () => {
  const account = await openAccount(product.lacre.origin);
  const ana = await addPerson(account.api, 'Ana Souza');
  const asking = new Requester(await Visitor.arrive(product.browser, product.lacre.origin));
  await asking.signsIn(account);
  const { page } = asking.visitor;
  const acts = await countsActs(page);
  const press = (name: string) => page.getByRole('button', { name }).click();

  await page.getByRole('link', { name: 'Novo processo' }).first().click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^Arraste os documentos/ }).click();
  await (
    await chooser
  ).setFiles([asUpload({ name: 'Contrato_de_locacao.pdf', bytes: await samplePdf({ pages: 1 }) })]);
  await asking.sentDocument('Contrato_de_locacao.pdf').getByText('1 página').waitFor();
  await page.getByRole('button', { name: 'Trocar empresa' }).waitFor();
  const signers = page.getByRole('region', { name: 'Participantes' });
  await signers.getByRole('combobox', { name: 'Incluir pessoa' }).click();
  await signers.getByRole('option', { name: ana.email }).click();
  await press('Continuar');
  await page.getByRole('heading', { name: 'Tudo certo?' }).waitFor();
  await press('Enviar para assinatura');
  await page.getByRole('heading', { name: 'Processo criado' }).waitFor();

  const { clicks, keys } = await acts();
  expect(clicks).toBeLessThanOrEqual(6);
  expect(keys).toBe(0);
  const processId = new URL(page.url()).searchParams.get('process') ?? '';
  const sent = await processWhen(account.api, processId, () => true);
  expect(sent.summary).toBe('Contrato de locacao');
  expect(await asking.visitor.leaves()).toEqual([]);
});

it('begins the first process with the company that was named at sign-up', async () => {
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin);
  const number = fresh();
  await visitor.open('/register');
  await visitor.fill('Nome da organização', 'Padaria Aurora');
  await visitor.fill('CNPJ da organização (opcional)', '12ABC34501DE36');
  await visitor.fill('Endereço de acesso', `aurora-${number}`);
  await visitor.fill('Seu nome', 'Marina Andrade');
  await visitor.fill('Email', `aurora${number}@exemplo.com.br`);
  await visitor.fill('Senha', 'uma senha comprida');
  await visitor.press('Criar conta');
  await visitor.reads('CNPJ inválido: confira os caracteres');
  await visitor.fill('CNPJ da organização (opcional)', '12ABC34501DE35');
  await visitor.press('Criar conta');
  await visitor.page.waitForURL('**/dashboard');
  await visitor.page.getByRole('link', { name: 'Novo processo' }).first().click();
  await visitor.page.getByRole('button', { name: 'Trocar empresa' }).waitFor();
  await visitor.reads('Padaria Aurora');
  // The public register is asked for the company's name; here there is none.
  expect(await visitor.leaves()).toEqual([expect.stringMatching(/ GET .api.lookup.cnpj./)]);
});

it('signs a document alone in three steps: upload, confirm, sign', async () => {
  const account = await openAccount(product.lacre.origin);
  const { api } = account;
  const rui = await addPerson(api, 'Rui Barbosa');
  await api.call('editCompany', {
    params: { companyId: account.companyId },
    body: { companyName: 'Comércio de Tecidos São João Ltda', defaultSignatoryIds: [rui.personId] },
  });
  const asking = new Requester(await Visitor.arrive(product.browser, product.lacre.origin));
  await asking.signsIn(account);
  const { visitor } = asking;
  const { page } = visitor;
  await visitor.press('Buscar');
  await page.getByRole('combobox', { name: /^Comando/ }).fill('eu mesmo');
  await page.getByRole('option', { name: 'Assinar um documento eu mesmo' }).click();
  // The register has no one of the user's address: who they are is known, but for the CPF.
  const form = page.getByRole('form', { name: 'Nova pessoa' });
  expect(await form.getByLabel('Nome completo').inputValue()).toBe('Marina Andrade');
  expect(await form.getByLabel('Email').inputValue()).toBe(account.email);
  const marina = { name: 'Marina Andrade', cpf: cpfOf(fresh()), email: account.email };
  await form.getByLabel('CPF').fill(marina.cpf);
  await form.getByRole('button', { name: 'Incluir pessoa' }).click();
  await page.getByRole('button', { name: 'Remover Marina Andrade' }).waitFor();
  await visitor.press('Descartar');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click();

  // From now on three steps.
  await visitor.press('Assinar eu mesmo');
  await page.getByRole('button', { name: 'Remover Marina Andrade' }).waitFor();
  await asking.choosesFiles([asUpload({ name: 'Declaração.pdf', bytes: await samplePdf({ pages: 1 }) })]);
  await asking.sentDocument('Declaração.pdf').getByText('1 página').waitFor();
  await page.getByRole('button', { name: 'Trocar empresa' }).waitFor();
  await asking.goesOn();
  await visitor.sees('wizard, signing alone', 'Tudo certo?');
  // What she will receive, in the words of the mail that is sent.
  await visitor.press('Ver o convite');
  const preview = page.getByRole('dialog', { name: 'O convite' });
  await preview.getByText('Olá, Marina Andrade,').waitFor();
  await preview.getByText('Assinatura solicitada: Declaração', { exact: true }).waitFor();
  await visitor.inspects('preview of the mail');
  await preview.getByRole('tab', { name: 'Página de quem assina' }).click();
  await preview.getByRole('heading', { name: 'Declaração' }).waitFor();
  await visitor.inspects('preview of the door');
  await page.keyboard.press('Escape');
  await visitor.press('Confirmar e assinar');
  const signing = new Participant(visitor, marina);
  await page.waitForURL(/\/document\?process=/);
  const processId = new URL(page.url()).searchParams.get('process') ?? '';
  await visitor.sees('door of one who signs alone', 'Declaração');
  await signing.signsIn();
  await signing.readsAll(1);
  await signing.signs();
  // The company's usual signatory was not asked, and it is said how she was identified: by what she showed at the door.
  const { participants } = await processWhen(api, processId, ({ status }) => status === 'finished');
  expect(participants.map(({ name, part }) => [name, part])).toEqual([['Marina Andrade', 'signer']]);
  const { items } = await api.call('processTimeline', { params: { processId } });
  expect(items.flatMap(({ evidence }) => evidence?.authentication ?? [])).toEqual(['cpf-email-code']);
  expect(await visitor.leaves()).toEqual([]);
});
