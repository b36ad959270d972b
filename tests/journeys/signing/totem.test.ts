import type { Requirements } from '@lacre/contracts';
import { beforeAll, describe, expect, it } from 'vitest';

import { Participant } from '../../browser/participant.ts';
import { primaryFill } from '../../browser/primary-fill.ts';
import { useProduct } from '../../browser/product.ts';
import { Requester } from '../../browser/requester.ts';
import { Sitter } from '../../browser/sitter.ts';
import { TotemTablet } from '../../browser/totem-tablet.ts';
import { Visitor } from '../../browser/visitor.ts';
import { join, PASSWORD } from '../../permissions/world.ts';
import { evidenceOf } from '../../support/evidence-of.ts';
import { readCode } from '../../support/mailbox.ts';
import { samplePdf } from '../../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  processWhen,
  uploadProof,
  type Account,
  type Person,
} from '../../support/scenario.ts';

const LANDSCAPE = { viewport: { width: 1280, height: 800 } };

const product = useProduct();
let account: Account;
beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
}, 120_000);

/** A user for one tablet. */
const totemUser = async () => {
  const { email } = await join(account, 'totem');
  return { email, password: PASSWORD };
};

/** A person who is asked for a signature. */
async function asked(name: string, summary: string, requirements: Partial<Requirements> = {}) {
  const person = await addPerson(account.api, name);
  return { person, processId: await ask(person, summary, requirements) };
}
async function ask(person: Person, summary: string, requirements: Partial<Requirements> = {}) {
  const { proof } = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'contrato.pdf');
  const { processId } = await account.api.call('createProcess', {
    body: {
      summary,
      companyId: account.companyId,
      documents: [{ proof }],
      participants: [{ personId: person.personId, part: 'signer', requirements }],
    },
  });
  return processId;
}

/** What was done in the process, as far as its timeline has it by now. */
const actsOf = async (processId: string) => {
  const { items } = await account.api.call('processTimeline', { params: { processId } });
  return items.filter(({ action }) => action === 'signed' || action === 'rejected');
};

describe('a totem', { timeout: 180_000 }, () => {
  it('serves three people in a row, and keeps no data of any', async () => {
    const [ana, rui, eva] = [
      await asked('Ana Queiroz', 'Contrato de Ana'),
      await asked('Rui Tavares', 'Contrato de Rui'),
      await asked('Eva Prado', 'Contrato de Eva', { face: true }),
    ];
    const tablet = await TotemTablet.arrive(product.browser, product.lacre.origin);
    const { visitor } = tablet;
    const { page } = visitor;
    const sitter = await Sitter.sit(page);
    await tablet.watchesItsCamera();
    // What may stay in the browser's cache of the documents that they read.
    const kept = new Set<string | undefined>();
    page.on('response', (answer) => {
      if (new URL(answer.url()).pathname.endsWith('/original')) kept.add(answer.headers()['cache-control']);
    });
    await tablet.isRegistered(await totemUser(), 'Recepção');

    // One signs, with the terms at hand and another request left for later.
    const second = await ask(ana.person, 'Aditivo de Ana');
    await tablet.letsIn(ana.person);
    await visitor.sees('totem, choice', 'Olá, Ana');
    // What was pressed to come here is gone: the focus moves to the heading.
    await page.locator('h1:focus', { hasText: 'Olá, Ana' }).waitFor();
    await page.getByRole('button', { name: /Contrato de Ana/ }).click();
    const signer = new Participant(visitor, ana.person);
    await signer.readsAll(1);
    await visitor.press('termos da assinatura eletrônica');
    await visitor.sees('totem, terms', 'Termos da assinatura eletrônica');
    await page.getByRole('dialog').getByRole('button', { name: 'Voltar' }).click();
    await page.getByRole('checkbox', { name: /Li e concordo/ }).check();
    await visitor.inspects('totem, request');
    await visitor.press('Assinar documento');
    await visitor.sees('totem, signed', 'Pronto, você assinou');
    await page.getByRole('button', { name: 'Ver o outro pedido' }).click();
    await page.getByRole('heading', { name: 'Aditivo de Ana' }).waitFor();
    await visitor.press('Encerrar');
    await tablet.isIdle();
    await tablet.holdsNothingOf(ana.person);
    await expect.poll(() => actsOf(ana.processId)).toMatchObject([{ action: 'signed', totem: 'Recepção' }]);
    expect(await actsOf(second)).toEqual([]);

    // One refuses.
    await tablet.letsIn(rui.person);
    await page.getByRole('heading', { name: 'Contrato de Rui' }).waitFor();
    await visitor.press('Recusar');
    await visitor.fill('Motivo', 'O valor não é o combinado');
    await visitor.press('Recusar assinatura');
    await visitor.sees('totem, refused', 'Você recusou');
    await visitor.press('Terminar');
    await tablet.isIdle();
    await tablet.holdsNothingOf(rui.person);
    await expect
      .poll(() => actsOf(rui.processId))
      .toMatchObject([{ action: 'rejected', totem: 'Recepção', reason: 'O valor não é o combinado' }]);

    // One shows their face, which is enrolled on the way.
    await tablet.letsIn(eva.person);
    await new Participant(visitor, eva.person).readsAll(1);
    await page.getByRole('checkbox', { name: /Li e concordo/ }).check();
    await visitor.press('Assinar documento');
    await page.getByRole('dialog').getByRole('heading', { name: 'O seu rosto' }).waitFor();
    await visitor.press('Cadastrar o rosto');
    await page.getByRole('checkbox', { name: /Consinto/ }).check();
    await sitter.shows('eva');
    await visitor.press('Continuar para a câmera');
    const signed = page.getByRole('heading', { name: 'Pronto, você assinou' });
    await sitter.follows('eva', () => signed.isVisible());
    await visitor.press('Terminar');
    await tablet.isIdle();
    await tablet.holdsNothingOf(eva.person);
    expect(await tablet.cameraStates()).toEqual(expect.arrayContaining(['ended']));
    expect(await tablet.cameraStates()).not.toContain('live');
    expect([...kept]).toEqual(['private, no-store']);
    const { documents } = await processWhen(
      account.api,
      eva.processId,
      ({ status }) => status === 'finished',
    );
    const params = { processId: eva.processId, documentId: documents[0]?.documentId ?? '' };
    const [participant] = (await evidenceOf(await account.api.bytes('downloadSealed', params))).participants;
    expect([participant?.totem, participant?.methods.map(({ kind }) => kind)]).toEqual([
      'Recepção',
      ['email-code', 'face'],
    ]);
    expect(await tablet.leaves()).toEqual([]);
  });

  it('asks an idle person whether they are there, and forgets them when there is no answer', async () => {
    const { person } = await asked('Lia Moraes', 'Contrato de Lia');
    const tablet = await TotemTablet.arrive(product.browser, product.lacre.origin, LANDSCAPE);
    const { visitor } = tablet;
    const { page } = visitor;
    // From the beginning: what counts by one clock is not to be stopped by another.
    await page.clock.install();
    await tablet.isRegistered(await totemUser(), 'Balcão');
    await tablet.letsIn(person);
    await visitor.press('Recusar');
    await visitor.fill('Motivo', 'Ainda estou pensando');
    // From here on time passes by `clock` alone: a slow machine would bring the question early.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 100);
    await page.clock.runFor(101_000);
    const question = page.getByRole('alertdialog', { name: 'Você ainda está aí?' });
    await question.waitFor();
    expect(Number(await question.getByRole('timer').textContent())).toBeLessThanOrEqual(20);
    await visitor.press('Continuar');
    await question.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Motivo').inputValue()).toBe('Ainda estou pensando');
    await page.clock.runFor(99_000);
    expect(await question.isVisible()).toBe(false);
    await page.clock.runFor(3000);
    await question.waitFor();
    await page.clock.resume();
    await visitor.inspects('totem, still there');
    await page.clock.runFor(20_000);
    await tablet.isIdle();
    await tablet.holdsNothingOf(person);
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('pensando');
    // Nor does it wait for a person who only gave a CPF.
    await visitor.press('Tocar para começar');
    await tablet.types(person.cpf);
    await page.clock.runFor(61_000);
    await tablet.isIdle();
    await tablet.holdsNothingOf(person);
    // Nor when the tablet's clock is put back.
    await visitor.press('Tocar para começar');
    await tablet.types(person.cpf);
    await page.clock.setSystemTime(Date.now() - 86_400_000);
    await page.clock.runFor(62_000);
    await tablet.isIdle();
    await tablet.holdsNothingOf(person);
    expect(await tablet.leaves()).toEqual([]);
  });

  it('keeps its person through a reload, though its clock is a day ahead or behind', async () => {
    for (const days of [1, -1]) {
      const { person } = await asked('Noemi Prado', 'Contrato de Noemi');
      const tablet = await TotemTablet.arrive(product.browser, product.lacre.origin);
      const { visitor } = tablet;
      const { page } = visitor;
      const wrong = async () => page.clock.install({ time: Date.now() + days * 86_400_000 });
      await wrong();
      let renewals = 0;
      page.on('request', (request) => (renewals += request.url().endsWith('/session/refresh') ? 1 : 0));
      await tablet.isRegistered(await totemUser(), 'Guichê');
      await tablet.letsIn(person);
      await page.reload();
      await page.getByRole('button', { name: 'Recusar' }).waitFor();
      // One for each time the page is loaded: its token lasts, whatever the clock.
      expect(renewals).toBeLessThanOrEqual(3);
      await visitor.press('Encerrar');
      await tablet.isIdle();
      await tablet.holdsNothingOf(person);
      expect(await tablet.leaves()).toEqual([]);
    }
  });

  it('waits for the network, and resumes where its person was', async () => {
    const { person, processId } = await asked('Bia Nunes', 'Contrato de Bia');
    const tablet = await TotemTablet.arrive(product.browser, product.lacre.origin);
    const { visitor } = tablet;
    const { page } = visitor;
    const lost = page.getByText('Sem conexão. Estamos tentando de novo; você continua de onde parou.');
    await tablet.isRegistered(await totemUser(), 'Loja');
    await visitor.press('Tocar para começar');
    await tablet.types(person.cpf);
    await page.context().setOffline(true);
    await lost.waitFor();
    await visitor.press('Continuar');
    await page.getByText('Nada do que você preencheu se perdeu.').waitFor();
    await visitor.inspects('totem, no connection');
    // What was asked is asked again by itself.
    const since = new Date();
    await page.context().setOffline(false);
    await visitor.sees('totem, code', 'Digite o código');
    await lost.waitFor({ state: 'detached' });
    await tablet.types(await readCode(product.lacre.origin, person.email, since));
    await new Participant(visitor, person).readsAll(1);
    // Nor does a reload lose it, even while no server answers: it comes back by itself.
    await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
    await page.reload();
    await page.getByRole('heading', { name: 'Sem conexão com o servidor' }).waitFor();
    const back = page.waitForResponse((answer) => answer.url().endsWith('/totem/current') && answer.ok());
    await page.unroute('**/api/**');
    const json: unknown = await (await back).json();
    await page.getByText('Lido', { exact: true }).waitFor();
    // What reads documents is fetched ahead: here the network goes once all of it is there.
    const fetched = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join('\n'),
      );
    await expect.poll(fetched).toMatch(/pdf\.worker/);
    // The first question may still pass: a browser can say that the network is gone before it is.
    await page.route('**/totem/current', (route) => route.fulfill({ json }), { times: 1 });
    await page.context().setOffline(true);
    await lost.waitFor({ timeout: 15_000 });
    await page.getByRole('checkbox', { name: /Li e concordo/ }).check();
    await visitor.press('Assinar documento');
    await page.getByText('Nada do que você preencheu se perdeu.').waitFor({ timeout: 30_000 });
    await page.context().setOffline(false);
    await lost.waitFor({ state: 'detached' });
    expect(await page.getByText('Lido', { exact: true }).count()).toBe(1);
    await visitor.press('Assinar documento');
    await visitor.sees('totem, signed', 'Pronto, você assinou');
    await expect.poll(() => actsOf(processId)).toMatchObject([{ action: 'signed' }]);
    expect(await tablet.leaves()).toEqual([]);
  });

  it('shows no other screen, whatever address or key is tried', async () => {
    const tablet = await TotemTablet.arrive(product.browser, product.lacre.origin);
    const { visitor } = tablet;
    const { page } = visitor;
    await tablet.isRegistered(await totemUser(), 'Corredor');
    await page.evaluate(() => window.history.back());
    await tablet.isIdle();
    await page.evaluate(() => window.history.go(-2));
    await tablet.isIdle();
    for (const path of ['/processes', '/login', '/validate', '/document', '/nada', '/']) {
      await visitor.open(path);
      await tablet.isIdle();
      expect(new URL(page.url()).pathname).toBe('/totem');
    }
    for (const kind of ['contextmenu', 'dragstart', 'copy', 'cut']) {
      const isRefused = await page.evaluate(
        (tried) => !document.body.dispatchEvent(new Event(tried, { bubbles: true, cancelable: true })),
        kind,
      );
      expect(isRefused, kind).toBe(true);
    }
    for (const [key, ctrlKey] of [
      ['p', true],
      ['s', true],
      ['F12', false],
    ] as const) {
      const pressed = { key, ctrlKey, bubbles: true, cancelable: true };
      const isRefused = await page.evaluate(
        (event) => !document.body.dispatchEvent(new KeyboardEvent('keydown', event)),
        pressed,
      );
      expect(isRefused, key).toBe(true);
    }
    expect(await page.evaluate(() => getComputedStyle(document.body).userSelect)).toBe('none');
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('heading', { name: 'Boas-vindas!' }).isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
    expect(await page.locator('a[href]').count()).toBe(0);
    expect(await tablet.leaves()).toEqual([]);
  });

  it('is taken out of service by an administrator, while a person is before it', async () => {
    const { person } = await asked('Ivo Castro', 'Contrato de Ivo');
    await account.api.call('editTenantSettings', { body: { settings: { primaryColor: '#0b6e4f' } } });
    const tablet = await TotemTablet.arrive(product.browser, product.lacre.origin);
    await tablet.isRegistered(await totemUser(), 'Portaria');
    await tablet.letsIn(person);
    const office = await Visitor.arrive(product.browser, product.lacre.origin);
    await new Requester(office).signsIn(account);
    await office.open('/users');
    const row = office.page.getByRole('row').filter({ hasText: 'Portaria' });
    await row.getByText('Em serviço').waitFor();
    await office.inspects('users, totems');
    await row.getByRole('button', { name: 'Revogar Portaria' }).click();
    await office.sees('revoke totem', 'Revogar o totem “Portaria”?');
    await office.press('Revogar totem');
    await row.getByText('Fora de serviço').waitFor();
    expect(await office.leaves()).toEqual([]);
    // The next thing that it asks is refused, be it only its sign of life.
    const ended = tablet.visitor.page.getByRole('heading', { name: 'Este totem está fora de serviço' });
    await ended.waitFor({ timeout: 45_000 });
    await tablet.visitor.inspects('totem, out of service');
    await expect.poll(() => primaryFill(tablet.visitor.page)).toMatch(/^#0b6e4f$/i);
    await tablet.holdsNothingOf(person);
    await tablet.visitor.press('Entrar de novo');
    await tablet.visitor.page.getByLabel('Senha', { exact: true }).waitFor();
    const refusals = await tablet.leaves();
    expect(refusals.filter((refusal) => !refusal.startsWith('401 '))).toEqual([]);
    expect(refusals.length).toBeGreaterThan(0);
  });
});
