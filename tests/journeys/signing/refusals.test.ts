import { randomUUID } from 'node:crypto';

import { cpfOf } from '@lacre/contracts/testing';
import { encryptedPdf } from '@lacre/signer/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { launchChromium } from '../../browser/chromium.ts';
import { Participant } from '../../browser/participant.ts';
import { asUpload, Requester, type Credentials } from '../../browser/requester.ts';
import { Visitor } from '../../browser/visitor.ts';
import { Lacre } from '../../support/lacre.ts';
import { samplePdf } from '../../support/pdfs.ts';
import { addPerson, fresh, openAccount, openProcess, uploadProof } from '../../support/scenario.ts';

const COMPANY = 'Comércio de Tecidos São João Ltda';
const MEBIBYTE = 1024 * 1024;
const UPLOAD = 'POST /api/upload';

let browser: Browser;
let lacre: Lacre;

beforeAll(async () => {
  // One credit each: the second process of a tenant is one too many.
  lacre = await Lacre.create({ CREDITS_GRANT: '1' });
  [browser] = await Promise.all([launchChromium(), lacre.start()]);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await lacre.dispose();
});

const arrives = () => Visitor.arrive(browser, lacre.origin);

async function signedIn(account: Credentials): Promise<Requester> {
  const requester = new Requester(await arrives());
  await requester.signsIn(account);
  return requester;
}

describe('what the wizard refuses', () => {
  it('says what is wrong with each file, and loses nothing typed', async () => {
    const account = await openAccount(lacre.origin);
    const person = await addPerson(account.api, 'Ana Souza Lima');
    const requester = await signedIn(account);
    const { visitor } = requester;
    await requester.startsProcess();
    await visitor.fill('Resumo do processo', 'Contrato que fica');
    await requester.choosesFiles([asUpload({ name: 'bom.pdf', bytes: await samplePdf() })]);
    await requester.sentDocument('bom.pdf').getByText('2 páginas').waitFor();

    const good = await samplePdf();
    const bad: [name: string, bytes: Uint8Array, message: string][] = [
      [
        'imagem.gif',
        Buffer.from('GIF89a'),
        'Este tipo de arquivo não é aceito. Envie PDF, DOC, DOCX ou ODT.',
      ],
      [
        'imagem.pdf',
        Buffer.from('GIF89a não é PDF'),
        'O conteúdo deste arquivo não é de nenhum desses tipos.',
      ],
      ['cortado.pdf', good.slice(0, good.length / 2), 'O PDF está incompleto: falta o fim do arquivo.'],
      ['senha.pdf', await encryptedPdf('segredo'), 'O PDF está protegido por senha.'],
      ['grande.pdf', Buffer.alloc(33 * MEBIBYTE, '%PDF-1.7'), 'O arquivo passa do limite de 32 MB.'],
      ['vazio.pdf', new Uint8Array(), 'O arquivo está vazio.'],
      ['BOM.pdf', good, 'Já há um arquivo com este nome neste processo.'],
    ];
    for (const [name, bytes, message] of bad) {
      await requester.choosesFiles([asUpload({ name, bytes })]);
      await requester.sentDocument(name).getByText(message).waitFor();
    }
    await visitor.inspects('wizard, refused files');
    await requester.goesOn();
    await visitor.reads(`${bad.length} arquivos não foram incluídos`);
    await visitor.reads(/imagem\.gif, .* e BOM\.pdf\. Envie de novo ou continue com o documento incluído\./);
    await visitor.inspects('wizard, files left out');
    await visitor.page.reload();
    await requester.sentDocument('bom.pdf').waitFor();
    expect(await visitor.page.getByLabel('Resumo do processo', { exact: true }).inputValue()).toBe(
      'Contrato que fica',
    );

    await requester.goesOn();
    await visitor.press(/^Continuar sem ele/);
    await visitor.press('Trocar empresa');
    await visitor.page.keyboard.press('Escape');
    await requester.goesOn();
    await visitor.reads('Escolha a empresa.');
    await requester.choosesCompany(COMPANY);
    await requester.goesOn();
    await visitor.sees('wizard, participants', 'Quem assina?');
    await requester.goesOn();
    await visitor.reads('Inclua ao menos um signatário ou representante.');
    await requester.includes(person, 'attestant');
    await requester.goesOn();
    await visitor.reads('Inclua ao menos um signatário ou representante.');
    await requester.choosesSamePersonAgain(person, 'Já participa como testemunha');
    await visitor.press(`Remover ${person.name}`);
    await requester.includes(person, 'signer');
    await requester.goesOn();
    await requester.sends();
    await visitor.sees('process of the good file', 'Contrato que fica');
    await requester.seesDocument('bom.pdf', 'Aguardando assinaturas');
    expect(await visitor.leaves()).toEqual([`415 ${UPLOAD}`, `422 ${UPLOAD}`, `422 ${UPLOAD}`]);
  }, 90_000);

  it('a process without credits', async () => {
    const account = await openAccount(lacre.origin);
    const person = await addPerson(account.api, 'Rui Barbosa');
    const requester = await signedIn(account);
    const { visitor } = requester;
    const names = ['um.pdf', 'dois.pdf'];
    await requester.startsProcess();
    await requester.choosesFiles(
      await Promise.all(names.map(async (name) => asUpload({ name, bytes: await samplePdf() }))),
    );
    for (const name of names) await requester.sentDocument(name).getByText('2 páginas').waitFor();
    await requester.goesOn();
    await requester.choosesCompany(COMPANY);
    await requester.goesOn();
    await requester.includes(person, 'signer');
    await requester.goesOn();
    await visitor.sees('wizard, short of credits', 'Tudo certo?');
    await visitor.reads('Este processo custa 2 créditos e você tem 1.');
    const send = visitor.page.getByRole('button', { name: 'Enviar para assinatura' });
    expect(await send.isDisabled()).toBe(true);
    await visitor.press('Alterar documentos');
    await visitor.press('Remover dois.pdf');
    await requester.goesOn();
    await visitor.reads('Custo: 1 crédito');

    // Meanwhile another user of the tenant spends the last one.
    await openProcess(
      account,
      [await uploadProof(account.api, await samplePdf(), 'outro.pdf')],
      [{ person, part: 'signer' }],
    );
    await send.click();
    await visitor.reads('Não há créditos suficientes para este processo.');
    await visitor.inspects('wizard, refused for credits');
    await visitor.reads('um.pdf');
    expect(await visitor.leaves()).toEqual(['402 POST /api/process']);
  }, 60_000);
});

describe('what forms refuse', () => {
  it('invalid and repeated CPF and CNPJ', async () => {
    const account = await openAccount(lacre.origin);
    const known = await addPerson(account.api, 'Ana Souza Lima');
    const requester = await signedIn(account);
    const { visitor } = requester;
    await visitor.open('/companies/new');
    await visitor.press('Cadastrar empresa');
    await visitor.reads('Por favor, insira o CNPJ');
    await visitor.reads('Por favor, insira a razão social');
    await visitor.inspects('new company, refused');
    await visitor.fill('Razão social', 'Padaria Pão de Mel Ltda');
    await visitor.fill('CNPJ', '12ABC34501DE3');
    await visitor.press('Cadastrar empresa');
    await visitor.reads('O CNPJ tem 14 caracteres');
    await visitor.fill('CNPJ', '12ABC34501DE36');
    await visitor.press('Cadastrar empresa');
    await visitor.reads('CNPJ inválido: confira os caracteres');
    await visitor.fill('CNPJ', '12.abc.345/01de-35');
    const cnpj = visitor.page.getByLabel('CNPJ', { exact: true });
    expect(await cnpj.inputValue()).toBe('12.ABC.345/01DE-35');
    await visitor.press('Cadastrar empresa');
    await visitor.page.getByRole('link', { name: 'Padaria Pão de Mel Ltda' }).waitFor();
    await visitor.open('/companies/new');
    await visitor.fill('CNPJ', '12ABC34501DE35');
    await visitor.fill('Razão social', 'Outra');
    await visitor.press('Cadastrar empresa');
    await visitor.reads('Já existe uma empresa com este CNPJ.');
    expect(await visitor.page.getByLabel('Razão social').inputValue()).toBe('Outra');

    await visitor.open('/persons');
    await visitor.page.getByRole('button', { name: 'Nova pessoa' }).first().click();
    await visitor.fill('Nome completo', 'Beatriz Nascimento');
    await visitor.fill('Email', 'beatriz');
    await visitor.fill('CPF', '1234567890');
    await visitor.press('Cadastrar pessoa');
    await visitor.reads('O CPF tem 11 números');
    await visitor.reads('Email inválido');
    await visitor.inspects('new person, refused');
    await visitor.fill('Email', 'beatriz@exemplo.com.br');
    await visitor.fill('CPF', '11111111111');
    await visitor.press('Cadastrar pessoa');
    await visitor.reads('CPF inválido: confira os números');
    await visitor.fill('CPF', known.cpf);
    await visitor.press('Cadastrar pessoa');
    await visitor.reads('Não foi possível criar a pessoa: este CPF já está cadastrado.');
    expect(await visitor.page.getByLabel('Nome completo').inputValue()).toBe('Beatriz Nascimento');
    expect(await visitor.page.getByLabel('Email', { exact: true }).inputValue()).toBe(
      'beatriz@exemplo.com.br',
    );
    expect(await visitor.leaves()).toEqual(['409 POST /api/company', '409 POST /api/person']);
  }, 60_000);

  it('a registration with taken values, and a sign-in with a wrong password', async () => {
    const visitor = await arrives();
    const registered = await new Requester(visitor).registers();
    await visitor.press('Sair');
    await visitor.page.waitForURL(`**/login/${registered.domain}`);
    await visitor.reads('Escritório Andrade');
    await visitor.inspects('login of a tenant');
    await visitor.press('Entrar');
    await visitor.reads('Informe um Email');
    await visitor.reads('Campo obrigatório');
    await visitor.fill('Email', 'marina@');
    await visitor.fill('Senha', 'errada');
    await visitor.press('Entrar');
    await visitor.reads('Email inválido');
    await visitor.fill('Email', registered.email);
    await visitor.press('Entrar');
    await visitor.reads('Email ou senha incorretos. Confira e tente de novo.');
    await visitor.inspects('login, refused');
    expect(await visitor.page.getByLabel('Email', { exact: true }).inputValue()).toBe(registered.email);

    await visitor.open('/register');
    await visitor.fill('Nome da organização', 'Padaria São João Ltda.');
    const domain = visitor.page.getByLabel('Endereço de acesso');
    expect(await domain.inputValue()).toBe('padaria-sao-joao-ltda');
    await visitor.fill('Endereço de acesso', registered.domain);
    await visitor.fill('Seu nome', 'Outra Pessoa');
    await visitor.fill('Email', `nova${fresh()}@exemplo.com.br`);
    await visitor.fill('Senha', 'curta');
    await visitor.press('Criar conta');
    await visitor.reads('A senha deve ter ao menos 8 caracteres');
    await visitor.fill('Senha', 'uma senha comprida');
    await visitor.press('Criar conta');
    await visitor.reads('Este endereço de acesso já está em uso.');
    await visitor.fill('Endereço de acesso', `outra-${fresh()}`);
    await visitor.fill('Email', registered.email);
    await visitor.press('Criar conta');
    await visitor.reads('Este email já está em uso.');
    await visitor.inspects('register, refused');
    expect(await visitor.page.getByLabel('Seu nome').inputValue()).toBe('Outra Pessoa');
    expect(await visitor.leaves()).toEqual([
      '401 POST /api/session',
      '409 POST /api/tenant',
      '409 POST /api/tenant',
    ]);
  }, 60_000);
});

describe('signed out', () => {
  it('leads visitors to sign in and back again, and names what does not exist', async () => {
    const visitor = await arrives();
    const { page } = visitor;
    await visitor.open('/nada-por-aqui');
    await visitor.sees('not found, signed out', 'A página não foi encontrada');
    expect(new URL(page.url()).pathname).toBe('/nada-por-aqui');
    await visitor.open('/companies?filter=active');
    await page.waitForURL(/\/login\?redirect=/);
    const registered = await new Requester(visitor).registers();
    await visitor.press('Sair');
    await page.waitForURL(`**/login/${registered.domain}`);
    await visitor.open('/companies?filter=active');
    await page.waitForURL(new RegExp(`/login/${registered.domain}\\?redirect=`));
    await visitor.fill('Email', registered.email);
    await visitor.fill('Senha', registered.password);
    await visitor.press('Entrar');
    await page.waitForURL('**/companies?filter=active');
    await visitor.sees('companies, filtered', 'Empresas');

    await visitor.open('/nada-por-aqui');
    await visitor.sees('not found', 'A página não foi encontrada');
    const processId = randomUUID();
    await visitor.open(`/processes/${processId}`);
    await visitor.sees('unknown process', 'Processo não encontrado ou sem permissão de acesso');
    expect(new Set(await visitor.leaves())).toEqual(new Set([`404 GET /api/process/${processId}`]));
  }, 60_000);

  it('signs nothing without the right CPF and code', async () => {
    const account = await openAccount(lacre.origin);
    const ana = await addPerson(account.api, 'Ana Souza Lima');
    const { processId } = await openProcess(
      account,
      [await uploadProof(account.api, await samplePdf(), 'contrato.pdf')],
      [{ person: ana, part: 'signer' }],
    );
    const participant = new Participant(await arrives(), ana);
    const { visitor } = participant;
    await visitor.open('/document');
    await visitor.sees('incomplete link', 'Este link está incompleto');
    await participant.opensLink(processId, ana.personId);
    await visitor.press('Receber código');
    await visitor.reads('Por favor, insira o CPF');
    await participant.asksForCode('12345678900');
    await visitor.reads('CPF inválido: confira os números');
    await participant.asksForCode(cpfOf(fresh()));
    await visitor.reads('O CPF informado não confere com o deste convite.');
    await visitor.inspects('identify, refused');
    await participant.asksForCode();
    await visitor.fill('Código de 6 números', '000000');
    await visitor.reads('Código incorreto ou vencido. Confira e tente de novo.');
    await visitor.inspects('identify, wrong code');
    await visitor.press('Corrigir CPF');
    await participant.identifies();
    await participant.readsAll(1);
    await visitor.page.getByRole('checkbox', { name: /Li e concordo/ }).uncheck();
    await visitor.press('Assinar documento');
    await visitor.reads('É preciso aceitar os termos para assinar.');
    await visitor.inspects('request, without consent');
    await participant.signs();
    expect(await visitor.leaves()).toEqual([
      '404 POST /api/signature/session',
      '401 POST /api/signature/session',
    ]);
  }, 60_000);
});
