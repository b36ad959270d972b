import { p, r, table } from '@lacre/signer/testing/office/samples/docx-file';
import { beforeAll, describe, expect, it } from 'vitest';

import { useProduct } from '../../browser/product.ts';
import { choose, Requester } from '../../browser/requester.ts';
import type { VisitorOptions } from '../../browser/visitor.ts';
import { addPerson, openAccount, type Account } from '../../support/scenario.ts';
import { wordFile } from '../../support/word-files.ts';

const COMPANY = 'Comércio de Tecidos São João Ltda';

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
    await visitor.reads('Há campos que nada preenche');
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
    await page.getByRole('radio', { name: 'Prévia' }).check({ force: true });
    await page.getByRole('article', { name: 'Prévia do documento' }).getByText('locatario.rg').waitFor();
    await page.getByRole('table').getByRole('columnheader', { name: 'Coluna 1' }).waitFor();
    await page.getByRole('table').getByRole('cell', { name: 'Chaves' }).waitFor();
    await page.getByRole('checkbox', { name: 'clausula' }).uncheck();
    await page
      .getByRole('article', { name: 'Prévia do documento' })
      .getByText('Fiança')
      .waitFor({ state: 'detached' });
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
    // The preview asks for the missing field by refusing.
    expect(await visitor.leaves()).toEqual([expect.stringMatching(/^422 POST \/api\/template\//)]);
  }, 60_000);
});

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
    await file.setInputFiles(contract(split + table([['Placa', '{{veiculo:placa}}']])));
    await visitor.press('Incluir vendedora');
    await page.getByRole('list', { name: 'Preenchidos por quem usar o modelo' }).getByText('Placa').waitFor();
    await visitor.inspects('Word template');
    await visitor.press('Ver');
    await page.getByRole('dialog').locator('[data-page] canvas').first().waitFor();
    await page.keyboard.press('Escape');
    await visitor.press('Criar modelo');
    await page.getByRole('link', { name: 'Usar Venda de veículo' }).first().click();

    await visitor.sees('wizard from a Word template', 'O que será assinado?');
    await visitor.fill('Valor', 'R$ 30.000,00');
    await visitor.fill('Veiculo', 'abc1d23');
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
  }, 120_000);
});
