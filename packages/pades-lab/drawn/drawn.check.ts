import { readPdf, validatePdf } from '@lacre/pades';
import { beforeAll, describe, expect, it } from 'vitest';

import { TRICKS } from '../attacks/all-attacks.ts';
import { forcedSeal } from '../attacks/forced-seal.ts';
import { PREPARED_FILES } from '../attacks/rebuilt-otherwise.ts';
import { type Bases, sealedBases } from '../attacks/sealed-bases.ts';
import { STAMPED_WITHOUT_END } from '../attacks/stamped-without-end.ts';
import { onePage } from '../fixtures/hand-written-pdf.ts';
import { signedLater } from '../fixtures/later-revision.ts';
import { Random } from '../fuzz/random.ts';
import { allEngines, DrawingOracle, genuinePart, stampAreas } from './drawing-oracle.ts';
import { runDrawnCampaign } from './drawn-campaign.ts';
import { ConfinedEngine } from './engines/confined-engine.ts';
import { popplerEngine } from './engines/programs.ts';
import { randomStamp } from './random-stamp.ts';

const FIXED_SEED = 20_261_123;
const VARIANTS = 100;

let oracle: DrawingOracle;
let bases: Bases;
beforeAll(async () => {
  oracle = new DrawingOracle(allEngines());
  bases = await sealedBases();
});

/** Engine and mode, of those that draw two files differently. */
async function whoDiffers(sealed: Uint8Array, variant: Uint8Array): Promise<string[]> {
  const found = await oracle.differences(sealed, variant);
  return found.map(({ engine, mode }) => `${engine}, ${mode}`).toSorted();
}

const modesOf = (name: string): string[] => [
  ...(name === 'Ghostscript' || name === 'MuPDF' ? [`${name}, press`] : []),
  `${name}, print`,
  `${name}, screen`,
];
const EVERY_ENGINE = ['Ghostscript', 'MuPDF', 'PDFium', 'Poppler', 'pdf.js'].flatMap(modesOf);

describe('the oracle sees', () => {
  const page = (content: string, annotation = ''): Buffer => {
    const pdf = onePage(undefined, annotation ? '/Annots [5 0 R]' : '').stream(4, content);
    const appearance = '1 0 0 rg 0 0 50 50 re f';
    if (annotation)
      pdf
        .object(5, `<< /Type /Annot /Subtype /Stamp /Rect [10 10 60 60] /AP << /N 6 0 R >> ${annotation} >>`)
        .stream(6, appearance, '/Type /XObject /Subtype /Form /BBox [0 0 50 50]');
    return pdf.table('/Root 1 0 R').bytes;
  };

  it('nothing in a file drawn twice', async () => {
    expect(await whoDiffers(page('0 0 9 9 re f'), page('0 0 9 9 re f'))).toEqual([]);
  });

  it('another content of a page, by every engine in both modes', async () => {
    expect(await whoDiffers(page('0 0 9 9 re f'), page('0 0 9 40 re f'))).toEqual(EVERY_ENGINE);
  });

  it('what is printed and not shown', async () => {
    // Table 167: a flag of 4 prints; with NoView (32) it is not shown.
    const found = await whoDiffers(page('0 0 9 9 re f', '/F 32'), page('0 0 9 9 re f', '/F 36'));
    expect(found.filter((each) => each.endsWith('screen'))).toEqual([]);
    expect(found.length).toBeGreaterThanOrEqual(3);
  });

  it.each([
    ['an object in the data of a stream whose Length is an object', ['MuPDF', 'PDFium']],
    ['linearized for a length that is still to come', ['Poppler', 'pdf.js']],
  ])('%s, once blank space is added', async (name, engines) => {
    const make = PREPARED_FILES[name];
    if (!make) throw new Error(`no ${name}`);
    const { document, seal, tail } = await make();
    const sealed = await forcedSeal(document, bases.owner.signer, seal);
    const found = await whoDiffers(sealed, Buffer.concat([sealed, tail(sealed.length)]));
    expect(found).toEqual(engines.flatMap(modesOf));
  });
});

describe('a drawing that takes too long', () => {
  const LIMIT_MS = 2000;
  const endless = STAMPED_WITHOUT_END.find(
    ({ name }) => name === 'a stamp of forms that each draw another twice',
  );

  it.each([
    ['MuPDF', new ConfinedEngine('MuPDF', LIMIT_MS)],
    ['pdf.js', new ConfinedEngine('pdf.js', LIMIT_MS)],
    ['Poppler', popplerEngine(LIMIT_MS)],
  ])('is ended and reported: %s, which draws the next file', async (_, engine) => {
    if (!endless) throw new Error('no such attack');
    const { file } = bases.table;
    const page = { page: 1, left: 0, top: 0, width: 1, height: 1 };
    const limited = new DrawingOracle([engine]);
    const found = await limited.differences(file, await endless.make(bases), [page]);
    expect(found.map(({ mode, difference }) => `${mode}: ${difference}`)).toEqual(
      engine.modes.map((mode) => `${mode}: not drawn within ${LIMIT_MS} ms`),
    );
    expect(await limited.differences(file, Buffer.concat([file, Buffer.from('\n')]))).toEqual([]);
  });
});

/** Stamps of random drawings, and whether each is called genuine. */
async function randomStamps(count: number): Promise<{ file: Buffer; verdict: string }[]> {
  const stamps = [];
  for (let number = 0; number < count; number += 1) {
    const options = { ...randomStamp(new Random('stamp', FIXED_SEED, number)), rect: '60 60 260 110' };
    const file = await signedLater(bases.table.file, options);
    const { verdict } = await validatePdf(file, { trustedSealCertificates: [bases.owner.signer] });
    stamps.push({ file, verdict });
  }
  return stamps;
}

it('random stamps have some that pdf.js draws beyond their rectangle, all of them refused', async () => {
  const [left, bottom, right, top] = [60, 60, 260, 110];
  const [page] = readPdf(bases.table.file).pages;
  const [, , width, height] = page?.mediaBox ?? [0, 0, 0, 0];
  const area = {
    page: 1,
    left: left / width,
    top: 1 - top / height,
    width: (right - left) / width,
    height: (top - bottom) / height,
  };
  const pdfJs = new DrawingOracle([new ConfinedEngine('pdf.js')]);
  const stamps = await randomStamps(60);
  const refused = stamps.filter(({ verdict }) => verdict === 'altered-after-sealing');
  expect(stamps.length - refused.length).toBeGreaterThanOrEqual(20);
  let beyond = 0;
  for (const { file } of refused)
    if ((await pdfJs.differences(bases.table.file, file, [area])).length > 0) beyond += 1;
  expect(beyond).toBeGreaterThanOrEqual(2);
}, 240_000);

it('no engine draws a file of the attack suite otherwise that is called genuine in any degree', async () => {
  let drawn = 0;
  for (const attack of TRICKS) {
    const file = await attack.make(bases);
    const validation = await validatePdf(file, { trustedSealCertificates: [bases.owner.signer] });
    const sealed = genuinePart(file, validation);
    if (!sealed) continue;
    drawn += 1;
    expect(await oracle.differences(sealed, file, stampAreas(validation)), attack.name).toEqual([]);
  }
  expect(drawn).toBeGreaterThanOrEqual(10);
}, 240_000);

it('no engine draws a random variant otherwise that is called genuine in any degree', async () => {
  const { findings, drawn } = await runDrawnCampaign({ seed: FIXED_SEED, variants: VARIANTS, oracle });
  expect(findings.map(({ number, verdict, differences }) => ({ number, verdict, differences }))).toEqual([]);
  expect(drawn).toBeGreaterThanOrEqual(10);
}, 240_000);
