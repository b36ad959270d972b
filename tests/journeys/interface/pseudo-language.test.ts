import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { launchChromium } from '../../browser/chromium.ts';
import { layoutFaults } from '../../browser/layout.ts';
import {
  buildInPseudoLanguage,
  catalogue,
  pseudo,
  textsOutsideBrackets,
} from '../../browser/pseudo-language.ts';
import { arriveAs, makeWorld, pathOf, SCREENS, type Who, type World } from '../../browser/screens.ts';
import { Visitor } from '../../browser/visitor.ts';
import { join as joinTenant, PASSWORD } from '../../permissions/world.ts';
import { startClockedLacre, type ClockedLacre } from '../../support/clocked-lacre.ts';
import { samplePdf } from '../../support/pdfs.ts';
import { openProcess, processWhen, uploadProof } from '../../support/scenario.ts';

/** Texts of the server, by where they come from: no build of the client changes them. */
const SENT_AREAS = ['history', 'problems', 'words'];
const RECORDED = [
  // services/command/src/registration/register-tenant.ts: written into the log when the account was opened.
  'Créditos iniciais',
];

/** What is the same in any language: the product's name, names of languages, and what the tests' world is called. */
const NAMES = [
  'Lacre',
  'English',
  'Español',
  'Comércio de Tecidos São João Ltda',
  'Tecidos São João',
  'Escritório Andrade',
  'Marina Andrade',
  'Contrato anual',
  'Recibo de entrega',
  'contrato.pdf',
  'recibo.pdf',
  'Locação completa',
  'Locação',
  'Contrato de locação',
  'Termo de vistoria',
  'contrato',
  'Diretoria',
  'Parte',
  'parte.nome',
  // Of the API's own client, which signed.
  'node',
];

/** What formatters make, and what is written as codes are. */
const FORMATTED = [
  /\d{1,2} de \p{Ll}+ de \d{4} às [\d:]+/gu,
  /\p{Ll}+(?:-feira)?, \d{1,2} de \p{Ll}+/gu,
  /\p{Ll}+ de \d{4}/gu,
  /(?<!\p{L})(?:jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez)\b\.?/gu,
  /(?:[Hh]á|[Ee]m) [\d.]+ \p{Ll}+/gu,
  /https?:\/\/\S+|\/login\/\S*|[\w.+-]*@?exemplo\.com\.br\S*/g,
  /(?:pessoa|usuario|admin|conta-)\d+/g,
  /(?:\p{Ll}+\.)+[\w-]+\.v\d/gu,
  /[\d.]+\w{0,3}\.?\w*\/\d{4}-\d\d/g,
  /\d+(?:,\d+)? [KM]B\b/g,
  /\b[A-Z]{2}\b/g,
  // What joins a list.
  /(?<!\p{L})(?:e|ou)(?!\p{L})/gu,
];

/** Legal texts bind in Portuguese: `packages/contracts/src/legal`. The policies are nothing else. */
const BINDING = ['Li e concordo com o conteúdo e com os', 'termos da assinatura eletrônica'];
const BINDING_PAGE = '/policies';

let folder: string;
let lacre: ClockedLacre;
let browser: Browser;
let world: World;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacre-pseudo-language-'));
  lacre = await startClockedLacre(undefined, await buildInPseudoLanguage(folder));
  browser = await launchChromium();
  world = await makeWorld(lacre);
}, 240_000);

afterAll(async () => {
  await browser.close();
  await lacre.dispose();
  await rm(folder, { recursive: true, force: true });
});

const escaped = (text: string) => text.replaceAll(/[.*+?^$()|[\]\\/{}]/g, String.raw`\$&`);

let sent: readonly RegExp[] | undefined;
/** Patterns of what the server says, with anything in the places of its values. */
const sentTexts = () =>
  (sent ??= SENT_AREAS.flatMap((area) => Object.values(catalogue.get(area) ?? {}))
    .map(({ portuguese }) => portuguese)
    .concat(RECORDED, BINDING)
    .map((text) => new RegExp(`^${escaped(text).replaceAll(/\\\{\w+\\\}/g, '.+')}$`, 'u')));

/** What is left of the page's texts without brackets, data and what the server says. */
async function escapedTexts(page: Page): Promise<string[]> {
  const names = [
    ...NAMES,
    ...[world.person, world.other, world.colleague, world.second].map(({ name }) => name),
  ].toSorted((one, other) => other.length - one.length);
  return (await textsOutsideBrackets(page)).filter((said) => {
    const text = said.replaceAll(/^[ ·,:]+|[ ·,:]+$/g, '');
    if (sentTexts().some((pattern) => pattern.test(text))) return false;
    let rest = text;
    for (const name of names) rest = rest.replaceAll(name, '');
    for (const pattern of FORMATTED) rest = rest.replaceAll(pattern, '');
    return /\p{L}{2}/u.test(rest);
  });
}

/** Screens that an address alone brings besides: the door of an invitation, the wizard's steps, the settings' tabs. */
const further = (who: Who): string[] => {
  if (who === 'visitor') return [`/document?process=${world.processId}&person=${world.person.personId}`];
  if (who === 'member') return ['identidade', 'processos', 'etiquetas'].map((tab) => `/settings?tab=${tab}`);
  return [];
};

const ON_A_PHONE = { viewport: { width: 360, height: 740 }, accessibility: false };

/** Faults that stay: what is being drawn may have some. */
async function settled(read: () => Promise<string[]>): Promise<string[]> {
  const until = Date.now() + 20_000;
  for (;;) {
    const faults = await read();
    if (faults.length === 0 || Date.now() > until) return faults;
    await sleep(200);
  }
}

/** What a page says that is not of the catalogue, and what of it does not fit. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.locator('.animate-shimmer').first().waitFor({ state: 'detached' });
  // What is empty so far has no faults either.
  await page.waitForLoadState('networkidle');
  return [...(await settled(() => escapedTexts(page))), ...(await settled(() => layoutFaults(page)))];
}

/** What is found in states of a walk, by their names. */
function findings(page: Page) {
  const found: Record<string, string[]> = {};
  return {
    found,
    look: async (state: string) => {
      const faults = await faultsOf(page);
      if (faults.length > 0) found[state] = faults;
    },
  };
}

/** A name that begins as the text does: a part for screen readers alone has a space of its own before what follows. */
const beginsAs = (text: string): RegExp => new RegExp(`^${escaped(pseudo(text).replace(/ ?ẅ[ẅ ]*⟧$/, ''))}`);

/** Buttons that open a dialog over a screen, by what they say in Portuguese. */
const DIALOGS: readonly (readonly [path: string, button: string])[] = [
  ['/persons', 'Nova pessoa'],
  ['/users', 'Convidar usuário'],
  ['/tokens', 'Novo token'],
  ['/webhooks', 'Novo webhook'],
];

describe('a build in a language a third longer than Portuguese', () => {
  it('is made of a text with its values, and says each in brackets', () => {
    expect(pseudo('Ações de {name}')).toBe('⟦Åçõës dë {name}ẅẅ⟧');
    expect(pseudo('Ver <b>{name}</b>')).toMatch(/^⟦Vër <b>\{name\}<\/b>ẅ+⟧$/);
  });

  it('finds texts outside of the catalogue, also within a message and at a field', async () => {
    const page = await browser.newPage();
    await page.setContent(
      `<title>⟦Ïñíçïô⟧ · fora</title><p>⟦Ôlá, <b>⟦Åñå⟧</b> dë⟧ aqui <i aria-label="campo">⟦ü⟧</i></p>
      <p hidden>escondido</p>`,
    );
    expect((await textsOutsideBrackets(page)).filter((text) => text !== '')).toEqual([
      '· fora',
      'aqui',
      'campo',
    ]);
    await page.close();
  });

  for (const who of ['visitor', 'member', 'participant'] satisfies Who[])
    it(`shows a ${who} texts of the catalogue alone, and fits a phone`, async () => {
      const visitor = await arriveAs(who, browser, world, ON_A_PHONE);
      const faults: Record<string, string[]> = {};
      const paths = SCREENS.filter((one) => one.who === who).map((screen) => pathOf(screen, world));
      for (const path of [...paths, ...further(who)]) {
        const { page } = visitor;
        await visitor.open(path);
        await page.getByRole('heading', { level: 1, name: /./ }).first().waitFor();
        await page.locator('.animate-shimmer').first().waitFor({ state: 'detached' });
        // What is empty so far has no faults either.
        await page.waitForLoadState('networkidle');
        const escaping = path === BINDING_PAGE ? [] : await settled(() => escapedTexts(page));
        const misplaced = await settled(() => layoutFaults(page));
        if (escaping.length + misplaced.length > 0) faults[path] = [...escaping, ...misplaced];
      }
      expect(faults).toEqual({});
      expect(await visitor.leaves()).toEqual([]);
    }, 240_000);

  it('shows no other text in dialogs and menus, which fit a phone', async () => {
    const visitor = await arriveAs('member', browser, world, ON_A_PHONE);
    const { page } = visitor;
    const { found, look } = findings(page);
    for (const [path, button] of DIALOGS) {
      await visitor.open(path);
      // Where the list is empty, it stands there once more.
      await page
        .getByRole('button', { name: beginsAs(button) })
        .first()
        .click();
      await page.locator('dialog[open]').waitFor();
      await look(button);
      // Refused: what is said of each field stands in it too.
      await page.locator('dialog[open] button[type=submit]').click();
      await look(`${button}, refused`);
    }
    // What participants did is shown in the server's words: in this one they have done nothing.
    const { account, person } = world;
    const upload = await uploadProof(account.api, await samplePdf(), 'contrato.pdf');
    const { processId } = await openProcess(account, [upload], [{ person, part: 'signer' }]);
    // The visitor's own session waits for nothing that another has written.
    await processWhen(account.api, processId, () => true);
    await visitor.open(`/processes/${processId}`);
    await visitor.press(beginsAs('Mais ações do processo'));
    await page.getByRole('menu').waitFor();
    await look('menu of a process');
    await page.getByRole('menuitem', { name: pseudo('Cancelar processo') }).click();
    await page.locator('dialog[open]').waitFor();
    await look('cancelling a process');
    expect(found).toEqual({});
    await visitor.leaves();
  }, 120_000);

  it('shows no other text from the choice of a file until it is sent, on a phone', async () => {
    const visitor = await arriveAs('member', browser, world, ON_A_PHONE);
    const { page } = visitor;
    const { found, look } = findings(page);
    await visitor.open('/processes/new');
    const goesOn = () => visitor.press(pseudo('Continuar'));
    await goesOn();
    await look('wizard, nothing chosen');
    await visitor.open('/processes/new');
    const buffer = Buffer.from(await samplePdf());
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'contrato.pdf', mimeType: 'application/pdf', buffer });
    await page.getByRole('button', { name: 'contrato.pdf' }).first().waitFor();
    await look('wizard, documents');
    await goesOn();
    await look('wizard, company');
    await goesOn();
    await page.getByRole('combobox', { name: pseudo('Incluir pessoa') }).fill(world.person.cpf);
    await page.getByRole('option', { name: world.person.name }).click();
    await look('wizard, participants');
    await goesOn();
    await page.getByRole('heading', { name: pseudo('Tudo certo?') }).waitFor();
    await look('wizard, review');
    await visitor.press(pseudo('Enviar para assinatura'));
    await page.getByRole('heading', { name: pseudo('Processo criado') }).waitFor();
    await look('wizard, sent');
    expect(found).toEqual({});
    await visitor.leaves();
  }, 120_000);

  it('shows no other text at a totem, from its registration to the code', async () => {
    const { email } = await joinTenant(world.account, 'totem');
    const visitor = await Visitor.arrive(browser, world.origin, {
      viewport: { width: 768, height: 1024 },
      hasTouch: true,
      accessibility: false,
    });
    const { page } = visitor;
    const { found, look } = findings(page);
    await visitor.open('/login');
    await visitor.fill(pseudo('Email'), email);
    await visitor.fill(pseudo('Senha'), PASSWORD);
    await visitor.press(pseudo('Entrar'));
    await page.getByRole('heading', { name: pseudo('Usar este aparelho como totem') }).waitFor();
    await look('totem, register');
    await visitor.fill(pseudo('Nome do totem'), 'Diretoria');
    await visitor.press(pseudo('Registrar e começar'));
    await page.getByRole('heading', { name: pseudo('Boas-vindas!') }).waitFor();
    await look('totem, idle');
    await visitor.press(pseudo('Tocar para começar'));
    const pad = page.getByRole('group', { name: pseudo('Teclado numérico') });
    for (const digit of world.person.cpf) await pad.getByRole('button', { name: digit, exact: true }).click();
    await look('totem, CPF');
    await visitor.press(pseudo('Continuar'));
    await page.getByRole('heading', { name: pseudo('Digite o código') }).waitFor();
    await look('totem, code');
    expect(found).toEqual({});
    await visitor.leaves();
  }, 120_000);
});
