// Scenes of faces and places: what may be asked, and how it is shown.
import { LATER, plainPicture, portrait } from '@lacre/signer/testing/face/face-pictures';

import { samplePdf } from '../../support/pdfs.ts';
import { askForFace, failByPhoto, letIn, sendPhotos } from '../face-stage.ts';
import { asUpload, Requester } from '../requester.ts';
import { Sitter } from '../sitter.ts';
import { DEMO, model, type Scene, type Setting } from './stage.ts';

/** A person who enrols their face, is not recognised, waits, and erases what is kept of it. */
async function faces(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  const { api } = setting.studio;
  const [company] = (await api.call('listCompanies')).items;
  const account = { api, companyId: company?.companyId ?? '' };
  const asked = await askForFace(account, { faceOrCode: true, faceUpload: true, locationOptional: true });
  const link = await letIn(page, asked);
  const sitter = await Sitter.sit(page);
  const toFace = async () => {
    await visitor.press(/^Assinar /);
    await visitor.press('Assinar sem informar onde estou');
    await page.getByRole('dialog').getByRole('heading', { name: 'O seu rosto' }).waitFor();
  };
  const consent = async () => {
    await page.getByRole('checkbox', { name: /Consinto/ }).check();
    await visitor.press(/^Continuar para a/);
  };
  /** Anew and at the page's top: a page that is loaded again goes back to where it was, sooner or later. */
  const again = async () => {
    const at = page.url();
    await page.goto('about:blank');
    await page.goto(at);
  };
  const photo = async (of: 'eva' | 'ana') => {
    const buffer = await portrait(of, LATER);
    const file = { name: 'eu.jpg', mimeType: 'image/jpeg', buffer };
    await page.getByLabel('Foto do rosto').setInputFiles(file);
  };
  await visitor.open(`/document/face${link}`);
  await visitor.sees('no face', 'Nenhum rosto cadastrado');
  await shoot('my face none');
  await page.getByRole('link', { name: 'Voltar aos documentos' }).click();
  const read = page.getByRole('dialog').getByRole('button', { name: 'Li o documento' });
  await read.and(page.locator(':not([disabled]):not([aria-busy])')).click();
  await page.getByRole('checkbox', { name: /Li e concordo/ }).check();
  await shoot('before signing with a face');
  await visitor.press(/^Assinar /);
  await visitor.sees('location', 'A sua localização, se quiser');
  await shoot('proof location optional', false);
  await visitor.press('Agora não');
  await toFace();
  await page.getByRole('button', { name: 'Cadastrar o rosto' }).waitFor();
  await shoot('face explained', false);
  await visitor.press('Cadastrar o rosto');
  await visitor.reads('O rosto é um dado sensível');
  await shoot('face consent', false);
  await sitter.shows('eva', { brightness: 0.9 });
  await consent();
  await page.getByText(/Movimento 1 de 4/).waitFor();
  await shoot('face camera', false);
  await sitter.showsPicture(await plainPicture());
  await visitor.reads(/Não vemos o seu rosto/);
  await shoot('face camera advice', false);
  await visitor.press('Não tenho câmera: enviar uma foto');
  await consent();
  await page.getByLabel('Foto do rosto').waitFor({ state: 'attached' });
  await shoot('face photo', false);
  await sendPhotos(page);
  await visitor.reads('Agora confira o seu rosto');
  // An answer that never comes.
  await page.route('**/proof', () => undefined);
  await photo('eva');
  await page.locator('[data-biometric-overlay]').waitFor();
  await shoot('face overlay', false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await again();
  await toFace();
  await visitor.press('Não tenho câmera: enviar uma foto');
  await photo('ana');
  await visitor.reads('O rosto não foi reconhecido.');
  await visitor.reads('Restam 2 tentativas');
  await shoot('face not recognised', false);
  await failByPhoto(asked);
  await failByPhoto(asked);
  await again();
  await toFace();
  await visitor.reads('Espere um pouco');
  await shoot('face wait', false);
  await visitor.open(`/document/face${link}`);
  const kept = page.getByRole('img', { name: 'Foto 1 do cadastro' });
  await kept.waitFor();
  await kept.evaluate((image: HTMLImageElement) => image.decode());
  await shoot('my face');
  await visitor.press('Apagar o meu rosto');
  await shoot('my face erased', false);
  await visitor.leaves();
}

/** What a requester may ask of people, by default and of each. */
async function facesAsked(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  const { api } = setting.studio;
  const requester = new Requester(visitor);
  const check = (name: RegExp) => page.getByRole('checkbox', { name }).first().check();
  await requester.signsIn(DEMO);
  await visitor.open('/settings?tab=processos');
  for (const name of [/^Localização/, /^Pode assinar sem/, /^Reconhecimento/, /^Ou código/, /^Ou foto/])
    await check(name);
  await shoot('settings, what is asked');
  await visitor.press('Desfazer');
  await requester.startsProcess();
  const file = asUpload({ name: 'Contrato.pdf', bytes: await samplePdf() });
  await page.locator('input[type=file]').setInputFiles([file]);
  await requester.sentDocument('Contrato.pdf').getByText('2 páginas').waitFor();
  await requester.goesOn();
  await requester.choosesCompany('Padaria Pão de Mel Ltda');
  await requester.goesOn();
  const [person, other] = (await api.call('listPersons')).items;
  if (person === undefined || other === undefined) throw new Error('a person is missing');
  await requester.includes(person, 'signer');
  await requester.includes(other, 'signer');
  await requester.changesRequest('sem localização');
  for (const name of [/^Pedir localização/, /^Pode assinar sem/]) await check(name);
  await requester.changesRequest('sem reconhecimento facial');
  for (const name of [/^Reconhecimento/, /^Ou código/, /^Ou foto/]) await check(name);
  await shoot('wizard, a face is asked');
  await requester.goesOn();
  await visitor.sees('review', 'Tudo certo?');
  await shoot('wizard review, what is asked');
  await requester.sends();
  await page.getByText('Localização, se quiser').first().waitFor();
  await page.getByText('Convite enviado.').nth(1).waitFor();
  await shoot('process, what is asked');
  const { personId } = person;
  await visitor.open(`/persons/${personId}?tab=privacidade`);
  await visitor.reads('Rosto cadastrado');
  await shoot('person, privacy with a face');
  await visitor.leaves();
}

export const faceScenes: readonly Scene[] = [faces, facesAsked];
