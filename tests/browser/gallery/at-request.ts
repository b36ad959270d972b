// Scenes of a document that someone signs at another's request, from the wizard to the process page.
import { formatCpf } from '@lacre/contracts/brazil';

import { samplePdf } from '../../support/pdfs.ts';
import { addPerson, personSession, requestOf } from '../../support/scenario.ts';
import { Participant } from '../participant.ts';
import { asUpload, choose, Requester } from '../requester.ts';
import { DEMO, DOCUMENTS, model, type Scene, type Setting } from './stage.ts';

async function atRequest(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  const { api, lacre } = setting.studio;
  const [ana, maria, rui, eva] = [
    await addPerson(api, 'Anita Souza Lima'),
    await addPerson(api, 'Maria das Dores Conceição da Silva'),
    await addPerson(api, 'Rui Barbosa'),
    await addPerson(api, 'Eva Prado'),
  ];
  const requester = new Requester(visitor);
  await requester.signsIn(DEMO);
  await requester.startsProcess();
  const [name = ''] = DOCUMENTS;
  await requester.choosesFiles([asUpload({ name, bytes: await samplePdf({ title: name, pages: 1 }) })]);
  await requester.sentDocument(name).getByText('página').waitFor();
  await requester.goesOn();
  await requester.choosesCompany('Padaria Pão de Mel Ltda');
  await requester.goesOn();
  await requester.includes(ana, 'signer');
  await requester.includes(rui, 'attestant');
  await page.getByRole('button', { name: 'Alguém não pode assinar?' }).click();
  await page.getByRole('checkbox', { name: `${ana.name} assina a rogo de quem não pode assinar` }).check();
  const request = page.getByRole('group', { name: `A rogo de quem ${ana.name} assina` });
  await request.getByLabel('Por que não assina').waitFor();
  await visitor.reads(/^Rascunho salvo às/);
  await shoot('wizard, at request');
  await choose(request, 'Quem não pode assinar', maria.cpf, maria.name);
  await request.getByLabel('Por que não assina').selectOption('cannot-read-or-write');
  await requester.goesOn();
  await visitor.reads('Inclua duas testemunhas');
  await shoot('wizard, at request, one witness');
  await requester.includes(eva, 'attestant');
  await requester.goesOn();
  await visitor.sees('review', 'Tudo certo?');
  await shoot('wizard review, at request');
  const processId = await requester.sends();
  await visitor.reads(/Assina a rogo de/);
  await shoot('process, at request');
  const { visitor: signing, shoot: shootSigning } = await model(setting);
  const participant = new Participant(signing, ana);
  await participant.opensLink(processId, ana.personId);
  await participant.identifies();
  await participant.readsAll(1);
  await shootSigning('request, at request');
  await signing.page.getByRole('checkbox', { name: /Li e concordo/ }).check();
  await signing.press(/^Assinar /);
  await signing.page.getByRole('alert').getByText('Falta a sua declaração').waitFor();
  await shootSigning('request, at request, not declared', false);
  await signing.page.getByRole('checkbox', { name: /^Declaro que/ }).check();
  await participant.signs();
  await signing.leaves();
  const session = await personSession(lacre.origin, processId, rui);
  const { declaration, documents } = await requestOf(session, processId);
  await session.call('sign', {
    body: {
      signatures: documents.map(({ signatureId, documentId, sha256 }) => ({
        signatureId,
        documentId,
        documentSha256: sha256,
      })),
      consent: { accepted: true, termsVersion: '2026-11' },
      declarationVersion: declaration?.version,
    },
  });
  const { visitor: witness, shoot: shootWitness } = await model(setting);
  const attestant = new Participant(witness, eva);
  await attestant.opensLink(processId, eva.personId);
  await attestant.identifies();
  await attestant.readsAll(1);
  await shootWitness('request, witness at request');
  await witness.page.getByRole('checkbox', { name: /^Declaro que/ }).check();
  await attestant.signs();
  await witness.leaves();
  await requester.seesDocument(name, 'Selado');
  await visitor.reads('Processo finalizado');
  await shoot('process, signed at request');
  await visitor.leaves();
}

/** A template and a group in which someone signs at another's request. */
async function reusableAtRequest(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  const { api } = setting.studio;
  const [ana, maria, leo] = [
    await addPerson(api, 'Amélia Souza Lima'),
    await addPerson(api, 'Maria das Dores Conceição da Silva'),
    await addPerson(api, 'Leonardo Alves'),
  ];
  await new Requester(visitor).signsIn(DEMO);
  await visitor.open('/templates/new');
  await visitor.press('Incluir participante');
  await page.getByRole('textbox', { name: 'Participante' }).fill('Prestadora de serviços');
  await visitor.press('Alguém não pode assinar?');
  await page.getByRole('checkbox', { name: /assina a rogo de quem não pode assinar$/ }).check();
  await shoot('template, at request');
  await visitor.press('Incluir duas testemunhas');
  await visitor.fill('Título do documento', 'Prestação de serviços');
  await page.getByRole('textbox', { name: 'Texto' }).fill('{{prestadora_de_servicos.a_rogo_de.nome}}');
  await visitor.press('Inserir campo');
  await page.getByRole('menuitem', { name: /a_rogo_de\.nome$/ }).scrollIntoViewIfNeeded();
  await shoot('template, at request, fields', false);
  await page.keyboard.press('Escape');
  await visitor.open('/signer-groups/new');
  for (const one of [ana, leo]) {
    await page.getByRole('combobox', { name: 'Incluir pessoa no grupo' }).fill(one.cpf);
    await page.getByRole('option', { name: formatCpf(one.cpf) }).click();
  }
  await visitor.press('Alguém não pode assinar?');
  await page.getByRole('checkbox', { name: `${ana.name} assina a rogo de quem não pode assinar` }).check();
  await shoot('group, at request');
  await choose(page, 'Quem não pode assinar', maria.cpf, formatCpf(maria.cpf));
  await shoot('group, at request, said');
  await visitor.leaves();
}

export const atRequestScenes: readonly Scene[] = [atRequest, reusableAtRequest];
