import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';

import { Participant } from '../../browser/participant.ts';
import { useProduct } from '../../browser/product.ts';
import { asUpload, Requester } from '../../browser/requester.ts';
import { Visitor } from '../../browser/visitor.ts';
import { samplePdf } from '../../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  processWhen,
  signAll,
  uploadProof,
} from '../../support/scenario.ts';
import { stampedPdf } from '../../support/stamped-pdf.ts';

const product = useProduct();

it('shows the requester the signatures that a file brought, in the wizard and on the process page', async () => {
  const account = await openAccount(product.lacre.origin);
  const ana = await addPerson(account.api, 'Ana Prado');
  const asked = [{ person: ana, part: 'signer' as const }];
  const first = await openProcess(
    account,
    [await uploadProof(account.api, await samplePdf(), 'contrato.pdf')],
    asked,
    { summary: 'O primeiro' },
  );
  await signAll(await personSession(product.lacre.origin, first.processId, ana), first.processId);
  const { documents } = await processWhen(
    account.api,
    first.processId,
    ({ status }) => status === 'finished',
  );
  const documentId = documents[0]?.documentId ?? '';
  const sealed = await account.api.bytes('downloadSealed', { processId: first.processId, documentId });

  const visitor = await Visitor.arrive(product.browser, product.lacre.origin, {
    viewport: { width: 360, height: 740 },
  });
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
  // The page waits for nothing that another client has written.
  await processWhen(account.api, second.processId, () => true);
  await visitor.open(`/processes/${second.processId}`);
  await brought.getByText('Selo desta plataforma').waitFor();
  await visitor.inspects('process with a file that brought signatures');
  expect(await visitor.leaves()).toEqual([]);
}, 120_000);

/** The share of the outlined area, and of a band around it, that is red on the drawn page. */
const redIn = (page: Page): Promise<{ within: number; around: number }> =>
  page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-page="1"] canvas');
    const outline = document.querySelector('[data-page="1"] [data-area]');
    if (canvas === null || outline === null) return { within: 0, around: 1 };
    const [drawn, marked] = [canvas.getBoundingClientRect(), outline.getBoundingClientRect()];
    const scale = canvas.width / drawn.width;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    const isRed = (x: number, y: number): boolean => {
      const at =
        (Math.round((y - drawn.top) * scale) * canvas.width + Math.round((x - drawn.left) * scale)) * 4;
      return data[at]! > 200 && data[at + 1]! < 60;
    };
    const count = { within: 0, inside: 0, around: 0, outside: 0 };
    for (let x = marked.left - 8; x < marked.right + 8; x += 2)
      for (let y = marked.top - 8; y < marked.bottom + 8; y += 2) {
        const depth = Math.min(x - marked.left, marked.right - x, y - marked.top, marked.bottom - y);
        // What is within a pixel or two of the line is on neither side of it.
        if (depth > 2) [count.inside, count.within] = [count.inside + 1, count.within + Number(isRed(x, y))];
        if (depth < -2)
          [count.outside, count.around] = [count.outside + 1, count.around + Number(isRed(x, y))];
      }
    return { within: count.within / count.inside, around: count.around / count.outside };
  });

it.each([
  ['a desktop', { viewport: { width: 1440, height: 900 } }, false],
  ['a phone, on a page that is turned', { viewport: { width: 360, height: 740 } }, true],
])(
  'outlines on the page a visible signature that the file brought, and lists it for the signer, on %s',
  async (device, options, rotated) => {
    const account = await openAccount(product.lacre.origin);
    const ana = await addPerson(account.api, 'Ana Prado');
    const file = await stampedPdf(await samplePdf({ rotated }), '160 360 360 410');
    const upload = await uploadProof(account.api, file, 'contrato.pdf');
    const { processId } = await openProcess(account, [upload], [{ person: ana, part: 'signer' }]);
    const visitor = await Visitor.arrive(product.browser, product.lacre.origin, options);
    const participant = new Participant(visitor, ana);
    await participant.opensLink(processId, ana.personId);
    await participant.identifies();
    const { page } = visitor;
    await page
      .getByText(/Visível na página 1 \(no meio, /)
      .first()
      .waitFor();
    const reader = page.getByRole('dialog');
    const outline = reader.locator('[data-page="1"] [data-area]');
    await outline.waitFor();
    await expect.poll(() => redIn(page), { timeout: 20_000 }).toEqual({ within: 1, around: 0 });
    await visitor.inspects(`reading, an outlined signature on ${device}`);

    // By the keyboard alone: from the document to the number, from there to the words, and back.
    await reader.getByRole('region', { name: /^Documento contrato/ }).focus();
    const number = reader.getByRole('button', { name: /^Assinatura 1, de Selo local - Outra Empresa/ });
    await page.keyboard.press('Tab');
    await expect.poll(() => number.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    const words = reader.getByRole('region', { name: 'Assinaturas que o arquivo já trazia na página 1' });
    const told = words.locator(':focus');
    await told.waitFor();
    for (const text of [
      'Selo local - Outra Empresa',
      'Confere',
      /Certificado não reconhecido: o nome não foi comprovado/,
      /pelo relógio de quem assinou/,
    ])
      await told.getByText(text).first().waitFor();
    await expect.poll(() => words.evaluate((element) => element.getBoundingClientRect().top > 0)).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => number.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await visitor.leaves()).toEqual([]);
  },
  120_000,
);
