import { beforeAll, describe, expect, it } from 'vitest';

import { Participant } from '../../browser/participant.ts';
import { useProduct } from '../../browser/product.ts';
import { Requester, type Someone } from '../../browser/requester.ts';
import { Visitor } from '../../browser/visitor.ts';
import { samplePdf } from '../../support/pdfs.ts';
import { addPerson, openAccount, type Account, type Person } from '../../support/scenario.ts';

const COMPANY = 'Comércio de Tecidos São João Ltda';
/** What a confirmation is wide, CSS pixels. */
const CONFIRM_WIDTH = 416;

const product = useProduct();
let account: Account;
let ana: Person;
let rui: Person;
let bia: Person;

beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
  ana = await addPerson(account.api, 'Ana Souza Lima');
  rui = await addPerson(account.api, 'Rui Barbosa');
  bia = await addPerson(account.api, 'Beatriz Nascimento');
}, 120_000);

const requester = () => Requester.arrive(product, account);

async function participant(person: Someone): Promise<Participant> {
  return new Participant(await Visitor.arrive(product.browser, product.lacre.origin), person);
}

const pdf = async (name: string) => ({ name, bytes: await samplePdf({ title: name, pages: 1 }) });

describe('how a process ends', () => {
  it('a participant refuses, with the reason', async () => {
    const asking = await requester();
    const processId = await asking.asksFor([await pdf('recusa.pdf')], COMPANY, [
      { person: ana, part: 'signer' },
      { person: rui, part: 'signer' },
    ]);
    const refusing = await participant(ana);
    await refusing.opensInvitation(processId);
    await refusing.identifies();
    const { visitor } = refusing;
    await visitor.page.getByRole('dialog').getByRole('button', { name: 'Recusar' }).click();
    await visitor.sees('reject', 'Recusar este documento?');
    await visitor.press('Recusar assinatura');
    await visitor.reads('Por favor, insira o motivo');
    await visitor.inspects('reject, without reason');
    await visitor.fill('Motivo', 'O valor está errado');
    await visitor.press('Recusar assinatura');
    await visitor.sees('rejected by you', 'Você recusou');
    expect(await visitor.leaves()).toEqual([]);

    await asking.seesDocument('recusa.pdf', 'Recusado');
    await asking.visitor.reads('Ana Souza Lima recusou assinar');
    await asking.visitor.reads('“O valor está errado”');
    await asking.visitor.inspects('process, rejected');
    expect(await asking.visitor.leaves()).toEqual([]);

    const late = await participant(rui);
    await late.opensLink(processId, rui.personId);
    await late.identifies({ ended: true });
    await late.visitor.sees('rejected by another', 'Documento recusado');
    expect(await late.visitor.leaves()).toEqual([]);
  }, 90_000);

  it('the requester cancels one document, then all', async () => {
    const asking = await requester();
    const { visitor } = asking;
    const { page } = visitor;
    const processId = await asking.asksFor([await pdf('um.pdf'), await pdf('dois.pdf')], COMPANY, [
      { person: ana, part: 'signer' },
    ]);
    await visitor.press('Mais ações de um.pdf');
    await visitor.inspects('process, menu of a document');
    await page.getByRole('menuitem', { name: 'Cancelar documento' }).click();
    await visitor.sees('cancel document', 'Cancelar este documento?');
    await visitor.fill('Motivo (opcional)', 'Versão errada');
    await visitor.press('Cancelar documento');
    await asking.seesDocument('um.pdf', 'Cancelado');
    await visitor.reads('“Versão errada”');
    await asking.seesDocument('dois.pdf', 'Aguardando assinaturas');

    const cancel = async () => {
      await visitor.press('Mais ações do processo');
      await page.getByRole('menuitem', { name: 'Cancelar processo' }).click();
    };
    await cancel();
    await visitor.sees('cancel process', 'Cancelar o processo?');
    const dialog = page.getByRole('alertdialog', { name: 'Cancelar o processo?' });
    // It comes up growing, if only for a frame.
    const panel = dialog.locator(':scope > div');
    await expect.poll(async () => (await panel.boundingBox())?.width).toBe(CONFIRM_WIDTH);
    await dialog.getByRole('button', { name: 'Voltar' }).click();
    await dialog.waitFor({ state: 'detached' });
    await asking.seesDocument('dois.pdf', 'Aguardando assinaturas');
    await cancel();
    await dialog.getByRole('button', { name: 'Cancelar processo' }).click();
    await asking.seesDocument('dois.pdf', 'Cancelado');
    await visitor.reads('Processo cancelado');
    await dialog.waitFor({ state: 'detached' });
    await visitor.press('Mais ações do processo');
    await page.getByRole('menuitem', { name: 'Editar etiquetas' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Cancelar processo' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await visitor.inspects('process, canceled');
    expect(await visitor.leaves()).toEqual([]);

    const late = await participant(ana);
    await late.opensLink(processId, ana.personId);
    await late.identifies({ ended: true });
    await late.visitor.sees('canceled', 'Pedido cancelado');
    expect(await late.visitor.leaves()).toEqual([]);
  }, 90_000);

  it('the minimum of signatories is enough', async () => {
    const asking = await requester();
    const processId = await asking.asksFor(
      [await pdf('quorum.pdf')],
      COMPANY,
      [
        { person: ana, part: 'signatory' },
        { person: rui, part: 'signatory' },
        { person: bia, part: 'signatory' },
      ],
      { minimum: 2 },
    );
    await asking.visitor.reads(/ao menos 2 de 3 assinam/);
    for (const person of [ana, bia]) {
      const signing = await participant(person);
      await signing.opensInvitation(processId);
      await signing.identifies();
      await signing.readsAll(1);
      await signing.signs();
      expect(await signing.visitor.leaves()).toEqual([]);
    }
    await asking.seesDocument('quorum.pdf', 'Selado');
    await asking.visitor.reads('Dispensada');
    expect(await asking.visitor.leaves()).toEqual([]);

    const dismissed = await participant(rui);
    await dismissed.opensLink(processId, rui.personId);
    await dismissed.identifies({ ended: true });
    await dismissed.visitor.reads(/Tudo assinado e selado|Sua assinatura não é mais necessária/);
    await dismissed.visitor.inspects('dismissed');
    expect(await dismissed.visitor.leaves()).toEqual([]);
  }, 90_000);

  it('signatories beyond the minimum are dispensed while the document waits for others, and notified', async () => {
    const asking = await requester();
    const processId = await asking.asksFor(
      [await pdf('dispensa.pdf')],
      COMPANY,
      [
        { person: ana, part: 'signer' },
        { person: rui, part: 'signatory' },
        { person: bia, part: 'signatory' },
      ],
      { minimum: 1 },
    );
    const signing = await participant(rui);
    await signing.opensInvitation(processId);
    await signing.identifies();
    await signing.readsAll(1);
    await signing.signs();
    expect(await signing.visitor.leaves()).toEqual([]);
    await asking.visitor.reads('Representantes dispensados');
    await asking.visitor.reads('Dispensada');
    await asking.visitor.inspects('process, signatories dispensed');

    const dispensed = await participant(bia);
    const { visitor } = dispensed;
    const notice = visitor.page.getByRole('listitem').filter({ hasText: 'Você foi dispensado de assinar' });
    await expect
      .poll(
        async () => {
          await visitor.open(`/dev/mailbox?search=${encodeURIComponent(bia.email)}`);
          return notice.count();
        },
        { timeout: 20_000 },
      )
      .toBe(1);
    await dispensed.opensLink(processId, bia.personId);
    await dispensed.identifies({ ended: true });
    await visitor.reads('Sua assinatura não é mais necessária');
    expect(await visitor.leaves()).toEqual([]);
    await asking.seesDocument('dispensa.pdf', 'Aguardando assinaturas');
    expect(await asking.visitor.leaves()).toEqual([]);
  }, 90_000);

  it('signatories beyond the minimum may still sign, and not refuse, where the requester allows it', async () => {
    const asking = await requester();
    const processId = await asking.asksFor(
      [await pdf('aberto.pdf')],
      COMPANY,
      [
        { person: ana, part: 'signer' },
        { person: rui, part: 'signatory' },
        { person: bia, part: 'signatory' },
      ],
      { minimum: 1, late: true },
    );
    await asking.visitor.reads(/ao menos 1 de 2 assinam; os demais ainda podem assinar/);
    const first = await participant(rui);
    await first.opensInvitation(processId);
    await first.identifies();
    await first.visitor.page.getByRole('dialog').getByRole('button', { name: 'Recusar' }).waitFor();
    await first.readsAll(1);
    await first.signs();
    expect(await first.visitor.leaves()).toEqual([]);

    const late = await participant(bia);
    await late.opensLink(processId, bia.personId);
    await late.identifies();
    await late.visitor.reads('Sua assinatura já não é obrigatória');
    expect(await late.visitor.page.getByRole('button', { name: 'Recusar' }).count()).toBe(0);
    await late.visitor.inspects('request, optional');
    await late.readsAll(1);
    await late.signs();
    expect(await late.visitor.leaves()).toEqual([]);
    await asking.visitor.page.getByRole('progressbar', { name: '1 de 2 assinaturas' }).waitFor();
    expect(await asking.visitor.leaves()).toEqual([]);
  }, 90_000);
});
