import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import {
  createLocalAuthority,
  type LocalAuthority,
  sealPdf,
  validatePdf,
  type Validation,
} from '@lacre/pades';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
/** A Python that has pyHanko; `.ci/run` makes one. */
const PYTHON = process.env['PYHANKO_PYTHON'] ?? 'python3';
const UPLOADS = [
  'pdf-lib',
  'libreoffice',
  'libreoffice-archive',
  'cairo',
  'poppler',
  'mupdf',
  'qpdf-linearized',
];
/** MuPDF gives object 0 a generation that pyHanko does not read. */
const SIGNED_LATER = UPLOADS.filter((name) => name !== 'mupdf');
const HOW = ['sign', 'sign-visible', 'sign-placed', 'stamp', 'store'] as const;

let folder: string;
let owner: LocalAuthority;
/** Originals by name, as the programs of this machine write them. */
const originals = new Map<string, Buffer>();
const sealed = new Map<string, Buffer>();

const path = (name: string): string => join(folder, name);

/** Documents by LibreOffice, cairo, MuPDF, Poppler and qpdf: what people upload. */
async function writeOriginals(): Promise<void> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const number of [1, 2])
    document.addPage([300, 400]).drawText(`Página ${number}`, { font, x: 20, y: 350 });
  await writeFile(path('pdf-lib.pdf'), await document.save());
  await writeFile(
    path('texto.html'),
    '<h1>Contrato</h1><table border=1><tr><td>a</td></tr></table><p>Cláusula.</p>',
  );
  const office = ['--headless', `-env:UserInstallation=file://${path('profile')}`, '--convert-to'];
  for (const [name, filter] of [
    ['libreoffice', 'pdf:writer_web_pdf_Export'],
    ['libreoffice-archive', 'pdf:writer_web_pdf_Export:{"SelectPdfVersion":{"type":"long","value":"2"}}'],
  ] as const) {
    await run('soffice', [...office, filter, '--outdir', folder, path('texto.html')], { timeout: 90_000 });
    await writeFile(path(`${name}.pdf`), await readFile(path('texto.pdf')));
  }
  await rm(path('texto.pdf'));
  await run('pdftocairo', ['-pdf', path('pdf-lib.pdf'), path('cairo.pdf')]);
  await run('pdfseparate', ['-f', '1', '-l', '1', path('pdf-lib.pdf'), path('poppler.pdf')]);
  await run('mutool', ['clean', '-gggg', '-z', path('pdf-lib.pdf'), path('mupdf.pdf')]);
  await run('qpdf', ['--linearize', path('pdf-lib.pdf'), path('qpdf-linearized.pdf')]);
  for (const file of await readdir(folder)) {
    if (file.endsWith('.pdf')) originals.set(file.slice(0, -4), await readFile(path(file)));
  }
}

async function byPyhanko(tasks: readonly { in: string; out: string; how: string }[]): Promise<void> {
  const script = fileURLToPath(new URL('sign-with-pyhanko.py', import.meta.url));
  const child = spawn(PYTHON, [script], { stdio: ['pipe', 'ignore', 'pipe'] });
  child.stdin.end(JSON.stringify(tasks));
  const [errors, code] = await Promise.all([
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ]);
  if (code !== 0) throw new Error(errors);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacre-verdicts-'));
  owner = await createLocalAuthority({ organization: 'Interop', now: new Date(), keyType: 'ec-p256' });
  await writeOriginals();
  for (const [name, pdf] of originals) {
    const { pdf: parts } = await sealPdf({ pdf, signer: owner.signer, signingTime: new Date() });
    sealed.set(name, Buffer.concat(parts));
    await writeFile(path(`${name}.sealed`), Buffer.concat(parts));
  }
  const tasks = SIGNED_LATER.flatMap((name) =>
    HOW.map((how) => ({ in: path(`${name}.sealed`), out: path(`${name}.${how}`), how })),
  );
  await byPyhanko(tasks);
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

function judged(file: Uint8Array): Promise<Validation> {
  return validatePdf(file, { trustedSealCertificates: [owner.signer] });
}

it.each(UPLOADS)('a document by %s is sealed and intact', async (name) => {
  expect(await judged(sealed.get(name)!)).toMatchObject({ verdict: 'intact', reasons: [] });
});

describe.each(SIGNED_LATER)('a sealed document by %s', (name) => {
  it('signed later by pyHanko, is reported as a later signature', async () => {
    const validation = await judged(await readFile(path(`${name}.sign`)));
    expect(validation).toMatchObject({ verdict: 'later-signature', sealedBytes: sealed.get(name)!.length });
    expect(validation.laterSignatures).toMatchObject([{ signerName: 'Fulana de Tal', visible: false }]);
  });

  it.each([
    ['at once', 'sign-visible'],
    ['in a field that was placed before', 'sign-placed'],
  ])('signed visibly %s, is genuine, and the area of the stamp is named', async (_when, how) => {
    const validation = await judged(await readFile(path(`${name}.${how}`)));
    expect(validation).toMatchObject({
      verdict: 'later-signature',
      sealedBytes: sealed.get(name)!.length,
      laterSignatures: [{ visible: true, stamp: { page: 1, rectangle: [10, 10, 110, 60] } }],
    });
    expect(validation.reasons.map(({ code }) => code)).toEqual(['later-signature-stamp']);
  });

  it.each(['stamp', 'store'])('with a %s by pyHanko, is augmented by others', async (how) => {
    const validation = await judged(await readFile(path(`${name}.${how}`)));
    expect(validation).toMatchObject({
      verdict: 'augmented-by-others',
      sealedBytes: sealed.get(name)!.length,
    });
  });
});
