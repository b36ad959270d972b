import { p, r, table } from '@lacre/signer/testing/office/samples/docx-file';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';

import { useProduct } from '../../browser/product.ts';
import { asUpload, Requester } from '../../browser/requester.ts';
import { Visitor, type VisitorOptions } from '../../browser/visitor.ts';
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
import { until } from '../../support/until.ts';
import { wordFile } from '../../support/word-files.ts';

const PHONE: VisitorOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const COMPANY = 'Comércio de Tecidos São João Ltda';

const product = useProduct();
let account: Account;

beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
}, 120_000);

async function requester(options: VisitorOptions = {}): Promise<Requester> {
  const arrived = new Requester(await Visitor.arrive(product.browser, product.lacre.origin, options));
  await arrived.signsIn(account);
  return arrived;
}

/** Types in the search and takes what is found by its name. */
async function choose(place: Visitor['page'] | Locator, label: string, text: string, option: string) {
  await place.getByRole('combobox', { name: label }).fill(text);
  await place.getByRole('option', { name: option }).click();
}

const width = ({ page }: Visitor) => page.evaluate(() => document.documentElement.scrollWidth);

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
    await visitor.inspects('template, editor');
    await page.getByRole('radio', { name: 'Prévia' }).check({ force: true });
    await page.getByRole('article', { name: 'Prévia do documento' }).getByText('locatario.rg').waitFor();
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

/** Carla and Bruno change places by buttons, by the handle, and by choosing a number; in the end they are as they were. */
async function reorders({ page }: Visitor): Promise<void> {
  const rows = page.getByRole('region', { name: 'Participantes' }).getByRole('listitem');
  const isFirst = async (name: string) => {
    await rows.first().getByText(name, { exact: true }).waitFor();
    expect(await page.getByLabel(`Ordem de ${name}`).inputValue()).toBe('1');
  };
  const up = page.getByRole('button', { name: 'Mover Bruno Bastos para cima' });
  await up.focus();
  await page.keyboard.press('Enter');
  await isFirst('Bruno Bastos');
  await page.getByRole('status').getByText('Bruno Bastos: 1º de 2 a assinar').waitFor({ state: 'attached' });
  // The button is of no use there: the focus stays in the row.
  expect(await up.isDisabled()).toBe(true);
  expect(await rows.first().evaluate((row) => row.contains(document.activeElement))).toBe(true);
  const handle = rows.first().locator('.cursor-grab');
  await handle.scrollIntoViewIfNeeded();
  const [from, below] = [await handle.boundingBox(), await rows.last().boundingBox()];
  if (from === null || below === null) throw new Error('the rows are not shown');
  const drag = async () => {
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2, below.y + below.height - 4, { steps: 5 });
  };
  await drag();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await isFirst('Bruno Bastos');
  await drag();
  await page.mouse.up();
  await isFirst('Carla Castro');
  await page.getByLabel('Ordem de Carla Castro').selectOption('2');
  await page.getByText('ao mesmo tempo que outros').waitFor({ state: 'attached' });
  await page.getByLabel('Ordem de Carla Castro').selectOption('1');
  await isFirst('Carla Castro');
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
    await page.getByRole('list', { name: 'O que corrigir no documento' }).waitFor();
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

describe('the wizard', () => {
  it('asks questions, groups people, sets order, terms and one process for each document', async () => {
    const people = await Promise.all(
      ['Carla Castro', 'Bruno Bastos'].map((name) => addPerson(account.api, name)),
    );
    const [carla, bruno] = people;
    const asking = await requester(PHONE);
    const { visitor } = asking;
    const { page } = visitor;
    await visitor.open('/signer-groups/new');
    await visitor.fill('Nome do grupo', 'Os dois');
    await visitor.press('Criar grupo');
    await visitor.reads('Inclua ao menos duas pessoas');
    for (const person of people) await choose(page, 'Incluir pessoa no grupo', person.cpf, person.name);
    await visitor.inspects('new group');
    expect(await width(visitor)).toBe(360);
    await visitor.press('Criar grupo');
    await page.getByRole('link', { name: 'Os dois' }).first().click();
    await page.getByRole('link', { name: 'Usar' }).click();
    await visitor.sees('wizard from a group', 'O que será assinado?');
    await asking.choosesFiles(
      await Promise.all(
        ['um.pdf', 'dois.pdf'].map(async (name) => asUpload({ name, bytes: await samplePdf({ pages: 1 }) })),
      ),
    );
    for (const name of ['um.pdf', 'dois.pdf']) await asking.sentDocument(name).getByText('página').waitFor();
    await visitor.press('Ver um.pdf');
    await page.getByRole('dialog', { name: 'um.pdf' }).locator('[data-page] canvas').first().waitFor();
    await visitor.inspects('wizard, document preview');
    await page.keyboard.press('Escape');
    await visitor.press('Incluir pergunta em um.pdf');
    await visitor.fill('Pergunta', 'Pix ou boleto?');
    await visitor.fill('Opção 1', 'Pix');
    await visitor.press('Salvar pergunta');
    await visitor.reads('Inclua ao menos duas opções');
    await visitor.fill('Opção 2', 'Boleto');
    await page.getByRole('checkbox', { name: /^Bruno Bastos/ }).uncheck();
    await visitor.inspects('wizard, question');
    await visitor.press('Salvar pergunta');
    await page.getByRole('radio', { name: /Um processo por documento/ }).check();
    await visitor.inspects('wizard, two documents');
    expect(await width(visitor)).toBe(360);
    await asking.choosesCompany(COMPANY);
    await page.getByRole('checkbox', { name: /Assinar em ordem/ }).check();
    expect(await page.getByLabel('Ordem de Bruno Bastos').inputValue()).toBe('2');
    await reorders(visitor);
    await page.getByRole('checkbox', { name: /Código a cada assinatura de Carla/ }).check();
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date());
    await page.getByLabel('Último dia para assinar').fill(today);
    await page.getByLabel('Lembrar quem não assinou').selectOption('2');
    await visitor.inspects('wizard, order and terms');
    expect(await width(visitor)).toBe(360);
    await asking.goesOn();
    await visitor.sees('wizard, review of two', 'Tudo certo?');
    await visitor.reads('2 processos, um para cada documento.');
    await visitor.reads('Custo: 2 créditos');
    await visitor.reads('Responde 1 pergunta');
    expect(await width(visitor)).toBe(360);
    await visitor.press('Enviar para assinatura');
    await visitor.sees('wizard, two made', '2 processos criados');
    const { items } = await until('both processes', async () => {
      const found = await account.api.call('listProcesses', { query: { search: 'Bruno Bastos' } });
      return found.total === 2 ? found : undefined;
    });
    const details = await Promise.all(
      items.map(({ processId }) => account.api.call('getProcess', { params: { processId } })),
    );
    const asked = details.find(({ documents }) => documents[0]?.name === 'um.pdf');
    expect(asked).toMatchObject({
      type: 'separate',
      reminders: { everyDays: 2 },
      documents: [{ selection: { question: 'Pix ou boleto?', options: ['Pix', 'Boleto'] } }],
      participants: [
        { personId: carla?.personId, group: 1, requirements: { code: true } },
        { personId: bruno?.personId, group: 2, requirements: { location: false } },
      ],
    });
    expect(asked?.deadline?.slice(0, 10)).toBe(
      new Date(`${today}T23:59:59-03:00`).toISOString().slice(0, 10),
    );
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);
});

describe('a process', () => {
  it('is steered, tagged, looked at as it was, and says what each person saw', async () => {
    const ana = await addPerson(account.api, 'Ana Que Assina');
    const rui = await addPerson(account.api, 'Rui Que Sai');
    const eva = await addPerson(account.api, 'Eva Que Entra');
    const proof = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'contrato.pdf');
    const { processId } = await openProcess(
      account,
      [proof],
      [
        { person: ana, part: 'signer' },
        { person: rui, part: 'signer' },
      ],
      { summary: 'Processo conduzido' },
    );
    await signAll(await personSession(product.lacre.origin, processId, ana), processId);
    await processWhen(account.api, processId, ({ signaturesDone }) => signaturesDone === 1);
    const asking = await requester();
    const { visitor } = asking;
    const { page } = visitor;
    await visitor.open(`/processes/${processId}`);
    const menu = async (name: string, item: string) => {
      await visitor.press(name);
      await page.getByRole('menuitem', { name: item }).click();
    };
    await visitor.reads(/^Falta Rui Que Sai/);
    await visitor.press('O que viu');
    await visitor.reads('O que foi mostrado é, byte por byte, o documento guardado neste processo.');
    await visitor.reads(proof.sha256);
    await visitor.inspects('what they saw');
    await visitor.press('Abrir o documento mostrado');
    await page.getByRole('dialog', { name: 'contrato.pdf' }).locator('[data-page] canvas').first().waitFor();
    await page.keyboard.press('Escape');

    await menu('Mais ações do processo', 'Dar um prazo');
    await visitor.press('Dar prazo');
    await visitor.reads('Escolha o dia');
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('Último dia para assinar').fill(day);
    await visitor.inspects('deadline dialog');
    await visitor.press('Dar prazo');
    await visitor.reads('Prazo adiado');
    await visitor.press(`Lembrar ${rui.name}`);
    await visitor.inspects('remind dialog');
    await visitor.press('Enviar lembrete');
    await visitor.reads('Lembrete para Rui Que Sai.');
    await menu('Mais ações do processo', 'Editar etiquetas');
    await page.getByRole('combobox', { name: 'Incluir etiqueta' }).fill('Conduzidos');
    await page.getByRole('option', { name: /Conduzidos/ }).click();
    await page.getByRole('button', { name: 'Tirar etiqueta Conduzidos' }).waitFor();
    await visitor.inspects('process tags');
    await visitor.press('Salvar');
    await visitor.reads('Etiquetas salvas');
    await visitor.press(`Substituir ${rui.name}`);
    await choose(page.getByRole('dialog'), 'Quem entra no lugar', eva.cpf, eva.name);
    await visitor.inspects('replace dialog');
    await visitor.press('Substituir');
    await visitor.reads('Eva Que Entra no lugar de Rui Que Sai.');
    await menu('Mais ações de contrato.pdf', 'Gerar cópia parcial selada');
    await visitor.inspects('partial copy dialog');
    const [copy] = await Promise.all([page.waitForEvent('download'), visitor.press('Gerar e baixar')]);
    expect(copy.suggestedFilename()).toBe('contrato-parcial.pdf');

    await visitor.press('Voltar no tempo');
    const moment = page.getByRole('slider', { name: 'Momento' });
    await moment.focus();
    await page.keyboard.press('Home');
    await visitor.reads('Depois de: Processo criado');
    const people = page.getByRole('region', { name: 'Participantes' });
    await people.getByRole('heading', { name: rui.name }).waitFor();
    expect(await people.getByText(eva.name).count()).toBe(0);
    await page.getByRole('progressbar', { name: '0 de 2 assinaturas' }).waitFor();
    // Nothing can be done to the past.
    expect(await page.getByRole('button', { name: 'Mais ações do processo' }).count()).toBe(0);
    await visitor.inspects('process in the past');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('progressbar', { name: '1 de 2 assinaturas' }).waitFor();
    await page.reload();
    await visitor.reads(/Depois de: Ana Que Assina assinou/);
    await visitor.press('Voltar ao agora');
    await people.getByRole('heading', { name: eva.name }).waitFor();

    await visitor.open('/processes');
    await page.getByLabel('Etiqueta', { exact: true }).selectOption('Conduzidos');
    await page.getByRole('link', { name: 'Processo conduzido' }).first().waitFor();
    await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(2);
    await visitor.press('Etiquetas');
    await visitor.inspects('tags dialog');
    await visitor.press('Renomear Conduzidos');
    await page.getByRole('dialog', { name: 'Renomear etiqueta' }).getByLabel('Etiqueta').fill('Guiados');
    await visitor.press('Salvar');
    await page.getByRole('list', { name: 'Etiquetas da conta' }).getByText('Guiados').waitFor();
    await visitor.press('Remover Guiados');
    await visitor.press('Remover etiqueta');
    await page.getByRole('button', { name: 'Renomear Guiados' }).waitFor({ state: 'detached' });
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);
});

describe('several processes', () => {
  it('are reminded, tagged and canceled at once, and what fails stays chosen', async () => {
    const person = await addPerson(account.api, 'Bia De Vários');
    const [first, second, gone] = await Promise.all(
      ['Lote um', 'Lote dois', 'Lote cancelado'].map(async (summary) => {
        const proof = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'contrato.pdf');
        return openProcess(account, [proof], [{ person, part: 'signer' }], { summary });
      }),
    );
    const cancel = (processId: string) =>
      account.api.call('cancelProcess', { params: { processId }, body: {} });
    await cancel(gone?.processId ?? '');
    const asking = await requester();
    const { visitor } = asking;
    const { page } = visitor;
    await visitor.open('/processes?search=lote');
    await page.getByText('Cancelado', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: /^Escolher todos/ }).check();
    await page.getByText('3 processos · 0 documentos selados').waitFor();
    await visitor.press('Baixar selados');
    await visitor.reads('Nenhum dos processos escolhidos tem documento selado');

    await visitor.press('Etiquetar');
    await page.getByRole('combobox', { name: 'Incluir etiqueta' }).fill('Em lote');
    await page.getByRole('option', { name: /Criar etiqueta/ }).click();
    await visitor.press('Etiquetar 3 processos');
    await visitor.reads('3 feitos');
    await visitor.press('Voltar à lista');
    await page.getByRole('region', { name: 'Processos escolhidos' }).waitFor({ state: 'detached' });

    await page.getByRole('checkbox', { name: /^Escolher todos/ }).check();
    await visitor.press('Lembrar');
    await visitor.reads('Vale para 2 de 3 processos.');
    await visitor.reads('Lote cancelado: já cancelado.');
    await visitor.inspects('remind several');
    // The line fails under one of them: it is tried again, under the same key.
    const keys: string[] = [];
    await page.route(`**/api/process/${first?.processId}/reminder`, async (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '');
      if (keys.length > 1) return route.fallback();
      await route.fetch();
      return route.abort();
    });
    await visitor.press('Lembrar em 2 processos');
    await visitor.reads('2 feitos');
    await visitor.inspects('remind several, done');
    expect(new Set(keys).size).toBe(1);
    expect(keys.length).toBeGreaterThan(1);
    await visitor.press('Voltar à lista');
    await page.getByText('1 processo · 0 documentos selados').waitFor();
    await visitor.press('Limpar');

    for (const name of ['Lote um', 'Lote dois'])
      await page.getByRole('checkbox', { name: `Escolher ${name}` }).check();
    // Canceled meanwhile, elsewhere.
    await cancel(second?.processId ?? '');
    await visitor.press('Cancelar');
    await page.getByRole('textbox', { name: /^Motivo/ }).fill('Encerrado em lote');
    await visitor.inspects('cancel several');
    await visitor.press('Cancelar 2 processos');
    await visitor.reads('1 feito, 1 não pôde ser feito');
    await page.getByRole('button', { name: 'Tentar de novo (1)' }).waitFor();
    await visitor.press('Voltar à lista');
    await page.getByText('1 processo · 0 documentos selados').waitFor();
    const statuses = await Promise.all(
      [first, second].map(async (one) => {
        const { processId = '' } = one ?? {};
        const found = await processWhen(account.api, processId, ({ status }) => status === 'canceled');
        return found.tags.map(({ name }) => name);
      }),
    );
    expect(statuses).toEqual([['Em lote'], ['Em lote']]);
    // The line that failed, and the one that was canceled already.
    expect(await visitor.leaves()).toEqual([
      expect.stringContaining('ERR_FAILED'),
      expect.stringMatching(/^409 POST .*\/cancel$/),
    ]);
  }, 90_000);
});

describe('a list of processes', () => {
  it('is kept under a name, opened by one press, renamed and removed', async () => {
    const asking = await requester();
    const { visitor } = asking;
    const { page } = visitor;
    await visitor.open('/processes?search=lote&filter=canceled');
    await visitor.press('Salvar esta lista');
    await visitor.press('Salvar');
    await visitor.reads('Por favor, insira o nome da lista');
    await visitor.inspects('save a list, refused');
    await visitor.fill('Nome da lista', 'Lotes cancelados');
    await visitor.press('Salvar');
    const kept = page.getByRole('navigation', { name: 'Listas salvas' });
    await kept.getByRole('link', { name: 'Lotes cancelados' }).waitFor();
    expect(await page.getByRole('button', { name: 'Salvar esta lista' }).count()).toBe(0);
    await visitor.inspects('processes, a saved list');

    // On another device it is there as well.
    const other = await requester(PHONE);
    await other.visitor.open('/processes');
    await other.visitor.page.getByRole('link', { name: 'Lotes cancelados' }).click();
    await other.visitor.page.waitForURL(/search=lote.*filter=canceled|filter=canceled.*search=lote/);
    expect(await width(other.visitor)).toBe(360);
    expect(await other.visitor.leaves()).toEqual([]);

    const menu = async (item: string) => {
      await visitor.press(/^Ações da lista /);
      await page.getByRole('menuitem', { name: item }).click();
    };
    await menu('Renomear');
    await visitor.fill('Nome da lista', 'Lotes parados');
    await visitor.press('Salvar');
    await kept.getByRole('link', { name: 'Lotes parados' }).waitFor();
    await menu('Excluir');
    await visitor.press('Excluir lista');
    await kept.getByRole('link', { name: 'Lotes parados' }).waitFor({ state: 'detached' });
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);
});

describe('on a phone', () => {
  it.each([
    ['/companies', 'Empresas'],
    ['/companies/new', 'Nova empresa'],
    ['/persons', 'Pessoas'],
    ['/persons/import', 'Importar pessoas'],
    ['/templates', 'Modelos'],
    ['/templates/new', 'Novo modelo'],
    ['/envelopes', 'Envelopes'],
    ['/envelopes/new', 'Novo envelope'],
    ['/signer-groups', 'Grupos de signatários'],
    ['/processes', 'Processos'],
    ['/reports', 'Relatórios'],
    ['/dashboard', /Olá/],
  ] as const)(
    '%s fits, and axe has nothing against it',
    async (path, heading) => {
      const { visitor } = await requester(PHONE);
      await visitor.open(path);
      await visitor.sees(`${path} on a phone`, heading);
      expect(await width(visitor)).toBe(360);
      expect(await visitor.leaves()).toEqual([]);
    },
    60_000,
  );
});

describe('a report', () => {
  it('says by keyboard and in a table what its chart shows, and gives it as a file', async () => {
    const ana = await addPerson(account.api, 'Ana Do Relatório');
    const proof = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'contrato.pdf');
    await openProcess(account, [proof], [{ person: ana, part: 'signer' }], { summary: 'Processo contado' });
    const asking = await requester();
    const { visitor } = asking;
    const { page } = visitor;
    await visitor.open('/dashboard');
    await page.getByRole('main').getByRole('link', { name: 'Relatórios' }).click();
    await visitor.sees('reports', 'Relatórios');
    await page.getByRole('link', { name: ana.name }).waitFor();
    const month = page.getByRole('slider', { name: 'Mês' });
    await month.focus();
    expect(await month.getAttribute('aria-valuetext')).toMatch(/^\S+ de \d{4}: criados [1-9]/);
    await page.keyboard.press('ArrowLeft');
    expect(await month.getAttribute('aria-valuetext')).toMatch(/: criados 0, finalizados 0/);
    await page.getByText('Ver como tabela').first().click();
    const table = page.getByRole('table', { name: 'Processos por mês' });
    expect(await table.getByRole('row').count()).toBe(13);
    await visitor.inspects('reports, with a table');
    await visitor.press('Exportar processos por mês e empresa');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Planilha (CSV)' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^processos-por-mes-.*\.csv$/);
    await page.getByLabel('Período').selectOption('ano-passado');
    await page.waitForURL('**/reports?period=ano-passado');
    await visitor.reads('Nenhum processo foi finalizado no período.');
    await page.getByRole('link', { name: COMPANY }).waitFor({ state: 'detached' });
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);
});
