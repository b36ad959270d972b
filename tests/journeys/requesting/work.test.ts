import { beforeAll, describe, expect, it } from 'vitest';

import { useProduct } from '../../browser/product.ts';
import { asUpload, choose, Requester, widthOf } from '../../browser/requester.ts';
import { Visitor, type VisitorOptions } from '../../browser/visitor.ts';
import { samplePdf } from '../../support/pdfs.ts';
import { addPerson, openAccount, type Account } from '../../support/scenario.ts';
import { until } from '../../support/until.ts';

const PHONE: VisitorOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const COMPANY = 'Comércio de Tecidos São João Ltda';

const product = useProduct();
let account: Account;

beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
}, 120_000);

const requester = (options?: VisitorOptions) => Requester.arrive(product, account, options);

/** Carla and Bruno change places by buttons, by the handle, and by choosing a number; in the end they are as they were. */
async function reorders({ page }: Visitor): Promise<void> {
  const rows = page.getByRole('region', { name: 'Participantes' }).getByRole('listitem');
  const isFirst = async (name: string) => {
    await rows.first().getByText(name, { exact: true }).waitFor();
    expect(await page.getByLabel(`Ordem de ${name}`).inputValue()).toBe('1');
  };
  const up = page.getByRole('button', { name: 'Mover Bruno Bastos para cima' });
  await up.focus();
  await page.keyboard.press('Enter');
  await isFirst('Bruno Bastos');
  await page.getByRole('status').getByText('Bruno Bastos: 1º de 2 a assinar').waitFor({ state: 'attached' });
  // The button is of no use there: the focus stays in the row.
  expect(await up.isDisabled()).toBe(true);
  expect(await rows.first().evaluate((row) => row.contains(document.activeElement))).toBe(true);
  const handle = rows.first().locator('[data-handle]');
  await handle.scrollIntoViewIfNeeded();
  const [from, below] = [await handle.boundingBox(), await rows.last().boundingBox()];
  if (from === null || below === null) throw new Error('the rows are not shown');
  const drag = async () => {
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2, below.y + below.height - 4, { steps: 5 });
  };
  await drag();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await isFirst('Bruno Bastos');
  await drag();
  await page.mouse.up();
  await isFirst('Carla Castro');
  await page.getByLabel('Ordem de Carla Castro').selectOption('2');
  await page.getByText('ao mesmo tempo que outros').waitFor({ state: 'attached' });
  await page.getByLabel('Ordem de Carla Castro').selectOption('1');
  await isFirst('Carla Castro');
}

describe('the wizard', () => {
  it('asks questions, groups people, sets order, terms and one process for each document', async () => {
    const people = await Promise.all(
      ['Carla Castro', 'Bruno Bastos'].map((name) => addPerson(account.api, name)),
    );
    const [carla, bruno] = people;
    const asking = await requester(PHONE);
    const { visitor } = asking;
    const { page } = visitor;
    await visitor.open('/signer-groups/new');
    await visitor.fill('Nome do grupo', 'Os dois');
    await visitor.press('Criar grupo');
    await visitor.reads('Inclua ao menos duas pessoas');
    for (const person of people) await choose(page, 'Incluir pessoa no grupo', person.cpf, person.name);
    await visitor.inspects('new group');
    expect(await widthOf(visitor)).toBe(360);
    await visitor.press('Criar grupo');
    await page.getByRole('link', { name: 'Os dois' }).first().click();
    await page.getByRole('link', { name: 'Usar' }).click();
    await visitor.sees('wizard from a group', 'O que será assinado?');
    await asking.choosesFiles(
      await Promise.all(
        ['um.pdf', 'dois.pdf'].map(async (name) => asUpload({ name, bytes: await samplePdf({ pages: 1 }) })),
      ),
    );
    for (const name of ['um.pdf', 'dois.pdf']) await asking.sentDocument(name).getByText('página').waitFor();
    await visitor.press('Ver um.pdf');
    await page.getByRole('dialog', { name: 'um.pdf' }).locator('[data-page] canvas').first().waitFor();
    await visitor.inspects('wizard, document preview');
    await page.keyboard.press('Escape');
    await visitor.press('Incluir pergunta em um.pdf');
    await visitor.fill('Pergunta', 'Pix ou boleto?');
    await visitor.fill('Opção 1', 'Pix');
    await visitor.press('Salvar pergunta');
    await visitor.reads('Inclua ao menos duas opções');
    await visitor.fill('Opção 2', 'Boleto');
    await page.getByRole('checkbox', { name: 'Bruno Bastos Signatário' }).uncheck();
    await visitor.inspects('wizard, question');
    await visitor.press('Salvar pergunta');
    await page.getByRole('radio', { name: /Um processo por documento/ }).check();
    await visitor.inspects('wizard, two documents');
    expect(await widthOf(visitor)).toBe(360);
    await asking.choosesCompany(COMPANY);
    await asking.changesRequest('ao mesmo tempo que as demais');
    await page.getByRole('checkbox', { name: /Assinar em ordem/ }).check();
    expect(await page.getByLabel('Ordem de Bruno Bastos').inputValue()).toBe('2');
    await reorders(visitor);
    await asking.changesRequest('código no primeiro acesso');
    await page.getByRole('checkbox', { name: /Código a cada assinatura de Carla/ }).check();
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date());
    await asking.changesRequest('sem prazo');
    await visitor.inspects('wizard, deadline in the sentence');
    await page.getByLabel('Último dia para assinar').fill('2020-01-01');
    await page.keyboard.press('Escape');
    await visitor.reads('Prazo: Escolha hoje ou um dia depois');
    await asking.changesRequest(/^até /);
    await page.getByLabel('Último dia para assinar').fill(today);
    await page.keyboard.press('Escape');
    // The focus is back at the part, and opens it again without a pointer.
    await page
      .locator(':focus')
      .filter({ hasText: /^até / })
      .waitFor();
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Último dia para assinar').inputValue()).not.toBe('');
    await asking.changesRequest('sem lembretes');
    await page.getByLabel('Último dia para assinar').waitFor({ state: 'detached' });
    await page.getByLabel('Lembrar quem não assinou').selectOption('2');
    await visitor.inspects('wizard, order and terms');
    const sentence = new RegExp(
      '^Cada pessoa assina com CPF, código a cada assinatura \\(Carla Castro\\), sem localização, ' +
        'sem reconhecimento facial, em ordem, até [\\d/]+, lembrada a cada 2 dias e sem poder encaminhar a assinatura\\.$',
    );
    await page.getByText(sentence).waitFor();
    expect(await widthOf(visitor)).toBe(360);
    await asking.goesOn();
    await visitor.sees('wizard, review of two', 'Tudo certo?');
    await visitor.reads('2 processos, um para cada documento.');
    await page.getByText(sentence).waitFor();
    await visitor.reads('Custo: 2 créditos');
    await visitor.reads('Responde 1 pergunta');
    expect(await widthOf(visitor)).toBe(360);
    await visitor.press('Enviar para assinatura');
    await visitor.sees('wizard, two made', '2 processos criados');
    const { items } = await until('both processes', async () => {
      const found = await account.api.call('listProcesses', { query: { search: 'Bruno Bastos' } });
      return found.total === 2 ? found : undefined;
    });
    const details = await Promise.all(
      items.map(({ processId }) => account.api.call('getProcess', { params: { processId } })),
    );
    const asked = details.find(({ documents }) => documents[0]?.name === 'um.pdf');
    expect(asked).toMatchObject({
      type: 'separate',
      reminders: { everyDays: 2 },
      documents: [{ selection: { question: 'Pix ou boleto?', options: ['Pix', 'Boleto'] } }],
      participants: [
        { personId: carla?.personId, group: 1, requirements: { code: true } },
        { personId: bruno?.personId, group: 2, requirements: { location: false } },
      ],
    });
    expect(asked?.deadline?.slice(0, 10)).toBe(
      new Date(`${today}T23:59:59-03:00`).toISOString().slice(0, 10),
    );
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);
});

describe('on a phone', () => {
  it.each([
    ['/companies', 'Empresas'],
    ['/companies/new', 'Nova empresa'],
    ['/persons', 'Pessoas'],
    ['/persons/import', 'Importar pessoas'],
    ['/templates', 'Modelos'],
    ['/templates/new', 'Novo modelo'],
    ['/envelopes', 'Envelopes'],
    ['/envelopes/new', 'Novo envelope'],
    ['/signer-groups', 'Grupos'],
    ['/processes', 'Processos'],
    ['/reports', 'Relatórios'],
    ['/dashboard', /Olá/],
  ] as const)(
    '%s fits, and axe has nothing against it',
    async (path, heading) => {
      const { visitor } = await requester(PHONE);
      await visitor.open(path);
      await visitor.sees(`${path} on a phone`, heading);
      expect(await widthOf(visitor)).toBe(360);
      expect(await visitor.leaves()).toEqual([]);
    },
    60_000,
  );
});
