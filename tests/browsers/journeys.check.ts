import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { join as invite } from '../permissions/world.ts';
import { readCode } from '../support/mailbox.ts';
import { samplePdf } from '../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  processWhen,
  uploadProof,
  type Account,
} from '../support/scenario.ts';
import { sharedLacre } from '../support/shared-lacre.ts';
import type { Engine } from './engine.ts';
import { launchFirefox } from './firefox.ts';
import { launchWebKit } from './webkit.ts';
import { Window } from './window.ts';

const ENGINES = [
  ['Firefox', launchFirefox],
  ['WebKit', launchWebKit],
] as const;
/** With it an invited person comes in. */
const PASSWORD = 'uma senha comprida';
const DESK = [1440, 900] as const;
const PHONE = [450, 740] as const;
const TABLET = [768, 1024] as const;

let origin: string;
let account: Account;
let folder: string;
let pdf: string;

beforeAll(async () => {
  ({ origin } = await sharedLacre());
  account = await openAccount(origin);
  folder = await mkdtemp(join(tmpdir(), 'lacre-browsers-'));
  pdf = join(folder, 'contrato.pdf');
  await writeFile(pdf, await samplePdf());
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function askedToSign(name: string) {
  const person = await addPerson(account.api, name);
  const upload = await uploadProof(account.api, await samplePdf(), 'contrato.pdf');
  const { processId } = await openProcess(account, [upload], [{ person, part: 'signer' }]);
  return { person, processId };
}

/** Page after page, until the document counts as read. */
async function readsDocument(window: Window): Promise<void> {
  // What is passed by before it is drawn counts as unseen.
  await window.reads(/1 de 2 páginas vistas/);
  await window.press('button', 'Próxima página');
  await window.press('button', /^Li o documento/);
}

describe.each(ENGINES)('in %s', (_, launch) => {
  let engine: Engine;
  let window: Window;
  let sealed: string;

  beforeAll(async () => {
    engine = await launch();
    window = new Window(engine, origin);
  }, 120_000);
  afterAll(() => engine.close());

  it('an invited signer signs in by a code, reads and signs', async () => {
    const { person, processId } = await askedToSign('Ana Beatriz Souza Lima');
    await engine.resize(...PHONE);
    await window.open(`/document?process=${processId}&person=${person.personId}`);
    // The browser may speak another language.
    await window.press('button', 'Português');
    await window.sees('heading', 'Confirme quem você é');
    await window.picture('door');
    await window.fill('Seu CPF', person.cpf);
    const since = new Date();
    await window.press('button', 'Receber código');
    await window.sees('heading', 'Digite o código');
    await window.fill('Código de 6 números', await readCode(origin, person.email, since));
    await window.sees('button', 'Próxima página');
    await window.picture('document');
    await readsDocument(window);
    await window.sees('button', 'Assinar documento');
    await window.picture('request');
    await window.press('button', 'Assinar documento');
    await window.sees('heading', 'Tudo assinado e selado');
    await window.picture('signed');
    expect(await window.faults()).toEqual([]);
    const { documents } = await processWhen(account.api, processId, ({ status }) => status === 'finished');
    const params = { processId, documentId: documents[0]?.documentId ?? '' };
    sealed = join(folder, `${engine.name}.pdf`);
    await writeFile(sealed, await account.api.bytes('downloadSealed', params));
  }, 120_000);

  it('a visitor checks the sealed file', async () => {
    await engine.resize(...DESK);
    await window.open('/validate');
    await window.sees('heading', 'Este documento é autêntico?');
    await window.picture('validate');
    await window.choosesFile(sealed);
    await window.sees('heading', /autêntico/i);
    await window.reads(/Ana/);
    await window.picture('verdict');
    expect(await window.faults()).toEqual([]);
  }, 120_000);

  it('a requester signs in and sends a document', async () => {
    const person = await addPerson(account.api, 'Rui Barbosa de Oliveira');
    await engine.resize(...DESK);
    await window.open('/login');
    await window.fill('Email', account.email);
    await window.fill('Senha', account.password);
    await window.picture('login');
    await window.press('button', 'Entrar');
    await window.sees('link', 'Processos');
    await window.picture('dashboard');
    await window.open('/processes/new');
    await window.sees('heading', 'O que será assinado?');
    await window.choosesFile(pdf);
    await window.reads(/2 páginas/);
    await window.picture('documents');
    await window.press('button', 'Continuar');
    await window.sees('button', 'Trocar empresa');
    await window.press('button', 'Continuar');
    await window.sees('heading', 'Quem assina?');
    await window.fill('Incluir pessoa', person.cpf);
    await window.press('option', new RegExp(person.email));
    await window.sees('button', `Remover ${person.name}`);
    await window.picture('participants');
    await window.press('button', 'Continuar');
    await window.sees('heading', 'Tudo certo?');
    await window.picture('review');
    await window.press('button', 'Enviar para assinatura');
    await window.press('link', 'Acompanhar processo');
    await window.reads(new RegExp(person.email));
    await window.picture('process');
    expect(await window.faults()).toEqual([]);
    await window.open('/processes');
    await window.sees('heading', 'Processos');
    await window.picture('processes');
  }, 120_000);

  it('a signer signs at a totem', async () => {
    const { person } = await askedToSign('Lia Moraes Prado');
    const { email } = await invite(account, 'totem');
    await engine.resize(...TABLET);
    await window.open('/login');
    await engine.evaluate("return fetch('/api/session', { method: 'DELETE' }).then(() => null)");
    await engine.evaluate('localStorage.clear(); sessionStorage.clear();');
    await window.open('/login');
    await window.fill('Email', email);
    await window.fill('Senha', PASSWORD);
    await window.press('button', 'Entrar');
    await window.sees('heading', 'Usar este aparelho como totem');
    await window.fill('Nome do totem', 'Recepção');
    await window.press('button', 'Registrar e começar');
    await window.sees('heading', 'Boas-vindas!');
    await window.picture('totem');
    await window.press('button', 'Tocar para começar');
    await window.sees('heading', 'Qual é o seu CPF?');
    for (const digit of person.cpf) await window.press('button', digit);
    await window.picture('totem CPF');
    const since = new Date();
    await window.press('button', 'Continuar');
    await window.sees('heading', 'Digite o código');
    const code = await readCode(origin, person.email, since);
    for (const digit of code) await window.press('button', digit);
    await window.press('button', 'Ler antes de assinar');
    await readsDocument(window);
    await window.picture('totem request');
    await window.press('button', 'Assinar documento');
    await window.sees('heading', 'Pronto, você assinou');
    await window.picture('totem signed');
    expect(await window.faults()).toEqual([]);
  }, 120_000);
});
