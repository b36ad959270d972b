// Scenes of how a request to sign ends, for the signer and for the requester.
import { readCode } from '../../support/mailbox.ts';
import { samplePdf } from '../../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  requestOf,
  signAll,
  uploadProof,
} from '../../support/scenario.ts';
import { Requester } from '../requester.ts';
import { model, type Scene, type Setting } from './stage.ts';

async function endings(setting: Setting): Promise<void> {
  const { origin } = setting.studio.lacre;
  const account = await openAccount(origin);
  const { api } = account;
  const ana = await addPerson(api, 'Ana Beatriz Souza Lima');
  const rui = await addPerson(api, 'Rui Barbosa de Oliveira');
  const eva = await addPerson(api, 'Eva Nunes');
  const begin = async (summary: string, part: 'signer' | 'signatory' = 'signer') => {
    const upload = await uploadProof(api, await samplePdf({ title: summary, pages: 1 }), `${summary}.pdf`);
    const asked = [ana, rui].map((person) => ({ person, part }));
    const more = { summary, ...(part === 'signatory' ? { minimumSignatories: 1 } : {}) };
    return (await openProcess(account, [upload], asked, more)).processId;
  };
  /** One representative of two is enough, and a witness has not signed yet. */
  const board = async (summary: string, acceptsLateSignatures: boolean) => {
    const upload = await uploadProof(api, await samplePdf({ title: summary, pages: 1 }), `${summary}.pdf`);
    const asked = [ana, rui].map((person) => ({ person, part: 'signatory' as const }));
    const more = { summary, minimumSignatories: 1, acceptsLateSignatures };
    return (await openProcess(account, [upload], [...asked, { person: eva, part: 'attestant' }], more))
      .processId;
  };
  const dispensed = await board('Alteração do contrato social', false);
  const optional = await board('Ata de reunião de sócios', true);
  const waiting = await begin('Contrato de honorários');
  const rejected = await begin('Termo de confidencialidade');
  const canceled = await begin('Aditivo de prazo');
  const enough = await begin('Ata da assembleia', 'signatory');
  const [first, second] = [
    await personSession(origin, waiting, ana),
    await personSession(origin, enough, rui),
  ];
  await signAll(first, waiting);
  for (const processId of [enough, dispensed, optional]) await signAll(second, processId);
  const { documents } = await requestOf(second, rejected);
  await second.call('reject', {
    body: {
      signatureIds: documents.map(({ signatureId }) => signatureId),
      reason: 'O valor da cláusula 3 está diferente do combinado.',
    },
  });
  await api.call('cancelProcess', { params: { processId: canceled }, body: { reason: 'Versão errada' } });
  const { visitor, shoot } = await model(setting);
  // A browser that was not asked about notifications yet; one without a window says no to all.
  await visitor.page.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => 'default' }),
  );
  const open = (processId: string) => visitor.open(`/document?process=${processId}&person=${ana.personId}`);
  await open(waiting);
  await visitor.fill('Seu CPF', ana.cpf);
  const since = new Date();
  await visitor.press('Receber código');
  await visitor.fill('Código de 6 números', await readCode(origin, ana.email, since));
  await visitor.sees('waiting', 'Você assinou');
  await visitor.reads('Ata de reunião de sócios');
  await shoot('signed, waiting for others');
  await open(optional);
  await visitor.reads('Sua assinatura já não é obrigatória');
  await visitor.page.locator('[data-page] canvas').first().waitFor();
  await shoot('beyond the minimum, may still sign');
  for (const [name, processId, heading] of [
    ['dispensed while others sign', dispensed, 'Sua assinatura não é mais necessária'],
    ['rejected by another', rejected, 'Documento recusado'],
    ['request canceled', canceled, 'Pedido cancelado'],
    ['not needed any more', enough, /Sua assinatura não é mais necessária|Tudo assinado e selado/],
  ] as const) {
    await open(processId);
    await visitor.sees(name, heading);
    await shoot(name);
  }
  await visitor.open(`/document?process=${rejected}&person=${rui.personId}`);
  await visitor.sees('another', /./);
  await shoot('link of another person');
  await visitor.leaves();
  const asking = await model(setting);
  await new Requester(asking.visitor).signsIn(account);
  for (const [name, processId] of [
    ['process rejected', rejected],
    ['process canceled', canceled],
    ['process with a minimum', enough],
    ['process with a representative dispensed', dispensed],
    ['process open to late signatures', optional],
  ] as const) {
    await asking.visitor.open(`/processes/${processId}`);
    await asking.visitor.page.getByRole('heading', { name: 'Linha do tempo' }).waitFor();
    await asking.shoot(name);
  }
  await asking.visitor.leaves();
}

export const endingScenes: readonly Scene[] = [endings];
