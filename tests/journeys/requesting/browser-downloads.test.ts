import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

import type { AnswerOf } from '@lacre/contracts';
import { readZip } from '@lacre/signer/testing/read-zip';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { launchChromium } from '../../browser/chromium.ts';
import { Requester } from '../../browser/requester.ts';
import { Visitor } from '../../browser/visitor.ts';
import { Api } from '../../support/api.ts';
import { startClockedLacre, type ClockedLacre } from '../../support/clocked-lacre.ts';
import { samplePdf } from '../../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  processWhen,
  signAll,
  uploadProof,
  type Account,
} from '../../support/scenario.ts';

let browser: Browser;
let lacre: ClockedLacre;
let account: Account;

beforeAll(async () => {
  [browser, lacre] = await Promise.all([launchChromium(), startClockedLacre()]);
  account = await openAccount(lacre.origin);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await lacre.dispose();
});

/** A process of these documents; signed by Ana, another each time, unless it is to wait for her. */
async function process(summary: string, names: readonly string[], signed = true): Promise<string> {
  const ana = await addPerson(account.api, 'Ana Souza Lima');
  const documents = [];
  for (const name of names)
    documents.push(await uploadProof(account.api, await samplePdf({ title: name, pages: 1 }), name));
  const { processId } = await openProcess(account, documents, [{ person: ana, part: 'signer' }], { summary });
  if (!signed) return processId;
  await signAll(await personSession(lacre.origin, processId, ana), processId);
  await processWhen(account.api, processId, ({ status }) => status === 'finished', `${summary} to be sealed`);
  return processId;
}

async function signedIn(options: { width: number; height: number } = { width: 1440, height: 900 }) {
  const visitor = await Visitor.arrive(browser, lacre.origin, { viewport: options });
  await new Requester(visitor).signsIn(account);
  return visitor;
}

/** The download of that description on the screen. */
const rowOf = (visitor: Visitor, description: string) =>
  visitor.page
    .getByRole('list', { name: 'Downloads' })
    .getByRole('listitem')
    .filter({ has: visitor.page.getByRole('heading', { name: description, exact: true }) })
    .first();

/** What the button saves. */
async function saves(visitor: Visitor, description: string) {
  const [saved] = await Promise.all([
    visitor.page.waitForEvent('download'),
    visitor.press(`Baixar ${description}`),
  ]);
  return { name: saved.suggestedFilename(), entries: readZip(await readFile(await saved.path())) };
}

/** As long as this lasts, nothing can be stored. */
async function withoutStore(act: () => Promise<void>): Promise<void> {
  const incoming = join(lacre.dataDir, 'blobs', 'incoming');
  await rename(incoming, `${incoming}.away`);
  try {
    await act();
  } finally {
    await rename(`${incoming}.away`, incoming);
  }
}

it('takes all documents of a process from the button over the message to genuine files, until they expire', async () => {
  const processId = await process('Contrato de fornecimento', ['contrato.pdf', 'anexo.pdf']);
  const visitor = await signedIn();
  const { page } = visitor;
  await page.getByRole('link', { name: 'Downloads' }).first().click();
  await visitor.sees('downloads, none', 'Nenhum download ainda');

  await visitor.open(`/processes/${processId}`);
  await visitor.press('Baixar todos');
  await visitor.sees('request download', 'Baixar 2 documentos selados?');
  await visitor.fill('Descrição', '  ');
  await visitor.press('Preparar download');
  await visitor.reads('Por favor, insira uma descrição');
  await visitor.inspects('request download, refused');
  await visitor.fill('Descrição', 'Contratos de novembro');
  const row = rowOf(visitor, 'Contratos de novembro');
  await withoutStore(async () => {
    await visitor.press('Preparar download');
    await page.waitForURL('**/downloads');
    await row.getByText('Nova tentativa', { exact: true }).waitFor();
    await row.getByText('Falha inesperada ao preparar o arquivo. Tentamos de novo sozinhos.').waitFor();
    await row.getByRole('progressbar', { name: 'Preparo de Contratos de novembro' }).waitFor();
    await visitor.inspects('downloads, retrying');
  });
  // The longer nothing could be stored, the longer it is until the next attempt.
  await row.getByText('Pronto', { exact: true }).waitFor({ timeout: 60_000 });
  await row.getByText(/^Disponível até \d\d\/\d\d\/\d{4}, \d\d:\d\d$/).waitFor();
  await expect
    .poll(() => page.locator('p[aria-live]').allInnerTexts())
    .toContain('Pronto para baixar: Contratos de novembro');
  await visitor.inspects('downloads, ready');

  // From the message, in a browser that is not signed in: the link leads to sign-in, and from there to the downloads.
  const reader = await Visitor.arrive(browser, lacre.origin);
  const message = reader.page
    .getByRole('listitem')
    .filter({ hasText: 'Download pronto: Contratos de novembro' });
  await expect
    .poll(async () => {
      await reader.open(`/dev/mailbox?search=${encodeURIComponent(account.email)}`);
      return message.count();
    })
    .toBe(1);
  await message.getByRole('link').click();
  await reader.page.frameLocator('iframe').getByRole('link', { name: 'Ver meus downloads' }).click();
  await reader.sees('login', 'Entrar');
  await reader.fill('Email', account.email);
  await reader.fill('Senha', account.password);
  await reader.press('Entrar');
  await reader.page.waitForURL('**/downloads');
  const { name, entries } = await saves(reader, 'Contratos de novembro');
  expect(name).toBe('Contratos de novembro.zip');
  expect(entries.map(({ path }) => path)).toEqual([
    'LEIA-ME.txt',
    'contrato-assinado.pdf',
    'anexo-assinado.pdf',
  ]);
  for (const { path, bytes } of entries.slice(1)) {
    const reply = await new Api(lacre.origin).upload(bytes, path, 'validateDocument');
    expect(((await reply.json()) as AnswerOf<'validateDocument'>).verdict).toBe('genuine');
  }
  // The refusals are those of a visitor who has not signed in yet.
  expect((await reader.leaves()).filter((one) => one !== '401 POST /api/session/refresh')).toEqual([]);

  lacre.advance(7.1);
  await visitor.open('/downloads');
  await row.getByText('Expirado', { exact: true }).waitFor();
  await row
    .getByText(/^Esteve disponível até .* O arquivo foi apagado; os documentos continuam guardados\.$/)
    .waitFor();
  await visitor.inspects('downloads, expired');
  await visitor.press('Pedir de novo Contratos de novembro');
  await row.getByText('Pronto', { exact: true }).waitFor();
  expect((await saves(visitor, 'Contratos de novembro')).entries).toHaveLength(3);
  expect(await visitor.leaves()).toEqual([]);
}, 120_000);

it('chooses all of a page at once, and none', async () => {
  const summary = 'Escolha de todos';
  await process(summary, ['contrato.pdf']);
  const visitor = await signedIn();
  const { page } = visitor;
  await visitor.open(`/processes?search=${encodeURIComponent(summary)}`);
  const all = page.getByRole('checkbox', { name: /^Escolher todos os processos/ });
  const one = page.getByRole('checkbox', { name: `Escolher ${summary}` });
  await all.check();
  expect(await one.isChecked()).toBe(true);
  await one.uncheck();
  expect(await all.isChecked()).toBe(false);
  await page.getByRole('region', { name: 'Processos escolhidos' }).waitFor({ state: 'detached' });
  await one.check();
  await visitor.press('Limpar');
  expect(await one.isChecked()).toBe(false);
  expect(await visitor.leaves()).toEqual([]);
}, 60_000);

it.each([
  ['a wide screen', { width: 1440, height: 900 }],
  ['a tablet', { width: 768, height: 1024 }],
  ['a phone', { width: 360, height: 740 }],
])(
  'takes the documents of processes chosen in the list, on %s',
  async (what, viewport) => {
    const summaries = [`Locação, ${what}`, `Venda, ${what}`];
    for (const summary of summaries) await process(summary, ['contrato.pdf']);
    await process(`Pendente, ${what}`, ['contrato.pdf'], false);
    const visitor = await signedIn(viewport);
    const { page } = visitor;
    await visitor.open(`/processes?search=${encodeURIComponent(what)}`);
    const box = (name: string | RegExp) => page.getByRole('checkbox', { name });
    for (const summary of summaries) await box(`Escolher ${summary}`).check();
    await box(`Escolher Pendente, ${what}`).check();
    await page.getByText('3 processos · 2 documentos selados').waitFor();
    await visitor.inspects(`processes, chosen, ${what}`);
    // Neither the words of the bar nor the columns of the table reach out of their places.
    for (const place of ['section[aria-label="Processos escolhidos"] output', 'main .card:has(> table)'])
      for (const one of await page.locator(place).all())
        expect(await one.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await visitor.press('Baixar selados');
    await visitor.sees('request download of several', 'Baixar 2 documentos selados?');
    await visitor.reads(/1 processo escolhido fica de fora: sem documento selado\./);
    expect(await page.getByLabel('Descrição').inputValue()).toBe('Documentos de 2 processos');
    const description = `Escolhidos: ${what}`;
    await visitor.fill('Descrição', description);
    await visitor.press('Preparar download');
    await page.waitForURL('**/downloads');
    await rowOf(visitor, description).getByText('Pronto', { exact: true }).waitFor();
    await visitor.inspects(`downloads, ${what}`);
    const { entries } = await saves(visitor, description);
    expect(entries.map(({ path }) => path).toSorted()).toEqual([
      'LEIA-ME.txt',
      ...summaries.map((summary) => `${summary}/contrato-assinado.pdf`),
    ]);
    expect(await visitor.leaves()).toEqual([]);
  },
  90_000,
);
