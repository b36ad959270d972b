import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { beforeAll, expect, it } from 'vitest';

import { useProduct } from '../../browser/product.ts';
import { Requester } from '../../browser/requester.ts';
import { Visitor } from '../../browser/visitor.ts';
import { samplePdf } from '../../support/pdfs.ts';
import { openAccount, type Account } from '../../support/scenario.ts';

const product = useProduct();
let account: Account;
beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
}, 120_000);

/** A phone whose browser runs the page's service worker, as browsers do. */
async function phone(): Promise<Requester> {
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'allow',
  });
  const asking = new Requester(visitor);
  await asking.signsIn(account);
  await visitor.page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await visitor.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return asking;
}

interface Manifest {
  start_url: string;
  icons: { src: string; sizes: string; type: string }[];
  shortcuts: { url: string }[];
  share_target: { action: string };
}

/** Width and height of a PNG (ISO/IEC 15948, 11.2.1). */
const sizeOf = (png: Buffer): string => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

it('is described by a manifest whose pictures are what it says', async () => {
  const read = (path: string) => fetch(`${product.lacre.origin}${path}`);
  const answer = await read('/app.webmanifest');
  expect(answer.headers.get('content-type')).toContain('application/manifest+json');
  const manifest = (await answer.json()) as Manifest;
  const pictures = await Promise.all(
    manifest.icons.map(async ({ src, sizes, type }) => {
      const icon = await read(src);
      const bytes = Buffer.from(await icon.arrayBuffer());
      const served = icon.headers.get('content-type')?.split(';')[0];
      return { src, said: [sizes, type], is: [type === 'image/png' ? sizeOf(bytes) : 'any', served] };
    }),
  );
  for (const { src, said, is } of pictures) expect([src, is]).toEqual([src, said]);
  const worker = await readFile(
    fileURLToPath(new URL('../../../web/public/service-worker.js', import.meta.url)),
    'utf8',
  );
  expect(worker).toContain(`SHARE_PATH = '${manifest.share_target.action}'`);
});

it('says that there is no connection, and returns to the same address when it is back', async () => {
  const { visitor } = await phone();
  const { page } = visitor;
  await page.context().setOffline(true);
  await page.goto(`${visitor.origin}/processes`);
  await visitor.sees('offline', 'Sem conexão');
  await page.context().setOffline(false);
  await visitor.sees('processes after a break', 'Processos');
  expect(new URL(page.url()).pathname).toBe('/processes');
  await visitor.leaves();
});

it('begins a process with files that another app shares', async () => {
  const { visitor } = await phone();
  const { page } = visitor;
  const bytes = await samplePdf({ title: 'Recibo de sinal', pages: 1 });
  // As the system does it for the app that was chosen: a form, posted to the address of the manifest.
  await page.evaluate((base64) => {
    const data = new DataTransfer();
    const file = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    data.items.add(new File([file], 'Recibo de sinal à vista.pdf', { type: 'application/pdf' }));
    const form = Object.assign(document.createElement('form'), {
      method: 'post',
      action: '/share',
      enctype: 'multipart/form-data',
    });
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files' });
    input.files = data.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, Buffer.from(bytes).toString('base64'));
  await page.waitForURL('**/processes/new');
  const documents = page.getByRole('list', { name: /^Documentos do processo/ });
  await documents.getByText('Recibo de sinal à vista.pdf').waitFor();
  await page.reload();
  await documents.getByText('Recibo de sinal à vista.pdf').waitFor();
  expect(await documents.locator('li').count()).toBe(1);
  expect(await visitor.leaves()).toEqual([]);
});

it('says when a shared file could not be taken', async () => {
  const { visitor } = await phone();
  const { page } = visitor;
  // A body that is no form of files: taking it fails as it does on a device without room.
  await page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), {
      method: 'post',
      action: '/share',
      enctype: 'text/plain',
    });
    document.body.append(form);
    form.submit();
  });
  await page.waitForURL('**/processes/new');
  await visitor.reads('O arquivo compartilhado não chegou');
  expect(await visitor.leaves()).toEqual([]);
});

it('offers to be installed on a phone, once', async () => {
  const { visitor } = await phone();
  const { page } = visitor;
  const asks = () =>
    page.evaluate(() => {
      const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: () => {
          document.title = 'asked';
          return Promise.resolve();
        },
      });
      dispatchEvent(event);
      return event.defaultPrevented;
    });
  expect(await asks()).toBe(true);
  await visitor.reads('Tenha o Lacre na tela de início');
  await visitor.inspects('dashboard with the offer to install');
  await visitor.press('Instalar');
  await page.waitForFunction(() => document.title === 'asked');
  await asks();
  await visitor.press('Agora não');
  await page.getByText('Tenha o Lacre na tela de início').waitFor({ state: 'detached' });
  await visitor.open('/processes');
  await visitor.sees('processes of who declined', 'Processos');
  await asks();
  expect(await page.getByText('Tenha o Lacre na tela de início').count()).toBe(0);
  await visitor.open('/mobile');
  await visitor.sees('how to install', 'O Lacre no celular');
  await asks();
  await visitor.reads('Instalar neste aparelho');
  expect(await visitor.leaves()).toEqual([]);
});
