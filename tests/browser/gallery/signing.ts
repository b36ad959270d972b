// Scenes of the signer, from the link to the end.
import { readCode } from '../../support/mailbox.ts';
import { samplePdf } from '../../support/pdfs.ts';
import { addPerson, uploadProof } from '../../support/scenario.ts';
import { DOCUMENTS, model, type Scene, type Setting } from './stage.ts';

async function signing(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  const { api } = setting.studio;
  // Someone new each time: how many codes one person may ask for is limited.
  const person = await addPerson(api, 'Clara Vasconcelos');
  const [company] = (await api.call('listCompanies')).items;
  if (company === undefined) throw new Error('the demo has no company');
  const uploads = [];
  for (const name of DOCUMENTS) uploads.push(await uploadProof(api, await samplePdf({ title: name }), name));
  const { processId } = await api.call('createProcess', {
    body: {
      summary: 'Prestação de serviços de consultoria jurídica',
      companyId: company.companyId,
      documents: uploads.map(({ proof }) => ({ proof })),
      participants: [{ personId: person.personId, part: 'signer' }],
      deadline: new Date(Date.now() + 5 * 86_400_000).toISOString(),
      allowsDelegation: true,
    },
  });
  await visitor.open(`/document?process=${processId}&person=${person.personId}`);
  await visitor.sees('door', 'Prestação de serviços de consultoria jurídica');
  await shoot('identify');
  await visitor.fill('Seu CPF', person.cpf);
  const since = new Date();
  await visitor.press('Receber código');
  await visitor.sees('code', 'Digite o código');
  await shoot('code');
  await visitor.fill('Código de 6 números', await readCode(visitor.origin, person.email, since));
  await page.getByRole('button', { name: 'Ler antes de assinar' }).waitFor();
  await shoot('request');
  await visitor.press('Encaminhar a quem deve assinar');
  await visitor.sees('delegate', 'Encaminhar a quem deve assinar');
  await shoot('delegate', false);
  await page.keyboard.press('Escape');
  await visitor.press('Recusar');
  await visitor.sees('reject', /^Recusar 2 documentos/);
  await shoot('reject', false);
  await page.keyboard.press('Escape');
  await visitor.press('Ler antes de assinar');
  for (const name of DOCUMENTS) {
    await page.getByRole('dialog', { name }).getByRole('button', { name: 'Li o documento' }).waitFor();
    await visitor.reads('1 de 2 páginas vistas');
    await shoot('reading', false);
    await page.getByRole('checkbox', { name: 'Declaro que li o documento inteiro' }).check();
    await visitor.press('Li o documento');
  }
  await page.getByRole('checkbox', { name: /Li e concordo/ }).check();
  await shoot('request read');
  await visitor.press(/^Assinar /);
  await visitor.sees('signed', 'Tudo assinado e selado');
  await shoot('signed');
  const nowhere = '00000000-0000-4000-8000-000000000000';
  await visitor.open(`/document?process=${nowhere}&person=${nowhere}`);
  await visitor.sees('nowhere', 'Este link não leva a nenhum pedido');
  await shoot('link that leads nowhere');
  await visitor.leaves();
}

/** A signer with one document and all that may be asked of them, on their way from the list to the end. */
async function signingSteps(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  const { api } = setting.studio;
  const [first, person] = [
    await addPerson(api, 'Rui Barbosa'),
    await addPerson(api, 'Clara Vasconcelos de Sá'),
  ];
  const [company] = (await api.call('listCompanies')).items;
  const name = DOCUMENTS[0] ?? '';
  const upload = async () => (await uploadProof(api, await samplePdf({ title: name, pages: 1 }), name)).proof;
  const plan = { question: 'Qual plano de pagamento você prefere?', options: ['À vista', 'Mensal', 'Anual'] };
  const several = {
    question: 'Quais serviços?',
    options: ['Consultas', 'Audiências', 'Pareceres'],
    maximum: 2,
  };
  const ask = async (requirements: object, selection?: object, group?: number) =>
    api.call('createProcess', {
      body: {
        summary: 'Prestação de serviços de consultoria jurídica',
        companyId: company?.companyId,
        documents: [{ proof: await upload(), ...(selection === undefined ? {} : { selection }) }],
        participants: [
          {
            personId: person.personId,
            part: 'signer',
            requirements,
            ...(group === undefined ? {} : { group }),
          },
          ...(group === undefined ? [] : [{ personId: first.personId, part: 'signer' }]),
        ],
      },
    });
  const { processId } = await ask({ location: true, code: true }, plan);
  const questions = await ask({ location: false }, several);
  const later = await ask({ location: false }, undefined, 2);
  const link = (id: string) => `/document?process=${id}&person=${person.personId}`;
  await visitor.open(link(processId));
  await visitor.fill('Seu CPF', person.cpf);
  const since = new Date();
  await visitor.press('Receber código');
  await visitor.fill('Código de 6 números', await readCode(visitor.origin, person.email, since));
  const read = async () => {
    const done = page.getByRole('dialog').getByRole('button', { name: 'Li o documento' });
    const ready = done.and(page.locator(':not([disabled]):not([aria-busy])'));
    await ready.waitFor();
    await shoot('reading the only document', false);
    await ready.click();
  };
  await read();
  await visitor.press('Responder a pergunta');
  await visitor.sees('question', plan.question);
  await shoot('question', false);
  await page.getByRole('radio', { name: 'Anual' }).check();
  await visitor.press('Confirmar resposta');
  await page.getByRole('checkbox', { name: /Li e concordo/ }).check();
  await shoot('before signing');
  await shoot('before signing, as seen', false);
  await visitor.press('Mudar como a assinatura aparece');
  await visitor.sees('mark', 'Como a sua assinatura aparece');
  await shoot('mark', false);
  await page.getByText('Desenhar', { exact: true }).click();
  const pad = await page.getByRole('img', { name: 'Área para desenhar a assinatura' }).boundingBox();
  if (pad === null) throw new Error('no pad');
  const pen = [0.12, 0.7, 0.2, 0.25, 0.3, 0.75, 0.36, 0.35, 0.45, 0.65, 0.55, 0.4, 0.66, 0.66, 0.85, 0.3];
  for (let at = 0; at < pen.length; at += 2) {
    await page.mouse.move(pad.x + (pen[at] ?? 0) * pad.width, pad.y + (pen[at + 1] ?? 0) * pad.height, {
      steps: 6,
    });
    if (at === 0) await page.mouse.down();
  }
  await page.mouse.up();
  await shoot('mark drawn', false);
  await visitor.press('Usar esta assinatura');
  await page.locator('[data-mark=drawn]').waitFor();
  await shoot('before signing, drawn');
  await visitor.press('Assinar documento');
  await visitor.sees('code', 'Um código só para esta assinatura');
  await shoot('proof code', false);
  const asked = new Date();
  await visitor.press('Enviar o código');
  await page.getByLabel('Código de 6 números').waitFor();
  await shoot('proof code sent', false);
  await visitor.fill('Código de 6 números', await readCode(visitor.origin, person.email, asked));
  await visitor.sees('location', 'A sua localização');
  await shoot('proof location', false);
  await visitor.press('Permitir e continuar');
  await visitor.reads('Falta a sua localização');
  await shoot('proof location refused', false);
  await visitor.open(link(questions.processId));
  await read();
  await visitor.press('Responder a pergunta');
  await visitor.sees('question', several.question);
  await shoot('question, several', false);
  await visitor.open(link(later.processId));
  await visitor.sees('not yet', 'Ainda não é a sua vez');
  await shoot('not yet');
  await visitor.open(link('00000000-0000-4000-8000-000000000000'));
  await visitor.sees('not yours', 'Este pedido não está nesta sessão');
  await shoot('not yours');
  await visitor.leaves();
}

export const signingScenes: readonly Scene[] = [signing, signingSteps];
