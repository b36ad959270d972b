// Scenes of a document that was signed elsewhere before.
import { samplePdf } from '../../support/pdfs.ts';
import { addPerson, personSession, uploadProof } from '../../support/scenario.ts';
import { stampedPdf } from '../../support/stamped-pdf.ts';
import { letIn } from '../face-stage.ts';
import { model, type Scene, type Setting } from './stage.ts';

/** Two visible signatures on one page: outlined where they stand, listed beneath it. */
async function broughtSignatures(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  const { api } = setting.studio;
  const person = await addPerson(api, 'Clarissa Vasconcelos');
  const [company] = (await api.call('listCompanies')).items;
  const once = await stampedPdf(await samplePdf({ pages: 1 }), '60 560 260 610');
  const file = await stampedPdf(once, '330 560 530 610');
  const { proof } = await uploadProof(api, file, 'Contrato já assinado.pdf');
  const { processId } = await api.call('createProcess', {
    body: {
      summary: 'Aditivo ao contrato',
      companyId: company?.companyId ?? '',
      documents: [{ proof }],
      participants: [{ personId: person.personId, part: 'signer' }],
    },
  });
  const session = await personSession(visitor.origin, processId, person);
  await visitor.open(`/document${await letIn(page, { api: session, person, processId })}`);
  await page
    .getByText(/Visível na página 1/)
    .first()
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Li o documento' }).waitFor();
  await shoot('reading with signatures', false);
  await visitor.press('Voltar');
  await shoot('request with signatures');
  await visitor.press('Ler antes de assinar');
  await page.getByRole('button', { name: /^Assinatura 1, de/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Li o documento' }).waitFor();
  await shoot('reading about signatures', false);
  await page.getByRole('button', { name: 'Aumentar' }).click();
  await page.getByRole('button', { name: 'Aumentar' }).click();
  await page.getByRole('button', { name: /^Assinatura 2, de/ }).click();
  await shoot('reading about signatures enlarged', false);
  await visitor.leaves();
}

export const broughtScenes: readonly Scene[] = [broughtSignatures];
