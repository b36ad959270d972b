// Scenes of dialogs over a screen: confirmations, small forms, help.
import { SCOPES } from '@lacre/contracts';

import { join as joinAccount } from '../../permissions/world.ts';
import { samplePdf } from '../../support/pdfs.ts';
import { addPerson, openAccount, openProcess, uploadProof } from '../../support/scenario.ts';
import { until } from '../../support/until.ts';
import { asUpload, Requester } from '../requester.ts';
import { model, shootDialog, type Scene, type Setting } from './stage.ts';

/** A user at the screens of an account of their own, and how a dialog of them is shown. */
async function begin(setting: Setting) {
  const account = await openAccount(setting.studio.lacre.origin);
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  const requester = new Requester(visitor);
  await requester.signsIn(account);
  const open = async (path: string) => {
    await visitor.open(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
  };
  /** Presses the button, and the item of the menu that it opens. */
  const ask = async (name: string, button: string, item?: string) => {
    await page.getByRole('button', { name: button }).filter({ visible: true }).first().click();
    if (item !== undefined) await page.getByRole('menuitem', { name: item }).click();
    await shootDialog(visitor, shoot, name);
  };
  return { account, visitor, shoot, page, requester, open, ask };
}

async function registerDialogs(setting: Setting): Promise<void> {
  const { account, visitor, page, shoot, open, ask } = await begin(setting);
  const { api, companyId } = account;
  await open('/dashboard');
  await shoot('dashboard of a new account');
  await visitor.page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })));
  await shoot('dashboard that can be installed');
  await open('/persons');
  await shoot('persons, none');
  const person = await addPerson(api, 'Ana Beatriz Souza Lima');
  await joinAccount(account, 'common', [companyId], { name: 'Letícia Moura' });
  await open('/companies');
  await ask('help', 'Ajuda sobre empresas');
  await open(`/companies/${companyId}?tab=acesso`);
  await ask('company access, take away', 'Retirar acesso de Letícia Moura');
  await ask('company deactivate', 'Mais ações da empresa', 'Inativar empresa');
  await open(`/persons/${person.personId}`);
  await ask('person remove', 'Remover pessoa');
  await visitor.fill('Nome completo', 'Ana Beatriz Souza');
  // The trail leads away on every size.
  await page.getByRole('navigation', { name: 'Você está em' }).getByRole('link').click();
  await shootDialog(visitor, shoot, 'leave without saving');
  await open(`/persons/${person.personId}?tab=privacidade`);
  await ask('person, erase the face', 'Apagar rosto cadastrado');
  await open('/persons');
  await page.getByRole('button', { name: 'Nova pessoa' }).first().click();
  await visitor.fill('Nome completo', 'Rui');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog', { name: 'Descartar o que você digitou?' }).waitFor();
  await shoot('discard what was typed', false);
  await visitor.press('Descartar');
  // What asks for an answer has the keyboard to itself.
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Comando/ }).fill('zzzz');
  await page
    .getByText(/Nada encontrado|Nenhum/)
    .first()
    .waitFor();
  await shootDialog(visitor, shoot, 'commands, none');
  await visitor.leaves();
}

async function accountDialogs(setting: Setting): Promise<void> {
  const { account, visitor, page, shoot, open, ask } = await begin(setting);
  const { api } = account;
  await joinAccount(account, 'manager', [], { name: 'Bruno Carvalho' });
  await api.call('createTag', { body: { name: 'Locação' } });
  await api.call('addDomain', { body: { kind: 'email', domain: 'exemplo.com.br' } });
  const { tokenId } = await api.call('createToken', {
    body: { scopes: [...SCOPES], description: 'Integração antiga' },
  });
  await api.call('revokeToken', { params: { tokenId } });
  await api.call('createToken', {
    body: { scopes: [...SCOPES], description: 'Integração com o ERP', days: 30 },
  });
  await open('/tokens');
  await shoot('tokens, one revoked');
  await ask('token revoke', 'Revogar Integração com o ERP');
  await open('/users');
  await ask('user edit', 'Ações de Bruno Carvalho', 'Editar');
  await ask('user deactivate', 'Ações de Bruno Carvalho', 'Inativar');
  await open('/settings?tab=etiquetas');
  await ask('tag new', 'Nova etiqueta');
  await ask('tag rename', 'Renomear Locação');
  await ask('tag remove', 'Remover Locação');
  await open('/settings?tab=dominios');
  await ask('domain remove', 'Retirar exemplo.com.br');
  await open('/webhooks');
  await shoot('webhooks, none');
  await page.getByRole('button', { name: 'Novo webhook' }).first().click();
  await visitor.fill('Endereço', 'https://exemplo.com.br/lacre');
  await visitor.press('Criar webhook');
  await page.getByRole('checkbox', { name: /Guardei/ }).waitFor();
  await shoot('webhook secret', false);
  const webhookId = await until('the webhook', async () => {
    const { items } = await api.call('listWebhooks');
    return items[0]?.webhookId;
  });
  await open(`/webhooks/${webhookId}`);
  await ask('webhook edit', 'Mais ações', 'Editar');
  await ask('webhook, new secret', 'Mais ações', 'Trocar segredo');
  await ask('webhook remove', 'Mais ações', 'Remover');
  await visitor.press('Pausar');
  await visitor.reads('O que acontece fica guardado');
  await shoot('webhook paused');
  await visitor.leaves();
}

async function processDialogs(setting: Setting): Promise<void> {
  const { account, visitor, page, shoot, open, ask } = await begin(setting);
  const { api } = account;
  const person = await addPerson(api, 'Ana Beatriz Souza Lima');
  const upload = await uploadProof(api, await samplePdf(), 'Contrato de honorários.pdf');
  const { processId } = await openProcess(account, [upload], [{ person, part: 'signer' }]);
  await open(`/processes/${processId}`);
  await ask('cancel document', 'Mais ações de Contrato de honorários.pdf', 'Cancelar documento');
  await ask('partial copy', 'Mais ações de Contrato de honorários.pdf', 'Gerar cópia parcial');
  await ask('deadline, first', 'Mais ações do processo', 'Dar um prazo');
  await page.getByRole('button', { name: 'Mais ações do processo' }).click();
  await page.getByRole('menuitem', { name: 'Dar um prazo' }).click();
  const days = page.getByRole('dialog', { name: 'Selecionar data' });
  const opensCalendar = () => page.locator('dialog').getByRole('button', { name: 'Selecionar data' }).click();
  await opensCalendar();
  await days.getByRole('button', { name: 'Ir para o próximo mês' }).click();
  await days.getByRole('button', { name: / 15 de / }).click();
  await opensCalendar();
  await days.getByRole('gridcell', { selected: true }).waitFor();
  await shoot('deadline, calendar', false);
  await visitor.leaves();
}

async function wizardDialogs(setting: Setting): Promise<void> {
  const { account, visitor, page, shoot, requester, open, ask } = await begin(setting);
  const { api } = account;
  const person = await addPerson(api, 'Ana Beatriz Souza Lima');
  await open('/processes');
  await requester.startsProcess();
  const file = asUpload({ name: 'Proposta.pdf', bytes: await samplePdf() });
  await page.locator('input[type=file]').setInputFiles([file]);
  await requester.sentDocument('Proposta.pdf').getByText('2 páginas').waitFor();
  await ask('wizard, discard', 'Descartar');
  await visitor.press('Ver Proposta.pdf');
  await page.locator('[data-page] canvas').first().waitFor();
  await shootDialog(visitor, shoot, 'wizard, preview');
  await requester.goesOn();
  await visitor.press('Trocar empresa');
  await page.getByRole('combobox', { name: 'Buscar empresa' }).click();
  await page.getByRole('option', { name: 'Cadastrar nova empresa' }).click();
  await shootDialog(visitor, shoot, 'wizard, new company');
  await requester.choosesCompany('Comércio de Tecidos São João Ltda');
  await requester.goesOn();
  const people = page.getByRole('region', { name: 'Participantes' });
  await people.getByRole('combobox').fill('Carla Ramos');
  await people.getByRole('option', { name: /Cadastrar/ }).click();
  await visitor.fill('CPF', person.cpf);
  await page.getByText('Ana Beatriz Souza Lima já está no cadastro com este CPF').waitFor();
  await shoot('wizard, new person');
  await visitor.leaves();
}

export const dialogScenes: readonly Scene[] = [
  registerDialogs,
  accountDialogs,
  processDialogs,
  wizardDialogs,
];
