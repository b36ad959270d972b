// Scenes of the totem: a tablet on its own, and a person before it.
import { join as joinAccount } from '../../permissions/world.ts';
import { readCode } from '../../support/mailbox.ts';
import { samplePdf } from '../../support/pdfs.ts';
import { addPerson, uploadProof } from '../../support/scenario.ts';
import { Requester } from '../requester.ts';
import type { Visitor } from '../visitor.ts';
import { DEMO, model, type Scene, type Setting } from './stage.ts';

const PASSWORD = 'uma senha comprida';

async function totem(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  const { api } = setting.studio;
  // A tablet lies on its side.
  if (setting.size.width > 1000) await page.setViewportSize({ width: 1280, height: 800 });
  const [company] = (await api.call('listCompanies')).items;
  const account = { api, tenantId: '', companyId: company?.companyId ?? '', ...DEMO };
  const user = await joinAccount(account, 'totem', [], { name: 'Tablet da recepção' });
  const person = await addPerson(api, 'Clara Meireles');
  for (const summary of ['Prestação de serviços de consultoria jurídica', 'Termo de confidencialidade']) {
    const { proof } = await uploadProof(api, await samplePdf({ title: summary, pages: 1 }), `${summary}.pdf`);
    await api.call('createProcess', {
      body: {
        summary,
        companyId: company?.companyId,
        documents: [{ proof }],
        participants: [{ personId: person.personId, part: 'signer' }],
      },
    });
  }
  await visitor.open('/login');
  await visitor.fill('Email', user.email);
  await visitor.fill('Senha', PASSWORD);
  await visitor.press('Entrar');
  await visitor.sees('register', 'Usar este aparelho como totem');
  await shoot('totem register');
  await visitor.fill('Nome do totem', 'Recepção');
  await visitor.press('Registrar e começar');
  await visitor.sees('idle', 'Boas-vindas!');
  await shoot('totem idle', false);
  const isRead = () => api.call('tenantSettings');
  await api.call('editTenantSettings', { body: { settings: { totemLanguage: 'en' } } });
  await isRead();
  await page.reload();
  await page.getByRole('heading', { name: 'Welcome!' }).waitFor();
  await shoot('totem idle, in English', false);
  await api.call('editTenantSettings', { body: { settings: { totemLanguage: null } } });
  await isRead();
  await page.reload();
  await visitor.sees('idle', 'Boas-vindas!');
  await visitor.press('Tocar para começar');
  const pad = page.getByRole('group', { name: 'Teclado numérico' });
  const types = async (digits: string) => {
    for (const digit of digits) await pad.getByRole('button', { name: digit, exact: true }).click();
  };
  await types('11111111111');
  await visitor.press('Continuar');
  await visitor.reads('CPF inválido');
  await shoot('totem CPF refused', false);
  await visitor.press('Limpar');
  await types(person.cpf);
  await page.context().setOffline(true);
  await visitor.reads('Sem conexão');
  await shoot('totem no connection', false);
  await page.context().setOffline(false);
  await page.getByText('Sem conexão').waitFor({ state: 'detached' });
  const since = new Date();
  await visitor.press('Continuar');
  await visitor.sees('code', 'Digite o código');
  await types('12');
  await shoot('totem code', false);
  await visitor.press('Limpar');
  await types(await readCode(visitor.origin, person.email, since));
  await visitor.sees('choice', 'Olá, Clara');
  await shoot('totem choice', false);
  await page.getByRole('button', { name: /Termo de confidencialidade/ }).click();
  await page.getByRole('button', { name: 'Ler antes de assinar' }).waitFor();
  await shoot('totem request', false);
  await visitor.press('Ler antes de assinar');
  const read = page.getByRole('dialog').getByRole('button', { name: 'Li o documento' });
  await read.and(page.locator(':not([disabled]):not([aria-busy])')).waitFor();
  await shoot('totem reading', false);
  await read.click();
  await page.getByRole('checkbox', { name: /Li e concordo/ }).check();
  await shoot('totem before signing', false);
  await visitor.press('termos da assinatura eletrônica');
  await visitor.sees('terms', 'Termos da assinatura eletrônica');
  await shoot('totem terms', false);
  await page.getByRole('dialog').getByRole('button', { name: 'Voltar' }).click();
  const touchedAt = await page.evaluate(() => Number(sessionStorage.getItem('totemTouchedAt')));
  await page.clock.install();
  // It stays there: a picture may take longer than there is to answer.
  const asked = touchedAt + 104_000;
  await page.clock.setFixedTime(asked);
  await visitor.sees('still there', 'Você ainda está aí?');
  await shoot('totem still there', false);
  await page.clock.setSystemTime(asked);
  await visitor.press('Continuar');
  await visitor.press('Assinar documento');
  await visitor.sees('signed', 'Pronto, você assinou');
  await shoot('totem signed', false);
  await visitor.press('Terminar');
  await visitor.sees('idle', 'Boas-vindas!');
  await revoked(setting, visitor);
  await shoot('totem out of service', false);
  await visitor.leaves();
}

async function revoked(setting: Setting, tablet: Visitor): Promise<void> {
  const { visitor, shoot } = await model(setting);
  await new Requester(visitor).signsIn(DEMO);
  await visitor.open('/users');
  await visitor.page.getByRole('heading', { name: /Aparelhos de totem/ }).waitFor();
  await shoot('users, totems');
  await visitor.page.getByRole('button', { name: 'Revogar Recepção' }).first().click();
  await visitor.sees('revoke', 'Revogar o totem “Recepção”?');
  await shoot('users, revoke totem', false);
  await visitor.press('Revogar totem');
  await visitor.reads('Totem fora de serviço');
  await visitor.leaves();
  await tablet.page.clock.runFor(25_000);
  await tablet.sees('out of service', 'Este totem está fora de serviço');
}

export const totemScenes: readonly Scene[] = [totem];
