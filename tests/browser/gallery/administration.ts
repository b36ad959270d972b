// Scenes of who administers a tenant, and of addresses that are changed: one's own, and a participant's.
import { join as joinAccount } from '../../permissions/world.ts';
import { readCode } from '../../support/mailbox.ts';
import { samplePdf } from '../../support/pdfs.ts';
import { addPerson, fresh, openAccount, openProcess, uploadProof } from '../../support/scenario.ts';
import { until } from '../../support/until.ts';
import { mailedPath, opensLink } from '../account-keeper.ts';
import { failing } from '../failures.ts';
import { Requester } from '../requester.ts';
import { model, shootDialog, type Scene, type Setting } from './stage.ts';

const PASSWORD = 'uma senha comprida';

async function administrators(setting: Setting): Promise<void> {
  const account = await openAccount(setting.studio.lacre.origin, 'Escritório Andrade & Vasconcelos');
  const member = await joinAccount(account, 'manager', [], { name: 'Maria Fernanda de Albuquerque Prado' });
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  const actions = page.getByRole('button', { name: `Ações de Maria Fernanda de Albuquerque Prado` });
  const choose = async (act: string) => {
    await actions.click();
    await page.getByRole('menuitem', { name: act }).click();
  };
  // The page waits for what it has written itself; for this client's the client does.
  const isRead = () => account.api.call('listUsers');
  await until('the accepted invitation', async () =>
    (await account.api.call('listUsers')).managers.find(
      ({ uid, invitation }) => uid === member.userId && invitation === 'accepted',
    ),
  );
  await new Requester(visitor).signsIn(account);
  await visitor.open('/users');
  await actions.click();
  await page.getByRole('menuitem', { name: 'Tornar administrador' }).waitFor();
  await shoot('user menu of an administrator', false);
  await page.keyboard.press('Escape');
  await choose('Tornar administrador');
  await shootDialog(visitor, shoot, 'administrator, promote');
  await choose('Passar minha administração');
  await shootDialog(visitor, shoot, 'administrator, hand over');
  await account.api.call('promoteAdministrator', { params: { uid: member.userId } });
  await isRead();
  await page.reload();
  await choose('Retirar da administração');
  await shootDialog(visitor, shoot, 'administrator, demote');
  await account.api.call('demoteAdministrator', { params: { uid: member.userId } });
  await account.api.call('offerAdministration', { body: { uid: member.userId } });
  await isRead();
  await page.reload();
  await visitor.reads(/A administração foi oferecida a/);
  await shoot('users, administration on offer');
  await visitor.press('Retirar oferta');
  await shootDialog(visitor, shoot, 'offer, withdraw');
  await visitor.leaves();
  await answer(setting, member.email);
}

/** The user who was offered the administration. */
async function answer(setting: Setting, email: string): Promise<void> {
  const { visitor, shoot } = await model(setting);
  await new Requester(visitor).signsIn({ email, password: PASSWORD });
  await visitor.open('/profile');
  await visitor.reads(/oferece a você/);
  await shoot('profile, administration on offer');
  await visitor.press('Aceitar');
  await shootDialog(visitor, shoot, 'offer, accept');
  await visitor.leaves();
}

async function mailedCheck(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  const account = await openAccount(setting.studio.lacre.origin);
  await new Requester(visitor).signsIn(account);
  const linkOnly = await failing(page, { method: 'GET', path: /\/account$/ }, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as object;
    await route.fulfill({ response, json: { ...body, hasPassword: false } });
  });
  const old = await failing(page, { method: 'POST', path: /\/account\/factor\/totp$/ }, (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 403, code: 'RECENT_SIGN_IN_REQUIRED', title: 'Confirme que é você.' }),
    }),
  );
  await visitor.open('/profile');
  await page.waitForLoadState('networkidle');
  await visitor.press('Aplicativo autenticador');
  await page.getByRole('dialog', { name: 'Confirme que é você' }).waitFor();
  await shoot('confirm by a mailed link', false);
  await old();
  await linkOnly();
  await visitor.leaves();
}

async function emailUndo(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { origin } = setting.studio.lacre;
  const account = await openAccount(origin);
  const email = `nova${fresh()}@exemplo.com.br`;
  await account.api.call('requestEmailChange', { body: { email } });
  const confirm = await mailedPath(visitor, email, /#new-email=/);
  const link = decodeURIComponent(/new-email=(.*)$/.exec(confirm)?.[1] ?? '');
  await account.api.call('confirmEmailChange', { body: { link } });
  const undo = await mailedPath(visitor, account.email, /#undo-email=/);
  await opensLink(visitor, undo);
  await visitor.sees('undo e-mail', 'Desfazer a troca do email');
  await shoot('undo e-mail');
  await visitor.press('Desfazer a troca');
  await visitor.page.getByRole('heading', { name: 'Escolher outra senha' }).waitFor();
  await shoot('undo e-mail, another password');
  await opensLink(visitor, undo);
  await visitor.press('Desfazer a troca');
  await visitor.reads('Este link já foi usado ou venceu');
  await shoot('undo e-mail, spent');
  await visitor.leaves();
}

async function contacts(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  const { origin } = setting.studio.lacre;
  const owner = await openAccount(origin, 'Escritório Andrade');
  const ana = await addPerson(owner.api, 'Ana Beatriz de Souza Carvalho');
  const rui = await addPerson(owner.api, 'Rui Lima');
  const proof = await uploadProof(owner.api, await samplePdf({ pages: 1 }), 'contrato.pdf');
  const { processId } = await openProcess(
    owner,
    [proof],
    [
      { person: ana, part: 'signer' },
      { person: rui, part: 'signer' },
    ],
  );
  await new Requester(visitor).signsIn(owner);
  await visitor.open(`/processes/${processId}`);
  await page.getByRole('button', { name: 'Ações de Rui Lima' }).click();
  await page.getByRole('menuitem', { name: 'Corrigir contato' }).click();
  await page.locator('dialog[open]').waitFor();
  await shoot('contact', false);
  await page.locator('dialog[open]').getByRole('button', { name: 'Corrigir contato' }).click();
  await shootDialog(visitor, shoot, 'contact, refused');
  const reason = 'Mudou de empresa e não lê mais o endereço antigo, conforme combinado por telefone';
  const body = { email: `rui.novo${fresh()}@exemplo.com.br`, reason };
  await owner.api.call('replaceContact', { params: { processId, personId: rui.personId }, body });
  // The page waits for what it has written itself; for this client's the client does.
  await owner.api.call('processTimeline', { params: { processId } });
  await page.reload();
  await visitor.reads('Contato corrigido');
  await shoot('process, contact replaced');
  await page.context().clearCookies();
  await visitor.open(`/document?process=${processId}&person=${ana.personId}`);
  await visitor.fill('Seu CPF', ana.cpf);
  const since = new Date();
  await visitor.press('Receber código');
  await visitor.fill('Código de 6 números', await readCode(origin, ana.email, since));
  await visitor.reads('Contatos trocados neste processo');
  await shoot('request, contact replaced');
  await visitor.leaves();
}

export const administrationScenes: readonly Scene[] = [administrators, mailedCheck, emailUndo, contacts];
