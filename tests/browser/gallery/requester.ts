// Scenes of the requester: the screens behind sign-in, downloads, the wizard.
import { errors } from '@lacre/contracts';
import { encryptedPdf, loadedPdf } from '@lacre/signer/testing';

import { samplePdf } from '../../support/pdfs.ts';
import { until } from '../../support/until.ts';
import { asUpload, Requester } from '../requester.ts';
import { DEMO, DOCUMENTS, model, processNamed, type Scene, type Setting } from './stage.ts';

async function screensBehindSignIn(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  const { api } = setting.studio;
  await new Requester(visitor).signsIn(DEMO);
  const finished = await processNamed(api, 'Contrato de locação comercial');
  const waiting = await processNamed(api, 'Aditivo de prazo');
  const [company] = (await api.call('listCompanies')).items;
  const screens = {
    dashboard: '/dashboard',
    processes: '/processes',
    'processes, nothing found': '/processes?search=nada',
    'process finished': `/processes/${finished}`,
    'process waiting': `/processes/${waiting}`,
    companies: '/companies',
    'new company': '/companies/new',
    company: `/companies/${company?.companyId}`,
    persons: '/persons',
    credits: '/credits',
    profile: '/profile',
    'not found': '/nada',
    'unknown process': '/processes/00000000-0000-4000-8000-000000000000',
  };
  for (const [name, path] of Object.entries(screens)) {
    await visitor.open(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shoot(name);
  }
  await visitor.open('/companies/new');
  await visitor.press('Cadastrar empresa');
  await visitor.reads('Por favor, insira o CNPJ');
  await shoot('new company refused');
  await visitor.open('/persons');
  await page.getByRole('button', { name: 'Nova pessoa' }).first().click();
  await shoot('new person', false);
  await visitor.open(`/processes/${waiting}`);
  await page
    .getByRole('button', { name: /^Mais ações de/ })
    .first()
    .click();
  await shoot('process menu', false);
  await page.keyboard.press('Escape');
  await visitor.press('Mais ações do processo');
  await page.getByRole('menuitem', { name: 'Cancelar processo' }).click();
  await page.locator('dialog[open]').waitFor();
  await shoot('cancel process', false);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ver documento' }).first().click();
  await page.locator('[data-page] canvas').first().waitFor();
  await shoot('process document', false);
  await visitor.press('Ver todas as páginas');
  await page.locator('[data-thumbnail] canvas').first().waitFor();
  await shoot('process document, all pages', false);
  if (setting.size.width < 700) {
    await visitor.open('/dashboard');
    await visitor.press('Abrir menu');
    await shoot('menu', false);
  }
  await visitor.leaves();
}

async function downloads(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  await new Requester(visitor).signsIn(DEMO);
  const finished = await processNamed(setting.studio.api, 'Contrato de locação comercial');
  await visitor.open('/downloads');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await shoot('downloads');
  await visitor.open('/processes');
  await page.getByRole('checkbox', { name: 'Escolher Contrato de locação comercial' }).check();
  await shoot('processes chosen', false);
  for (const name of ['Aditivo de prazo', 'Renovação do seguro incêndio'])
    await page.getByRole('checkbox', { name: `Escolher ${name}` }).check();
  await visitor.press('Lembrar');
  await page.locator('dialog[open]').waitFor();
  await shoot('remind several', false);
  await visitor.press('Lembrar em 2 processos');
  // A picture in another size finds them reminded already.
  const back = page.getByRole('button', { name: 'Voltar à lista' });
  await back.waitFor();
  await shoot('remind several, done', false);
  await back.click();
  await visitor.open(`/processes/${finished}`);
  await visitor.press('Baixar todos');
  await page.locator('dialog[open]').waitFor();
  await shoot('request download', false);
  await visitor.press('Preparar download');
  await page.waitForURL('**/downloads');
  await page.getByText('Pronto', { exact: true }).first().waitFor();
  await shoot('downloads ready');
  await visitor.leaves();
}

async function wizard(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const requester = new Requester(visitor);
  await requester.signsIn(DEMO);
  await requester.startsProcess();
  await shoot('wizard documents');
  const good = await samplePdf();
  await visitor.page
    .locator('input[type=file]')
    .setInputFiles([
      ...DOCUMENTS.map((name) => asUpload({ name, bytes: good })),
      asUpload({ name: 'fotografia.pdf', bytes: Buffer.from('GIF89a') }),
      asUpload({ name: 'vazio.pdf', bytes: new Uint8Array() }),
      asUpload({ name: 'protegido.pdf', bytes: await encryptedPdf('segredo') }),
      asUpload({ name: 'com anexos.pdf', bytes: await loadedPdf() }),
    ]);
  for (const name of DOCUMENTS) await requester.sentDocument(name).getByText('2 páginas').waitFor();
  await visitor.reads('O conteúdo deste arquivo não é de nenhum desses tipos.');
  await visitor.reads('Por segurança, retiramos do arquivo');
  await shoot('wizard documents sent');
  for (const name of ['fotografia.pdf', 'vazio.pdf', 'protegido.pdf', 'com anexos.pdf'])
    await visitor.press(`Remover ${name}`);
  await requester.goesOn();
  await visitor.page.getByRole('combobox', { name: 'Buscar empresa' }).click();
  await visitor.page.getByRole('option').first().waitFor();
  await shoot('wizard company search', false);
  await requester.choosesCompany('Padaria Pão de Mel Ltda');
  await shoot('wizard company');
  await requester.goesOn();
  await shoot('wizard participants none');
  const { items } = await setting.studio.api.call('listPersons');
  const parts = ['signer', 'signatory', 'signatory'] as const;
  for (const [index, part] of parts.entries()) {
    const person = items[index];
    if (person !== undefined) await requester.includes(person, part);
  }
  await shoot('wizard participants');
  await visitor.press('sem localização');
  await visitor.page.getByRole('group', { name: /todas as pessoas/ }).waitFor();
  await shoot('wizard, what is asked');
  await visitor.press('Pronto');
  // Of an earlier state it may be said to be saved, too.
  await until('the draft with its participants', async () => {
    const { items: kept } = await setting.studio.api.call('listProcessDrafts');
    return (
      kept.some(({ participants }) => participants === Math.min(parts.length, items.length)) || undefined
    );
  });
  await visitor.open('/processes');
  const seesDrafts = () => visitor.page.getByRole('button', { name: /^Rascunhos: / }).click();
  await seesDrafts();
  const drafts = visitor.page.getByRole('dialog', { name: 'Rascunhos' });
  await drafts.getByRole('link').first().waitFor();
  await shoot('processes, drafts', false);
  await visitor.open('/processes?filter=pending');
  await visitor.press('Salvar esta lista');
  await visitor.fill('Nome da lista', 'Esperando assinatura');
  await shoot('save a list', false);
  await visitor.press('Salvar');
  await visitor.page.getByRole('link', { name: 'Esperando assinatura' }).waitFor();
  await shoot('processes, saved lists', false);
  await visitor.press('Ações da lista Esperando assinatura');
  await visitor.page.getByRole('menuitem', { name: 'Excluir' }).click();
  await visitor.press('Excluir lista');
  await visitor.page.getByRole('link', { name: 'Esperando assinatura' }).waitFor({ state: 'detached' });
  await visitor.open('/processes');
  await seesDrafts();
  await drafts.getByRole('link').first().click();
  await visitor.sees('review', 'Tudo certo?');
  await shoot('wizard review');
  await visitor.press('Ver o convite');
  const preview = visitor.page.getByRole('dialog', { name: 'O convite' });
  await preview.getByText('Assinatura solicitada').waitFor();
  await shoot('wizard, preview of the mail', false);
  await preview.getByRole('tab', { name: 'Página de quem assina' }).click();
  await shoot('wizard, preview of the door', false);
  await visitor.page.keyboard.press('Escape');
  await visitor.press('Enviar para assinatura');
  await visitor.sees('done', 'Processo criado');
  await shoot('wizard done');
  await visitor.leaves();
}

/** Answered as while the read models of a large log are built. */
async function rebuilding(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  await new Requester(visitor).signsIn(DEMO);
  await page.route('**/api/process?*', (route) =>
    route.fulfill({
      status: errors.READ_MODELS_REBUILDING.status,
      contentType: 'application/problem+json',
      headers: { 'retry-after': '3' },
      json: { code: 'READ_MODELS_REBUILDING', title: errors.READ_MODELS_REBUILDING.title },
    }),
  );
  const status = { rebuilding: true, percent: 42, eventsLeft: 157_600, secondsLeft: 115 };
  await page.route('**/api/read-models', (route) => route.fulfill({ json: status }));
  await visitor.open('/processes');
  await page.getByRole('heading', { name: 'Preparando listas e consultas' }).waitFor();
  await page.getByText('42%').waitFor();
  await shoot('read models being built', false, false);
  await visitor.leaves();
}

async function reports(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  await new Requester(visitor).signsIn(DEMO);
  await visitor.open('/reports');
  await page.getByRole('heading', { name: 'Por quem se espera' }).waitFor();
  await shoot('reports');
  await page.getByRole('slider', { name: 'Mês' }).focus();
  await page.getByText('Ver como tabela').first().click();
  await shoot('reports, as tables');
  await page.getByRole('list', { name: 'Processos criados por empresa' }).getByRole('link').first().click();
  await visitor.reads('Ver todas');
  await shoot('reports of a company');
  await visitor.open('/reports?period=ano-passado');
  await visitor.reads('Por quem se espera');
  await shoot('reports of another period');
  await page.getByRole('combobox', { name: 'Período' }).selectOption('Escolher os meses');
  await page.getByRole('combobox', { name: 'Primeiro mês' }).waitFor();
  await shoot('reports of chosen months', false);
  await visitor.leaves();
}

export const requesterScenes: readonly Scene[] = [
  screensBehindSignIn,
  reports,
  downloads,
  wizard,
  rebuilding,
];
