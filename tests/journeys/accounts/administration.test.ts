import { expect, it } from 'vitest';

import { mailedPath, opensLink, pressesInARow, signsOut } from '../../browser/account-keeper.ts';
import { useProduct } from '../../browser/product.ts';
import { Requester } from '../../browser/requester.ts';
import { Visitor } from '../../browser/visitor.ts';
import { join, PASSWORD } from '../../permissions/world.ts';
import { Api } from '../../support/api.ts';
import { fresh, openAccount } from '../../support/scenario.ts';

const product = useProduct();

it('invites a common user, who signs in, sees their companies alone, and is removed', async () => {
  const account = await openAccount(product.lacre.origin);
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin);
  const { page } = visitor;
  await new Requester(visitor).signsIn(account);
  await page.getByRole('link', { name: 'Usuários' }).click();
  await visitor.sees('users', 'Usuários');
  await page.getByRole('button', { name: 'Convidar usuário' }).click();
  const email = `leticia${fresh()}@exemplo.com.br`;
  await visitor.fill('Nome', 'Letícia Moura');
  await visitor.fill('Email', account.email);
  await page.getByRole('combobox', { name: 'Incluir empresa' }).fill('Tecidos');
  await page.getByRole('option', { name: /Tecidos/ }).click();
  await visitor.inspects('invite user');
  await visitor.press('Enviar convite');
  // Nothing typed is lost by the refusal.
  await visitor.reads('Este email já está em uso.');
  await visitor.fill('Email', email);
  await visitor.press('Enviar convite');
  await visitor.reads('Convite enviado');
  const row = page.getByRole('row').filter({ hasText: email });
  await row.getByText('1 empresa').waitFor();

  const invited = await Visitor.arrive(product.browser, product.lacre.origin, {
    viewport: { width: 360, height: 740 },
  });
  await opensLink(invited, await mailedPath(invited, email, /^\/password#invitation=/));
  await invited.sees('accept invitation', 'Aceitar convite');
  await invited.fill('Nova senha', 'a minha primeira frase');
  await invited.fill('Repita a nova senha', 'a minha primeira frase');
  await invited.press('Salvar senha e entrar');
  await invited.page.waitForURL('**/dashboard');
  // What only stewards may do is not offered, and no credits are promised.
  await invited.reads('Envie o primeiro documento');
  for (const text of ['Cadastre uma empresa', /Você começa com/, /créditos: um por/])
    expect(await invited.page.getByText(text).count()).toBe(0);
  await invited.press('Abrir menu');
  await invited.inspects('menu of a common user');
  expect(await invited.page.getByRole('link', { name: 'Usuários' }).count()).toBe(0);
  expect(await invited.page.getByRole('link', { name: 'Configurações' }).count()).toBe(0);
  for (const path of ['/users', '/settings', '/events', '/webhooks', '/companies/new']) {
    await invited.open(path);
    await invited.reads('Você não tem permissão para isso');
    await invited.reads('Fale com seu supervisor.');
  }
  await invited.inspects('no permission');

  await page.reload();
  await row.getByRole('button', { name: 'Ações de Letícia Moura' }).click();
  await page.getByRole('menuitem', { name: 'Inativar' }).click();
  await visitor.press('Inativar');
  await row.getByText('Inativo').waitFor();
  await row.getByRole('button', { name: 'Ações de Letícia Moura' }).click();
  await page.getByRole('menuitem', { name: 'Remover' }).click();
  await visitor.inspects('remove user');
  await visitor.press('Remover usuário');
  await row.waitFor({ state: 'detached' });
  // The row had the focus, and its list is empty: a screen reader's focus moves to the page.
  await page.locator('main:focus').waitFor();
  expect(await visitor.leaves()).toEqual(['409 POST /api/user']);
  expect(await invited.leaves()).toEqual([]);
}, 90_000);

it('offers a new process to a common user once they are assigned to a company, on the screen left open', async () => {
  const account = await openAccount(product.lacre.origin);
  const { email, userId } = await join(account, 'common', [], { name: 'Davi Nunes' });
  const { visitor } = await Requester.arrive(product, { email, password: PASSWORD });
  const { page } = visitor;
  const offers = page.getByRole('link', { name: 'Novo processo' });
  await visitor.reads('Falta ligar você a uma empresa');
  expect(await offers.count()).toBe(0);
  await visitor.open('/processes');
  await visitor.reads('Nenhum processo ainda');
  expect(await offers.count()).toBe(0);
  // A shortcut leads to the wizard, which says what is missing.
  await visitor.open('/processes/new');
  await visitor.reads('Falta ligar você a uma empresa');
  await visitor.inspects('wizard, no company');
  expect(await page.getByRole('combobox', { name: 'Buscar empresa' }).count()).toBe(0);
  await visitor.open('/dashboard');
  await visitor.reads('Falta ligar você a uma empresa');
  const user = { companyIds: [account.companyId] };
  await account.api.call('editUser', { params: { uid: userId }, body: { user, uploads: [] } });
  await visitor.reads('Seu acesso foi liberado');
  await visitor.reads('Envie o primeiro documento');
  await offers.first().waitFor();
  await visitor.open('/processes/new');
  await page.getByRole('button', { name: 'Trocar empresa' }).waitFor();
  expect(await visitor.leaves()).toEqual([]);
}, 60_000);

it('shows a token once, and ends it', async () => {
  const account = await openAccount(product.lacre.origin);
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin);
  const { page } = visitor;
  await new Requester(visitor).signsIn(account);
  await visitor.open('/tokens');
  await visitor.sees('tokens, none', 'Tokens de API');
  await page.getByRole('button', { name: 'Novo token' }).first().click();
  await visitor.fill('Descrição', 'ab');
  await visitor.press('Criar token');
  await visitor.reads('Descrição muito curta');
  await visitor.fill('Descrição', 'Integração do ERP');
  await page.getByLabel('Validade').selectOption('30');
  await visitor.inspects('new token');
  await visitor.press('Criar token');
  await visitor.reads('Copie agora');
  await visitor.inspects('token created');
  const token = (await page.locator('dialog code').last().textContent()) ?? '';
  const api = new Api(product.lacre.origin, token);
  expect((await api.call('currentUser')).email).toBe(account.email);
  await page.getByRole('checkbox', { name: 'Guardei em lugar seguro' }).check();
  await visitor.press('Concluir');
  await visitor.press('Revogar Integração do ERP');
  await visitor.press('Revogar token');
  await page.getByRole('cell', { name: 'Revogado' }).waitFor();
  expect(await api.refused('currentUser')).toBe('AUTH_TOKEN_REVOKED');
  expect(await visitor.leaves()).toEqual([]);
}, 60_000);

it('dresses the tenant: name, colour, defaults, domains and tags', async () => {
  const account = await openAccount(product.lacre.origin);
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin);
  const { page } = visitor;
  await new Requester(visitor).signsIn(account);
  await visitor.open('/settings');
  await visitor.sees('settings, identity', 'Configurações');
  await visitor.fill('Nome de exibição', 'Andrade & Filhos');
  await page.getByLabel('Cor principal (opcional)').fill('#ffd400');
  await visitor.reads('Ajustamos o tom onde ele leva texto');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a') });
  await visitor.reads('Não foi possível ler esta imagem.');
  await visitor.press('Salvar identidade');
  await visitor.reads('Identidade salva');
  // Behind sign-in everything is in their colour, and can be read.
  await visitor.inspects('settings in a bright yellow');

  await page.getByRole('tab', { name: 'Processos' }).click();
  await visitor.fill('Prazo para assinar, em dias (opcional)', '0');
  await visitor.press('Salvar padrões');
  await visitor.reads('Informe de 1 a 365 dias, ou deixe em branco');
  await visitor.fill('Prazo para assinar, em dias (opcional)', '15');
  await page.getByRole('checkbox', { name: 'Localização' }).check();
  await page.getByRole('checkbox', { name: 'Oferecer Libras a quem assina' }).check();
  await page.getByRole('combobox', { name: 'Idioma da tela inicial' }).selectOption('Espanhol');
  await visitor.press('Salvar padrões');
  await visitor.reads('Padrões salvos');
  await expect
    .poll(() => account.api.call('tenantSettings'))
    .toMatchObject({
      displayName: 'Andrade & Filhos',
      primaryColor: '#ffd400',
      deadlineDays: 15,
      requirements: { location: true },
      signLanguage: true,
      signLanguageHost: 'vlibras.gov.br',
      totemLanguage: 'es',
    });

  await page.getByRole('tab', { name: 'Domínios' }).click();
  const domain = `andrade-${fresh()}`;
  await visitor.fill('Novo endereço de acesso', domain);
  await visitor.press('Incluir endereço');
  await visitor.reads(`/login/${domain}`);
  await visitor.inspects('settings, domains');
  await page.getByRole('tab', { name: 'Etiquetas' }).click();
  await visitor.press('Nova etiqueta');
  await visitor.fill('Etiqueta', 'Locação');
  await visitor.press('Criar etiqueta');
  await visitor.reads('Em nenhum processo');
  await visitor.inspects('settings, tags');

  await signsOut(visitor);
  await visitor.open(`/login/${domain}`);
  await visitor.reads('Andrade & Filhos');
  await visitor.inspects('login in a tenant’s colour');
  // The address used last is remembered.
  await visitor.open('/processes');
  await page.waitForURL(`**/login/${domain}*`);
  expect(await visitor.leaves()).toEqual([]);
}, 90_000);

it('lists events by period, makes a webhook, and searches by the keyboard', async () => {
  const account = await openAccount(product.lacre.origin);
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin);
  const { page } = visitor;
  await new Requester(visitor).signsIn(account);
  await visitor.open('/events');
  await visitor.reads('Cadastrou uma empresa');
  await visitor.inspects('events');
  const rows = page.getByRole('table', { name: 'Eventos da conta' }).locator('tbody tr');
  await page.getByLabel('Tipo').selectOption('Empresas');
  await page.waitForURL(/kind=company/);
  await expect.poll(() => rows.count()).toBe(1);
  const about = rows.getByRole('link').first();
  const company = await about.textContent();
  await page.getByRole('button', { name: 'Exportar' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Planilha (CSV)' }).click();
  const file = await (await saved).createReadStream();
  const text = (await Array.fromAsync(file)).map(String).join('');
  expect(text.trimEnd().split('\r\n')).toHaveLength(2);
  expect(text).toContain(`Cadastrou uma empresa;${company};`);
  // Who acted leads to everything else they did.
  await rows.getByRole('button').first().click();
  await page.waitForURL(/person=/);
  await page.getByRole('button', { name: /^Tirar o filtro/ }).click();
  await about.click();
  await page.getByRole('heading', { level: 1, name: company ?? '' }).waitFor();
  await visitor.open('/events?search=cadastrou');
  await visitor.reads('Cadastrou uma empresa');
  await visitor.fill('Data inicial', '02/02/2026');
  await visitor.fill('Data final', '01/02/2026');
  await visitor.reads('A data final vem antes da inicial');
  await visitor.fill('Data inicial', '01/01/2026');
  await visitor.reads('Nada encontrado com estes filtros');
  await visitor.open('/credits');
  await page.getByRole('table', { name: 'Extrato de créditos' }).getByText('Entrada').waitFor();
  await visitor.inspects('credits with statement');

  await visitor.open('/webhooks');
  await page.getByRole('button', { name: 'Novo webhook' }).first().click();
  await visitor.fill('Endereço', 'http://exemplo.com.br/aviso');
  await visitor.press('Criar webhook');
  await visitor.reads('Use um endereço https');
  await visitor.fill('Endereço', 'https://exemplo.com.br/aviso');
  await page.getByText('Só o que eu escolher').click();
  await visitor.inspects('new webhook');
  await page.getByRole('checkbox', { name: /^Documento selado/ }).check();
  await visitor.press('Criar webhook');
  await visitor.reads('Copie agora');
  await page.getByRole('checkbox', { name: 'Guardei em lugar seguro' }).check();
  await visitor.press('Concluir');
  await page.waitForURL('**/webhooks/*');
  await visitor.sees('webhook', 'exemplo.com.br');
  await visitor.press('Pausar');
  await visitor.reads('O que acontece fica guardado');
  await visitor.press('Retomar');
  await visitor.press('Mais ações');
  await page.getByRole('menuitem', { name: 'Remover' }).click();
  await visitor.press('Remover webhook');
  await visitor.reads('Nenhum webhook ainda');

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Comando/ }).fill('tecidos');
  await page.getByRole('option', { name: /Tecidos/ }).waitFor();
  await visitor.inspects('commands');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/companies/*');
  await page.locator('main').focus();
  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: 'Atalhos do teclado' });
  await shortcuts.waitFor();
  await visitor.inspects('shortcuts');
  await page.keyboard.press('Escape');
  await shortcuts.waitFor({ state: 'detached' });
  await pressesInARow(visitor, 'g', 'u');
  await page.waitForURL('**/users');
  expect(await visitor.leaves()).toEqual([expect.stringMatching(/^422 POST \/api\/webhook$/)]);
}, 90_000);
