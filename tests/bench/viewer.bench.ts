/**
 * How smoothly a long document scrolls on a phone's processor (four times slower): frames while a finger drags over pages
 * of text, of 200 pages and 30 MB and of 2 pages, in the product's viewer and in pdf.js's own viewer, which Firefox has and
 * many products show, with the same file in the same browser. Beside them an empty page of the same height, which is what
 * the machine reaches where there is nothing to draw: figures of other machines and hours compare as shares of it. Also how
 * much of the way a page that is in view was blank, which is what a viewer can trade for frames.
 *
 *     node tests/bench/viewer.bench.ts [--quick]
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { listenLocally, portOf } from '@lacre/test-support';
import type { BrowserContext, Page } from 'playwright-core';

import { launchChromium } from '../browser/chromium.ts';
import { Lacre } from '../support/lacre.ts';
import { samplePdf } from '../support/pdfs.ts';
import { addPerson, openAccount, openProcess, personSession, uploadProof } from '../support/scenario.ts';
import { heldSession, median, PHONE } from './phone.ts';
import { viewFrames, type Frames, type View } from './view-frames.ts';

const quick = process.argv.includes('--quick');
const TRIES = quick ? 1 : 5;
/** As a contract is set, down to the foot of the page. */
const LINES_OF_A_PAGE = 50;
const LONG = { pages: 200, lines: LINES_OF_A_PAGE, ...(quick ? {} : { ballastBytes: 29 * 1024 * 1024 }) };
const SHORT = { pages: 2, lines: LINES_OF_A_PAGE };

const assets = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')));

/** pdf.js's own viewer, with nothing around it. */
const PEER_PAGE = `<!doctype html><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/legacy/web/pdf_viewer.css">
<style>body{margin:0}#box{position:absolute;inset:0;overflow:auto}</style><div id="box"><div class="pdfViewer"></div></div>
<script type="module">
import * as pdfjs from '/legacy/build/pdf.min.mjs';
globalThis.pdfjsLib = pdfjs;
pdfjs.GlobalWorkerOptions.workerSrc = '/legacy/build/pdf.worker.min.mjs';
const { EventBus, PDFLinkService, PDFViewer } = await import('/legacy/web/pdf_viewer.mjs');
const eventBus = new EventBus();
const linkService = new PDFLinkService({ eventBus });
const viewer = new PDFViewer({ container: document.getElementById('box'), eventBus, linkService });
linkService.setViewer(viewer);
eventBus.on('pagesinit', () => { viewer.currentScaleValue = 'page-width'; });
const opened = await pdfjs.getDocument({ url: '/file.pdf' }).promise;
viewer.setDocument(opened);
linkService.setDocument(opened);
</script>`;

/** Nothing but what scrolls, as high as the pages of a document that fit a phone's width. */
const emptyPage = (pages: number): string =>
  `<!doctype html><meta name="viewport" content="width=device-width"><style>body{margin:0}#box{position:absolute;inset:0;overflow:auto}</style>
<div id="box"><div style="height:${Math.round(pages * PHONE.viewport.width * Math.SQRT2)}px"></div></div>`;

/** A server of the empty page, of the peer's page, its code and the file. */
async function serveBeside(file: Uint8Array, pages: number): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const html = { '/': PEER_PAGE, '/empty': emptyPage(pages) }[path];
    if (html !== undefined) return void response.setHeader('content-type', 'text/html').end(html);
    if (path === '/file.pdf') return void response.setHeader('content-type', 'application/pdf').end(file);
    void readFile(join(assets, path)).then(
      (code) =>
        response.setHeader('content-type', path.endsWith('.css') ? 'text/css' : 'text/javascript').end(code),
      () => response.writeHead(404).end(),
    );
  });
  await listenLocally(server);
  return {
    url: `http://127.0.0.1:${portOf(server)}/`,
    close: () => server.close(),
  };
}

interface Measured {
  open: (context: BrowserContext) => Promise<Page>;
  view: View;
}

const medianOf = (visits: readonly Frames[]): Frames => {
  const of = (name: keyof Frames): number => median(visits.map((one) => one[name]));
  return {
    perSecond: of('perSecond'),
    latePercent: of('latePercent'),
    longestMs: of('longestMs'),
    blankPercent: of('blankPercent'),
    screens: of('screens'),
  };
};

/** The median of each figure over some visits in turn, each in a browser context of its own: noise meets all alike. */
async function measure<Name extends string>(kinds: Record<Name, Measured>): Promise<Record<Name, Frames>> {
  const names = Object.keys(kinds) as Name[];
  const visits = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Frames[]>;
  for (let number = 0; number < TRIES; number += 1) {
    for (const name of names) {
      const { open, view } = kinds[name];
      const context = await browser.newContext(PHONE);
      context.setDefaultTimeout(60_000);
      try {
        visits[name].push(await viewFrames(await open(context), view));
      } finally {
        await context.close();
      }
    }
  }
  return Object.fromEntries(names.map((name) => [name, medianOf(visits[name])])) as Record<Name, Frames>;
}

const opened =
  (url: string): Measured['open'] =>
  async (context) => {
    const page = await context.newPage();
    await page.goto(url);
    return page;
  };

const rounded = (ratio: number): number => Math.round(ratio * 100) / 100;

const browser = await launchChromium();
const lacre = await Lacre.create();
try {
  await lacre.start();
  const account = await openAccount(lacre.origin);
  const person = await addPerson(account.api, 'Ana Souza Lima');
  for (const kind of [LONG, SHORT]) {
    const file = await samplePdf(kind);
    const upload = await uploadProof(account.api, file, `contrato de ${kind.pages} páginas.pdf`);
    const annex = await uploadProof(account.api, await samplePdf(SHORT), `anexo de ${kind.pages}.pdf`);
    const { processId } = await openProcess(account, [upload, annex], [{ person, part: 'signer' }]);
    const api = await personSession(lacre.origin, processId, person);
    const session = heldSession(api, person);
    const beside = await serveBeside(file, kind.pages);
    const { own, pdfJs, empty } = await measure({
      own: {
        open: async (context) => {
          const page = await context.newPage();
          await page.addInitScript(
            (held) => sessionStorage.setItem('personSession', JSON.stringify(held)),
            session,
          );
          await page.goto(`${lacre.origin}/document?process=${processId}&person=${person.personId}`);
          await page.getByRole('button', { name: 'Ler antes de assinar' }).tap();
          return page;
        },
        view: { scroller: '[data-pdf-scroller]', page: '[data-page]' },
      },
      pdfJs: { open: opened(beside.url), view: { scroller: '#box', page: '.page' } },
      empty: { open: opened(`${beside.url}empty`), view: { scroller: '#box', page: undefined } },
    });
    beside.close();
    const megabytes = Math.round(file.length / 1024 / 1024);
    const ofEmpty = {
      own: rounded(own.perSecond / empty.perSecond),
      pdfJs: rounded(pdfJs.perSecond / empty.perSecond),
    };
    console.log(JSON.stringify({ pages: kind.pages, megabytes, tries: TRIES, own, pdfJs, empty, ofEmpty }));
  }
} finally {
  await browser.close();
  await lacre.dispose();
}
