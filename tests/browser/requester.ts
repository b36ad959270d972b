import { readFile } from 'node:fs/promises';

import { cnpjOf, cpfOf } from '@lacre/contracts/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

import { fresh } from '../support/scenario.ts';
import { mailedPath, opensLink } from './account-keeper.ts';
import { Visitor, type Upload, type VisitorOptions } from './visitor.ts';

export interface Credentials {
  email: string;
  password: string;
}

export interface Registered extends Credentials {
  domain: string;
}

export interface Someone {
  name: string;
  cpf: string;
  email: string;
}

export type Part = 'signer' | 'signatory' | 'attestant';

export interface File {
  name: string;
  bytes: Uint8Array;
}

export const asUpload = ({ name, bytes }: File): Upload => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(bytes),
});

/** Added to a running number, it gives a CNPJ with a letter in it: one of digits alone is possible otherwise. */
const WITH_A_LETTER = 10 * 36 ** 5;

/** Someone of a tenant, at the screens behind sign-in. */
export class Requester {
  readonly visitor: Visitor;

  constructor(visitor: Visitor) {
    this.visitor = visitor;
  }

  /** In a browser context of their own, signed in. */
  static async arrive(
    { browser, lacre }: { readonly browser: Browser; readonly lacre: { readonly origin: string } },
    who: Credentials,
    options: VisitorOptions = {},
  ): Promise<Requester> {
    const requester = new Requester(await Visitor.arrive(browser, lacre.origin, options));
    await requester.signsIn(who);
    return requester;
  }

  async registers(name = 'Escritório Andrade'): Promise<Registered> {
    const { visitor } = this;
    const number = fresh();
    const registered = {
      email: `admin${number}@exemplo.com.br`,
      password: 'uma senha comprida',
      domain: `conta-${number}`,
    };
    await visitor.open('/register');
    await visitor.sees('register', 'Criar conta');
    await visitor.fill('Nome da organização', name);
    await visitor.fill('Endereço de acesso', registered.domain);
    await visitor.fill('Seu nome', 'Marina Andrade');
    await visitor.fill('Email', registered.email);
    await visitor.fill('Senha', registered.password);
    await visitor.press('Criar conta');
    await visitor.page.waitForURL('**/dashboard');
    await visitor.reads('Confirme seu email para enviar documentos');
    await visitor.sees('dashboard of a new tenant', /./);
    await opensLink(visitor, await mailedPath(visitor, registered.email, /^\/login#verify=/));
    await visitor.sees('email confirmed', 'Email confirmado');
    await visitor.open('/dashboard');
    await visitor.sees('dashboard of a confirmed tenant', /./);
    return registered;
  }

  /** Without the form, which has tests of its own. */
  async signsIn(who: Credentials): Promise<void> {
    const { visitor } = this;
    await visitor.hasSignedIn(who);
    await visitor.open('/dashboard');
    await visitor.page.getByRole('heading', { level: 1 }).first().waitFor();
    await visitor.page.waitForURL('**/dashboard');
  }

  async addsCompany(companyName: string): Promise<string> {
    const { visitor } = this;
    const { page } = visitor;
    const cnpj = cnpjOf(WITH_A_LETTER + fresh());
    await page.getByRole('link', { name: 'Empresas' }).first().click();
    await visitor.sees('companies', 'Empresas');
    await page.getByRole('link', { name: 'Nova empresa' }).first().click();
    await visitor.sees('new company', 'Nova empresa');
    await visitor.fill('CNPJ', cnpj);
    await page.getByText('CNPJ válido').waitFor({ state: 'attached' });
    await visitor.fill('Razão social', companyName);
    await visitor.press('Cadastrar empresa');
    await page.getByRole('link', { name: companyName }).first().waitFor();
    await visitor.inspects('companies, one');
    return cnpj;
  }

  async addsPerson(name: string): Promise<Someone> {
    const { visitor } = this;
    const { page } = visitor;
    const number = fresh();
    const person = { name, cpf: cpfOf(number), email: `pessoa${number}@exemplo.com.br` };
    if (!page.url().endsWith('/persons')) await page.getByRole('link', { name: 'Pessoas' }).first().click();
    await visitor.sees('persons', 'Pessoas');
    await page.getByRole('button', { name: 'Nova pessoa' }).first().click();
    await visitor.sees('new person', 'Nova pessoa');
    await visitor.fill('CPF', person.cpf);
    await visitor.fill('Nome completo', name);
    await visitor.fill('Email', person.email);
    await visitor.press('Cadastrar pessoa');
    await page.getByRole('cell', { name }).or(page.getByText(person.email)).first().waitFor();
    return person;
  }

  async startsProcess(): Promise<void> {
    const { visitor } = this;
    await visitor.open('/processes/new');
    await visitor.sees('wizard, documents', 'O que será assinado?');
  }

  /** Chooses files in the wizard's first step, as by the system's file dialog. */
  async choosesFiles(files: Upload[]): Promise<void> {
    await this.visitor.choosesFiles(
      /Arraste os documentos|Escolher documentos|Incluir mais documentos/,
      files,
    );
  }

  /** The row of a document that has been sent. */
  sentDocument(name: string): Locator {
    return this.visitor.page.getByRole('listitem').filter({
      has: this.visitor.page.getByRole('button', { name: `Remover ${name}` }),
    });
  }

  async goesOn(): Promise<void> {
    await this.visitor.press('Continuar');
  }

  async choosesCompany(companyName: string): Promise<void> {
    const { visitor } = this;
    const { page } = visitor;
    await visitor.sees('wizard, company', 'De qual empresa?');
    const search = page.getByRole('combobox', { name: 'Buscar empresa' });
    const chosen = page.getByRole('button', { name: 'Trocar empresa' });
    // The only company of the account is chosen already.
    await search.or(chosen).waitFor();
    if (await chosen.isVisible()) {
      await page.getByRole('region').getByText(companyName).waitFor();
      return;
    }
    await search.fill(companyName.slice(0, 8));
    await page.getByRole('option', { name: companyName }).click();
    await chosen.waitFor();
  }

  async includes(person: Someone, part: Part): Promise<void> {
    const { page } = this.visitor;
    const section = page.getByRole('region', { name: 'Participantes' });
    await section.getByRole('combobox', { name: 'Incluir pessoa' }).fill(person.cpf);
    await section.getByRole('option', { name: person.email }).click();
    // The last one, of those of the same name: the company may bring its usual signatories.
    await section
      .getByRole('button', { name: `Remover ${person.name}` })
      .last()
      .waitFor();
    await section.getByLabel(`Papel de ${person.name}`).last().selectOption(part);
  }

  /** Finds a person who takes part already: the option says so, and choosing it changes nothing. */
  async choosesSamePersonAgain(person: Someone, reason: string): Promise<void> {
    const section = this.visitor.page.getByRole('region', { name: 'Participantes' });
    await section.getByRole('combobox', { name: 'Incluir pessoa' }).fill(person.cpf);
    const option = section.getByRole('option', { name: person.name }).filter({ hasText: reason });
    await option.waitFor();
    // Forced: a click that waits for it to be enabled would never come.
    await option.click({ force: true });
    // What can still be chosen stays in sight, above the rows, until it is closed.
    await this.visitor.page.keyboard.press('Escape');
    await option.waitFor({ state: 'hidden' });
    expect(await section.getByRole('button', { name: `Remover ${person.name}` }).count()).toBe(1);
  }

  /** Opens the choice behind a part of the sentence that says what is asked. */
  async changesRequest(part: string | RegExp): Promise<void> {
    const { page } = this.visitor;
    await page.getByRole('region', { name: 'O que é pedido' }).getByRole('button', { name: part }).click();
  }

  /** From the review to the created process's page; answers its id. */
  async sends(): Promise<string> {
    const { visitor } = this;
    await visitor.sees('wizard, review', 'Tudo certo?');
    await visitor.press('Enviar para assinatura');
    await visitor.sees('wizard, done', 'Processo criado');
    const processId = new URL(visitor.page.url()).searchParams.get('process') ?? '';
    await visitor.page.getByRole('link', { name: 'Acompanhar processo' }).click();
    await visitor.page.waitForURL(`**/processes/${processId}`);
    return processId;
  }

  /** A process by the wizard, from the first step to its page; answers its id. */
  async asksFor(
    files: File[],
    companyName: string,
    asked: readonly { person: Someone; part: Part }[],
    { minimum, late = false }: { minimum?: number; late?: boolean } = {},
  ): Promise<string> {
    await this.startsProcess();
    await this.choosesFiles(files.map((file) => asUpload(file)));
    for (const { name } of files) await this.sentDocument(name).getByText('página').waitFor();
    await this.goesOn();
    await this.choosesCompany(companyName);
    await this.goesOn();
    await this.visitor.sees('wizard, participants', 'Quem assina?');
    for (const { person, part } of asked) await this.includes(person, part);
    const { page } = this.visitor;
    if (minimum !== undefined) {
      await this.changesRequest('todos precisam assinar');
      await page.getByLabel('Quantos representantes precisam assinar').selectOption(String(minimum));
    }
    if (late) {
      await page.getByRole('checkbox', { name: /ainda pode assinar/ }).check();
      await this.visitor.inspects('wizard, minimum of signatories');
    }
    await this.goesOn();
    return this.sends();
  }

  /** The document's row on the process page. */
  documentRow(name: string): Locator {
    const { page } = this.visitor;
    return page
      .getByRole('region', { name: /^Documentos?$/ })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name, exact: true }) });
  }

  /** Waits for the state of a document on the process page, which follows by itself. */
  async seesDocument(name: string, status: string): Promise<void> {
    await this.documentRow(name).getByText(status, { exact: true }).first().waitFor();
  }

  /** The bytes that "Baixar selado" saves. */
  async downloadsSealed(name: string): Promise<File> {
    const [download] = await Promise.all([
      this.visitor.page.waitForEvent('download'),
      this.documentRow(name).getByRole('button', { name: 'Baixar selado' }).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  }
}

/** Types in the search and takes what is found by its name. */
export async function choose(place: Page | Locator, label: string, text: string, option: string) {
  await place.getByRole('combobox', { name: label }).fill(text);
  await place.getByRole('option', { name: option }).click();
}

/** What a page takes in width, CSS pixels: more than the window where it would have to be scrolled sideways. */
export const widthOf = ({ page }: Visitor): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth);
