import type { Request } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';

import { useProduct } from '../../browser/product.ts';
import { Requester } from '../../browser/requester.ts';
import { Visitor } from '../../browser/visitor.ts';
import { samplePdf } from '../../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  uploadProof,
  type Account,
} from '../../support/scenario.ts';

const product = useProduct();
let account: Account;

beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
}, 120_000);

/** What the page asks the API for until it has come to rest and asked that, as "METHOD path", in order. */
async function questionsOf(visitor: Visitor, path: string, awaited: string): Promise<string[]> {
  const asked: string[] = [];
  const note = (request: Request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}${search}`);
  };
  // What the screen before still asks is not this one's.
  await visitor.page.goto('about:blank');
  visitor.page.on('request', note);
  await visitor.page.goto(visitor.origin + path, { waitUntil: 'networkidle' });
  // On a busy machine the network may rest between two questions.
  await expect.poll(() => asked).toContain(awaited);
  visitor.page.off('request', note);
  return asked;
}

it('fetches the data of the screen before its code, and once', async () => {
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin);
  await new Requester(visitor).signsIn(account);
  const screens = {
    '/dashboard': 'GET /api/dashboard',
    '/processes': 'GET /api/process?pageSize=20',
    '/companies': 'GET /api/company?pageSize=20',
    '/persons': 'GET /api/person?pageSize=20',
  };
  for (const [path, question] of Object.entries(screens)) {
    const asked = await questionsOf(visitor, path, question);
    expect(asked.slice(0, 2)).toEqual(['POST /api/session/refresh', question]);
    expect(asked.filter((one) => one === question)).toHaveLength(1);
    expect(asked.filter((one) => one.startsWith('POST'))).toHaveLength(1);
  }
  const finished = 'GET /api/process?filter=finished&pageSize=20';
  const narrowed = await questionsOf(visitor, '/processes?filter=finished', finished);
  expect(narrowed.filter((one) => one.startsWith('GET /api/process?'))).toEqual([finished]);
  expect(await visitor.leaves()).toEqual([]);
}, 60_000);

it('fetches the signer’s requests before the code of their screen, and once', async () => {
  const person = await addPerson(account.api, 'Ana Souza Lima');
  const upload = await uploadProof(account.api, await samplePdf(), 'contrato.pdf');
  const { processId } = await openProcess(account, [upload], [{ person, part: 'signer' }]);
  const { token } = await personSession(product.lacre.origin, processId, person);
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin);
  const held = {
    token,
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    person: { personId: person.personId, name: person.name, cpf: person.cpf },
  };
  await visitor.page.addInitScript((session) => {
    if (location.protocol !== 'about:') sessionStorage.setItem('personSession', JSON.stringify(session));
  }, held);
  const door = `/document?process=${processId}&person=${person.personId}`;
  const asked = await questionsOf(visitor, door, 'GET /api/signature');
  await visitor.page.getByRole('dialog').getByRole('button', { name: 'Li o documento' }).waitFor();
  expect(asked.filter((one) => one === 'GET /api/signature')).toHaveLength(1);
  expect(await visitor.leaves()).toEqual([]);
}, 60_000);

it('draws the sign-in screen before its code has loaded, and accepts no input until then', async () => {
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin);
  const { page } = visitor;
  // Its letters are of other widths than those of whatever this machine has.
  await page.route(/\.woff2$/, () => undefined);
  const code = Promise.withResolvers<void>();
  await page.route(/\/assets\/vendor-.+\.js$/, async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto(`${visitor.origin}/login`, { waitUntil: 'commit' });
  const places = () =>
    page
      .locator('h1, form label, form input, form button[type=submit]')
      .evaluateAll((all) => all.map((one) => [one.tagName, JSON.stringify(one.getBoundingClientRect())]));
  const field = page.locator('#drawn input[type=email]');
  await field.waitFor();
  await field.evaluate((input: HTMLInputElement) => input.focus());
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  const drawn = await places();
  code.resolve();
  await page.locator('#drawn').waitFor({ state: 'detached' });
  expect(await places()).toEqual(drawn);
  expect(await visitor.leaves()).toEqual([]);
}, 60_000);

it('does not draw the sign-in screen for a visitor on their way elsewhere', async () => {
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin);
  const { page } = visitor;
  await page.addInitScript(() => localStorage.setItem('totem', 'true'));
  // Nothing but the page itself and what is asked for in its head.
  await page.route(/\/assets\/vendor-.+\.js$/, () => undefined);
  await page.goto(`${visitor.origin}/login`, { waitUntil: 'commit' });
  await page.waitForFunction(() => {
    const drawn = document.querySelector('#drawn');
    return drawn !== null && getComputedStyle(drawn).display === 'none';
  });
  await page.locator('#splash svg').waitFor();
  expect(await visitor.leaves()).toEqual([]);
}, 60_000);

it('loses no press to the fault that leaving a field shows', async () => {
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin);
  const { page } = visitor;
  await visitor.open('/login');
  await visitor.fill('Email', 'marina');
  const button = page.getByRole('button', { name: 'Entrar', exact: true });
  const place = await button.boundingBox();
  if (place === null) throw new Error('no button');
  // Near its upper edge: a line of text above would push it away.
  await page.mouse.move(place.x + place.width / 2, place.y + 4);
  await page.mouse.down();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await page.mouse.up();
  await page.getByText('Campo obrigatório').waitFor();
  expect(await visitor.leaves()).toEqual([]);
}, 60_000);

it('shows the description of the API without a fault, and asks nothing of another origin', async () => {
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin, { accessibility: false });
  await visitor.page.goto(`${product.lacre.origin}/api/docs`, { waitUntil: 'networkidle' });
  const operation = visitor.page.locator('#operations-Processos-createProcess');
  await operation.locator('.opblock-summary-control').click();
  await operation.getByText('Contrato de locação comercial').first().waitFor();
  await operation.locator('.opblock-section-request-body').getByText('Schema', { exact: true }).click();
  // A member of a schema that the operation refers to.
  await operation.getByText('summary', { exact: true }).first().waitFor();
  // An example that its refusals refer to.
  await operation.locator('.response[data-code="403"]').getByText('urn:lacre:problem:').first().waitFor();
  expect(await visitor.leaves()).toEqual([]);
}, 60_000);
