// node tests/browser/gallery.ts DIR [SCENE|WIDTH|THEME…]: pictures of every screen and its main states, in three sizes,
// light and dark; of those scenes, widths and themes alone that are named.
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { encryptedPdf, loadedPdf } from '@lacre/signer/testing';
import type { Browser } from 'playwright-core';

import { Api } from '../support/api.ts';
import { Lacre } from '../support/lacre.ts';
import { readCode } from '../support/mailbox.ts';
import { samplePdf } from '../support/pdfs.ts';
import { addPerson, uploadProof } from '../support/scenario.ts';
import { until } from '../support/until.ts';
import { Checker } from './checker.ts';
import { launchChromium } from './chromium.ts';
import { accountScenes } from './gallery-account.ts';
import { faceScenes } from './gallery-face.ts';
import { totemScenes } from './gallery-totem.ts';
import { workScenes } from './gallery-work.ts';
import { asUpload, Requester } from './requester.ts';
import { Visitor } from './visitor.ts';

const DEMO = { email: 'demo@exemplo.com.br', password: 'demonstracao' };
const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const;
const THEMES = ['light', 'dark'] as const;
const DOCUMENTS = ['Contrato de honorários.pdf', 'Anexo de despesas reembolsáveis e prazos de pagamento.pdf'];

export interface Studio {
  browser: Browser;
  lacre: Lacre;
  api: Api;
  folder: string;
}

export interface Setting {
  studio: Studio;
  size: (typeof SIZES)[number];
  theme: (typeof THEMES)[number];
  pictures: string[];
}

export type Shoot = (name: string, whole?: boolean) => Promise<void>;

/** Somebody at a window of the setting's size and theme, and what takes their pictures. */
async function model({
  studio,
  size,
  theme,
  pictures,
}: Setting): Promise<{ visitor: Visitor; shoot: Shoot }> {
  const phone = size.width < 700;
  const visitor = await Visitor.arrive(studio.browser, studio.lacre.origin, {
    accessibility: false,
    viewport: size,
    colorScheme: theme,
    hasTouch: phone,
    isMobile: phone,
  });
  const shoot: Shoot = async (name, whole = true) => {
    const { page } = visitor;
    await page.getByRole('status', { name: /Carregando/ }).waitFor({ state: 'detached' });
    // What is on its way has a shape that shimmers.
    await page.locator('.animate-shimmer').first().waitFor({ state: 'detached' });
    await page.evaluate(() => document.fonts.ready);
    // What sticks to the window would be caught in mid-page.
    if (whole) await page.evaluate(() => window.scrollTo(0, 0));
    const file = `${name} ${size.width} ${theme}.png`.replaceAll(/[^\w.-]+/g, '-');
    await page.screenshot({ path: join(studio.folder, file), fullPage: whole });
    if (!pictures.includes(name)) pictures.push(name);
  };
  return { visitor, shoot };
}

async function publicScreens(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const screens = {
    landing: '/',
    login: '/login/demo',
    register: '/register',
    validate: '/validate',
    policies: '/policies',
    mobile: '/mobile',
    'incomplete link': '/document',
    mailbox: '/dev/mailbox',
  };
  for (const [name, path] of Object.entries(screens)) {
    await visitor.open(path);
    await visitor.page.getByRole('heading', { level: 1 }).waitFor();
    await shoot(name);
  }
  await visitor.page.goto(`${visitor.origin}/dev/mailbox?search=ana`);
  await visitor.page.getByRole('listitem').first().getByRole('link').click();
  await visitor.page.frameLocator('iframe').getByRole('link').first().waitFor();
  await shoot('message');
  await visitor.open('/login');
  await visitor.fill('Email', 'demo@exemplo.com.br');
  await visitor.fill('Senha', 'errada');
  await visitor.press('Entrar');
  await visitor.reads('Email ou senha incorretos');
  await shoot('login refused');
  await visitor.open('/register');
  await visitor.press('Criar conta');
  await shoot('register refused');
  await visitor.leaves();
}

async function verdicts(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { api } = setting.studio;
  const processId = await processNamed(api, 'Contrato de locação comercial');
  const { documents } = await until('the demo is sealed', async () => {
    const process = await api.call('getProcess', { params: { processId } });
    return process.status === 'finished' ? process : undefined;
  });
  const documentId = documents[0]?.documentId ?? '';
  const sealed = await api.bytes('downloadSealed', { processId, documentId });
  const flipped = Uint8Array.from(sealed);
  flipped[2000] = (flipped[2000] ?? 0) ^ 1;
  const checker = new Checker(visitor);
  const files: [string, Uint8Array, string][] = [
    ['verdict genuine', sealed, 'Documento autêntico e íntegro'],
    ['verdict additions', Buffer.concat([sealed, Buffer.from('x')]), 'Documento autêntico, com acréscimos'],
    ['verdict tampered', flipped, 'Documento possivelmente adulterado'],
    ['verdict not ours', await samplePdf(), 'Documento não gerado pela plataforma'],
    ['verdict unreadable', Buffer.from('%PDF-1.7 nada'), 'Não foi possível ler o arquivo'],
    ['verdict partial copy', await partialCopy(api), 'Cópia parcial autêntica'],
  ];
  for (const [name, bytes, verdict] of files) {
    await checker.chooses({ name: 'Contrato de locação-assinado.pdf', bytes });
    await checker.isTold(verdict);
    await shoot(name);
    if (name !== 'verdict genuine') continue;
    await visitor.page.getByText('Detalhes técnicos').click();
    await shoot('verdict report');
  }
  await visitor.open(`/validate?code=${documents[0]?.validationCode ?? ''}`);
  await visitor.sees('known by its code', 'Há um documento com este código');
  await shoot('known by its code');
  await visitor.leaves();
}

/** Searched for: the scenes before have made many more than a page of them. */
async function processNamed(api: Api, summary: string): Promise<string> {
  const { items } = await api.call('listProcesses', { query: { search: summary } });
  const found = items.find((one) => one.summary === summary);
  if (found === undefined) throw new Error(`no process is called ${summary}`);
  return found.processId;
}

/** Of a document that still waits for signatures. */
async function partialCopy(api: Api): Promise<Uint8Array> {
  const processId = await processNamed(api, 'Aditivo de prazo');
  const { documents } = await api.call('getProcess', { params: { processId } });
  const documentId = documents[0]?.documentId ?? '';
  const { copyId } = await api.call('createPartialCopy', { params: { processId, documentId } });
  return api.bytes('downloadPartialCopy', { processId, documentId, copyId });
}

async function screensBehindSignIn(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  const { api } = setting.studio;
  await new Requester(visitor).signsIn(DEMO);
  const finished = await processNamed(api, 'Contrato de locação comercial');
  const waiting = await processNamed(api, 'Aditivo de prazo');
  const [company] = (await api.call('listCompanies')).items;
  const screens = {
    dashboard: '/dashboard',
    processes: '/processes',
    'processes, nothing found': '/processes?search=nada',
    'process finished': `/processes/${finished}`,
    'process waiting': `/processes/${waiting}`,
    companies: '/companies',
    'new company': '/companies/new',
    company: `/companies/${company?.companyId}`,
    persons: '/persons',
    credits: '/credits',
    profile: '/profile',
    'not found': '/nada',
    'unknown process': '/processes/00000000-0000-4000-8000-000000000000',
  };
  for (const [name, path] of Object.entries(screens)) {
    await visitor.open(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shoot(name);
  }
  await visitor.open('/companies/new');
  await visitor.press('Cadastrar empresa');
  await visitor.reads('Por favor, insira o CNPJ');
  await shoot('new company refused');
  await visitor.open('/persons');
  await page.getByRole('button', { name: 'Nova pessoa' }).first().click();
  await shoot('new person', false);
  await visitor.open(`/processes/${waiting}`);
  await page
    .getByRole('button', { name: /^Mais ações de/ })
    .first()
    .click();
  await shoot('process menu', false);
  await page.keyboard.press('Escape');
  await visitor.press('Cancelar processo');
  await page.locator('dialog[open]').waitFor();
  await shoot('cancel process', false);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ver documento' }).first().click();
  await page.locator('[data-page] canvas').first().waitFor();
  await shoot('process document', false);
  if (setting.size.width < 700) {
    await visitor.open('/dashboard');
    await visitor.press('Abrir menu');
    await shoot('menu', false);
  }
  await visitor.leaves();
}

async function wizard(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const requester = new Requester(visitor);
  await requester.signsIn(DEMO);
  await requester.startsProcess();
  await shoot('wizard documents');
  const good = await samplePdf();
  await visitor.page
    .locator('input[type=file]')
    .setInputFiles([
      ...DOCUMENTS.map((name) => asUpload({ name, bytes: good })),
      asUpload({ name: 'fotografia.pdf', bytes: Buffer.from('GIF89a') }),
      asUpload({ name: 'vazio.pdf', bytes: new Uint8Array() }),
      asUpload({ name: 'protegido.pdf', bytes: await encryptedPdf('segredo') }),
      asUpload({ name: 'com anexos.pdf', bytes: await loadedPdf() }),
    ]);
  for (const name of DOCUMENTS) await requester.sentDocument(name).getByText('2 páginas').waitFor();
  await visitor.reads('O conteúdo deste arquivo não é de nenhum desses tipos.');
  await visitor.reads('Por segurança, retiramos do arquivo');
  await shoot('wizard documents sent');
  for (const name of ['fotografia.pdf', 'vazio.pdf', 'protegido.pdf', 'com anexos.pdf'])
    await visitor.press(`Remover ${name}`);
  await requester.goesOn();
  await visitor.page.getByRole('combobox', { name: 'Buscar empresa' }).click();
  await visitor.page.getByRole('option').first().waitFor();
  await shoot('wizard company search', false);
  await requester.choosesCompany('Padaria Pão de Mel Ltda');
  await shoot('wizard company');
  await requester.goesOn();
  await shoot('wizard participants none');
  const { items } = await setting.studio.api.call('listPersons');
  const parts = ['signer', 'signatory', 'signatory'] as const;
  for (const [index, part] of parts.entries()) {
    const person = items[index];
    if (person !== undefined) await requester.includes(person, part);
  }
  await shoot('wizard participants');
  await requester.goesOn();
  await visitor.sees('review', 'Tudo certo?');
  await shoot('wizard review');
  await visitor.press('Enviar para assinatura');
  await visitor.sees('done', 'Processo criado');
  await shoot('wizard done');
  await visitor.leaves();
}

async function signing(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  const { api } = setting.studio;
  // Someone new each time: how many codes one person may ask for is limited.
  const person = await addPerson(api, 'Clara Vasconcelos');
  const [company] = (await api.call('listCompanies')).items;
  if (company === undefined) throw new Error('the demo has no company');
  const uploads = [];
  for (const name of DOCUMENTS) uploads.push(await uploadProof(api, await samplePdf({ title: name }), name));
  const { processId } = await api.call('createProcess', {
    body: {
      summary: 'Prestação de serviços de consultoria jurídica',
      companyId: company.companyId,
      documents: uploads.map(({ proof }) => ({ proof })),
      participants: [{ personId: person.personId, part: 'signer' }],
    },
  });
  await visitor.open(`/document?process=${processId}&person=${person.personId}`);
  await visitor.sees('identify', 'Confirme quem você é');
  await shoot('identify');
  await visitor.fill('Seu CPF', person.cpf);
  const since = new Date();
  await visitor.press('Receber código');
  await visitor.sees('code', 'Digite o código');
  await shoot('code');
  await visitor.fill('Código de 6 números', await readCode(visitor.origin, person.email, since));
  await page.getByRole('button', { name: 'Ler antes de assinar' }).waitFor();
  await shoot('request');
  await visitor.press('Recusar');
  await visitor.sees('reject', /^Recusar 2 documentos/);
  await shoot('reject', false);
  await page.keyboard.press('Escape');
  await visitor.press('Ler antes de assinar');
  for (const name of DOCUMENTS) {
    await page.getByRole('dialog', { name }).getByRole('button', { name: 'Li o documento' }).waitFor();
    await visitor.reads('1 de 2 páginas vistas');
    await shoot('reading', false);
    await page.getByRole('checkbox', { name: 'Declaro que li o documento inteiro' }).check();
    await visitor.press('Li o documento');
  }
  await page.getByRole('checkbox', { name: /Li e concordo/ }).check();
  await shoot('request read');
  await visitor.press(/^Assinar /);
  await visitor.sees('signed', 'Tudo assinado e selado');
  await shoot('signed');
  await visitor.leaves();
}

/** Somebody with one document and all that may be asked of them, on their way from the list to the end. */
async function signingSteps(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  const { api } = setting.studio;
  const [first, person] = [
    await addPerson(api, 'Rui Barbosa'),
    await addPerson(api, 'Clara Vasconcelos de Sá'),
  ];
  const [company] = (await api.call('listCompanies')).items;
  const name = DOCUMENTS[0] ?? '';
  const upload = async () => (await uploadProof(api, await samplePdf({ title: name, pages: 1 }), name)).proof;
  const plan = { question: 'Qual plano de pagamento você prefere?', options: ['À vista', 'Mensal', 'Anual'] };
  const several = {
    question: 'Quais serviços?',
    options: ['Consultas', 'Audiências', 'Pareceres'],
    maximum: 2,
  };
  const ask = async (requirements: object, selection?: object, group?: number) =>
    api.call('createProcess', {
      body: {
        summary: 'Prestação de serviços de consultoria jurídica',
        companyId: company?.companyId,
        documents: [{ proof: await upload(), ...(selection === undefined ? {} : { selection }) }],
        participants: [
          {
            personId: person.personId,
            part: 'signer',
            requirements,
            ...(group === undefined ? {} : { group }),
          },
          ...(group === undefined ? [] : [{ personId: first.personId, part: 'signer' }]),
        ],
      },
    });
  const { processId } = await ask({ location: true, code: true }, plan);
  const questions = await ask({ location: false }, several);
  const later = await ask({ location: false }, undefined, 2);
  const link = (id: string) => `/document?process=${id}&person=${person.personId}`;
  await visitor.open(link(processId));
  await visitor.fill('Seu CPF', person.cpf);
  const since = new Date();
  await visitor.press('Receber código');
  await visitor.fill('Código de 6 números', await readCode(visitor.origin, person.email, since));
  const read = async () => {
    await visitor.press('Ler antes de assinar');
    const done = page.getByRole('dialog').getByRole('button', { name: 'Li o documento' });
    await done.and(page.locator(':not([disabled]):not([aria-busy])')).click();
  };
  await read();
  await visitor.press('Responder a pergunta');
  await visitor.sees('question', plan.question);
  await shoot('question', false);
  await page.getByRole('radio', { name: 'Anual' }).check();
  await visitor.press('Confirmar resposta');
  await page.getByRole('checkbox', { name: /Li e concordo/ }).check();
  await shoot('before signing');
  await shoot('before signing, as seen', false);
  await visitor.press('Mudar como a assinatura aparece');
  await visitor.sees('mark', 'Como a sua assinatura aparece');
  await shoot('mark', false);
  await page.getByText('Desenhar', { exact: true }).click();
  const pad = await page.getByRole('img', { name: 'Área para desenhar a assinatura' }).boundingBox();
  if (pad === null) throw new Error('no pad');
  const pen = [0.12, 0.7, 0.2, 0.25, 0.3, 0.75, 0.36, 0.35, 0.45, 0.65, 0.55, 0.4, 0.66, 0.66, 0.85, 0.3];
  for (let at = 0; at < pen.length; at += 2) {
    await page.mouse.move(pad.x + (pen[at] ?? 0) * pad.width, pad.y + (pen[at + 1] ?? 0) * pad.height, {
      steps: 6,
    });
    if (at === 0) await page.mouse.down();
  }
  await page.mouse.up();
  await shoot('mark drawn', false);
  await visitor.press('Usar esta assinatura');
  await page.locator('[data-mark=drawn]').waitFor();
  await shoot('before signing, drawn');
  await visitor.press('Assinar documento');
  await visitor.sees('code', 'Um código só para esta assinatura');
  await shoot('proof code', false);
  const asked = new Date();
  await visitor.press('Enviar o código');
  await page.getByLabel('Código de 6 números').waitFor();
  await shoot('proof code sent', false);
  await visitor.fill('Código de 6 números', await readCode(visitor.origin, person.email, asked));
  await visitor.sees('location', 'A sua localização');
  await shoot('proof location', false);
  await visitor.press('Permitir e continuar');
  await visitor.reads('Falta a sua localização');
  await shoot('proof location refused', false);
  await visitor.open(link(questions.processId));
  await read();
  await visitor.press('Responder a pergunta');
  await visitor.sees('question', several.question);
  await shoot('question, several', false);
  await visitor.open(link(later.processId));
  await visitor.sees('not yet', 'Ainda não é a sua vez');
  await shoot('not yet');
  await visitor.open(link('00000000-0000-4000-8000-000000000000'));
  await visitor.sees('not yours', 'Este pedido não está no seu nome');
  await shoot('not yours');
  await visitor.leaves();
}

async function downloads(setting: Setting): Promise<void> {
  const { visitor, shoot } = await model(setting);
  const { page } = visitor;
  await new Requester(visitor).signsIn(DEMO);
  const finished = await processNamed(setting.studio.api, 'Contrato de locação comercial');
  await visitor.open('/downloads');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await shoot('downloads');
  await visitor.open('/processes');
  await page.getByRole('checkbox', { name: 'Escolher Contrato de locação comercial' }).check();
  await shoot('processes chosen', false);
  await visitor.open(`/processes/${finished}`);
  await visitor.press('Baixar todos');
  await page.locator('dialog[open]').waitFor();
  await shoot('request download', false);
  await visitor.press('Preparar download');
  await page.waitForURL('**/downloads');
  await page.getByText('Pronto', { exact: true }).first().waitFor();
  await shoot('downloads ready');
  await visitor.leaves();
}

const SCENES = [
  publicScreens,
  verdicts,
  screensBehindSignIn,
  downloads,
  wizard,
  signing,
  signingSteps,
  ...accountScenes(model),
  ...workScenes(model),
  ...faceScenes(model),
  ...totemScenes(model),
];

function indexPage(names: string[]): string {
  const picture = (name: string, width: number, theme: string) => {
    const file = `${name} ${width} ${theme}.png`.replaceAll(/[^\w.-]+/g, '-');
    return `<a href="${file}"><img src="${file}" alt="${name}, ${width}, ${theme}" loading="lazy" height="420"></a>`;
  };
  const row = (name: string) => {
    const pictures = THEMES.flatMap((theme) => SIZES.map(({ width }) => picture(name, width, theme)));
    return `<h2>${name}</h2><div style="display:flex;gap:8px;overflow:auto">${pictures.join('')}</div>`;
  };
  return `<!doctype html><meta charset="utf-8"><title>Lacre</title>${names.map(row).join('\n')}`;
}

const [folder, ...wanted] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node tests/browser/gallery.ts DIR [SCENE|WIDTH|THEME…]');
/** Those that are named, or all of them when none is. */
const chosen = <Item>(items: readonly Item[], nameOf: (item: Item) => string): readonly Item[] => {
  const named = items.filter((item) => wanted.includes(nameOf(item)));
  return named.length === 0 ? items : named;
};
const scenes = chosen(SCENES, ({ name }) => name);
await mkdir(folder, { recursive: true });
const lacre = await Lacre.create({ CREDITS_GRANT: '1000' }, ['--demo']);
const browser = await launchChromium();
try {
  await lacre.start();
  const visitor = new Api(lacre.origin);
  const { token } = await visitor.call('signIn', { body: DEMO });
  const studio = { browser, lacre, api: visitor.as(token), folder: resolve(folder) };
  const pictures: string[] = [];
  for (const size of chosen(SIZES, ({ width }) => String(width))) {
    for (const theme of chosen(THEMES, (name) => name)) {
      for (const scene of scenes) await scene({ studio, size, theme, pictures });
      console.log(`${size.width} ${theme}`);
    }
  }
  await writeFile(join(studio.folder, 'index.html'), indexPage(pictures));
  console.log(`${pictures.length} screens in ${join(studio.folder, 'index.html')}`);
} finally {
  await browser.close();
  await lacre.dispose();
}
