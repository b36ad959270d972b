/**
 * How smoothly a long document scrolls on a phone's processor (four times slower): frames while a finger drags over pages
 * of text, of 200 pages and 30 MB and of 2 pages, in the product's viewer and in pdf.js's own viewer, which Firefox has and
 * many products show, with the same file in the same browser. Also how much of the way a page that is in view was blank,
 * which is what a viewer can trade for frames.
 *
 *     node tests/bench/viewer.bench.ts [--quick]
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';

import { PDFDocument, PDFName, StandardFonts } from 'pdf-lib';
import type { BrowserContext, Page } from 'playwright-core';

import { launchChromium } from '../browser/chromium.ts';
import { Lacre } from '../support/lacre.ts';
import { addPerson, openAccount, openProcess, personSession, uploadProof } from '../support/scenario.ts';
import { viewFrames, type Frames } from './view-frames.ts';

const quick = process.argv.includes('--quick');
const TRIES = quick ? 1 : 5;
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, locale: 'pt-BR' };
const LONG = { pages: 200, ballastBytes: quick ? 0 : 29 * 1024 * 1024 };
const SHORT = { pages: 2, ballastBytes: 0 };
/** As a contract is set: 10 points on 14. */
const LINES_OF_A_PAGE = 50;

const assets = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')));

async function contract({ pages, ballastBytes }: typeof LONG): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.TimesRoman);
  const line =
    'As partes acordam o que segue, nos termos da lei, e declaram que leram cada uma das cláusulas. ';
  for (let number = 1; number <= pages; number += 1) {
    const page = document.addPage([595, 842]);
    const text = Array.from({ length: LINES_OF_A_PAGE }, (_, at) => `${number}.${at + 1} ${line}`).join('\n');
    page.drawText(text, { x: 50, y: 780, size: 10, lineHeight: 14, font });
  }
  if (ballastBytes > 0) {
    const random = crypto.getRandomValues(new Uint8Array(65_536));
    const ballast = new Uint8Array(ballastBytes).map((_, at) => (random[at % 65_536] ?? 0) ^ (at >> 16));
    const kept = document.context.register(document.context.stream(ballast));
    document.getPage(0).node.set(PDFName.of('PieceInfo'), document.context.obj({ Lacre: kept }));
  }
  return document.save();
}

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

/** A server of the peer's page, its code and the file. */
async function servePeer(file: Uint8Array): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/') return void response.setHeader('content-type', 'text/html').end(PEER_PAGE);
    if (path === '/file.pdf') return void response.setHeader('content-type', 'application/pdf').end(file);
    void readFile(join(assets, path)).then(
      (code) =>
        response.setHeader('content-type', path.endsWith('.css') ? 'text/css' : 'text/javascript').end(code),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The median of each figure over some visits, each in a browser context of its own. */
async function measure(
  open: (context: BrowserContext) => Promise<Page>,
  view: { scroller: string; page: string },
): Promise<Frames> {
  const visits: Frames[] = [];
  for (let number = 0; number < TRIES; number += 1) {
    const context = await browser.newContext(PHONE);
    context.setDefaultTimeout(60_000);
    try {
      visits.push(await viewFrames(await open(context), view));
    } finally {
      await context.close();
    }
  }
  const of = (name: keyof Frames): number => median(visits.map((one) => one[name]));
  return {
    perSecond: of('perSecond'),
    latePercent: of('latePercent'),
    longestMs: of('longestMs'),
    blankPercent: of('blankPercent'),
    screens: of('screens'),
  };
}

const browser = await launchChromium();
const lacre = await Lacre.create();
try {
  await lacre.start();
  const account = await openAccount(lacre.origin);
  const person = await addPerson(account.api, 'Ana Souza Lima');
  for (const kind of [LONG, SHORT]) {
    const file = await contract(kind);
    const upload = await uploadProof(account.api, file, `contrato de ${kind.pages} páginas.pdf`);
    const annex = await uploadProof(account.api, await contract(SHORT), `anexo de ${kind.pages}.pdf`);
    const { processId } = await openProcess(account, [upload, annex], [{ person, part: 'signer' }]);
    const api = await personSession(lacre.origin, processId, person);
    const session = {
      token: api.token,
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      person: { personId: person.personId, name: person.name, cpf: person.cpf },
    };
    const own = await measure(
      async (context) => {
        const page = await context.newPage();
        await page.addInitScript(
          (held) => sessionStorage.setItem('personSession', JSON.stringify(held)),
          session,
        );
        await page.goto(`${lacre.origin}/document?process=${processId}&person=${person.personId}`);
        await page.getByRole('button', { name: 'Ler antes de assinar' }).tap();
        return page;
      },
      { scroller: '[data-pdf-scroller]', page: '[data-page]' },
    );
    const peer = await servePeer(file);
    const pdfJs = await measure(
      async (context) => {
        const page = await context.newPage();
        await page.goto(peer.url);
        return page;
      },
      { scroller: '#box', page: '.page' },
    );
    peer.close();
    const megabytes = Math.round(file.length / 1024 / 1024);
    console.log(JSON.stringify({ pages: kind.pages, megabytes, tries: TRIES, own, pdfJs }));
  }
} finally {
  await browser.close();
  await lacre.dispose();
}
