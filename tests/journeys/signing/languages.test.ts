import { setTimeout } from 'node:timers/promises';

import { beforeAll, describe, expect, it } from 'vitest';

import { useProduct } from '../../browser/product.ts';
import { TotemTablet } from '../../browser/totem-tablet.ts';
import { Visitor } from '../../browser/visitor.ts';
import { isWithoutPortuguese } from '../../browser/without-portuguese.ts';
import { join as joinAccount, PASSWORD } from '../../permissions/world.ts';
import { messagesTo, readCode } from '../../support/mailbox.ts';
import { samplePdf } from '../../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  processWhen,
  signAll,
  uploadProof,
  type Account,
} from '../../support/scenario.ts';
import { until } from '../../support/until.ts';

const product = useProduct();
let account: Account;

beforeAll(async () => {
  account = await openAccount(product.lacre.origin, 'Ipe');
}, 120_000);

const SUMMARY = 'Lease 12';
/** What users of the product wrote. */
const DATA = ['Comércio de Tecidos São João Ltda', 'Tecidos São João', 'Marina Andrade', SUMMARY];

/** In which language the consents of a process were given, as far as its timeline has them by now. */
async function termsLanguagesOf(processId: string) {
  const { items } = await account.api.call('processTimeline', { params: { processId } });
  return items.flatMap(({ evidence }) => evidence?.termsLanguage ?? []);
}

/** A process of one document for a person whose name is the same in any language. */
async function asked() {
  const person = await addPerson(account.api, 'Ada Byron');
  const upload = await uploadProof(account.api, await samplePdf({ pages: 1, title: 'Lease' }), 'lease.pdf');
  const { processId } = await openProcess(account, [upload], [{ person, part: 'signer' }], {
    summary: SUMMARY,
    deadline: new Date(Date.now() + 4 * 86_400_000).toISOString(),
    allowsDelegation: true,
  });
  return { person, processId, link: `/document?process=${processId}&person=${person.personId}` };
}

describe('a signer whose language is registered', () => {
  it('is invited in it, and the mail’s link leads to a page in it, whatever the browser’s', async () => {
    const person = await addPerson(account.api, 'Ada Byron');
    await account.api.call('editPerson', {
      params: { personId: person.personId },
      body: { name: person.name, email: person.email, language: 'es' },
    });
    const upload = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'lease.pdf');
    await openProcess(account, [upload], [{ person, part: 'signer' }], { summary: SUMMARY });
    const mail = await until('the invitation', async () =>
      (await messagesTo(product.lacre.origin, person.email)).find(({ subject }) => subject.includes(SUMMARY)),
    );
    expect(mail.subject).toBe(`Firma solicitada: ${SUMMARY}`);
    const [link = ''] = /https?:\/\/\S+\/a\/\S+/.exec(mail.text) ?? [];
    const visitor = await Visitor.arrive(product.browser, product.lacre.origin);
    await visitor.open(new URL(link).pathname + new URL(link).search);
    await visitor.sees('door in Spanish', 'Confirme quién es');
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);
});

describe('a signer whose browser is English', () => {
  it('signs, from the mail’s link on, without a Portuguese word of the interface', async () => {
    const { person, link, processId } = await asked();
    const visitor = await Visitor.arrive(product.browser, product.lacre.origin, { locale: 'en-US' });
    const { page } = visitor;
    const since = new Date();
    await visitor.open(link);
    await visitor.sees('door in English', SUMMARY);
    await visitor.reads(/· 4 days left$/);
    await visitor.reads(/\(Brasília time\)/);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await isWithoutPortuguese(page, DATA);

    await visitor.fill('Your CPF (Brazilian taxpayer number)', '11111111111');
    await visitor.press('Get a code');
    await visitor.reads('Invalid CPF: check the digits');
    await visitor.fill('Your CPF (Brazilian taxpayer number)', person.cpf);
    await visitor.press('Get a code');
    await visitor.sees('code in English', 'Enter the code');
    await isWithoutPortuguese(page, DATA);
    await visitor.fill('6-digit code', '000000');
    await visitor.reads('Wrong or expired code. Check it and try again.');
    const code = await readCode(visitor.origin, person.email, since);
    const [mail] = await messagesTo(visitor.origin, person.email);
    expect(mail).toMatchObject({
      subject: 'Your access code',
      text: expect.stringContaining('Hello, Ada Byron,'),
    });
    await visitor.fill('6-digit code', code);

    await visitor.sees('reading in English', 'lease.pdf');
    const read = page.getByRole('button', { name: 'I have read it and agree' });
    await read.and(page.locator(':not([disabled]):not([aria-busy])')).waitFor();
    await isWithoutPortuguese(page, DATA);
    await read.click();
    await visitor.reads('This is a translation. The Portuguese text is the binding one:');
    await page.getByRole('button', { name: 'Sign document' }).waitFor();
    await isWithoutPortuguese(page, DATA);

    await visitor.press('Refuse');
    await visitor.sees('refusing in English', 'Refuse this document?');
    await isWithoutPortuguese(page, DATA);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await visitor.press('Hand over to the person who should sign');
    await visitor.sees('handing over in English', 'Hand over to the person who should sign');
    await isWithoutPortuguese(page, DATA);
    await page.getByRole('button', { name: 'Back', exact: true }).click();

    await visitor.press('Sign document');
    await visitor.sees('signed in English', /All have signed|Everything signed and sealed/);
    await visitor.sees('sealed in English', 'Everything signed and sealed');
    await visitor.reads(/The seal and the signature page are in Portuguese\./);
    await isWithoutPortuguese(page, DATA);
    await expect.poll(() => termsLanguagesOf(processId)).toEqual(['en']);
    expect(await visitor.leaves()).toEqual(['401 POST /api/signature/session']);
  }, 90_000);

  it('may choose another language at the foot of the page, which is remembered', async () => {
    const { link } = await asked();
    const visitor = await Visitor.arrive(product.browser, product.lacre.origin, { locale: 'fr-FR' });
    const { page } = visitor;
    // What stands around the page is drawn before texts that come late.
    await page.route(/\/assets\/en-[^/]+\.js$/, async (route) => {
      await setTimeout(2000);
      await route.continue();
    });
    await visitor.open(link);
    await visitor.sees('door in English', 'Confirm who you are');
    await page.getByRole('region', { name: 'Notices' }).waitFor({ state: 'attached' });
    await visitor.press('Español');
    await visitor.sees('door in Spanish', 'Confirme quién es');
    expect(await page.locator('html').getAttribute('lang')).toBe('es');
    await page.reload();
    await visitor.sees('door in Spanish', 'Confirme quién es');
    await visitor.press('Português');
    await visitor.sees('door in Portuguese', 'Confirme quem você é');
    expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);
});

describe('the validation page in another language', () => {
  const TITLE = { 'en-US': 'Is this document authentic?', 'es-MX': '¿Es auténtico este documento?' };

  it('shows the verdict and its reasons in English, and in Spanish once it is chosen', async () => {
    const visitor = await Visitor.arrive(product.browser, product.lacre.origin, { locale: 'en-US' });
    const { page } = visitor;
    await visitor.open('/validate');
    await visitor.sees('validate in English', TITLE['en-US']);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await isWithoutPortuguese(page, DATA);
    await visitor.fill('Validation code', 'AAAA-BBBB-CCCC-DDDD');
    await visitor.press('Check code');
    await visitor.reads('No document has this code');
    const bytes = await samplePdf({ pages: 1, title: 'Lease' });
    const file = { name: 'lease.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) };
    await visitor.choosesFiles(/Drag the PDF|Choose the PDF/, [file]);
    await visitor.sees('verdict in English', 'Document not made by the platform');
    await visitor.reads('The document has no digital signature.');
    await isWithoutPortuguese(page, DATA);
    await visitor.press('Español');
    await visitor.sees('verdict in Spanish', 'Documento no generado por la plataforma');
    await visitor.reads('El documento no tiene ninguna firma digital.');
    expect(await page.locator('html').getAttribute('lang')).toBe('es');
    expect(await visitor.leaves()).toEqual(['404 GET /api/validate/AAAA-BBBB-CCCC-DDDD']);
  }, 60_000);

  it('reports a document sealed here, an altered one and a printed code in English', async () => {
    const { person, processId } = await asked();
    await signAll(await personSession(product.lacre.origin, processId, person), processId);
    const { documents } = await processWhen(account.api, processId, ({ documents: all }) =>
      all.every(({ status }) => status === 'sealed'),
    );
    const [{ documentId, validationCode } = { documentId: '', validationCode: null }] = documents;
    const sealed = await account.api.bytes('downloadSealed', { processId, documentId });
    const altered = Buffer.from(sealed);
    // In the page's content, not in the structure of the file.
    const place = altered.indexOf('stream') + 12;
    altered[place] = (altered[place] ?? 0) ^ 1;
    const visitor = await Visitor.arrive(product.browser, product.lacre.origin, { locale: 'en-US' });
    const { page } = visitor;
    const files = [
      [
        sealed,
        'Authentic and intact document',
        'The file is identical to what the platform recorded when it sealed it.',
      ],
      [altered, 'Document possibly tampered with', 'The content of the document was changed after the seal.'],
    ] as const;
    for (const [bytes, verdict, reason] of files) {
      await visitor.open('/validate');
      const file = { name: 'lease.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) };
      await visitor.choosesFiles(/Drag the PDF|Choose the PDF/, [file]);
      await visitor.sees(verdict, verdict);
      await visitor.reads(reason);
      await page.getByText('Technical details').click();
      for (const objects of await page.getByText(/^\d+ objects?$/).all()) await objects.click();
      await visitor.inspects(`report: ${verdict}`);
      await isWithoutPortuguese(page, DATA);
    }
    await visitor.open(`/validate?code=${validationCode ?? ''}`);
    await visitor.sees('known by its code, in English', 'There is a document with this code');
    await isWithoutPortuguese(page, DATA);
    expect(await visitor.leaves()).toEqual([]);
  }, 90_000);
});

describe('the terms in another language', () => {
  it('are marked as a translation, with the binding Portuguese one press away', async () => {
    const visitor = await Visitor.arrive(product.browser, product.lacre.origin, { locale: 'en-US' });
    const { page } = visitor;
    await visitor.open('/policies');
    await visitor.sees('terms in English', 'Terms and privacy');
    await visitor.reads('This is a translation');
    await page.getByRole('heading', { name: 'What signing here means' }).waitFor();
    await isWithoutPortuguese(page, DATA);
    await visitor.press('Read in Portuguese');
    await visitor.sees('terms in Portuguese on an English page', 'O que é assinar aqui');
    await isWithoutPortuguese(page, DATA);
    await visitor.press('Read the translation');
    await page.getByRole('heading', { name: 'What signing here means' }).waitFor();
    await page.getByRole('link', { name: 'Version of 11/2026', exact: true }).click();
    await visitor.sees('old terms on an English page', 'O que é assinar aqui');
    await visitor.reads('This version is in Portuguese only');
    await isWithoutPortuguese(page, DATA);
    await visitor.press('Español');
    await visitor.sees('old terms on a Spanish page', 'Términos y privacidad');
    await visitor.reads('Esta no es la versión vigente');
    await page.getByRole('contentinfo').last().getByRole('link', { name: 'Validar un documento' }).click();
    await page.getByRole('heading', { name: '¿Es auténtico este documento?' }).waitFor();
    // Other public pages are Portuguese.
    await page.getByRole('link', { name: 'Lacre, página de inicio' }).click();
    await page.getByRole('link', { name: 'Lacre, página inicial' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);
});

describe('a visitor at a totem', () => {
  it('chooses English or Spanish for their visit, and leaves it in Portuguese to the next', async () => {
    const { person, processId } = await asked();
    const { email } = await joinAccount(account, 'totem');
    const tablet = await TotemTablet.arrive(product.browser, product.lacre.origin, { locale: 'en-US' });
    const { visitor } = tablet;
    const { page } = visitor;
    const lang = () => page.locator('html').getAttribute('lang');
    await tablet.isRegistered({ email, password: PASSWORD }, 'Lobby');
    expect(await lang()).toBe('pt-BR');

    await visitor.press('Empezar en español');
    await visitor.sees('totem, CPF in Spanish', '¿Cuál es su CPF?');
    expect(await lang()).toBe('es');
    await visitor.press('Volver al inicio');
    await tablet.isIdle();
    expect(await lang()).toBe('pt-BR');

    await visitor.press('Start in English');
    await visitor.sees('totem, CPF in English', 'What is your CPF?');
    await isWithoutPortuguese(page, DATA);
    const types = async (digits: string) => {
      const pad = page.getByRole('group', { name: 'Number pad' });
      for (const digit of digits) await pad.getByRole('button', { name: digit, exact: true }).click();
    };
    await types('11111111111');
    await visitor.press('Continue');
    await visitor.reads('Invalid CPF: check the digits');
    await visitor.press('Clear');
    await types(person.cpf);
    const since = new Date();
    await visitor.press('Continue');
    await visitor.sees('totem, code in English', 'Enter the code');
    await isWithoutPortuguese(page, DATA);
    await types('000000');
    await visitor.reads('Wrong or expired code. Check it and try again.');
    await types(await readCode(product.lacre.origin, person.email, since));
    await page.getByRole('heading', { name: SUMMARY }).waitFor();
    const mails = await messagesTo(product.lacre.origin, person.email);
    expect(mails.map(({ subject }) => subject)).toContainEqual(expect.stringContaining('code'));
    // A reload in the middle of the visit keeps its language.
    await page.reload();
    await visitor.press('Read before signing');
    const read = page.getByRole('button', { name: 'I have read it and agree' });
    await read.and(page.locator(':not([disabled]):not([aria-busy])')).waitFor();
    await isWithoutPortuguese(page, DATA);
    await read.click();
    await visitor.reads('This is a translation. The Portuguese text is the binding one:');
    await isWithoutPortuguese(page, DATA);
    await page.getByRole('button', { name: 'terms of electronic signature' }).first().click();
    await visitor.sees('totem, terms in English', 'Terms of electronic signature');
    await page.getByRole('heading', { name: 'What signing here means' }).waitFor();
    await visitor.press('Read in Portuguese');
    await page.getByRole('heading', { name: 'O que é assinar aqui' }).waitFor();
    await isWithoutPortuguese(page, DATA);
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
    await visitor.press('Sign document');
    await visitor.sees('totem, signed in English', 'Done, you have signed');
    await isWithoutPortuguese(page, DATA);
    await visitor.press('Finish');
    await tablet.isIdle();
    await tablet.holdsNothingOf(person);
    expect(await lang()).toBe('pt-BR');
    await visitor.press('Tocar para começar');
    await visitor.sees('totem, CPF', 'Qual é o seu CPF?');
    await expect.poll(() => termsLanguagesOf(processId)).toEqual(['en']);
    expect((await tablet.leaves()).filter((fault) => !fault.startsWith('401 '))).toEqual([]);
  }, 120_000);

  it('waits in the language that the account chose, and comes back to it after each visit', async () => {
    const { email } = await joinAccount(account, 'totem');
    await account.api.call('editTenantSettings', { body: { settings: { totemLanguage: 'en' } } });
    const tablet = await TotemTablet.arrive(product.browser, product.lacre.origin);
    const { visitor } = tablet;
    const { page } = visitor;
    await tablet.isRegistered({ email, password: PASSWORD }, 'Lobby', 'Welcome!');
    const lang = () => page.locator('html').getAttribute('lang');
    expect(await lang()).toBe('en');
    await visitor.press('Começar em português');
    await visitor.sees('totem, CPF', 'Qual é o seu CPF?');
    await visitor.press('Voltar ao início');
    await page.getByRole('button', { name: 'Touch to start' }).waitFor();
    expect(await lang()).toBe('en');
    await visitor.press('Touch to start');
    await visitor.sees('totem, CPF in English', 'What is your CPF?');
    // Another choice reaches it without a press; a reload begins in it.
    await visitor.press('Back to the start');
    await account.api.call('editTenantSettings', { body: { settings: { totemLanguage: 'es' } } });
    await page.getByRole('button', { name: 'Tocar para empezar' }).waitFor({ timeout: 40_000 });
    await page.reload();
    await page.getByRole('button', { name: 'Tocar para empezar' }).waitFor();
    await account.api.call('editTenantSettings', { body: { settings: { totemLanguage: null } } });
    await expect.poll(async () => (await account.api.call('tenantSettings')).totemLanguage).toBe('pt-BR');
    expect(await tablet.leaves()).toEqual([]);
  }, 120_000);
});
