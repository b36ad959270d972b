import type { Browser, BrowserContext, Page } from 'playwright-core';

/**
 * How the client feels on a phone: LCP, INP and CLS of sign-in, process list and signing page with the processor four
 * times slower and slow 4G, and how long after the click the first page of 200 is there. Each visit has an empty cache;
 * a figure is the median of several. It measures the client as it was built: `npm run bench:web` builds it first.
 *
 *     node tests/bench/web.bench.ts [--quick]
 */
import { launchChromium } from '../browser/chromium.ts';
import { Lacre } from '../support/lacre.ts';
import { samplePdf } from '../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  uploadProof,
  type Account,
  type Person,
} from '../support/scenario.ts';
import { slowPage, vitalsOf, type Vitals } from './web-vitals.ts';

const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 1 : 5;
const TARGETS = { lcp: 2000, inp: 150, cls: 0.05, firstPage: 1500 } as const;
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, locale: 'pt-BR' };
/** About four contracts' text and an image or two, so that the first page cannot wait for the last. */
const LONG = { pages: 200, ballastBytes: 3 * 1024 * 1024 } as const;

interface Stage {
  browser: Browser;
  origin: string;
  account: Account;
  person: Person;
  processId: string;
  token: unknown;
}

async function prepare(browser: Browser, origin: string): Promise<Stage> {
  const account = await openAccount(origin);
  const person = await addPerson(account.api, 'Ana Souza Lima');
  const long = await uploadProof(account.api, await samplePdf(LONG), 'contrato longo.pdf');
  const { processId } = await openProcess(account, [long], [{ person, part: 'signer' }]);
  const short = await samplePdf();
  for (let number = 1; number < 25; number += 1) {
    const upload = await uploadProof(account.api, short, `contrato ${number}.pdf`);
    await openProcess(account, [upload], [{ person, part: 'signer' }], { summary: `Contrato nº ${number}` });
  }
  const api = await personSession(origin, processId, person);
  const token = {
    token: api.token,
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    person: { personId: person.personId, name: person.name, cpf: person.cpf },
  };
  return { browser, origin, account, person, processId, token };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function visit<Result>(
  { browser }: Stage,
  act: (page: Page, context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(PHONE);
  context.setDefaultTimeout(60_000);
  try {
    return await act(await slowPage(context), context);
  } finally {
    await context.close();
  }
}

async function signIn(stage: Stage): Promise<Vitals> {
  return visit(stage, async (page) => {
    await page.goto(`${stage.origin}/login`);
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    await page.getByLabel('Email', { exact: true }).tap();
    await page.keyboard.type('marina');
    await page.getByRole('button', { name: 'Entrar', exact: true }).tap();
    await page.getByText('Campo obrigatório').waitFor();
    return vitalsOf(page);
  });
}

async function processList(stage: Stage): Promise<Vitals> {
  return visit(stage, async (page, context) => {
    const { email, password } = stage.account;
    await context.request.post(`${stage.origin}/api/session`, { data: { email, password } });
    await page.addInitScript(() => localStorage.setItem('signedIn', 'true'));
    await page.goto(`${stage.origin}/processes`);
    await page.getByRole('link', { name: 'Contrato nº 24' }).first().waitFor();
    await page.getByText('Finalizados', { exact: true }).tap();
    await page.getByText('Todos', { exact: true }).first().tap();
    await page.getByRole('link', { name: 'Contrato nº 24' }).first().waitFor();
    return vitalsOf(page);
  });
}

/** `readAhead`: until the viewer and the document's first page are there before anybody asks for them, milliseconds. */
async function signing(stage: Stage): Promise<Vitals & { firstPage: number; readAhead: number }> {
  return visit(stage, async (page) => {
    await page.addInitScript(
      (held) => sessionStorage.setItem('personSession', JSON.stringify(held)),
      stage.token,
    );
    const viewer = page.waitForResponse(/pdf\.worker/);
    await page.goto(`${stage.origin}/document?process=${stage.processId}&person=${stage.person.personId}`);
    const read = page.getByRole('button', { name: 'Ler antes de assinar' });
    await read.waitFor();
    // As somebody who looks at the page before pressing: the viewer comes meanwhile, and the document after it.
    await viewer;
    await page.waitForLoadState('networkidle');
    const readAhead = await page.evaluate(() => Math.round(performance.now()));
    await page.evaluate(() => {
      document.addEventListener(
        'click',
        () => {
          const clickedAt = performance.now();
          const look = () => {
            const canvas = document.querySelector<HTMLCanvasElement>('[data-page="1"] canvas');
            if (canvas === null) requestAnimationFrame(look);
            else Object.assign(globalThis, { firstPageMs: performance.now() - clickedAt });
          };
          look();
        },
        { once: true, capture: true },
      );
    });
    await read.tap();
    await page.waitForFunction(() => 'firstPageMs' in globalThis);
    const firstPage = await page.evaluate(
      () => (globalThis as unknown as { firstPageMs: number }).firstPageMs,
    );
    await page.getByRole('button', { name: 'Próxima página' }).tap();
    await page.getByRole('toolbar').getByText('2 de 200').waitFor();
    return { ...(await vitalsOf(page)), firstPage: Math.round(firstPage), readAhead };
  });
}

const SCREENS = { login: signIn, processes: processList, signing } as const;

const lacre = await Lacre.create();
const browser = await launchChromium();
const failures: string[] = [];
try {
  await lacre.start();
  const stage = await prepare(browser, lacre.origin);
  for (const [screen, measure] of Object.entries(SCREENS)) {
    const rounds: Record<string, number>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push({ ...(await measure(stage)) });
    const figures = Object.fromEntries(
      Object.keys(rounds[0] ?? {}).map((name) => [name, median(rounds.map((one) => one[name] ?? 0))]),
    );
    for (const [name, target] of Object.entries(TARGETS)) {
      const figure = figures[name];
      if (figure !== undefined && figure > target) failures.push(`${screen} ${name} ${figure} > ${target}`);
    }
    console.log(JSON.stringify({ screen, rounds: ROUNDS, ...figures }));
  }
  console.log(
    JSON.stringify({ targets: TARGETS, processor: '4 times slower', network: 'slow 4G', missed: failures }),
  );
} finally {
  await browser.close();
  await lacre.dispose();
}
