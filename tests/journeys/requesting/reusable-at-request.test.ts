import { beforeAll, expect, it } from 'vitest';

import { useProduct } from '../../browser/product.ts';
import { choose, Requester } from '../../browser/requester.ts';
import { addPerson, openAccount, type Account, type Person } from '../../support/scenario.ts';

const COMPANY = 'Comércio de Tecidos São João Ltda';
const product = useProduct();
let account: Account;
let [ana, maria, rui, eva, leo]: Person[] = [];

beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
  const names = ['Ana Souza Lima', 'Maria das Dores Silva', 'Rui Barbosa', 'Eva Prado', 'Leo Alves'];
  [ana, maria, rui, eva, leo] = await Promise.all(names.map((name) => addPerson(account.api, name)));
}, 120_000);

const processOf = (processId: string) => account.api.call('getProcess', { params: { processId } });

it('loses no press to the key that a name gives, which may take a line more', async () => {
  const { visitor } = await Requester.arrive(product, account, { viewport: { width: 768, height: 1024 } });
  const { page } = visitor;
  await visitor.open('/templates/new');
  await visitor.press('Incluir participante');
  await page.getByRole('textbox', { name: 'Participante' }).fill('Prestadora de serviços');
  await visitor.press('Alguém não pode assinar?');
  await page
    .getByRole('checkbox', { name: 'Prestadora de serviços assina a rogo de quem não pode assinar' })
    .waitFor();
  await page.getByText('{{prestadora_de_servicos.nome}}').waitFor();
  await visitor.press('Incluir participante');
  await page.getByRole('textbox', { name: 'Participante' }).last().fill('Tomadora de todos os serviços');
  await visitor.press('Incluir participante');
  await page.getByText('{{tomadora_de_todos_os_servicos.nome}}').waitFor();
  expect(await page.getByRole('textbox', { name: 'Participante' }).count()).toBe(3);
  await visitor.leaves();
});

it('a template has a role that signs a rogo, each use names the person, and its document states it', async () => {
  const asking = await Requester.arrive(product, account, { viewport: { width: 360, height: 740 } });
  const { visitor } = asking;
  const { page } = visitor;
  await visitor.open('/templates/new');
  await visitor.fill('Nome do modelo', 'Prestação de serviços');
  await visitor.press('Incluir participante');
  await page.getByRole('textbox', { name: 'Participante' }).fill('Prestadora');
  await visitor.fill('Título do documento', 'Prestação de serviços');
  await page
    .getByRole('textbox', { name: 'Texto' })
    .fill('{{prestadora.a_rogo_de.nome}} presta serviços; a seu rogo assina {{prestadora.nome}}.');
  await visitor.reads(
    /nada preenche \{\{prestadora\.a_rogo_de\.nome\}\}\. Diga que o participante assina a rogo/,
  );
  await visitor.press('Alguém não pode assinar?');
  await page.getByRole('checkbox', { name: 'Prestadora assina a rogo de quem não pode assinar' }).check();
  await visitor.press('Criar modelo');
  await page.getByRole('alert').getByText('Inclua duas testemunhas').waitFor();
  await visitor.inspects('template at request, without witnesses');
  await visitor.press('Incluir duas testemunhas');
  await visitor.inspects('template at request');
  await visitor.press('Criar modelo');

  await page.getByRole('link', { name: 'Usar Prestação de serviços' }).first().click();
  await visitor.sees('wizard from a template at request', 'O que será assinado?');
  await asking.goesOn();
  await asking.choosesCompany(COMPANY);
  await asking.goesOn();
  await choose(page, 'Escolher quem é Prestadora', ana!.cpf, ana!.name);
  await choose(page, 'Escolher quem é Testemunha 1', rui!.cpf, rui!.name);
  await choose(page, 'Escolher quem é Testemunha 2', eva!.cpf, eva!.name);
  await asking.goesOn();
  await visitor.reads(`Diga a rogo de quem ${ana!.name} assina, e por que essa pessoa não assina.`);
  const request = page.getByRole('group', { name: `A rogo de quem ${ana!.name} assina` });
  await choose(request, 'Quem não pode assinar', maria!.cpf, maria!.name);
  await request.getByLabel('Por que não assina').selectOption('physical-condition');
  await visitor.inspects('wizard, roles at request');
  await page.getByText(/^Rascunho salvo às/).waitFor();
  await page.reload();
  await asking.goesOn();
  await visitor.reads(/A rogo de Maria das Dores Silva/);
  await visitor.press(/^Ver Prestação de serviços/);
  const sheet = page.getByRole('dialog').locator('[data-page="1"]');
  await sheet
    .getByText(`${maria!.name} presta serviços; a seu rogo assina ${ana!.name}.`)
    .waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  const { participants } = await processOf(await asking.sends());
  expect(participants).toMatchObject([
    { name: ana!.name, atRequestOf: { name: maria!.name, impediment: 'physical-condition' } },
    { name: rui!.name, part: 'attestant' },
    { name: eva!.name, part: 'attestant' },
  ]);
  await visitor.leaves();
}, 120_000);

it('a group keeps the people in whose name its members sign, until they are removed, and each use gives the reason', async () => {
  const asking = await Requester.arrive(product, account);
  const { visitor } = asking;
  const { page } = visitor;
  await visitor.open('/signer-groups/new');
  await visitor.fill('Nome do grupo', 'Procuradores');
  for (const one of [ana!, leo!]) {
    await page.getByRole('combobox', { name: 'Incluir pessoa no grupo' }).fill(one.cpf);
    await page.getByRole('option', { name: one.name }).click();
  }
  await visitor.press('Alguém não pode assinar?');
  await page.getByRole('checkbox', { name: `${ana!.name} assina a rogo de quem não pode assinar` }).check();
  await visitor.press('Criar grupo');
  await visitor.reads(`Diga a rogo de quem ${ana!.name} assina`);
  const request = page.getByRole('group', { name: `A rogo de quem ${ana!.name} assina` });
  await request.getByRole('combobox', { name: 'Quem não pode assinar' }).fill(leo!.cpf);
  await request.getByRole('option', { name: leo!.name }).getByText('Já está no grupo').waitFor();
  await choose(request, 'Quem não pode assinar', maria!.cpf, maria!.name);
  await visitor.inspects('group, at request');
  await visitor.press('Criar grupo');
  await page.getByRole('link', { name: 'Procuradores' }).first().click();
  await page.getByRole('button', { name: `Trocar ${maria!.name}` }).waitFor();

  await asking.startsProcess();
  const { items } = await account.api.call('listSignerGroups', { query: { search: 'Procuradores' } });
  const { signerGroupId, members } = items[0]!;
  expect(members).toMatchObject([{ atRequestOf: { name: maria!.name } }, { name: leo!.name }]);
  await visitor.open(`/processes/new?group=${signerGroupId}`);
  await visitor.reads('Grupo incluído');
  const taken = page.getByRole('group', { name: `A rogo de quem ${ana!.name} assina` });
  await taken.getByText(maria!.name).waitFor();
  await taken.getByLabel('Por que não assina').selectOption('cannot-read-or-write');
  await asking.includes(rui!, 'attestant');
  await asking.includes(eva!, 'attestant');

  await account.api.call('removePerson', { params: { personId: maria!.personId } });
  // The page waits for nothing that another client has written.
  await account.api.call('listPersons');
  await visitor.open(`/signer-groups/${signerGroupId}`);
  await visitor.reads('Há pessoas que saíram do cadastro');
  await visitor.press('Salvar alterações');
  await visitor.reads(`Diga a rogo de quem ${ana!.name} assina`);
  await visitor.inspects('group, at request of who is gone');
  await visitor.leaves();
}, 120_000);
