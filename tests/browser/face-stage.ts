import { FACE_TERMS_VERSION, type Requirements } from '@lacre/contracts';
import { LATER, portrait, portraits } from '@lacre/signer/testing/face/face-pictures';
import type { Browser, Page } from 'playwright-core';

import type { Api } from '../support/api.ts';
import { samplePdf } from '../support/pdfs.ts';
import { addPerson, personSession, uploadProof, type Account, type Person } from '../support/scenario.ts';
import { Participant } from './participant.ts';
import { Visitor, type VisitorOptions } from './visitor.ts';

/** A person who is asked for their face, by the API and at a browser. */
export interface Asked {
  person: Person;
  processId: string;
  api: Api;
  signatureIds: string[];
}

/** A process that asks one person for their face, and the session of that person. */
export async function askForFace(
  account: Pick<Account, 'api' | 'companyId'>,
  requirements: Partial<Requirements> = {},
): Promise<Asked> {
  const person = await addPerson(account.api, 'Eva Prado');
  const { proof } = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'contrato.pdf');
  const participants = [
    { personId: person.personId, part: 'signer', requirements: { face: true, ...requirements } },
  ];
  const body = { summary: 'Contrato', companyId: account.companyId, documents: [{ proof }], participants };
  const { processId } = await account.api.call('createProcess', { body });
  const api = await personSession(account.api.origin, processId, person);
  return { person, processId, api, signatureIds: [`${processId}:1`] };
}

/** Photos from files, sent in a challenge of their own. */
async function photograph({ api, signatureIds }: Asked, purpose: string, pictures: readonly Buffer[]) {
  const body = { purpose, signatureIds, capture: 'file' };
  const { challengeId, nonce } = await api.call('startFaceChallenge', { body });
  for (const picture of pictures) {
    const file = new Blob([new Uint8Array(picture)]);
    await api.call('sendFacePhoto', { params: { challengeId }, file, fileName: 'rosto.jpg' });
  }
  return { challengeId, nonce };
}

/** Eva's face, enrolled by the API. */
export async function enrolByPhoto(asked: Asked): Promise<void> {
  const { challengeId, nonce } = await photograph(asked, 'enrolment', await portraits('eva'));
  const consent = { accepted: true, termsVersion: FACE_TERMS_VERSION };
  await asked.api.call('enrolFace', { body: { challengeId, nonce, consent } });
}

/** Another person's face in Eva's place, by the API. Answers how it was refused. */
export async function failByPhoto(asked: Asked): Promise<string> {
  const { challengeId, nonce } = await photograph(asked, 'signature', [await portrait('ana', LATER)]);
  return asked.api.refused('proveFace', { params: { challengeId }, body: { nonce } });
}

/** Lets them in at a page that is not open yet. Answers what follows the path in their link. */
export async function letIn(
  page: Page,
  { api, person, processId }: Pick<Asked, 'api' | 'person' | 'processId'>,
): Promise<string> {
  const session = JSON.stringify({
    token: api.token,
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    person: { personId: person.personId, name: person.name, cpf: person.cpf },
  });
  await page.addInitScript((held) => sessionStorage.setItem('personSession', held), session);
  return `?process=${processId}&person=${person.personId}`;
}

/** At a browser, let in already. */
export async function arrive(
  browser: Browser,
  asked: Asked,
  options: VisitorOptions = {},
): Promise<{ visitor: Visitor; page: Page; eva: Participant; link: string }> {
  const visitor = await Visitor.arrive(browser, asked.api.origin, options);
  const { page } = visitor;
  const link = await letIn(page, asked);
  return { visitor, page, eva: new Participant(visitor, asked.person), link };
}

type Arrived = Awaited<ReturnType<typeof arrive>>;

/** From the link to where the face is asked for, everything read and the terms accepted. */
export async function readyToSign({ visitor, page, eva, link }: Arrived): Promise<void> {
  await visitor.open(`/document${link}`);
  await eva.readsAll(1);
  await page.getByRole('checkbox', { name: /Li e concordo/ }).check();
  await visitor.press(/^Assinar /);
  await page.getByRole('dialog').getByRole('heading', { name: 'O seu rosto' }).waitFor();
}

/** From there, or from the page of one's face, to the camera that enrols it. */
export async function toEnrolment({ visitor, page }: Pick<Arrived, 'visitor' | 'page'>): Promise<void> {
  await visitor.press('Cadastrar o rosto');
  await page.getByRole('checkbox', { name: /Consinto/ }).check();
  await visitor.press('Continuar para a câmera');
}

/** What the page says after each photo but the last. */
const RECEIVED = ['1 foto recebida de 3', '2 fotos recebidas de 3'];

/** Photos from files at the page that enrols a face, one after another. */
export async function sendPhotos(page: Page): Promise<void> {
  for (const [index, buffer] of (await portraits('eva')).entries()) {
    const received = RECEIVED[index - 1];
    if (received !== undefined) await page.getByText(received).waitFor();
    await page.getByLabel('Foto do rosto').setInputFiles({ name: 'eu.jpg', mimeType: 'image/jpeg', buffer });
  }
}
