import type { Browser } from 'playwright-core';
import { expect } from 'vitest';

import type { Lacre } from '../support/lacre.ts';
import { samplePdf } from '../support/pdfs.ts';
import { Checker } from './checker.ts';
import { Participant } from './participant.ts';
import { asUpload, Requester, type File, type Part, type Someone } from './requester.ts';
import { Visitor } from './visitor.ts';

const COMPANY = 'Comércio de Tecidos São João Ltda';
/** Slow enough for an upload to be seen on its way, bytes a second. */
const SLOW_LINE = 12 * 1024 * 1024;
const MEBIBYTE = 1024 * 1024;

type Asked = readonly { person: Someone; part: Part }[];

async function withSlowUploads(visitor: Visitor, act: () => Promise<void>): Promise<void> {
  const line = await visitor.page.context().newCDPSession(visitor.page);
  const at = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await at(SLOW_LINE);
  await act();
  await at(-1);
  await line.detach();
}

/** The wizard from end to end, looking at the upload on its way; answers the process's id. */
async function sendsTwoDocuments(requester: Requester, files: File[], asked: Asked): Promise<string> {
  const { visitor } = requester;
  const heavy = files.at(-1)?.name ?? '';
  await requester.startsProcess();
  await withSlowUploads(visitor, async () => {
    await requester.choosesFiles(files.map((file) => asUpload(file)));
    const bar = visitor.page.getByRole('progressbar', { name: `Envio de ${heavy}` });
    await expect
      .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { interval: 50, timeout: 20_000 })
      .toSatisfy((percent: number) => percent > 0 && percent < 100);
    await visitor.reads(/Enviando, \d+%/);
    await visitor.inspects('wizard, uploading');
  });
  for (const { name } of files) await requester.sentDocument(name).getByText('página').waitFor();
  await visitor.inspects('wizard, documents sent');
  await visitor.fill('Resumo do processo', 'Contrato anual de fornecimento');
  await requester.goesOn();
  await requester.choosesCompany(COMPANY);
  await requester.goesOn();
  await visitor.sees('wizard, participants', 'Quem assina?');
  for (const { person, part } of asked) await requester.includes(person, part);
  await visitor.inspects('wizard, participants chosen');
  await requester.goesOn();
  return requester.sends();
}

async function signsAsInvited(
  browser: Browser,
  lacre: Lacre,
  person: Someone,
  processId: string,
  accessibility: boolean,
): Promise<void> {
  const participant = new Participant(await Visitor.arrive(browser, lacre.origin, { accessibility }), person);
  await participant.opensInvitation(processId);
  await participant.identifies();
  await participant.readsAll(2);
  await participant.signs();
  expect(await participant.visitor.leaves()).toEqual([]);
}

/** What /validate says of the sealed files and of what is made of them. */
async function checks(browser: Browser, lacre: Lacre, sealed: File[], people: Asked, accessibility: boolean) {
  const checker = new Checker(await Visitor.arrive(browser, lacre.origin, { accessibility }));
  const [first, heavy] = sealed;
  if (first === undefined || heavy === undefined) throw new Error('two sealed documents are needed');
  await checker.drops(first);
  await checker.isTold('Documento autêntico e íntegro');
  const shown = await checker.visitor.page.getByRole('region', { name: 'Quem participou' }).innerText();
  expect(shown).toContain('Ana S*** L***');
  for (const { person } of people) {
    const { name, cpf, email } = person;
    for (const secret of [name, cpf, email, cpf.slice(0, 3)]) expect(shown).not.toContain(secret);
  }
  await checker.chooses(heavy);
  await checker.isTold('Documento autêntico e íntegro');

  const flipped = Uint8Array.from(first.bytes);
  flipped[2000] = (flipped[2000] ?? 0) ^ 1;
  await checker.chooses({ name: 'um byte trocado.pdf', bytes: flipped });
  await checker.isTold('Documento possivelmente adulterado');

  const followed = Buffer.concat([first.bytes, Buffer.from(' '.repeat(4096))]);
  await checker.drops({ name: 'espaços a mais.pdf', bytes: followed });
  await checker.isTold('Documento possivelmente adulterado');

  const appended = Buffer.concat([first.bytes, Buffer.from('\n')]);
  await checker.drops({ name: 'uma linha a mais.pdf', bytes: appended });
  await checker.isTold('Documento autêntico, com acréscimos');

  await checker.drops({ name: 'de fora.pdf', bytes: await samplePdf({ title: 'De fora' }) });
  await checker.isTold('Documento não gerado pela plataforma');
  expect(await checker.visitor.leaves()).toEqual([]);
}

/**
 * The acceptance journey: a tenant registers, a process of two PDFs is signed by three people from their messages,
 * both documents are sealed, downloaded and proven. The same for every composition of the product.
 */
export async function mainJourney(
  browser: Browser,
  lacre: Lacre,
  { accessibility = true }: { accessibility?: boolean } = {},
): Promise<void> {
  const requester = new Requester(await Visitor.arrive(browser, lacre.origin, { accessibility }));
  const { visitor } = requester;
  await requester.registers();
  expect(await requester.addsCompany(COMPANY)).toMatch(/[A-Z]/);
  const asked: Asked = [
    { person: await requester.addsPerson('Ana Souza Lima'), part: 'signer' },
    { person: await requester.addsPerson('Rui Barbosa'), part: 'signatory' },
    { person: await requester.addsPerson('Beatriz Nascimento'), part: 'attestant' },
  ];
  await visitor.inspects('persons, three');
  const files: File[] = [
    { name: 'fluxo.pdf', bytes: await samplePdf({ xrefStream: true, title: 'Fluxo' }) },
    { name: 'pesado.pdf', bytes: await samplePdf({ ballastBytes: 20 * MEBIBYTE, title: 'Pesado' }) },
  ];
  const processId = await sendsTwoDocuments(requester, files, asked);
  await visitor.sees('process, waiting', 'Contrato anual de fornecimento');
  // Gone with a reload: the page has to follow by itself.
  await visitor.page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));

  for (const { person } of asked) await signsAsInvited(browser, lacre, person, processId, accessibility);
  for (const { name } of files) await requester.seesDocument(name, 'Selado');
  await visitor.reads('Processo finalizado');
  await visitor.inspects('process, finished');
  expect(await visitor.page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);

  const sealed: File[] = [];
  for (const { name } of files) sealed.push(await requester.downloadsSealed(name));
  expect(sealed.map(({ name }) => name)).toEqual(['fluxo-assinado.pdf', 'pesado-assinado.pdf']);
  expect(await visitor.leaves()).toEqual([]);
  await checks(browser, lacre, sealed, asked, accessibility);
}
