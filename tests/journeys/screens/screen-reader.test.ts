import { beforeAll, expect, it } from 'vitest';

import { useProduct } from '../../browser/product.ts';
import { ScreenReader } from '../../browser/screen-reader.ts';
import { Visitor } from '../../browser/visitor.ts';
import { readCode } from '../../support/mailbox.ts';
import { samplePdf } from '../../support/pdfs.ts';
import { addPerson, openAccount, openProcess, uploadProof, type Account } from '../../support/scenario.ts';

const product = useProduct();
let account: Account;

beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
}, 120_000);

it('lets a screen reader user sign in, read and sign', async () => {
  const person = await addPerson(account.api, 'Ana Souza Lima');
  const upload = await uploadProof(account.api, await samplePdf(), 'contrato.pdf');
  const { processId } = await openProcess(account, [upload], [{ person, part: 'signer' }]);
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin);
  const reader = await ScreenReader.attach(visitor);
  await visitor.open(`/document?process=${processId}&person=${person.personId}`);

  await reader.finds('heading', 'Confirme quem você é');
  await reader.types('textbox', 'Seu CPF', '111');
  await reader.presses('button', 'Receber código');
  await reader.hears(/O CPF tem 11 números/);
  await reader.types('textbox', 'Seu CPF', person.cpf);
  const since = new Date();
  await reader.presses('button', 'Receber código');
  await reader.finds('heading', 'Digite o código');
  await reader.types(
    'textbox',
    'Código de 6 números',
    await readCode(product.lacre.origin, person.email, since),
  );

  await reader.finds('dialog', 'contrato.pdf');
  await reader.hears(/Abrindo o documento/);
  await reader.presses('checkbox', 'Declaro que li o documento inteiro');
  await reader.presses('button', /^Li o documento/);
  await reader.presses('button', 'Assinar documento');
  await reader.finds('heading', /Todos assinaram|Tudo assinado e selado/);
  expect(await visitor.leaves()).toEqual([]);
}, 60_000);
