import { createServer } from 'node:http';

import { listenLocally } from '@lacre/test-support';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';

import { fillsSignIn, mailedPath, opensLink } from '../../browser/account-keeper.ts';
import { useOwnProduct } from '../../browser/product.ts';
import { Requester } from '../../browser/requester.ts';
import { Visitor, type Upload, type VisitorOptions } from '../../browser/visitor.ts';
import { addPerson, fresh, openAccount, type Account } from '../../support/scenario.ts';
import { until } from '../../support/until.ts';

const product = useOwnProduct({ WEBHOOK_ALLOW_LOOPBACK: 'true' });
let account: Account;

beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
}, 120_000);

async function signedIn(options: VisitorOptions = {}): Promise<Visitor> {
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin, options);
  await new Requester(visitor).signsIn(account);
  return visitor;
}

/** A picture that is red on its left half and blue on its right, twice as wide as it is high. */
async function redAndBlue(page: Page, name: string): Promise<Upload> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 400;
    canvas.height = 200;
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    if (pen === null) throw new Error('no canvas');
    pen.fillStyle = '#ff0000';
    pen.fillRect(0, 0, 200, 200);
    pen.fillStyle = '#0000ff';
    pen.fillRect(200, 0, 200, 200);
    return canvas.toDataURL('image/png').slice('data:image/png;base64,'.length);
  });
  return { name, mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
}

/** What is seen of it at the left and at the right edge: red, or blue. */
const edges = (image: Locator): Promise<string[]> =>
  image.evaluate(async (element) => {
    const canvas = document.createElement('canvas');
    canvas.width = 100;
    canvas.height = 100;
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    if (pen === null) throw new Error('no canvas');
    if (element instanceof HTMLImageElement) await element.decode();
    pen.drawImage(element as HTMLImageElement | HTMLCanvasElement, 0, 0, 100, 100);
    return [10, 90].map((x) => {
      const [red = 0, , blue = 0] = pen.getImageData(x, 50, 1, 1).data;
      return red > blue ? 'red' : 'blue';
    });
  });

it('takes a photo, cropped by sliders or by dragging, and gives it up', async () => {
  const visitor = await signedIn();
  const { page } = visitor;
  await visitor.open('/profile');
  await visitor.choosesFiles(/^Enviar foto/, [
    { name: 'notas.png', mimeType: 'image/png', buffer: Buffer.from('isto não é uma imagem') },
  ]);
  await visitor.reads('Não foi possível usar este arquivo.');
  const picture = await redAndBlue(page, 'eu.png');
  await visitor.choosesFiles(/^Enviar foto/, [picture]);
  const cropping = page.getByRole('dialog', { name: 'Ajustar foto' });
  const shown = cropping.getByRole('img', { name: 'Como a foto vai aparecer' });
  await expect.poll(() => edges(shown)).toEqual(['red', 'blue']);
  await visitor.inspects('crop a photo');
  await cropping.getByLabel('Mover na horizontal').press('End');
  await expect.poll(async () => new Set(await edges(shown)).size).toBe(1);
  const [kept] = await edges(shown);
  await visitor.press('Salvar foto');
  await visitor.reads('Foto atualizada');
  const photo = page.locator('main img').first();
  await expect.poll(() => edges(photo)).toEqual([kept, kept]);
  // It is the server's by now, and the menu shows it too.
  await page.reload();
  await expect.poll(() => edges(page.locator('main img').first())).toEqual([kept, kept]);
  await expect.poll(() => edges(page.locator('aside img').first())).toEqual([kept, kept]);

  await visitor.choosesFiles(/^Trocar foto/, [picture]);
  await expect.poll(() => edges(shown)).toEqual(['red', 'blue']);
  const box = await shown.boundingBox();
  if (box === null) throw new Error('the picture is not there');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 1.2, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  // Pulled to the right, its left half is what remains.
  await expect.poll(() => edges(shown)).toEqual(['red', 'red']);
  await visitor.press('Salvar foto');
  await expect.poll(() => edges(page.locator('main img').first())).toEqual(['red', 'red']);

  await visitor.press('Remover foto');
  await page
    .getByRole('alertdialog', { name: 'Remover foto?' })
    .getByRole('button', { name: 'Remover foto' })
    .click();
  await visitor.reads('Foto removida');
  await page.getByRole('button', { name: 'Enviar foto' }).waitFor();
  expect(await page.locator('main img').count()).toBe(0);
  expect(await visitor.leaves()).toEqual([]);
}, 60_000);

it('dresses the page of access in the tenant’s logo and background, and undresses it', async () => {
  const visitor = await signedIn();
  const { page } = visitor;
  const { domain } = (await account.api.call('currentUser')).tenant;
  await visitor.open('/settings');
  await visitor.choosesFiles(/^Enviar imagem: logotipo/, [
    { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
  ]);
  await visitor.reads('Este tipo de arquivo não é aceito. Escolha uma imagem JPG ou PNG.');
  await visitor.choosesFiles(/^Enviar imagem: logotipo/, [await redAndBlue(page, 'logo.png')]);
  await visitor.choosesFiles(/^Enviar imagem: fundo/, [await redAndBlue(page, 'fundo.png')]);
  await page.getByRole('button', { name: /^Trocar: fundo/ }).waitFor();
  await visitor.inspects('settings with images');
  await visitor.press('Salvar identidade');
  await visitor.reads('Identidade salva');
  await page.reload();
  await page.getByRole('button', { name: 'Remover logotipo' }).waitFor();

  const guest = await Visitor.arrive(product.browser, product.lacre.origin);
  await guest.open(`/login/${domain}`);
  await expect.poll(() => edges(guest.page.locator('main img').first())).toEqual(['red', 'blue']);
  await expect.poll(() => edges(guest.page.locator('aside img').first())).toEqual(['red', 'blue']);
  await guest.inspects('login with logo and background');
  expect(await guest.leaves()).toEqual([]);

  await visitor.press('Remover logotipo');
  await visitor.press('Salvar identidade');
  await page.getByRole('button', { name: 'Enviar imagem: logotipo' }).waitFor();
  await visitor.reads('Identidade salva');
  await expect
    .poll(() => account.api.call('tenantSettings'))
    .toMatchObject({ logoUrl: null, backgroundUrl: expect.any(String) });
  expect(await visitor.leaves()).toEqual([]);
}, 60_000);

it('removes a user from the account for good, once they confirm by their address', async () => {
  const email = `davi${fresh()}@exemplo.com.br`;
  await account.api.call('createUser', {
    body: { user: { name: 'Davi Comum', email, role: 'common', companyIds: [account.companyId] } },
  });
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin);
  const { page } = visitor;
  await opensLink(visitor, await mailedPath(visitor, email, /^\/password#invitation=/));
  await visitor.fill('Nova senha', 'a minha primeira frase');
  await visitor.fill('Repita a nova senha', 'a minha primeira frase');
  await visitor.press('Salvar senha e entrar');
  await page.waitForURL('**/dashboard');
  await visitor.open('/profile');
  await visitor.press('Excluir minha conta');
  const question = page.getByRole('alertdialog', { name: 'Excluir sua conta?' });
  const confirm = question.getByRole('button', { name: 'Excluir minha conta' });
  await confirm.click();
  await visitor.reads('Digite o email como está acima');
  await visitor.inspects('delete account');
  await question.getByLabel(/^Para confirmar/).fill(email.toUpperCase());
  await confirm.click();
  await visitor.reads('Sua conta de usuário foi excluída');
  await page.waitForURL(`${product.lacre.origin}/`);
  await visitor.open('/login');
  await fillsSignIn(visitor, email, 'a minha primeira frase');
  await page
    .getByRole('alert')
    .filter({ hasText: /incorretos|inválid/i })
    .first()
    .waitFor();
  expect(await visitor.leaves()).toEqual([expect.stringMatching(/^40[13] POST \/api\/session$/)]);
}, 60_000);

it('sends a fact again to an address that has had it', async () => {
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']));
    request.resume().on('end', () => response.writeHead(204).end());
  });
  const port = await listenLocally(receiver);
  try {
    const { webhookId } = await account.api.call('createWebhook', {
      body: { url: `http://127.0.0.1:${port}/avisos`, eventTypes: ['person.created.v1'] },
    });
    await addPerson(account.api, 'Ana Souza Lima');
    await until('the first delivery', async () => received[0]);
    const visitor = await signedIn();
    const { page } = visitor;
    await visitor.open(`/webhooks/${webhookId}`);
    const row = page.getByRole('table', { name: 'Envios' }).getByRole('row').nth(1);
    await row.getByText('Entregue').waitFor();
    await visitor.inspects('deliveries of a webhook');
    await row.getByRole('button', { name: /^Reenviar/ }).click();
    await visitor.reads('Será enviado de novo');
    await until('the second delivery', async () => received[1]);
    // The same fact: a receiver recognises it by its id.
    expect(new Set(received).size).toBe(1);
    await row.getByText('Entregue').waitFor();
    expect(await visitor.leaves()).toEqual([]);
  } finally {
    await new Promise((resolve) => receiver.close(resolve));
    receiver.closeAllConnections();
  }
}, 60_000);

it.each([
  { at: '1440 by 900', viewport: { width: 1440, height: 900 }, collapsed: false },
  { at: '1440 by 900, collapsed', viewport: { width: 1440, height: 900 }, collapsed: true },
  { at: '768 by 1024', viewport: { width: 768, height: 1024 }, collapsed: false },
])('shows the whole menu at $at', async ({ viewport, collapsed }) => {
  const visitor = await signedIn({ viewport });
  const { page } = visitor;
  await visitor.open('/dashboard');
  if (collapsed) await visitor.press('Recolher menu');
  const menu = page.getByRole('navigation', { name: 'Principal' });
  await menu.getByRole('link', { name: 'Configurações' }).waitFor();
  const cut = await menu.evaluate((element) => element.scrollHeight - element.clientHeight);
  expect(cut).toBe(0);
  const { bottom } = await page
    .locator('aside')
    .first()
    .evaluate((element) => element.getBoundingClientRect());
  expect(bottom).toBe(viewport.height);
  expect(await page.getByRole('button', { name: 'Sair' }).first().isVisible()).toBe(true);
  expect(await visitor.leaves()).toEqual([]);
});
