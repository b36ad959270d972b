import { readFile } from 'node:fs/promises';

import { errors } from '@lacre/contracts';
import { formatCpf } from '@lacre/contracts/brazil';
import { cnpjOf, cpfOf } from '@lacre/contracts/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { launchChromium } from '../../browser/chromium.ts';
import { Requester } from '../../browser/requester.ts';
import { Visitor, type VisitorOptions } from '../../browser/visitor.ts';
import { Lacre } from '../../support/lacre.ts';
import { startRegisters } from '../../support/registers.ts';
import { addPerson, fresh, openAccount, type Account } from '../../support/scenario.ts';

const KNOWN = cnpjOf(fresh());
const PHONE: VisitorOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

let browser: Browser;
let lacre: Lacre;
let registers: Awaited<ReturnType<typeof startRegisters>>;
let account: Account;

beforeAll(async () => {
  registers = await startRegisters({
    [KNOWN]: {
      cnpj: KNOWN,
      razao_social: 'PADARIA REAL LTDA',
      nome_fantasia: 'PAO QUENTE',
      cnae_fiscal: 4721102,
      identificador_matriz_filial: 2,
      descricao_situacao_cadastral: 'BAIXADA',
      municipio: 'SAO PAULO',
      uf: 'SP',
    },
    '01310200': {
      cep: '01310200',
      state: 'SP',
      city: 'São Paulo',
      neighborhood: 'Bela Vista',
      street: 'Avenida Paulista',
    },
  });
  lacre = await Lacre.create(registers.environment);
  [browser] = await Promise.all([launchChromium(), lacre.start()]);
  account = await openAccount(lacre.origin);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await lacre.dispose();
  await registers.close();
});

async function requester(options: VisitorOptions = {}): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser, lacre.origin, options);
  await new Requester(visitor).signsIn(account);
  return visitor;
}

it.each(['/companies?search=padaria', '/users?search=ana'])(
  'says that it is still searching where an answer is late, and moves nothing: %s',
  async (path) => {
    const visitor = await requester();
    const { page } = visitor;
    await visitor.open(path);
    const box = page.getByRole('searchbox').first();
    await box.waitFor();
    await page.getByRole('status').filter({ hasText: 'Carregando' }).waitFor({ state: 'detached' });
    const list = page.locator('main .card').first();
    await list.waitFor();
    const before = await list.boundingBox();
    const late = Promise.withResolvers<void>();
    await page.route(/\/api\/(?:company|tenant\/users)\?/, async (route) => {
      await late.promise;
      await route.continue();
    });
    await box.fill('a');
    const progress = page.getByRole('progressbar', { name: 'Buscando…' });
    await progress.waitFor();
    expect(await list.boundingBox()).toEqual(before);
    await visitor.inspects(`late search: ${path}`);
    late.resolve();
    await progress.waitFor({ state: 'detached' });
    expect(await visitor.leaves()).toEqual([]);
  },
  60_000,
);

describe('companies', () => {
  it('are filled in from the public registers, with head office and representatives', async () => {
    const ana = await addPerson(account.api, 'Ana Representante');
    const visitor = await requester();
    const { page } = visitor;
    await visitor.open('/companies/new');
    await visitor.fill('CNPJ', cnpjOf(fresh()));
    await visitor.press('Preencher pelo CNPJ');
    await visitor.reads('CNPJ não encontrado. Preencha os dados.');
    await visitor.inspects('CNPJ not found');
    await page.getByLabel('Nome fantasia').fill('O meu nome');
    await visitor.fill('CNPJ', KNOWN);
    await visitor.press('Preencher pelo CNPJ');
    await visitor.reads(/A situação desta empresa nele é “baixada”/);
    expect(await page.getByLabel('Razão social').inputValue()).toBe('PADARIA REAL LTDA');
    // What was typed stays.
    expect(await page.getByLabel('Nome fantasia').inputValue()).toBe('O meu nome');
    expect(await page.getByLabel('Tipo').inputValue()).toBe('branch');
    await page.getByLabel('CEP').fill('01310-200');
    await visitor.reads('Endereço preenchido pelo CEP.');
    expect(await page.getByRole('textbox', { name: /^Endereço/ }).inputValue()).toBe('Avenida Paulista');
    await page.getByRole('combobox', { name: 'Buscar matriz' }).fill('Tecidos');
    await page.getByRole('option', { name: /Tecidos/ }).click();
    await page.getByRole('combobox', { name: 'Incluir representante' }).fill(ana.cpf);
    await page.getByRole('option', { name: ana.name }).click();
    await visitor.inspects('new company, filled in');
    await visitor.press('Cadastrar empresa');
    await page.getByRole('link', { name: 'PADARIA REAL LTDA' }).first().click();
    await page.getByRole('button', { name: 'Trocar matriz' }).waitFor();
    await page.getByRole('button', { name: `Remover ${ana.name}` }).waitFor();
    await visitor.inspects('company, whole');
    expect(await visitor.leaves()).toEqual([expect.stringMatching(/^404 GET \/api\/lookup\/cnpj\//)]);
  }, 60_000);

  it('are deactivated, activated and removed, each after a question', async () => {
    const companyName = 'Oficina Passageira Ltda';
    await account.api.call('createCompany', { body: { cnpj: cnpjOf(fresh()), companyName } });
    const visitor = await requester();
    const { page } = visitor;
    await visitor.open(`/companies?search=passageira`);
    const act = async (item: string) => {
      await page
        .getByRole('button', { name: `Ações de ${companyName}` })
        .first()
        .click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await act('Inativar');
    const dialog = page.getByRole('alertdialog');
    await expect.poll(async () => (await dialog.locator('> div').first().boundingBox())?.width).toBe(416);
    await visitor.inspects('deactivate company');
    await visitor.press('Inativar empresa');
    await page.getByText('Inativa', { exact: true }).first().waitFor();
    await page.getByRole('radio', { name: 'Inativas' }).click({ force: true });
    await page.getByRole('link', { name: companyName }).first().waitFor();
    await act('Ativar');
    await visitor.press('Ativar empresa');
    await page.getByText('Nenhuma empresa encontrada').waitFor();
    await page.getByRole('radio', { name: 'Todas' }).click({ force: true });
    await act('Remover');
    await visitor.inspects('remove company');
    await visitor.press('Remover empresa');
    await page.getByText('Nenhuma empresa encontrada').waitFor();
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);

  it('are opened to common users, and closed to them again', async () => {
    const email = `comum${fresh()}@exemplo.com.br`;
    await account.api.call('createUser', { body: { user: { name: 'Davi Comum', email, role: 'common' } } });
    const visitor = await requester();
    const { page } = visitor;
    await visitor.open('/dashboard');
    await page.getByText('1 usuário espera acesso a uma empresa').waitFor();
    await page.getByRole('link', { name: 'Ver usuários' }).click();
    await page.getByRole('heading', { name: 'Esperam acesso a uma empresa' }).waitFor();
    await visitor.inspects('users without a company');
    await visitor.press('Ligar a uma empresa: Davi Comum');
    const dialog = page.getByRole('dialog').filter({ hasText: 'Nenhuma empresa ainda' });
    await dialog.getByRole('combobox', { name: 'Incluir empresa' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await visitor.open(`/companies/${account.companyId}?tab=acesso`);
    const users = page.getByRole('list', { name: 'Usuários com acesso' });
    await users.getByText('Marina Andrade').waitFor();
    expect(await users.getByText('Davi Comum').count()).toBe(0);
    await page.getByRole('combobox', { name: 'Dar acesso a um usuário comum' }).fill('davi');
    await page.getByRole('option', { name: 'Davi Comum' }).click();
    await users.getByText('Davi Comum').waitFor();
    await visitor.inspects('company access');
    await visitor.press('Retirar acesso de Davi Comum');
    await visitor.inspects('take access away');
    await visitor.press('Retirar acesso');
    await users.getByText('Davi Comum').waitFor({ state: 'detached' });
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);
});

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

describe('persons', () => {
  it('are imported from a file all or none, with the faults of each line', async () => {
    const known = await addPerson(account.api, 'Já Cadastrada');
    const visitor = await requester();
    const { page } = visitor;
    // A page that there is no more leads to the last one.
    await visitor.open('/persons?page=3');
    await page.getByRole('link', { name: known.name }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('link', { name: /Importar/ }).click();
    await visitor.sees('import persons', 'Importar pessoas');
    const [model] = await Promise.all([page.waitForEvent('download'), visitor.press('Baixar modelo')]);
    expect(await readFile(await model.path(), 'utf8')).toMatch(/^\uFEFFCPF;Nome;Email;/);
    const cpf = cpfOf(fresh());
    const good = `${cpf};Helena Prado;helena${fresh()}@exemplo.com.br;31/12/1980`;
    const head = 'CPF;Nome;E-mail;Nascimento';
    await page
      .locator('input[type=file]')
      .setInputFiles(csv('ruim.csv', `${head}\n${good}\n1;Ivo;ivo;\n${known.cpf};Outra;o@exemplo.com.br;`));
    await visitor.reads('2 linhas precisam de correção em ruim.csv');
    const rows = page.getByRole('table', { name: 'Linhas do arquivo' }).getByRole('row');
    await rows.filter({ hasText: 'CPF inválido' }).filter({ hasText: 'Email inválido' }).waitFor();
    await rows.filter({ hasText: 'Este CPF já está cadastrado' }).waitFor();
    await visitor.inspects('import persons, refused');
    expect(await page.getByRole('button', { name: /^Cadastrar/ }).count()).toBe(0);
    await visitor.press('Escolher outro arquivo');
    await page.locator('input[type=file]').setInputFiles(csv('bom.csv', `${head}\n${good}\n`));
    await visitor.reads('Tudo certo com bom.csv');
    await visitor.inspects('import persons, ready');
    await visitor.press('Cadastrar 1 pessoa');
    await page.waitForURL('**/persons');
    await page.getByLabel('Buscar pessoas').fill(cpf);
    await page.getByRole('link', { name: 'Helena Prado' }).first().click();
    expect(await page.getByLabel('Nascimento').inputValue()).toBe('31/12/1980');
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);

  it('are edited whole, and nothing is lost when the CEP is not found', async () => {
    const person = await addPerson(account.api, 'Beatriz Nascimento');
    const visitor = await requester(PHONE);
    const { page } = visitor;
    await visitor.open(`/persons/${person.personId}`);
    await page.getByLabel('Gênero').selectOption('female');
    await page.getByLabel('Estado civil').selectOption('stableUnion');
    await page.getByLabel('Outros emails').fill('a@exemplo.com.br; errado');
    await page.getByLabel('Nome da mãe').fill('Helena');
    await page.getByLabel('CEP').fill('99999999');
    await visitor.reads('CEP não encontrado. Preencha o endereço.');
    await visitor.press('Salvar alterações');
    await visitor.reads('Há um email inválido na lista');
    await visitor.inspects('person, refused');
    await page.getByLabel('Outros emails').fill('a@exemplo.com.br; b@exemplo.com.br');
    await visitor.press('Salvar alterações');
    await visitor.reads('Alterações salvas');
    await expect
      .poll(() => account.api.call('getPerson', { params: { personId: person.personId } }))
      .toMatchObject({
        gender: 'female',
        maritalStatus: 'stableUnion',
        emails: ['a@exemplo.com.br', 'b@exemplo.com.br'],
        motherName: 'Helena',
      });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await visitor.leaves()).toEqual([expect.stringMatching(/^404 GET \/api\/lookup\/cep\//)]);
  }, 60_000);

  it('are given a copy of their data, and erased for good after two assurances', async () => {
    const person = await addPerson(account.api, 'Clarice Esquecida');
    const visitor = await requester();
    const { page } = visitor;
    await visitor.open(`/persons/${person.personId}?tab=privacidade`);
    const [copy] = await Promise.all([
      page.waitForEvent('download'),
      visitor.press('Baixar cópia dos dados'),
    ]);
    expect(copy.suggestedFilename()).toBe(`dados-pessoais-${person.cpf}.json`);
    expect(JSON.parse(await readFile(await copy.path(), 'utf8'))).toMatchObject({
      schema: 'lacre-personal-data/1',
      person: { cpf: person.cpf },
    });
    await visitor.inspects('person, privacy');
    await visitor.press('Apagar dados pessoais');
    await visitor.press('Apagar para sempre');
    await page.getByText('Marque para continuar').waitFor();
    await visitor.inspects('erase person');
    await page.getByLabel('Motivo').selectOption('subject-request');
    await page.getByRole('checkbox', { name: /Entendo que não há volta/ }).check();
    await visitor.press('Apagar para sempre');
    await page.waitForURL('**/persons');
    await page.getByLabel('Buscar pessoas').fill(formatCpf(person.cpf));
    await visitor.reads('Ninguém encontrado');
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);

  it('leave the register only when nothing waits for them', async () => {
    const person = await addPerson(account.api, 'Elisa Lucinda');
    const visitor = await requester();
    const { page } = visitor;
    await visitor.open(`/persons?search=${person.cpf}`);
    await page
      .getByRole('button', { name: `Ações de ${person.name}` })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Remover' }).click();
    await visitor.inspects('remove person');
    await visitor.press('Remover pessoa');
    await visitor.reads('Ninguém encontrado');
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);
});

/** What a server that fails says, or no server at all. */
const FAILURES = [
  ['the server is down', undefined, 'Sem conexão com o servidor'],
  ['403', { status: 403, code: 'AUTH_USER_WITHOUT_PERMISSION' }, 'Você não tem permissão para isso'],
  ['404', { status: 404, code: 'PERSON_NOT_FOUND' }, 'Pessoa não encontrada'],
  ['409', { status: 409, code: 'CONCURRENT_CHANGE' }, 'Alguém mudou isso ao mesmo tempo'],
  ['422', { status: 422, code: 'CLASS_VALIDATION_ERROR' }, 'Confira os campos destacados'],
  ['500', { status: 500, code: 'INTERNAL_ERROR' }, 'Algo deu errado do nosso lado'],
] as const;

describe('what was typed', () => {
  it.each([
    ['/companies/new', 'Razão social', 'Cadastrar empresa', '**/api/company', true],
    ['/signer-groups/new', 'Nome do grupo', 'Criar grupo', '**/api/signer-group', false],
  ] as const)(
    'stays at %s through every failure',
    async (path, label, button, url, company) => {
      const people = [await addPerson(account.api, 'Um'), await addPerson(account.api, 'Dois')];
      const visitor = await Visitor.arrive(browser, lacre.origin, { accessibility: false });
      const { page } = visitor;
      await new Requester(visitor).signsIn(account);
      await visitor.open(path);
      await visitor.fill(label, 'Não se perde');
      if (company) await visitor.fill('CNPJ', cnpjOf(fresh()));
      else
        for (const person of people) {
          await page.getByRole('combobox', { name: 'Incluir pessoa no grupo' }).fill(person.cpf);
          await page.getByRole('option', { name: person.email }).click();
        }
      for (const [, problem, title] of FAILURES) {
        await page.route(url, async (route) => {
          if (route.request().method() !== 'POST') await route.fallback();
          else if (problem === undefined) await route.abort();
          else
            await route.fulfill({
              status: problem.status,
              contentType: 'application/problem+json',
              body: JSON.stringify({ ...problem, title: errors[problem.code].title }),
            });
        });
        await visitor.press(button);
        await page.getByRole('alert').filter({ hasText: title }).waitFor();
        expect(await page.getByLabel(label).inputValue()).toBe('Não se perde');
        // A button that is still at work takes no press.
        await page.locator('button[aria-busy=true]').waitFor({ state: 'detached' });
        await page.unroute(url);
      }
      await visitor.press(button);
      await page.getByRole('link', { name: 'Não se perde' }).first().waitFor();
      await visitor.leaves();
    },
    60_000,
  );
});
