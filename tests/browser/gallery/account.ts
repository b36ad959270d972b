// Scenes of the account: ways in, and what runs a tenant.
import { SCOPES } from '@lacre/contracts';

import { Requester } from '../requester.ts';
import { DEMO, model, paintedPicture, type Scene, type Setting, type Studio } from './stage.ts';

/** Ways in, with a tenant's colour and images. */
async function waysIn(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  await dressTenant(setting.studio);
  const screens: Record<string, string> = {
    'login plain': '/login',
    'login branded': '/login/demo',
    'login of an unknown account': '/login/nao-existe',
    'login by email': '/login?with=link',
    'login by phone': '/login?with=phone',
    password: '/password',
    'password by link': '/password#reset=nenhum',
    invitation: '/password#invitation=nenhum',
    'link in': '/login#link=nenhum',
    'verify refused': '/login#verify=nenhum',
    'google refused': '/login?error=access_denied&state=x',
  };
  for (const [name, path] of Object.entries(screens)) {
    // A fragment alone would change nothing of a page that is there.
    await page.goto('about:blank');
    await visitor.open(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await shoot(name);
  }
  await visitor.open('/login?with=link');
  await visitor.fill('Email', 'ninguem@exemplo.com.br');
  await visitor.press('Enviar link');
  await visitor.reads('Confira seu email');
  await shoot('login link sent');
  await visitor.leaves();
}

/** A colour, a logo and a background for the demo, once. */
async function dressTenant({ api }: Studio): Promise<void> {
  const { logoUrl } = await api.call('tenantSettings');
  if (logoUrl !== null) return;
  await api.call('editTenantSettings', {
    body: {
      settings: { displayName: 'Construtora Horizonte', primaryColor: '#0f766e' },
      uploads: [
        { name: 'logo', base64: await paintedPicture(360, 90, '#0f766e') },
        { name: 'bg', base64: await paintedPicture(900, 1200, '#134e4a') },
      ],
    },
  });
}

/** Running the tenant: users, tokens, webhooks, events, credits, settings. */
async function administration(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  await dressTenant(setting.studio);
  const webhookId = await fillTenant(setting.studio);
  await new Requester(visitor).signsIn(DEMO);
  const screens = {
    users: '/users',
    'users, none found': '/users?search=zzzz',
    tokens: '/tokens',
    events: '/events',
    'events, none': '/events?from=2001-01-01&to=2001-01-02',
    credits: '/credits',
    webhooks: '/webhooks',
    webhook: `/webhooks/${webhookId}`,
    'settings identity': '/settings',
    'settings processes': '/settings?tab=processos',
    'settings domains': '/settings?tab=dominios',
    'settings tags': '/settings?tab=etiquetas',
    profile: '/profile',
  };
  for (const [name, path] of Object.entries(screens)) {
    await visitor.open(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shoot(name);
  }
  await visitor.open('/users');
  await page.getByRole('button', { name: 'Convidar' }).click();
  await page.getByRole('combobox', { name: 'Incluir empresa' }).waitFor();
  await shoot('invite user', false);
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Ações de Bruno/ })
    .filter({ visible: true })
    .click();
  await page.getByRole('menuitem', { name: 'Remover' }).waitFor();
  await shoot('user menu', false);
  await page.getByRole('menuitem', { name: 'Remover' }).click();
  await page.locator('dialog[open]').waitFor();
  await shoot('remove user', false);
  await visitor.open('/tokens');
  await page.getByRole('button', { name: 'Novo token' }).first().click();
  await page.locator('dialog[open]').waitFor();
  await shoot('new token', false);
  await visitor.fill('Descrição', `Integração ${setting.size.width} ${setting.theme}`);
  await visitor.press('Criar token');
  await visitor.reads('Copie agora');
  await shoot('token created', false);
  await visitor.open('/webhooks');
  await page.getByRole('button', { name: 'Novo webhook' }).first().click();
  await page.getByText('Só o que eu escolher').click();
  await shoot('new webhook', false);
  await visitor.open('/profile');
  await page.getByRole('button', { name: 'Aplicativo autenticador' }).click();
  await page.getByRole('img', { name: /QR/ }).waitFor();
  await shoot('totp', false);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Trocar senha' }).click();
  await page.locator('dialog[open]').waitFor();
  await shoot('change password', false);
  await page.keyboard.press('Escape');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: await photo() });
  await page.getByRole('img', { name: 'Como a foto vai aparecer' }).waitFor();
  await shoot('photo crop', false);
  await page.keyboard.press('Escape');
  // What asks for an answer has the keyboard to itself.
  const over = page.locator('dialog[open]');
  await over.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Comando/ }).fill('pa');
  await page.getByRole('option', { name: /^Padaria/ }).waitFor();
  await shoot('commands', false);
  await page.keyboard.press('Escape');
  await over.waitFor({ state: 'detached' });
  await page.locator('main').focus();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Atalhos do teclado' }).waitFor();
  await shoot('shortcuts', false);
  await visitor.leaves();
}

const photo = async (): Promise<Buffer> =>
  Buffer.from((await paintedPicture(640, 480, '#7c3aed')).split(',')[1] ?? '', 'base64');

/** Users, a domain and a webhook of the demo, once; answers the webhook. */
async function fillTenant({ api }: Studio): Promise<string> {
  const { items } = await api.call('listWebhooks');
  const [known] = items;
  if (known !== undefined) return known.webhookId;
  const [company] = (await api.call('listCompanies')).items;
  const people = [
    { name: 'Bruno Carvalho', email: 'bruno@exemplo.com.br', role: 'manager' },
    {
      name: 'Letícia Moura',
      email: 'leticia@exemplo.com.br',
      role: 'common',
      companyIds: [company?.companyId],
    },
    { name: 'Recepção da matriz', email: 'recepcao@exemplo.com.br', role: 'totem' },
  ];
  for (const user of people) await api.call('createUser', { body: { user } });
  await api.call('addDomain', { body: { kind: 'email', domain: 'exemplo.com.br' } });
  const { webhookId } = await api.call('createWebhook', {
    body: {
      url: 'https://exemplo.com.br/lacre',
      description: 'ERP da matriz',
      eventTypes: ['document.sealed.v1'],
    },
  });
  await api.call('createToken', { body: { scopes: [...SCOPES], description: 'Painel interno', days: 30 } });
  return webhookId;
}

export const accountScenes: readonly Scene[] = [waysIn, administration];
