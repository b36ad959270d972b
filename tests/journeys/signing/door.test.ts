import { cpfOf } from '@lacre/contracts/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import { layoutFaults } from '../../browser/layout.ts';
import { Participant } from '../../browser/participant.ts';
import { primaryFill } from '../../browser/primary-fill.ts';
import { useProduct } from '../../browser/product.ts';
import { Visitor, type VisitorOptions } from '../../browser/visitor.ts';
import { samplePdf } from '../../support/pdfs.ts';
import {
  addPerson,
  fresh,
  openAccount,
  openProcess,
  uploadProof,
  type Account,
  type Asked,
} from '../../support/scenario.ts';

const PHONE: VisitorOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** From the mail to the signature, on a device that the person came in on before. */
const MOST_TAPS = 3;

const product = useProduct();
let account: Account;

beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
  await account.api.call('editTenantSettings', {
    body: { settings: { displayName: 'Construtora Ipê', primaryColor: '#0b6e4f' } },
  });
}, 120_000);

type Person = Awaited<ReturnType<typeof addPerson>>;

async function ask(
  person: Person,
  summary: string,
  { witness, ...more }: { allowsDelegation?: boolean; witness?: Person } = {},
) {
  const upload = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'contrato.pdf');
  const deadline = new Date(Date.now() + 4 * 86_400_000).toISOString();
  const participants: Asked[] = [{ person, part: 'signer' }];
  if (witness !== undefined) participants.push({ person: witness, part: 'attestant' });
  const asked = await openProcess(account, [upload], participants, { summary, deadline, ...more });
  return { ...asked, link: `/document?process=${asked.processId}&person=${person.personId}` };
}

describe('the door of a link', () => {
  it('names requester, documents, company and deadline, in the account’s own look, before the CPF', async () => {
    const person = await addPerson(account.api, 'Ana Souza Lima');
    const { link } = await ask(person, 'Contrato de empreitada');
    const visitor = await Visitor.arrive(product.browser, product.lacre.origin, PHONE);
    const { page } = visitor;
    await visitor.open(link);
    await visitor.sees('door', 'Contrato de empreitada');
    for (const text of [
      /de Construtora Ipê, pede a sua assinatura/,
      /^Para /,
      '1 documento',
      /· faltam \d dias$/,
    ])
      await visitor.reads(text);
    const field = page.getByLabel('Seu CPF', { exact: true });
    const button = page.getByRole('button', { name: 'Receber código' });
    for (const part of [field, button])
      expect(await part.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight)).toBe(
        true,
      );
    await expect.poll(() => primaryFill(page)).toMatch(/^#0b6e4f$/i);
    // Nothing of whom it was sent to, in whatever the page holds.
    const held = await page.content();
    for (const personal of [person.name, 'Souza', person.email, person.cpf])
      expect(held).not.toContain(personal);
    // The code is asked for on the same screen.
    await new Participant(visitor, person).asksForCode();
    await visitor.sees('door, code', 'Digite o código');
    await visitor.reads('Contrato de empreitada');
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);

  it(`leads in ${MOST_TAPS} taps from the mail to the signature, on a device that is known`, async () => {
    const person = await addPerson(account.api, 'Ana Souza Lima');
    const witness = await addPerson(account.api, 'Wolfeschlegelsteinhausenbergerdorffvoralternwaren');
    const first = await ask(person, 'Primeiro contrato');
    const second = await ask(person, 'Segundo contrato', { witness });
    const visitor = await Visitor.arrive(product.browser, product.lacre.origin, PHONE);
    await visitor.open(first.link);
    await new Participant(visitor, person).signsIn();
    await visitor.page.getByRole('dialog').waitFor();
    // Another day: the tab and its session are gone, the device is not.
    const { page } = await visitor.opensAnotherTab();

    let taps = 1;
    await page.goto(new URL(second.link, product.lacre.origin).href);
    const tap = async (name: string) => {
      taps += 1;
      await page.getByRole('button', { name, exact: true }).click();
    };
    await page.getByLabel('Seu CPF', { exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type(person.cpf);
    await tap('Li o documento e concordo');
    await tap('Assinar documento');
    await page.getByText(new RegExp(`falta ${witness.name}`)).waitFor();
    expect(taps).toBeLessThanOrEqual(MOST_TAPS);
    expect(await layoutFaults(page)).toEqual([]);
    await expect
      .poll(async () => {
        const params = { processId: second.processId };
        const { items } = await account.api.call('processTimeline', { params });
        return items.filter(({ action }) => action === 'signed').length;
      })
      .toBe(1);
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);

  it('signs out a person whose documents these are not, and the device needs a code again', async () => {
    const person = await addPerson(account.api, 'Ana Souza Lima');
    const { link } = await ask(person, 'Contrato de empreitada');
    const visitor = await Visitor.arrive(product.browser, product.lacre.origin, PHONE);
    const { page } = visitor;
    const ana = new Participant(visitor, person);
    await visitor.open(link);
    await ana.signsIn();
    const reader = page.getByRole('dialog');
    await reader.getByRole('button', { name: 'Voltar' }).click();
    await reader.waitFor({ state: 'detached' });
    await visitor.reads(/Você entrou como Ana Souza Lima/);
    await visitor.inspects('request, one document');
    await visitor.press('Não sou eu');
    await ana.asksForCode();
    await visitor.sees('door, code', 'Digite o código');
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);
});

describe('handing a signature on', () => {
  it('invites the new signer, ends the link of the former, and stands on the timeline', async () => {
    const person = await addPerson(account.api, 'Ana Souza Lima');
    const { processId, link } = await ask(person, 'Contrato de empreitada', { allowsDelegation: true });
    const { origin } = product.lacre;
    const visitor = await Visitor.arrive(product.browser, origin, PHONE);
    const { page } = visitor;
    await visitor.open(link);
    await new Participant(visitor, person).signsIn();
    const reader = page.getByRole('dialog');
    await reader.getByRole('button', { name: 'Voltar' }).click();
    await reader.waitFor({ state: 'detached' });
    await visitor.press('Encaminhar a quem deve assinar');
    await visitor.sees('delegate', 'Encaminhar a quem deve assinar');
    await visitor.press('Encaminhar assinatura');
    await visitor.reads('Por favor, insira o nome');
    await visitor.inspects('delegate, incomplete');
    const lia = { name: 'Lia Reis', cpf: cpfOf(fresh()), email: `lia${fresh()}@exemplo.com.br` };
    await visitor.fill('Nome completo', lia.name);
    await visitor.fill('CPF', lia.cpf);
    await visitor.fill('Email', lia.email);
    await visitor.press('Encaminhar assinatura');
    await visitor.sees('delegated', 'Assinatura encaminhada');
    await expect
      .poll(async () => {
        const { items } = await account.api.call('processTimeline', { params: { processId } });
        return items.find(({ action }) => action === 'delegated');
      })
      .toMatchObject({ reason: 'Lia Reis no lugar de Ana Souza Lima.' });
    expect(await visitor.leaves()).toEqual([]);

    // The new participant comes by a mail of their own, and signs.
    const another = new Participant(await Visitor.arrive(product.browser, origin, PHONE), lia);
    await another.opensInvitation(processId);
    await another.signsIn();
    await another.readsAll(1);
    await another.signs();
    expect(await another.visitor.leaves()).toEqual([]);
  }, 90_000);
});
