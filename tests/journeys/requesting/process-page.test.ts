// The page of a running process: what its requester comes for is in sight, and an act is one line of the timeline.
import type { AnswerOf } from '@lacre/contracts';
import { signingPath } from '@lacre/contracts/signing-link';
import { cpfOf } from '@lacre/contracts/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import { Participant } from '../../browser/participant.ts';
import { useProduct } from '../../browser/product.ts';
import { Requester } from '../../browser/requester.ts';
import { Visitor, type VisitorOptions } from '../../browser/visitor.ts';
import { samplePdf } from '../../support/pdfs.ts';
import {
  addPerson,
  fresh,
  openAccount,
  openProcess,
  personSession,
  processWhen,
  signAll,
  uploadProof,
  type Account,
  type Person,
} from '../../support/scenario.ts';

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 800 };
const DOCUMENTS = ['Contrato', 'Anexo I', 'Anexo II', 'Termo de entrega', 'Procuração', 'Recibo'];

const product = useProduct();
let account: Account;
let ana: Person;
let eva: Person;
let processId: string;

beforeAll(async () => {
  account = await openAccount(product.lacre.origin, 'Construtora Ipê');
  const { api } = account;
  const number = fresh();
  const withPhone = { cpf: cpfOf(number), name: 'Eva Moreira', email: `pessoa${number}@exemplo.com.br` };
  const { personId } = await api.call('createPerson', {
    body: { ...withPhone, cellphoneNumber: `119${String(number).padStart(8, '0').slice(-8)}` },
  });
  eva = { ...withPhone, personId };
  ana = await addPerson(api, 'Ana Souza Lima');
  const others = [await addPerson(api, 'Rui Barbosa'), await addPerson(api, 'Caio Fernandes')];
  const pdf = await samplePdf({ pages: 2 });
  const proofs = await Promise.all(DOCUMENTS.map((name) => uploadProof(api, pdf, `${name}.pdf`)));
  const asked = [ana, eva, ...others].map((person) => ({ person, part: 'signer' as const }));
  ({ processId } = await openProcess(account, proofs, asked, { summary: 'Obra da rua das Laranjeiras' }));
  await signAll(await personSession(product.lacre.origin, processId, ana), processId);
  await processWhen(api, processId, ({ signaturesDone }) => signaturesDone === DOCUMENTS.length);
}, 120_000);

async function opens(options: VisitorOptions): Promise<Visitor> {
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin, options);
  await new Requester(visitor).signsIn(account);
  await visitor.open(`/processes/${processId}`);
  await visitor.page.getByRole('list', { name: 'Linha do tempo do processo' }).waitFor();
  return visitor;
}

const heightOf = ({ page }: Visitor) => page.evaluate(() => document.documentElement.scrollHeight);

describe('a process of four people and six documents', () => {
  it('fits a desk, people before documents, with what the requester does for each', async () => {
    const visitor = await opens({ viewport: DESK });
    const { page } = visitor;
    expect(await heightOf(visitor)).toBeLessThanOrEqual(DESK.height);
    const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
    expect(headings.slice(0, 2)).toEqual(['Participantes', 'Documentos']);

    const people = page.getByRole('region', { name: 'Participantes' });
    const row = (person: Person) => people.locator(':scope > ul > li').filter({ hasText: person.name });
    await row(ana).getByText('Assinou', { exact: true }).first().waitFor();
    await row(eva).getByText('Pendente', { exact: true }).first().waitFor();
    await row(eva)
      .getByRole('button', { name: `Substituir ${eva.name}` })
      .waitFor();
    expect(
      await row(ana)
        .getByRole('button')
        .filter({ hasText: /Lembrar|Substituir/ })
        .count(),
    ).toBe(0);
    const message = new URL(
      (await row(eva)
        .getByRole('link', { name: `WhatsApp de ${eva.name}` })
        .getAttribute('href')) ?? '',
    );
    expect(message.host).toBe('wa.me');
    expect(message.searchParams.get('text')).toContain(
      `${product.lacre.origin}${signingPath(processId, eva.personId)}`,
    );
    // The others have no number to send it to.
    expect(await people.getByRole('link', { name: /^WhatsApp/ }).count()).toBe(1);
    await visitor.inspects('process of four people');

    expect(await page.getByRole('button', { name: /Cancelar/ }).count()).toBe(0);
    await visitor.press('Mais ações do processo');
    await page.getByRole('menuitem', { name: 'Cancelar processo' }).waitFor();
    const acts = await page.getByRole('menuitem').allTextContents();
    expect(acts.at(-1)).toBe('Cancelar processo');
    expect(await visitor.leaves()).toEqual([]);
  });

  it('shows an act over six documents as one entry, with each document a click away', async () => {
    const visitor = await opens({ viewport: DESK });
    const timeline = visitor.page.getByRole('list', { name: 'Linha do tempo do processo' });
    const act = timeline.locator(':scope > li').filter({ hasText: `${ana.name} assinou` });
    expect(await act.count()).toBe(1);
    await act.getByText('6 documentos').click();
    for (const name of DOCUMENTS) await act.getByText(`${name}.pdf`, { exact: true }).waitFor();
    await visitor.inspects('process, act over several documents');
    expect(await visitor.leaves()).toEqual([]);
  });

  it('shows who opened and read the documents, when, on which device and how far', async () => {
    const rui = await addPerson(account.api, 'Rui Que Lê');
    const proof = await uploadProof(account.api, await samplePdf({ pages: 2 }), 'lido.pdf');
    const { processId: read } = await openProcess(account, [proof], [{ person: rui, part: 'signer' }]);
    const reader = new Participant(
      await Visitor.arrive(product.browser, product.lacre.origin, { accessibility: false }),
      rui,
    );
    await reader.opensLink(read, rui.personId);
    await reader.signsIn();
    await reader.visitor.page.getByRole('button', { name: /^Li o documento/ }).waitFor();
    const standing = ({ signatures }: AnswerOf<'getProcess'>) => signatures[0];
    await processWhen(account.api, read, (process) => standing(process)?.openedAt !== null);
    const visitor = await opens({ viewport: DESK });
    await visitor.open(`/processes/${read}`);
    const people = visitor.page.getByRole('region', { name: 'Participantes' });
    await people.getByText('Abriu', { exact: true }).waitFor();

    await reader.turnsPages();
    await reader.visitor.press(/^Li o documento/);
    await processWhen(account.api, read, (process) => standing(process)?.readAt !== null);
    await people.getByText('Leu', { exact: true }).waitFor();
    const timeline = visitor.page.getByRole('list', { name: 'Linha do tempo do processo' });
    const entry = timeline.locator(':scope > li').filter({ hasText: 'Rui Que Lê leu' });
    expect(await entry.textContent()).toMatch(/lido\.pdf · Chrome \d+ · Linux.*Viu as 2 páginas\./);
    await visitor.inspects('process, read by a participant');
    expect(await reader.visitor.leaves()).toEqual([]);
    expect(await visitor.leaves()).toEqual([]);
  });

  it('fits two screens of a phone', async () => {
    const visitor = await opens({ viewport: PHONE, hasTouch: true, isMobile: true });
    expect(await heightOf(visitor)).toBeLessThanOrEqual(2 * PHONE.height);
    await visitor.inspects('process of four people, phone');
    expect(await visitor.leaves()).toEqual([]);
  });
});
