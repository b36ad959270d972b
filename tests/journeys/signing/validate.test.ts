import { beforeAll, expect, it } from 'vitest';

import { Checker } from '../../browser/checker.ts';
import { useProduct } from '../../browser/product.ts';
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
let sealed: Uint8Array;

beforeAll(async () => {
  const account = await openAccount(product.lacre.origin);
  const ana = await addPerson(account.api, 'Ana Souza Lima');
  const { proof } = await uploadProof(account.api, await samplePdf({ pages: 2 }), 'Contrato.pdf');
  const { processId } = await openProcess(account, [{ proof }], [{ person: ana, part: 'signer' }]);
  await signAll(await personSession(product.lacre.origin, processId, ana), processId);
  const done = await processWhen(account.api, processId, ({ documents }) =>
    documents.every(({ status }) => status === 'sealed'),
  );
  const documentId = done.documents[0]?.documentId ?? '';
  sealed = await account.api.bytes('downloadSealed', { processId, documentId });
}, 180_000);

it.each([
  ['a desktop', { viewport: { width: 1440, height: 900 } }],
  ['a phone', { viewport: { width: 360, height: 740 } }],
])(
  'shows what a later stamp covers, on the page as it was sealed and as it is now, on %s',
  async (device, options) => {
    const visitor = await Visitor.arrive(product.browser, product.lacre.origin, options);
    const checker = new Checker(visitor);
    await checker.chooses({ name: 'contrato.pdf', bytes: await stampedPdf(sealed, '60 600 260 650') });
    const { page } = visitor;
    await page.getByRole('heading', { name: 'O que um carimbo posterior encobre' }).waitFor();
    await visitor.reads(/Página 1, no alto/);
    await visitor.reads(/o nome de quem assinou depois não foi comprovado/);
    await visitor.reads(/Carimbo de uma assinatura que diz ser de “.+”\. Certificado não reconhecido/);
    /** Whether the middle of the outlined area is red on the drawn page. */
    const isRed = (): Promise<boolean> =>
      page.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>('[data-page="1"] canvas');
        const area = document.querySelector('[data-area]');
        if (canvas === null || area === null) return false;
        const [drawn, marked] = [canvas.getBoundingClientRect(), area.getBoundingClientRect()];
        const x = ((marked.left + marked.width / 2 - drawn.left) / drawn.width) * canvas.width;
        const y = ((marked.top + marked.height / 2 - drawn.top) / drawn.height) * canvas.height;
        const pixel = document.createElement('canvas').getContext('2d');
        pixel?.drawImage(canvas, x, y, 1, 1, 0, 0, 1, 1);
        const [red = 0, green = 0] = pixel?.getImageData(0, 0, 1, 1).data ?? [];
        return red > 200 && green < 60;
      });
    await page.locator('[data-page="1"] canvas').first().waitFor();
    expect(await isRed()).toBe(false);
    await page.getByText('Com carimbo', { exact: true }).click();
    await expect.poll(isRed, { timeout: 20_000 }).toBe(true);
    await visitor.inspects(`the stamp on ${device}`);
    expect(await visitor.leaves()).toEqual([]);
  },
);
