import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Requirements } from '@lacre/contracts';
import { portrait } from '@lacre/signer/testing/face-pictures';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { launchChromium } from '../browser/chromium.ts';
import { Participant } from '../browser/participant.ts';
import { Sitter } from '../browser/sitter.ts';
import { Visitor, type VisitorOptions } from '../browser/visitor.ts';
import { Lacre } from '../support/lacre.ts';
import { readCode } from '../support/mailbox.ts';
import { samplePdf } from '../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  personSession,
  processWhen,
  uploadProof,
  type Account,
} from '../support/scenario.ts';

let browser: Browser;
let lacre: Lacre;
let account: Account;
beforeAll(async () => {
  lacre = await Lacre.create();
  [browser] = await Promise.all([launchChromium(), lacre.start()]);
  account = await openAccount(lacre.origin);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await lacre.dispose();
});

const PHONE: VisitorOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Somebody who is asked for their face, with everything read and the terms accepted. */
async function asked(requirements: Partial<Requirements> = {}, options: VisitorOptions = {}, by = browser) {
  const person = await addPerson(account.api, 'Eva Prado');
  const { proof } = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'contrato.pdf');
  const participants = [
    { personId: person.personId, part: 'signer', requirements: { face: true, ...requirements } },
  ];
  const body = { summary: 'Contrato', companyId: account.companyId, documents: [{ proof }], participants };
  const { processId } = await account.api.call('createProcess', { body });
  const visitor = await Visitor.arrive(by, lacre.origin, options);
  const { page } = visitor;
  return { person, processId, visitor, page };
}

async function readyToSign({ person, processId, visitor, page }: Awaited<ReturnType<typeof asked>>) {
  const eva = new Participant(visitor, person);
  await eva.opensLink(processId, person.personId);
  await eva.identifies();
  await eva.readsAll(1);
  await page.getByRole('checkbox', { name: /Li e concordo/ }).check();
  await visitor.press(/^Assinar /);
  await page.getByRole('dialog').getByRole('heading', { name: 'O seu rosto' }).waitFor();
}

/** Eva's face, enrolled by the API. */
async function enrolByPhoto({ person, processId }: Awaited<ReturnType<typeof asked>>): Promise<void> {
  const api = await personSession(lacre.origin, processId, person);
  const signatureIds = [`${processId}:1`];
  const body = { purpose: 'enrolment', signatureIds, capture: 'file' };
  const { challengeId, nonce } = await api.call('startFaceChallenge', { body });
  const file = new Blob([new Uint8Array(await portrait('eva'))]);
  await api.call('sendFacePhoto', { params: { challengeId }, file, fileName: 'eva.jpg' });
  const consent = { accepted: true, termsVersion: '1' };
  await api.call('enrolFace', { body: { challengeId, nonce, consent } });
}

describe('signing with one’s face', { timeout: 180_000 }, () => {
  it.each([
    ['a desktop', {}],
    ['a phone', PHONE],
  ])('enrols it with consent the first time, and recognises it, on %s', async (_, options) => {
    const eva = await asked({}, options);
    const { visitor, page, processId } = eva;
    const sitter = await Sitter.sit(page);
    await readyToSign(eva);
    await visitor.inspects('face, explained');
    await visitor.press('Cadastrar o rosto');
    await visitor.reads('O rosto é um dado sensível');
    await visitor.inspects('face, consent');
    await visitor.press('Continuar para a câmera');
    await visitor.reads('É preciso consentir para cadastrar o rosto.');
    await page.getByRole('checkbox', { name: /Consinto/ }).check();
    await sitter.shows('eva');
    await visitor.press('Continuar para a câmera');
    await page.getByText(/Passo 1 de 4/).waitFor();
    await visitor.inspects('face, camera');
    const overlay = page.locator('[data-biometric-overlay]');
    await sitter.follows('eva', () => overlay.isVisible());
    await page
      .getByRole('heading', { name: /Você assinou|Todos assinaram|Tudo assinado e selado/ })
      .waitFor();
    await processWhen(account.api, processId, ({ status }) => status === 'finished', 'the seal');
    expect(await visitor.leaves()).toEqual([]);
  });

  it('does not recognise somebody else, and says how many tries are left', async () => {
    const eva = await asked({ faceOrCode: true, faceUpload: true });
    const { visitor, page, person } = eva;
    await enrolByPhoto(eva);
    const sitter = await Sitter.sit(page);
    await readyToSign(eva);
    await sitter.shows('ana');
    await visitor.press('Abrir a câmera');
    const refusal = page.getByText('O rosto não foi reconhecido.');
    await sitter.follows('ana', () => refusal.isVisible());
    await visitor.reads('Restam 2 tentativas');
    await visitor.inspects('face, not recognised');
    // And the other way, which the requester allows.
    await visitor.press('Prefiro assinar com um código');
    const since = new Date();
    await visitor.press('Enviar o código');
    await page.getByLabel('Código de 6 números').fill(await readCode(lacre.origin, person.email, since));
    await visitor.sees('signed', /Você assinou|Todos assinaram|Tudo assinado e selado/);
    expect(await visitor.leaves()).toEqual([expect.stringMatching(/^403 POST .*\/proof$/)]);
  });

  it('explains a camera that is refused, and takes a photo where that is allowed', async () => {
    const eva = await asked({ faceUpload: true });
    const { visitor, page } = eva;
    await readyToSign(eva);
    await visitor.press('Cadastrar o rosto');
    await page.getByRole('checkbox', { name: /Consinto/ }).check();
    await visitor.press('Continuar para a câmera');
    await page.getByText('Falta a câmera').waitFor();
    await visitor.inspects('face, no camera');
    await visitor.press('Não tenho câmera: enviar uma foto');
    await page.getByRole('checkbox', { name: /Consinto/ }).check();
    await visitor.press('Continuar para a câmera');
    const photo = { name: 'eu.jpg', mimeType: 'image/jpeg', buffer: await portrait('eva') };
    await page.getByLabel('Foto do rosto').setInputFiles(photo);
    await page.getByText('Agora confira o seu rosto').waitFor();
    await page.getByLabel('Foto do rosto').setInputFiles(photo);
    await visitor.sees('signed', /Você assinou|Todos assinaram|Tudo assinado e selado/);
    expect(await visitor.leaves()).toEqual([]);
  });

  it('shows the overlay as specified: hints, a bar of 150 pixels, and an end after 90 seconds', async () => {
    const eva = await asked({ faceUpload: true });
    const { visitor, page } = eva;
    await readyToSign(eva);
    const photo = { name: 'eu.jpg', mimeType: 'image/jpeg', buffer: await portrait('eva') };
    await visitor.press('Não tenho câmera: enviar uma foto');
    await page.getByRole('checkbox', { name: /Consinto/ }).check();
    await visitor.press('Continuar para a câmera');
    await page.getByLabel('Foto do rosto').setInputFiles(photo);
    await page.getByText('Agora confira o seu rosto').waitFor();
    // The answer never comes.
    await page.route('**/proof', () => undefined);
    await page.clock.install();
    await page.getByLabel('Foto do rosto').setInputFiles(photo);
    const overlay = page.locator('[data-biometric-overlay]');
    await overlay.waitFor();
    const nowInPage = () => page.evaluate(() => Date.now());
    const startedAt = await nowInPage();
    const elapsedMs = async () => (await nowInPage()) - startedAt;
    const bar = overlay.getByRole('progressbar');
    expect((await bar.boundingBox())?.width).toBe(150);
    const says = async () => (await overlay.getByRole('status').textContent()) ?? '';
    const hints: string[] = [await says()];
    for (const seconds of [3, 3, 8, 45]) {
      await page.clock.runFor(seconds * 1000);
      hints.push(await says());
    }
    expect(hints).toEqual([
      'Preparando os dados biométricos…',
      'Obtendo a localização atual…',
      'Realizando a autenticação facial…',
      'Por favor, aguarde…',
      'Aguardando a resposta do servidor…',
    ]);
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

describe('a real camera of Chromium', { timeout: 180_000 }, () => {
  it('that shows a still picture passes no challenge', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lacre-camera-'));
    const film = join(folder, 'still.mjpeg');
    // A film of JPEGs, one after another.
    const still = await portrait('eva');
    await writeFile(film, Buffer.concat(Array.from({ length: 30 }, () => still)));
    const filming = await launchChromium([
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ]);
    try {
      const eva = await asked({}, { permissions: ['camera'] }, filming);
      const { visitor, page } = eva;
      await readyToSign(eva);
      await visitor.press('Cadastrar o rosto');
      await page.getByRole('checkbox', { name: /Consinto/ }).check();
      await visitor.press('Continuar para a câmera');
      await page.getByText(/Passo 1 de 4/).waitFor();
      await page
        .getByText('Não foi possível confirmar que há uma pessoa diante da câmera')
        .waitFor({ timeout: 90_000 });
      await page.getByRole('button', { name: 'Cadastrar o rosto' }).waitFor();
      expect(await visitor.leaves()).toEqual([expect.stringMatching(/^403 POST .*\/frame$/)]);
    } finally {
      await filming.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
