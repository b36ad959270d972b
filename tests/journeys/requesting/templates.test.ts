import { p, r, table } from '@lacre/signer/testing/office/samples/docx-file';
import { flattened, readStructure } from '@lacre/signer/testing/pdfs/read-structure';
import type { Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';

import { useProduct } from '../../browser/product.ts';
import { choose, Requester } from '../../browser/requester.ts';
import type { VisitorOptions } from '../../browser/visitor.ts';
import { join, PASSWORD } from '../../permissions/world.ts';
import { addPerson, openAccount, type Account } from '../../support/scenario.ts';
import { wordFile } from '../../support/word-files.ts';

const COMPANY = 'Comércio de Tecidos São João Ltda';
/** The start of LibreOffice, which takes all of a core for seconds, and a machine may have much else to do. */
const CONVERTED_WITHIN_MS = 60_000;

const product = useProduct();
let account: Account;

beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
}, 120_000);

const requester = (options?: VisitorOptions) => Requester.arrive(product, account, options);

describe('a template', () => {
  it('is written, used with what the registers lack, and looked at before it is sent', async () => {
    const ana = await addPerson(account.api, 'Ana Souza Lima');
    const rui = await addPerson(account.api, 'Rui Barbosa');
    const asking = await requester();
    const { visitor } = asking;
    const { page } = visitor;
    await visitor.open('/templates');
    await visitor.sees('templates, none', 'Nenhum modelo ainda');
    await page.getByRole('link', { name: 'Novo modelo' }).first().click();
    await visitor.sees('new template', 'Novo modelo');
    await visitor.press('Criar modelo');
    await visitor.reads('Por favor, insira o nome do modelo');
    await visitor.inspects('new template, refused');
    await visitor.fill('Nome do modelo', 'Contrato de locação');
    await page.getByRole('combobox', { name: 'Incluir etiqueta' }).fill('Locação');
    await page.getByRole('option', { name: 'Criar etiqueta “Locação”' }).click();
    await page.getByRole('button', { name: 'Tirar etiqueta Locação' }).waitFor();
    for (const [index, label] of ['Locador', 'Locatário'].entries()) {
      await visitor.press('Incluir participante');
      const role = page
        .getByRole('list', { name: 'Participantes do modelo' })
        .getByRole('listitem')
        .nth(index);
      await role.getByRole('textbox', { name: 'Participante' }).fill(label);
      await role.getByLabel('Ordem').selectOption(String(index + 1));
    }
    await visitor.fill('Título do documento', 'Contrato de locação');
    await page
      .getByRole('textbox', { name: 'Texto' })
      .fill('# Partes\n\n{{locador.nome}} e {{locatario.nome}}, RG {{locatario.rg}}. {{fiador.nome}}');
    await visitor.reads(/Linha 3: nada preenche \{\{fiador\.nome\}\}/);
    await page.getByRole('textbox', { name: 'Texto' }).fill('Aluguel de {{valor:moeda}}.');
    await visitor.reads(/\{\{valor:moeda\}\} pede um formato que não existe\. Há cpf, cnpj,/);
    await page
      .getByRole('textbox', { name: 'Texto' })
      .fill(
        '# Partes\n\n{{locador.nome}} e {{locatario.nome}}, RG {{locatario.rg}}. Aluguel: {{valor}}.\nFiança.',
      );
    // By the keyboard: the last line becomes a clause, with a part in bold.
    await page.keyboard.press('Control+End');
    await visitor.press('Cláusula que entra ou não');
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.press('Control+b');
    expect(await page.getByRole('textbox', { name: 'Texto' }).inputValue()).toMatch(
      /\n\{\{#clausula\}\}\n\*\*Fiança\.\*\*\n\{\{\/clausula\}\}$/,
    );
    // A table by the keyboard alone: begun, a name in italics, a row and a column more.
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Control+i');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('Chaves');
    await page.getByRole('button', { name: 'Coluna da tabela' }).press('Enter');
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('2');
    expect(await page.getByRole('textbox', { name: 'Texto' }).inputValue()).toMatch(
      /\n\| \*Coluna 1\* \|  \| Coluna 2 \|\n\| --- \| --- \| --- \|\n\| Chaves \| 2 \|  \|\n\|  \|  \|  \|\n$/,
    );
    await visitor.inspects('template, editor');
    const sheet = page.getByRole('region', { name: 'Prévia do documento' }).locator('[data-page="1"]');
    await sheet.getByText('{{locatario.rg}}').waitFor({ state: 'attached' });
    await sheet.getByText('Chaves').waitFor({ state: 'attached' });
    await page.getByRole('checkbox', { name: 'clausula' }).uncheck();
    await sheet.getByText('Fiança').waitFor({ state: 'detached' });
    await sheet.locator('canvas').waitFor();
    await visitor.inspects('template, preview');
    await visitor.press('Criar modelo');
    await page.getByRole('link', { name: 'Usar Contrato de locação' }).first().click();

    await visitor.sees('wizard from a template', 'O que será assinado?');
    await asking.goesOn();
    await visitor.reads('Preencha os campos dos modelos.');
    await visitor.fill('Valor', 'R$ 2.500,00');
    await page.getByLabel('Clausula').selectOption('Não');
    // A reload loses nothing.
    await page.reload();
    expect(await page.getByLabel('Valor').inputValue()).toBe('R$ 2.500,00');
    await asking.goesOn();
    await asking.choosesCompany(COMPANY);
    await asking.goesOn();
    await visitor.sees('wizard, roles', 'Quem assina?');
    await asking.goesOn();
    await visitor.reads(/Escolha quem é: Locador, Locatário/);
    await choose(page, 'Escolher quem é Locador', ana.cpf, ana.name);
    await choose(page, 'Escolher quem é Locatário', rui.cpf, rui.name);
    await visitor.inspects('wizard, roles taken');
    await asking.goesOn();
    await visitor.reads('Faltam dados para Contrato de locação.pdf');
    await visitor.inspects('wizard, data missing');
    await visitor.fill('RG (Locatario)', '12.345.678-9');
    await visitor.press('Preencher documento');
    await visitor.press(/^Ver Contrato de locação/);
    await page.getByRole('dialog').locator('[data-page] canvas').first().waitFor();
    await page.keyboard.press('Escape');
    const processId = await asking.sends();
    expect(await account.api.call('getProcess', { params: { processId } })).toMatchObject({
      participants: [
        { name: ana.name, group: 1 },
        { name: rui.name, group: 2, invitation: 'waiting-turn' },
      ],
      tags: [{ name: 'Locação' }],
    });
    // A reload that cuts off the answer to a save has the next one refused, and known by its intent.
    const refusals = (await visitor.leaves()).filter(
      (one) => !one.startsWith('409 POST /api/process-draft/'),
    );
    // The preview asks for the missing field by refusing.
    expect(refusals).toEqual([expect.stringMatching(/^422 POST \/api\/template\//)]);
  }, 60_000);
});

const NUMBERED = `Entre {{empresa.razaosocial}} e {{contratada.nome}}.

# {{1}}. Do objeto

{{1.1}}. Vale o item {{ver:multa}}.

{{#garantia}}
# {{1}}. Da garantia

{{/garantia}}
# {{1}}. Da multa

{{1.1:multa}}. De 2%.
`;

describe('a text', () => {
  it('is seen as it will be signed while it is written, its numbers following its clauses', async () => {
    const rita = await addPerson(account.api, 'Rita Prado');
    const asking = await requester();
    const { visitor } = asking;
    const { page } = visitor;
    const previews = previewsAskedBy(page);
    await visitor.open('/templates/new');
    await visitor.fill('Nome do modelo', 'Contrato numerado');
    await visitor.press('Incluir participante');
    await page.getByRole('textbox', { name: 'Participante' }).fill('Contratada');
    const preview = page.getByRole('region', { name: 'Prévia do documento' });
    await preview.getByText('O documento aparece aqui quando houver título e texto.').waitFor();
    await visitor.fill('Título do documento', 'Contrato numerado');
    const text = page.getByRole('textbox', { name: 'Texto' });
    await text.pressSequentially(NUMBERED + 'Longo. '.repeat(30), { delay: 5 });
    const said = (words: string) =>
      preview.locator('[data-page]').getByText(words).waitFor({ state: 'attached' });
    await said('2. Da garantia');
    await said('Vale o item 3.1.');
    await page.getByRole('checkbox', { name: 'garantia' }).uncheck();
    await said('2. Da multa');
    await said('Vale o item 2.1.');
    await preview.locator('[data-page]').getByText('Da garantia').waitFor({ state: 'detached' });
    // What is looked at stays where it is while what is typed is drawn, and is never away.
    const scroller = preview.locator('[data-pdf-scroller]');
    await text.fill(NUMBERED + 'Parágrafo.\n\n'.repeat(90));
    await preview.locator('[data-page="3"]').waitFor({ state: 'attached' });
    await scroller.evaluate((element) => (element.scrollTop = 900));
    await preview.locator('[data-page="2"] canvas').waitFor();
    await text.press('Control+Home');
    await text.pressSequentially('Antes. ');
    await said('Antes. Entre');
    expect(await scroller.evaluate((element) => element.scrollTop)).toBe(900);
    expect(await preview.locator('[data-page="2"] canvas').count()).toBe(1);
    await text.fill(NUMBERED);
    await preview.locator('[data-page="2"]').waitFor({ state: 'detached' });
    expect(previews.mostAtOnce).toBe(1);
    await visitor.press('Criar modelo');

    await page.getByRole('link', { name: 'Usar Contrato numerado' }).first().click();
    await visitor.sees('wizard from a numbered text', 'O que será assinado?');
    await page.getByLabel('Garantia').selectOption('Sim');
    await visitor.press(/^Ver Contrato numerado/);
    const dialog = page.getByRole('dialog');
    await dialog.locator('[data-page]').getByText('3.1. De 2%.').waitFor({ state: 'attached' });
    await dialog.locator('[data-page]').getByText('{{contratada.nome}}').waitFor({ state: 'attached' });
    await visitor.inspects('wizard, template preview');
    await page.keyboard.press('Escape');
    await asking.goesOn();
    await asking.choosesCompany(COMPANY);
    await asking.goesOn();
    await choose(page, 'Escolher quem é Contratada', rita.cpf, rita.name);
    await asking.goesOn();
    const processId = await asking.sends();
    const { documents } = await account.api.call('getProcess', { params: { processId } });
    const { items } = await account.api.call('listTemplates', { query: { search: 'Contrato numerado' } });
    const { templateId } = items[0]!;
    const { companyId } = account;
    const using = {
      companyId,
      participants: [{ role: 'contratada', personId: rita.personId }],
      values: { 'garantia:simnao': 'sim' },
    };
    const [made, looked] = [
      await account.api.send('readDocument', { params: { processId, documentId: documents[0]!.documentId } }),
      await account.api.send('previewFilledTemplate', { params: { templateId }, body: using }),
    ];
    const words = await wordsOf(looked);
    expect(words).toEqual(await wordsOf(made));
    expect(words.join(' ')).toContain('Vale o item 3.1.');
    await visitor.leaves();
  }, 120_000);

  it('shows its document to users who may only use it, on a phone, with or without a company', async () => {
    const roles = [
      { key: 'contratada', label: 'Contratada', part: 'signer', requirements: { location: false } },
    ] as const;
    const { templateId } = await account.api.call('createTemplate', {
      body: {
        name: 'Termo de uso',
        roles: [...roles],
        content: {
          kind: 'text',
          title: 'Termo de uso',
          text: '{{#garantia}}\n# {{1}}. Garantia\n{{/garantia}}\n# {{1}}. Prazo\n\n{{contratada.nome}}',
        },
      },
    });
    for (const companyIds of [[account.companyId], []]) {
      const { email } = await join(account, 'common', companyIds);
      const using = await Requester.arrive(
        product,
        { email, password: PASSWORD },
        {
          viewport: { width: 360, height: 740 },
        },
      );
      const { visitor } = using;
      await visitor.open(`/templates/${templateId}`);
      const preview = visitor.page.getByRole('region', { name: 'Prévia do documento' });
      await preview.getByText('1. Garantia').waitFor();
      await visitor.inspects(`template of others, ${companyIds.length}`);
      await preview.getByRole('checkbox', { name: 'garantia' }).uncheck();
      await preview.getByText('1. Prazo').waitFor();
      await preview.getByRole('button', { name: 'Aumentar' }).click();
      expect(await visitor.leaves()).toEqual([]);
    }
  }, 90_000);
});

/** How many previews the page waits for at once, at most. */
function previewsAskedBy(page: Page): { mostAtOnce: number } {
  const under = new Set<Request>();
  const seen = { mostAtOnce: 0 };
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/template/preview')) return;
    under.add(request);
    seen.mostAtOnce = Math.max(seen.mostAtOnce, under.size);
  });
  page.on('requestfinished', (request) => under.delete(request));
  page.on('requestfailed', (request) => under.delete(request));
  return seen;
}

async function wordsOf(answer: Response): Promise<string[]> {
  expect(answer.status).toBe(200);
  const [document] = await readStructure(Buffer.from(await answer.arrayBuffer()));
  return flattened(document?.kids ?? []).map(({ text }) => text.trim());
}

describe('a Word document', () => {
  const contract = (text: string) =>
    wordFile('venda.docx', p('CONTRATO DE VEÍCULO', '<w:jc w:val="center"/>') + text);

  it('becomes a template, says what is wrong in it, and is filled with its layout kept', async () => {
    const eva = await addPerson(account.api, 'Eva Prado');
    const asking = await requester();
    const { visitor } = asking;
    const { page } = visitor;
    await visitor.open('/templates/new');
    await visitor.fill('Nome do modelo', 'Venda de veículo');
    await page.getByRole('radio', { name: 'Documento do Word' }).check({ force: true });
    const file = page.locator('input[type=file]');
    await file.setInputFiles(contract(p('{{vendedora.peso}} e {{valor')));
    await page
      .getByRole('alert')
      .filter({ hasText: 'O documento não pôde ser usado' })
      .getByRole('list', { name: 'O que corrigir no documento' })
      .waitFor();
    expect(await page.getByText('Confira os campos destacados').count()).toBe(0);
    await visitor.reads(/vendedora\.peso.* não é um campo conhecido \(parágrafo 2/);
    await visitor.inspects('Word template, refused');
    const split = `<w:p>${r('Vende {{vende', '<w:b/>')}${r('dora.nome}} por ')}${r('{{valor}}.')}</w:p>`;
    const fine = p('{{#multa}}') + p('Paga multa de 2%.') + p('{{/multa}}');
    await file.setInputFiles(contract(split + fine + table([['Placa', '{{veiculo:placa}}']])));
    await page.getByRole('button', { name: 'Incluir vendedora' }).click({ timeout: CONVERTED_WITHIN_MS });
    await page.getByRole('list', { name: 'Preenchidos por quem usar o modelo' }).getByText('Placa').waitFor();
    // As its clauses are switched, before it is kept.
    const preview = page.getByRole('region', { name: 'Prévia do documento' });
    const shown = preview.locator('[data-page="1"]');
    await shown.getByText('Paga multa de 2%.').waitFor({ state: 'attached' });
    await preview.getByRole('checkbox', { name: 'multa' }).uncheck();
    await shown.getByText('Paga multa de 2%.').waitFor({ state: 'detached' });
    await shown.getByText('{{valor}}').first().waitFor({ state: 'attached' });
    await visitor.inspects('Word template');
    await visitor.press('Ver');
    await page.getByRole('dialog').locator('[data-page] canvas').first().waitFor();
    await page.keyboard.press('Escape');
    await visitor.press('Criar modelo');
    await page.getByRole('link', { name: 'Usar Venda de veículo' }).first().waitFor();
    const { items } = await account.api.call('listTemplates', { query: { search: 'Venda de' } });
    await visitor.open(`/templates/${items[0]!.templateId}`);
    await shown.getByText('Paga multa de 2%.').waitFor({ state: 'attached' });
    await preview.getByRole('checkbox', { name: 'multa' }).uncheck();
    await shown.getByText('Paga multa de 2%.').waitFor({ state: 'detached' });
    await visitor.open('/templates');
    await page.getByRole('link', { name: 'Usar Venda de veículo' }).first().click();

    await visitor.sees('wizard from a Word template', 'O que será assinado?');
    await visitor.fill('Valor', 'R$ 30.000,00');
    await visitor.fill('Veiculo (placa de veículo)', 'abc1d23');
    await page.getByLabel('Multa').selectOption('Não');
    await visitor.fill('Numero', '7/2026');
    await asking.goesOn();
    await asking.choosesCompany(COMPANY);
    await asking.goesOn();
    await choose(page, 'Escolher quem é Vendedora', eva.cpf, eva.name);
    await asking.goesOn();
    await visitor.press(/^Ver venda/);
    const sheet = page.getByRole('dialog').locator('[data-page]').first();
    await sheet.getByText('ABC1D23').waitFor({ state: 'attached' });
    const said = (await sheet.textContent()) ?? '';
    for (const text of ['nº 7/2026', 'CONTRATO DE VEÍCULO', 'Vende Eva Prado por R$ 30.000,00.', 'Placa'])
      expect(said).toContain(text);
    expect(said).not.toContain('{{');
    await page.keyboard.press('Escape');
    await asking.sends();
    expect(await visitor.leaves()).toEqual([expect.stringMatching(/^422 POST \/api\/template\/word/)]);
  }, 180_000);
});
