// Scenes of the daily work: companies, persons, templates, processes, the wizard.
import { cpfOf } from '@lacre/contracts/testing';
import { p, table } from '@lacre/signer/testing/office/samples/docx-file';

import { samplePdf } from '../../support/pdfs.ts';
import { addPerson, fresh, processWhen, uploadProof } from '../../support/scenario.ts';
import { wordFile } from '../../support/word-files.ts';
import { asUpload, Requester } from '../requester.ts';
import { DEMO, model, type Scene, type Setting } from './stage.ts';

const TEXT = `# Das partes

Pelo presente, **{{locador.nome}}**, CPF {{locador.cpf}}, e **{{locatario.nome}}**, CPF {{locatario.cpf}}, acordam:

## Do objeto

1. A locação do imóvel na {{endereço_do_imóvel}}, por {{empresa.razaosocial}}.
2. O aluguel de {{valor_do_aluguel}}, pago todo dia {{dia_do_pagamento}}.

- A multa por atraso é de **2%**.
- O foro é o de {{empresa.cidade}}.

| Encargo | Vencimento | Valor |
| --- | :-: | --: |
| Aluguel, *pro rata die* no primeiro mês | {{dia_do_pagamento}} | {{valor_do_aluguel}} |
| IPTU | 10 | R$ 120,00 |

{{#fiança}}
## Da fiança

Responde pelo contrato {{fiador}}, CPF {{fiador:cpf}}.
{{/fiança}}

{{data}}.`;

interface Props {
  companyId: string;
  personId: string;
  templateId: string;
  envelopeId: string;
  signerGroupId: string;
  processId: string;
}

let props: Promise<Props> | undefined;

/** What the scenes show, made once. */
async function made({ studio: { api } }: Setting): Promise<Props> {
  const [company] = (await api.call('listCompanies')).items;
  const companyId = company?.companyId ?? '';
  const people = await Promise.all(
    ['Beatriz Nascimento de Albuquerque', 'Caio Fernandes', 'Dora Vivacqua Ribeiro'].map((name) =>
      addPerson(api, name),
    ),
  );
  const [beatriz, caio, dora] = people;
  if (beatriz === undefined || caio === undefined || dora === undefined)
    throw new Error('a person is missing');
  const known = (await api.call('listTags')).items;
  const tag = async (name: string) =>
    known.find((one) => one.name === name)?.tagId ?? (await api.call('createTag', { body: { name } })).tagId;
  const tagIds = [await tag('Locação'), await tag('Urgente')];
  const role = (key: string, label: string, more: object = {}) => ({ key, label, part: 'signer', ...more });
  const template = (name: string, title: string) => ({
    name,
    description: 'Revisado pelo jurídico em outubro de 2026.',
    tagIds: tagIds.slice(0, 1),
    roles: [role('locador', 'Locador', { group: 1 }), role('locatario', 'Locatário', { group: 2 })],
    content: { kind: 'text', title, text: TEXT },
  });
  const { templateId } = await api.call('createTemplate', {
    body: template('Contrato de locação', 'Contrato de locação'),
  });
  const upload = await uploadProof(
    api,
    await samplePdf({ title: 'Termo de vistoria' }),
    'Termo de vistoria.pdf',
  );
  const { templateId: second } = await api.call('createTemplate', {
    body: {
      name: 'Termo de vistoria',
      roles: [role('locatario', 'Locatário')],
      content: { kind: 'pdf', proof: upload.proof },
    },
  });
  const { envelopeId } = await api.call('createEnvelope', {
    body: { name: 'Locação completa', templateIds: [templateId, second], tagIds: tagIds.slice(0, 1) },
  });
  const { signerGroupId } = await api.call('createSignerGroup', {
    body: {
      name: 'Testemunhas do escritório',
      members: [caio, dora].map(({ personId }) => ({ personId, part: 'attestant' })),
    },
  });
  const proofs = await Promise.all(
    ['Contrato social consolidado.pdf', 'Ata da assembleia.pdf'].map(async (name) =>
      uploadProof(api, await samplePdf({ title: name }), name),
    ),
  );
  const { processId } = await api.call('createProcess', {
    body: {
      summary: 'Alteração do contrato social',
      companyId,
      documents: [
        {
          proof: proofs[0]?.proof ?? '',
          selection: {
            question: 'Aprova a nova sede?',
            options: ['Aprovo', 'Não aprovo'],
            minimum: 1,
            maximum: 1,
          },
        },
        { proof: proofs[1]?.proof ?? '' },
      ],
      participants: [
        {
          personId: beatriz.personId,
          part: 'signer',
          group: 1,
          requirements: { location: false, code: true },
        },
        { personId: caio.personId, part: 'signatory', group: 2 },
        { personId: dora.personId, part: 'attestant', group: 2 },
      ],
      deadline: new Date(Date.now() + 2 * 86_400_000).toISOString(),
      reminders: { everyDays: 3 },
      tagIds,
    },
  });
  await processWhen(api, processId, ({ participants }) =>
    participants.some(({ invitation }) => invitation === 'sent'),
  );
  return { companyId, personId: beatriz.personId, templateId, envelopeId, signerGroupId, processId };
}

async function begin(setting: Setting) {
  props ??= made(setting);
  const { visitor, shoot } = await model(setting);
  await new Requester(visitor).signsIn(DEMO);
  const see = async (name: string, path: string, whole = true) => {
    await visitor.open(path);
    await visitor.page.getByRole('heading', { level: 1 }).waitFor();
    await visitor.page.waitForLoadState('networkidle');
    await shoot(name, whole);
  };
  return { visitor, shoot, see, page: visitor.page, ...(await props) };
}

async function registers(setting: Setting): Promise<void> {
  const { visitor, shoot, see, page, companyId, personId } = await begin(setting);
  await see('companies with actions', '/companies');
  await page
    .getByRole('button', { name: /^Ações de/ })
    .locator('visible=true')
    .first()
    .click();
  await page.getByRole('menu').waitFor();
  await shoot('company menu', false);
  await page.getByRole('menuitem', { name: 'Remover' }).click();
  await page.locator('dialog[open]').waitFor();
  await shoot('company remove', false);
  await see('company data', `/companies/${companyId}`);
  await see('company processes', `/companies/${companyId}?tab=processos`);
  await see('company access', `/companies/${companyId}?tab=acesso`);
  await see('persons with actions', '/persons');
  await see('person', `/persons/${personId}`);
  await see('person processes', `/persons/${personId}?tab=processos`);
  await see('person privacy', `/persons/${personId}?tab=privacidade`);
  await visitor.press('Apagar dados pessoais');
  await visitor.press('Apagar para sempre');
  await page.locator('dialog[open]').waitFor();
  await shoot('person erase', false);
  await see('import persons', '/persons/import');
  const file = (text: string) => ({ name: 'pessoas.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const good = `cpf;nome;email\n${cpfOf(fresh())};Helena Prado;helena@exemplo.com.br\n`;
  await page
    .locator('input[type=file]')
    .setInputFiles(file(`${good}111.111.111-11;Ivo;ivo@exemplo\n;Sem CPF;x@exemplo.com.br\n`));
  await page.getByText(/precisam de correção/).waitFor();
  await shoot('import persons, refused');
  await visitor.press('Escolher outro arquivo');
  await page.locator('input[type=file]').setInputFiles(file(good));
  await page.getByText(/^Tudo certo com/).waitFor();
  await shoot('import persons, ready');
  await visitor.leaves();
}

async function moulds(setting: Setting): Promise<void> {
  const scene = await begin(setting);
  const { visitor, shoot, see, page, templateId, envelopeId, signerGroupId } = scene;
  await see('templates', '/templates');
  await see('templates, nothing found', '/templates?search=nada');
  await see('new template', '/templates/new');
  await visitor.press('Criar modelo');
  await shoot('new template, refused');
  await see('template', `/templates/${templateId}`);
  const tab = page.getByRole('radio', { name: 'Prévia' });
  if ((await tab.count()) > 0) await tab.check({ force: true });
  await page.getByRole('region', { name: 'Prévia do documento' }).locator('canvas').first().waitFor();
  await shoot('template preview');
  await visitor.press('Remover modelo');
  await page.locator('dialog[open]').waitFor();
  await shoot('template remove', false);
  await wordTemplate(scene);
  await see('envelopes', '/envelopes');
  await see('new envelope', '/envelopes/new');
  await see('envelope', `/envelopes/${envelopeId}`);
  await see('groups', '/signer-groups');
  await see('new group', '/signer-groups/new');
  await see('group', `/signer-groups/${signerGroupId}`);
  await visitor.leaves();
}

/** A Word document on its way to be a template: refused, then taken with participants to be included. */
async function wordTemplate({ visitor, shoot, see, page }: Awaited<ReturnType<typeof begin>>): Promise<void> {
  const send = (document: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles(wordFile('Contrato de compra e venda de veículo.docx', document));
  await see('new Word template', '/templates/new', false);
  await page.getByRole('radio', { name: 'Documento do Word' }).check({ force: true });
  await send(p('{{vendedora.peso}}, {{empresa.cor}}') + table([['Placa', '{{veículo']]));
  await page.getByRole('list', { name: 'O que corrigir no documento' }).waitFor();
  await shoot('Word template, refused');
  await send(
    p('{{vendedora.nome}}, CPF {{vendedora.cpf}}, vende a {{empresa.razaosocial}} por {{valor}}.') +
      table([
        ['Placa', '{{veículo:placa}}'],
        ['Telefone', '{{contato:telefone}}'],
      ]) +
      ['{{#garantia}}', 'A vendedora garante o veículo por 90 dias.', '{{/garantia}}']
        .map((text) => p(text))
        .join(''),
  );
  await visitor.page.getByRole('button', { name: 'Incluir vendedora' }).waitFor();
  await shoot('Word template, participant missing');
  await visitor.press('Incluir vendedora');
  const preview = page.getByRole('region', { name: 'Prévia do documento' });
  await preview.locator('canvas').first().waitFor();
  await shoot('Word template');
  const clause = preview.getByText('garante o veículo');
  await clause.waitFor();
  await preview.getByRole('checkbox', { name: 'Garantia' }).uncheck();
  // The viewer shows the page of before until it has read the next.
  await clause.waitFor({ state: 'detached' });
  await preview.scrollIntoViewIfNeeded();
  await shoot('Word template, a clause left out', false);
}

async function following(setting: Setting): Promise<void> {
  const { visitor, shoot, see, page, processId } = await begin(setting);
  await see('processes with tags', '/processes');
  await visitor.press('Etiquetas');
  await page.getByRole('list', { name: 'Etiquetas da conta' }).waitFor();
  await shoot('tags', false);
  await see('process ordered', `/processes/${processId}`);
  const menu = async (item: string) => {
    await visitor.press('Mais ações do processo');
    await page.getByRole('menuitem', { name: item }).click();
    // What is asked for seldom comes when it is.
    await page.locator('dialog[open]').waitFor();
  };
  await visitor.press('Lembrar quem falta');
  await page.locator('dialog[open]').waitFor();
  await shoot('remind', false);
  await page.keyboard.press('Escape');
  await menu('Adiar o prazo');
  await shoot('deadline', false);
  await page.keyboard.press('Escape');
  await menu('Editar etiquetas');
  await shoot('process tags', false);
  await page.keyboard.press('Escape');
  await visitor.press('Ações de Caio Fernandes');
  await page.getByRole('menu').waitFor();
  await shoot('participant menu', false);
  await page.keyboard.press('Escape');
  const phone = setting.size.width < 700;
  if (phone) await visitor.press('Ações de Caio Fernandes');
  await (
    phone
      ? page.getByRole('menuitem', { name: 'Substituir por outra pessoa' })
      : page.getByRole('button', { name: 'Substituir Caio Fernandes' })
  ).click();
  await page.getByRole('option').first().waitFor();
  await shoot('replace', false);
  const { items } = await setting.studio.api.call('listProcesses', {
    // Of one document: of several, any may be sealed first.
    query: { search: 'Distrato da sala 12' },
  });
  const finished = items[0]?.processId ?? '';
  await see('process finished, whole', `/processes/${finished}`);
  await visitor.press('Voltar no tempo');
  await visitor.press('Momento anterior');
  await visitor.press('Momento anterior');
  await page.waitForLoadState('networkidle');
  await shoot('process in the past');
  await visitor.press('Voltar ao agora');
  const details = page.locator('details').first();
  if ((await details.count()) > 0) await details.locator('summary').click();
  await page.getByRole('button', { name: 'O que viu' }).first().click();
  await page.getByText('Impressão digital do que foi mostrado').waitFor();
  await shoot('what they saw', false);
  await visitor.leaves();
}

async function fromTemplate(setting: Setting): Promise<void> {
  const { visitor, shoot, page, templateId } = await begin(setting);
  const requester = new Requester(visitor);
  await visitor.open(`/processes/new?template=${templateId}`);
  await page.getByRole('group', { name: 'Campos de Contrato de locação.pdf' }).waitFor();
  // On a phone the notice lies over the list.
  await page.getByText('Modelo incluído').waitFor({ state: 'detached' });
  await page
    .locator('input[type=file]')
    .setInputFiles([asUpload({ name: 'Anexo fotográfico.pdf', bytes: await samplePdf() })]);
  await requester.sentDocument('Anexo fotográfico.pdf').getByText('página').waitFor();
  await visitor.fill('Endereço do imóvel', 'Rua das Laranjeiras, 100, Rio de Janeiro');
  await visitor.fill('Valor do aluguel', 'R$ 2.500,00');
  await visitor.fill('Dia do pagamento', '5');
  await page.getByLabel('Fiança').selectOption('Não');
  await visitor.press('Incluir pergunta em Anexo fotográfico.pdf');
  await visitor.fill('Pergunta', 'Recebeu as chaves?');
  await visitor.fill('Opção 1', 'Sim');
  await visitor.fill('Opção 2', 'Não');
  await shoot('wizard question', false);
  await visitor.press('Salvar pergunta');
  await shoot('wizard template');
  await requester.goesOn();
  await requester.choosesCompany('Padaria Pão de Mel Ltda');
  await requester.goesOn();
  await shoot('wizard roles');
  const people = (await setting.studio.api.call('listPersons')).items;
  for (const [index, label] of ['Locador', 'Locatário'].entries()) {
    await page.getByRole('combobox', { name: `Escolher quem é ${label}` }).fill(people[index]?.cpf ?? '');
    await page.getByRole('option', { name: people[index]?.email ?? '' }).click();
  }
  await page.getByRole('combobox', { name: 'Incluir um grupo' }).click();
  await page.getByRole('option', { name: 'Testemunhas do escritório' }).click();
  await shoot('wizard order');
  await requester.goesOn();
  await visitor.sees('review', 'Tudo certo?');
  await page
    .getByText(/Faltam dados|página · /)
    .first()
    .waitFor();
  await shoot('wizard review of templates');
  await visitor.leaves();
}

export const workScenes: readonly Scene[] = [registers, moulds, following, fromTemplate];
