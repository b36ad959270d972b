import { FACE_FIGURES } from '@lacre/contracts/face-figures';
import { LATER, portrait } from '@lacre/signer/testing/face/face-pictures';
import type { Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';

import {
  arrive,
  askForFace,
  enrolByPhoto,
  failByPhoto,
  readyToSign,
  sendPhotos,
  toEnrolment,
} from '../../browser/face-stage.ts';
import { useProduct } from '../../browser/product.ts';
import { Requester } from '../../browser/requester.ts';
import { Sitter } from '../../browser/sitter.ts';
import { Visitor, type VisitorOptions } from '../../browser/visitor.ts';
import { readCode } from '../../support/mailbox.ts';
import { samplePdf } from '../../support/pdfs.ts';
import { addPerson, openAccount, processWhen, type Account } from '../../support/scenario.ts';

const product = useProduct();
let account: Account;
beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
}, 120_000);

const PHONE: VisitorOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const SIGNED = /Você assinou|Todos assinaram|Tudo assinado e selado/;
const photo = async () => ({ name: 'eu.jpg', mimeType: 'image/jpeg', buffer: await portrait('eva', LATER) });

describe('signing with one’s face', { timeout: 120_000 }, () => {
  it('enrols it with consent the first time, and recognises it', async () => {
    const asked = await askForFace(account);
    const at = await arrive(product.browser, asked);
    const { visitor, page } = at;
    const sitter = await Sitter.sit(page);
    await readyToSign(at);
    await visitor.inspects('face, explained');
    await visitor.press('Cadastrar o rosto');
    await visitor.reads('O rosto é um dado sensível');
    await visitor.inspects('face, consent');
    await visitor.press('Continuar para a câmera');
    await visitor.reads('É preciso consentir para cadastrar o rosto.');
    await page.getByRole('checkbox', { name: /Consinto/ }).check();
    await sitter.shows('eva');
    await visitor.press('Continuar para a câmera');
    await page.getByText(/Movimento 1 de 4/).waitFor();
    // The button that led here is gone: the focus is not.
    await page.locator('[aria-label="Captura do rosto"]:focus').waitFor();
    await visitor.inspects('face, camera');
    const overlay = page.locator('[data-biometric-overlay]');
    await sitter.follows('eva', () => overlay.isVisible());
    await page.getByRole('heading', { name: SIGNED }).waitFor();
    await processWhen(account.api, asked.processId, ({ status }) => status === 'finished', 'the seal');
    expect(await visitor.leaves()).toEqual([]);
  });

  it('recognises on a phone a face that was enrolled before', async () => {
    const asked = await askForFace(account, { faceUpload: true });
    await enrolByPhoto(asked);
    const at = await arrive(product.browser, asked, { ...PHONE, accessibility: false });
    const { visitor, page } = at;
    const sitter = await Sitter.sit(page);
    await readyToSign(at);
    await sitter.shows('eva');
    // The answer is lost on its way: the same is asked, and answered, once more.
    const losing = async (route: Route) => {
      await route.fetch();
      await route.abort('internetdisconnected');
    };
    await page.route('**/proof', losing, { times: 1 });
    await visitor.press('Abrir a câmera');
    const overlay = page.locator('[data-biometric-overlay]');
    await sitter.follows('eva', () => overlay.isVisible());
    await page.getByRole('heading', { name: SIGNED }).waitFor();
    const faults = await visitor.leaves();
    expect(faults.filter((fault) => !fault.includes('net::ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });

  it('does not recognise another person: after three tries there is a wait, and the other way that is allowed', async () => {
    const asked = await askForFace(account, { faceOrCode: true, faceUpload: true });
    await enrolByPhoto(asked);
    expect(await failByPhoto(asked)).toBe('FACE_NOT_RECOGNIZED');
    const at = await arrive(product.browser, asked);
    const { visitor, page } = at;
    const sitter = await Sitter.sit(page);
    await readyToSign(at);
    await visitor.reads('Restam 2 tentativas');
    await sitter.shows('ana');
    await visitor.press('Abrir a câmera');
    const refusal = page.getByText('O rosto não foi reconhecido.');
    await sitter.follows('ana', () => refusal.isVisible());
    await visitor.reads('Resta 1 tentativa');
    await visitor.inspects('face, not recognised');
    expect(await failByPhoto(asked)).toBe('FACE_NOT_RECOGNIZED');
    // A person who comes back finds the wait, and no way around it.
    await visitor.press('Agora não');
    await visitor.press(/^Assinar /);
    await visitor.reads('Espere um pouco');
    await visitor.reads(/Tente de novo a partir das \d\d:\d\d, ou assine agora com um código\./);
    await visitor.inspects('face, wait');
    expect(await page.getByRole('button', { name: 'Abrir a câmera' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: /enviar uma foto/ }).count()).toBe(0);
    await visitor.press('Prefiro assinar com um código');
    const since = new Date();
    await visitor.press('Enviar o código');
    const { email } = asked.person;
    await page.getByLabel('Código de 6 números').fill(await readCode(product.lacre.origin, email, since));
    await visitor.sees('signed', SIGNED);
    expect(await visitor.leaves()).toEqual([expect.stringMatching(/^403 POST .*\/proof$/)]);
  });

  it('explains a camera that is refused, and takes a photo where that is allowed', async () => {
    const at = await arrive(product.browser, await askForFace(account, { faceUpload: true }));
    const { visitor, page } = at;
    await readyToSign(at);
    await toEnrolment(at);
    await page.getByText('Falta a câmera').waitFor();
    await visitor.inspects('face, no camera');
    await visitor.press('Não tenho câmera: enviar uma foto');
    await page.getByRole('checkbox', { name: /Consinto/ }).check();
    await visitor.press('Continuar para a foto');
    await sendPhotos(page);
    await page.getByText('Agora confira o seu rosto').waitFor();
    await page.getByLabel('Foto do rosto').setInputFiles(await photo());
    await visitor.sees('signed', SIGNED);
    expect(await visitor.leaves()).toEqual([]);
  });

  it('shows the overlay as specified: hints, a bar of 150 pixels, and an end after 90 seconds', async () => {
    const asked = await askForFace(account, { faceUpload: true });
    await enrolByPhoto(asked);
    const at = await arrive(product.browser, asked);
    const { visitor, page } = at;
    await readyToSign(at);
    await visitor.press('Não tenho câmera: enviar uma foto');
    const file = await photo();
    await page.getByText('Agora confira o seu rosto').waitFor();
    // The answer never comes.
    await page.route('**/proof', () => undefined);
    // Time passes by `clock` alone: a slow machine would be hints ahead.
    const nowInPage = () => page.evaluate(() => Date.now());
    await page.clock.install();
    await page.clock.pauseAt((await nowInPage()) + 1000);
    await page.getByLabel('Foto do rosto').setInputFiles(file);
    const overlay = page.locator('[data-biometric-overlay]');
    await overlay.waitFor();
    const startedAt = await nowInPage();
    const elapsedMs = async () => (await nowInPage()) - startedAt;
    const bar = overlay.getByRole('progressbar');
    // Its dialog comes up growing, if only for a frame.
    await expect.poll(async () => (await bar.boundingBox())?.width).toBe(150);
    const says = async () => (await overlay.getByRole('status').textContent()) ?? '';
    const hints: string[] = [await says()];
    for (const seconds of [3, 3, 8, 45]) {
      await page.clock.runFor(seconds * 1000);
      hints.push(await says());
    }
    expect(hints).toEqual([
      'Preparando os dados biométricos…',
      // No location is asked for.
      'Preparando os dados biométricos…',
      'Realizando a autenticação facial…',
      'Por favor, aguarde…',
      'Aguardando a resposta do servidor…',
    ]);
    await page.clock.resume();
    await visitor.inspects('biometric overlay');
    // Time goes on by itself, too, while the page is looked at.
    await page.clock.runFor(Math.max(0, 87_000 - (await elapsedMs())));
    expect(await says()).toBe('Aguardando a resposta do servidor…');
    while ((await elapsedMs()) < 92_000 && !(await says()).startsWith('Finalizando'))
      await page.clock.runFor(200);
    expect(await elapsedMs()).toBeGreaterThan(88_000);
    expect(await says()).toBe('Finalizando, por favor aguarde!');
    await page.clock.runFor(1000);
    await overlay.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Abrir a câmera' }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

describe('what is kept of a face', { timeout: 120_000 }, () => {
  it('is seen, erased and enrolled again by the person on a page of its own', async () => {
    const asked = await askForFace(account, { faceUpload: true });
    await enrolByPhoto(asked);
    const at = await arrive(product.browser, asked, PHONE);
    const { visitor, page, link } = at;
    await visitor.open(`/document${link}`);
    // The only document opens at once.
    await page.getByRole('dialog').getByRole('button', { name: 'Voltar' }).click();
    await page.getByRole('link', { name: 'Meu rosto' }).click();
    await visitor.sees('my face', 'Meu rosto');
    const picture = page.getByRole('img', { name: 'Foto 1 do cadastro' });
    await picture.waitFor();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
    await visitor.inspects('my face, photos');
    await visitor.press('Apagar o meu rosto');
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await dialog.getByRole('button', { name: 'Apagar o meu rosto' }).click();
    await visitor.sees('my face, none', 'Nenhum rosto cadastrado');
    expect((await asked.api.call('getFace')).kept).toBeNull();
    await toEnrolment(at);
    await visitor.press('Não tenho câmera: enviar uma foto');
    await sendPhotos(page);
    await picture.waitFor();
    await page.getByRole('link', { name: 'Voltar aos documentos' }).click();
    await page.getByRole('region', { name: 'Próximo passo' }).waitFor();
    expect(await visitor.leaves()).toEqual([]);
  });

  it('is erased by administrators, who see none of it', async () => {
    const asked = await askForFace(account, { faceUpload: true });
    await enrolByPhoto(asked);
    const visitor = await Visitor.arrive(product.browser, product.lacre.origin);
    await new Requester(visitor).signsIn(account);
    await visitor.open(`/persons/${asked.person.personId}?tab=privacidade`);
    await visitor.press('Apagar rosto cadastrado');
    await visitor.press('Apagar rosto');
    await visitor.reads('Rosto apagado');
    await visitor.press('Apagar rosto cadastrado');
    await visitor.press('Apagar rosto');
    await visitor.reads('Não há rosto cadastrado para esta pessoa.');
    expect((await asked.api.call('getFace')).kept).toBeNull();
    expect(await visitor.leaves()).toEqual([expect.stringMatching(/^404 DELETE .*\/face$/)]);
  });
});

it('asks by default as the settings say, and each person as the wizard says', async () => {
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin);
  const { page } = visitor;
  const requester = new Requester(visitor);
  await requester.signsIn(account);
  await visitor.open('/settings?tab=processos');
  await page.getByRole('checkbox', { name: /^Localização/ }).check();
  await page.getByRole('checkbox', { name: /^Pode assinar sem informar/ }).check();
  await page.getByRole('checkbox', { name: /^Reconhecimento facial/ }).check();
  await page.getByRole('checkbox', { name: /^Ou foto de arquivo/ }).check();
  await visitor.inspects('settings, what is asked');
  // What 50 means for people of different origin, as measured.
  for (const { group, falseMatch } of FACE_FIGURES.groups) {
    const row = page.getByRole('row', { name: group });
    expect(await row.textContent()).toContain(`${String(falseMatch).replace('.', ',')}%`);
  }
  await visitor.fill('Semelhança mínima', '40');
  await visitor.press('Salvar padrões');
  await visitor.reads('Informe de 50 a 90');
  await visitor.fill('Semelhança mínima', '65');
  await visitor.press('Salvar padrões');
  await visitor.reads('Padrões salvos');
  const optional = { location: false, locationOptional: true, face: true, faceUpload: true };
  await expect
    .poll(() => account.api.call('tenantSettings'))
    .toMatchObject({ requirements: optional, faceSimilarity: 65 });

  const [ana, rui] = [await addPerson(account.api, 'Ana Prado'), await addPerson(account.api, 'Rui Prado')];
  await requester.startsProcess();
  await requester.choosesFiles([
    { name: 'contrato.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await samplePdf()) },
  ]);
  await requester.sentDocument('contrato.pdf').getByText('2 páginas').waitFor();
  await requester.goesOn();
  await requester.choosesCompany('Comércio de Tecidos São João Ltda');
  await requester.goesOn();
  await requester.includes(ana, 'signer');
  await requester.includes(rui, 'signer');
  const of = (name: string, label: string) =>
    page.getByRole('group', { name: `O que ${name} mostra` }).getByRole('checkbox', { name: label });
  await requester.changesRequest('localização opcional');
  expect(await of('Ana Prado', 'Pode assinar sem informar').isChecked()).toBe(true);
  await of('Rui Prado', 'Pode assinar sem informar').uncheck();
  // One box stands for everyone, and for neither where they differ.
  const forAll = of('todas as pessoas', 'Pode assinar sem informar');
  expect(await forAll.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  await requester.changesRequest('rosto ou foto');
  await of('Rui Prado', 'Ou foto de arquivo').uncheck();
  await of('Rui Prado', 'Ou código').check();
  await of('Ana Prado', 'Reconhecimento facial').uncheck();
  await visitor.inspects('wizard, what is asked');
  await requester.goesOn();
  await visitor.sees('wizard, review of what is asked', 'Tudo certo?');
  await visitor.reads('Localização, se quiser');
  await visitor.reads('Rosto ou código');
  const processId = await requester.sends();
  await visitor.reads('Localização, se quiser');
  await visitor.reads('Rosto ou código');
  const { participants } = await account.api.call('getProcess', { params: { processId } });
  const asks = (personId: string) => participants.find((one) => one.personId === personId)?.requirements;
  expect(asks(ana.personId)).toEqual({ location: false, locationOptional: true, face: false });
  expect(asks(rui.personId)).toEqual({ location: true, face: true, faceUpload: false, faceOrCode: true });
  expect(await visitor.leaves()).toEqual([]);
}, 60_000);
