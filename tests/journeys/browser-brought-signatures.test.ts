import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { launchChromium } from '../browser/chromium.ts';
import { asUpload, Requester } from '../browser/requester.ts';
import { Visitor } from '../browser/visitor.ts';
import { Lacre } from '../support/lacre.ts';
import { samplePdf } from '../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  processWhen,
  signAll,
  uploadProof,
} from '../support/scenario.ts';

let browser: Browser;
let lacre: Lacre;

beforeAll(async () => {
  lacre = await Lacre.create();
  [browser] = await Promise.all([launchChromium(), lacre.start()]);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await lacre.dispose();
});

it('shows the requester the signatures that a file brought, in the wizard and on the process page', async () => {
  const account = await openAccount(lacre.origin);
  const ana = await addPerson(account.api, 'Ana Prado');
  const asked = [{ person: ana, part: 'signer' as const }];
  const first = await openProcess(
    account,
    [await uploadProof(account.api, await samplePdf(), 'contrato.pdf')],
    asked,
    { summary: 'O primeiro' },
  );
  await signAll(await personSession(lacre.origin, first.processId, ana), first.processId);
  const { documents } = await processWhen(
    account.api,
    first.processId,
    ({ status }) => status === 'finished',
  );
  const documentId = documents[0]?.documentId ?? '';
  const sealed = await account.api.bytes('downloadSealed', { processId: first.processId, documentId });

  const visitor = await Visitor.arrive(browser, lacre.origin, { viewport: { width: 360, height: 740 } });
  const requester = new Requester(visitor);
  await requester.signsIn(account);
  await visitor.open('/processes/new');
  const name = 'contrato-assinado.pdf';
  await requester.choosesFiles([asUpload({ name, bytes: sealed })]);
  const brought = visitor.page.getByRole('region', { name: `Assinaturas que ${name} já trazia` });
  await brought.getByText('Selo desta plataforma').waitFor();
  await brought.getByText('Confere', { exact: true }).first().waitFor();
  await brought.getByText(/do processo “O primeiro”/).waitFor();
  await visitor.inspects('wizard, a file that brought signatures');

  const upload = await uploadProof(account.api, sealed, name);
  const second = await openProcess(account, [upload], asked);
  await visitor.page.goto('about:blank');
  await visitor.open(`/processes/${second.processId}`);
  await brought.getByText('Selo desta plataforma').waitFor();
  await visitor.inspects('process with a file that brought signatures');
  expect(await visitor.leaves()).toEqual([]);
}, 120_000);
