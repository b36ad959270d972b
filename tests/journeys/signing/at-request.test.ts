import { DECLARATION_SHA256, DECLARATION_VERSION } from '@lacre/contracts';
import { formatCpf } from '@lacre/contracts/brazil';
import { beforeAll, expect, it } from 'vitest';

import { Participant } from '../../browser/participant.ts';
import { useProduct } from '../../browser/product.ts';
import { asUpload, choose, Requester } from '../../browser/requester.ts';
import { Visitor } from '../../browser/visitor.ts';
import { verifiedByScript } from '../../interop/evidence-script.ts';
import { evidenceOf } from '../../support/evidence-of.ts';
import { messagesTo } from '../../support/mailbox.ts';
import { samplePdf } from '../../support/pdfs.ts';
import { addPerson, openAccount, type Account, type Person } from '../../support/scenario.ts';

const NAME = 'prestação de serviços.pdf';
const product = useProduct();
let account: Account;
let [ana, maria, rui, eva]: Person[] = [];

beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
  ana = await addPerson(account.api, 'Ana Souza Lima');
  maria = await addPerson(account.api, 'Maria das Dores Silva');
  rui = await addPerson(account.api, 'Rui Barbosa');
  eva = await addPerson(account.api, 'Eva Prado');
}, 120_000);

/** Reads, declares and signs on a device of their own; `greeting` is what the page says first. */
async function signs(processId: string, person: Person, greeting: RegExp): Promise<void> {
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin);
  const participant = new Participant(visitor, person);
  await participant.opensLink(processId, person.personId);
  await participant.identifies();
  await participant.readsAll(1);
  const request = visitor.page.getByRole('region', { name: 'Assinatura a rogo' });
  await request.getByText(greeting).waitFor();
  await visitor.page.getByRole('checkbox', { name: /Li e concordo/ }).check();
  await visitor.press(/^Assinar /);
  // Consent alone signs nothing, and the focus goes to what is missing.
  await visitor.page.getByRole('alert').getByText('Falta a sua declaração').waitFor();
  expect(await request.evaluate((element) => element === document.activeElement)).toBe(true);
  await visitor.inspects('a declaration that is missing');
  await request.getByRole('checkbox', { name: /^Declaro que/ }).check();
  await visitor.inspects('a declaration that is made');
  await participant.signs();
  expect(await visitor.leaves()).toEqual([]);
}

it('has someone sign a rogo before two witnesses, from sending to the sealed evidence', async () => {
  const { email, password } = account;
  const requester = await Requester.arrive(product, { email, password });
  const { visitor } = requester;
  const { page } = visitor;
  await requester.startsProcess();
  await requester.choosesFiles([asUpload({ name: NAME, bytes: await samplePdf({ title: 'Serviços' }) })]);
  await requester.sentDocument(NAME).getByText('página').waitFor();
  await requester.goesOn();
  await requester.choosesCompany('Comércio de Tecidos São João Ltda');
  await requester.goesOn();
  await requester.includes(ana!, 'signer');
  await requester.includes(rui!, 'attestant');
  await page.getByRole('button', { name: 'Alguém não pode assinar?' }).click();
  await page.getByRole('checkbox', { name: `${ana!.name} assina a rogo de quem não pode assinar` }).check();
  const request = page.getByRole('group', { name: `A rogo de quem ${ana!.name} assina` });
  await choose(request, 'Quem não pode assinar', maria!.cpf, maria!.name);
  await request.getByLabel('Por que não assina').selectOption('cannot-read-or-write');
  await visitor.inspects('wizard, signing at another’s request');

  // One witness is not enough, and who cannot sign is none.
  await requester.goesOn();
  await visitor.reads('Inclua duas testemunhas: a assinatura a rogo precisa delas.');
  const section = page.getByRole('region', { name: 'Participantes' });
  await section.getByRole('combobox', { name: 'Incluir pessoa' }).fill(maria!.cpf);
  await section
    .getByRole('option', { name: maria!.name })
    .getByText('outra pessoa assina a seu rogo')
    .waitFor();
  await page.keyboard.press('Escape');
  await requester.includes(eva!, 'attestant');
  await page.getByText(/^Rascunho salvo às/).waitFor();
  await page.reload();
  await request.getByText(formatCpf(maria!.cpf)).waitFor();
  await requester.goesOn();
  await visitor.reads(/A rogo de Maria das Dores Silva/);
  const processId = await requester.sends();
  await visitor.reads(/Assina a rogo de Maria das Dores Silva/);

  await signs(processId, ana!, /Maria das Dores Silva, que não sabe ler ou escrever, pediu que você assine/);
  for (const witness of [rui!, eva!])
    await signs(processId, witness, /pediu que Ana Souza Lima assine em seu nome\. Você é testemunha\./);

  await requester.seesDocument(NAME, 'Selado');
  await visitor.reads(/Assinou a rogo de Maria das Dores Silva/);
  await visitor.press(/registros? anterior(?:es)?$/);
  await visitor.reads('A rogo de Maria das Dores Silva.');
  await visitor.inspects('process page, signed at another’s request');
  const { bytes } = await requester.downloadsSealed(NAME);
  expect(await visitor.leaves()).toEqual([]);

  const { participants } = await evidenceOf(bytes);
  const declared = (by: 'signer' | 'witness') => ({
    by,
    version: DECLARATION_VERSION,
    textSha256: DECLARATION_SHA256[DECLARATION_VERSION][by],
  });
  expect(participants).toMatchObject([
    {
      name: ana!.name,
      atRequestOf: {
        name: maria!.name,
        cpf: `***.${maria!.cpf.slice(3, 6)}.${maria!.cpf.slice(6, 9)}-**`,
        impediment: 'cannot-read-or-write',
      },
      declaration: declared('signer'),
      claim: { class: 'advanced', rule: 'session-code-at-request' },
    },
    { name: rui!.name, part: 'attestant', atRequestOf: null, declaration: declared('witness') },
    { name: eva!.name, part: 'attestant', atRequestOf: null, declaration: declared('witness') },
  ]);
  const [told] = await verifiedByScript([bytes]);
  expect(told?.text).toContain(`${ana!.name} declarou o texto de SHA-256 ${declared('signer').textSha256}`);
  expect(told?.status, told?.text).toBe(0);
  const mailed = async ({ email: address }: Person) =>
    (await messagesTo(product.lacre.origin, address))
      .map(({ text }) => text)
      .join(' ')
      .replaceAll(/\s+/g, ' ');
  expect(await mailed(ana!)).toContain('Você assina a rogo de Maria das Dores Silva, que não pode assinar.');
  expect(await mailed(eva!)).toContain('Você é testemunha de uma assinatura a rogo de Maria das Dores Silva');
  expect(await mailed(maria!)).toBe('');
}, 180_000);
