import { beforeAll, describe, expect, it } from 'vitest';

import { useProduct } from '../../browser/product.ts';
import { choose, Requester, widthOf } from '../../browser/requester.ts';
import type { VisitorOptions } from '../../browser/visitor.ts';
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

const PHONE: VisitorOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const COMPANY = 'Comércio de Tecidos São João Ltda';

const product = useProduct();
let account: Account;

beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
}, 120_000);

const requester = (options?: VisitorOptions) => Requester.arrive(product, account, options);

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
    expect(await widthOf(other.visitor)).toBe(360);
    // The hint keeps away from the window's edge, beside which its subject stands.
    await other.visitor.page.getByRole('list').getByText('Cancelado', { exact: true }).first().hover();
    const { x = 0, width = 360 } = (await other.visitor.page.getByRole('tooltip').boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(360 - 8);
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
    const told = () => month.getAttribute('aria-valuetext');
    await expect.poll(told).toMatch(/^\S+ de \d{4}: criados [1-9]/);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(told).toMatch(/: criados 0, finalizados 0/);
    await page.getByText('Ver como tabela').first().click();
    const table = page.getByRole('table', { name: 'Processos por mês' });
    await expect.poll(() => table.getByRole('row').count()).toBe(13);
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
    // From the months that were shown on to any others, and the end follows a beginning behind it.
    const year = new Date().getFullYear() - 1;
    await page.getByLabel('Período').selectOption('meses');
    await page.waitForURL(`**/reports?fromMonth=${year}-01&toMonth=${year}-12`);
    await page.getByLabel('Primeiro mês').selectOption(`${year + 1}-01`);
    await page.waitForURL(`**/reports?fromMonth=${year + 1}-01&toMonth=${year + 1}-01`);
    await page.getByLabel('Último mês').selectOption({ index: 0 });
    await page.getByRole('link', { name: COMPANY }).waitFor();
    await visitor.inspects('reports, of chosen months');
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);
});
