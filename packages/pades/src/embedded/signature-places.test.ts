import { contract, contractFile } from '@lacre/pades-lab/attacks/contract';
import { STAMP } from '@lacre/pades-lab/attacks/stamped-otherwise';
import { NOW } from '@lacre/pades-lab/fixtures/authorities';
import { type LaterSigning, signedLater } from '@lacre/pades-lab/fixtures/later-revision';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';

import { readPdf } from '../pdf/strict-pdf.ts';
import { PdfRef } from '../pdf/syntax/pdf-values.ts';
import { annotatePage } from '../seal/signature-field.ts';
import { judgeEmbedded } from './judge-embedded.ts';
import type { SignaturePlace } from './signature-places.ts';

async function placesIn(file: Uint8Array): Promise<readonly SignaturePlace[]> {
  const options = { trustedSealCertificates: [], timeStampAnchors: [], anchors: [], at: NOW };
  const [signature] = await judgeEmbedded(readPdf(file), options);
  return signature?.places ?? [];
}

const withPage = (keys: string): Buffer =>
  contract(keys).table('/Root 1 0 R /Info 14 0 R /ID [<c0ffee> <c0ffee>]').bytes;

const [LEFT, BOTTOM, RIGHT, TOP] = [60, 60, 260, 110];

/** Where pdf.js, which draws the page that people read, puts the rectangle of the stamp on the first page. */
async function drawnByPdfJs(file: Uint8Array): Promise<SignaturePlace> {
  const task = getDocument({ data: new Uint8Array(file), verbosity: 0 });
  const page = await (await task.promise).getPage(1);
  const { width, height, transform } = page.getViewport({ scale: 1 });
  await task.destroy();
  const [a, b, c, d, e, f] = transform as [number, number, number, number, number, number];
  const [x1, x2] = [a * LEFT + c * BOTTOM + e, a * RIGHT + c * TOP + e];
  const [y1, y2] = [b * LEFT + d * BOTTOM + f, b * RIGHT + d * TOP + f];
  return {
    page: 1,
    area: {
      left: Math.min(x1, x2) / width,
      top: Math.min(y1, y2) / height,
      width: Math.abs(x2 - x1) / width,
      height: Math.abs(y2 - y1) / height,
    },
    shape: width / height,
  };
}

test.each([
  ['as it is', ''],
  ['turned by a quarter', '/Rotate 90'],
  ['upside down', '/Rotate 180'],
  ['turned backwards', '/Rotate -90'],
  ['cropped', '/CropBox [40 30 500 700]'],
  ['cropped and turned', '/CropBox [40 30 500 700] /Rotate 270'],
  ['with an origin elsewhere', '/MediaBox [-100 -50 495 792] /Rotate 90'],
  ['with a crop box larger than itself', '/CropBox [-40 -40 900 900]'],
  ['of larger units', '/UserUnit 2.5 /CropBox [10 20 400 800] /Rotate 90'],
])('the place of a visible signature on a page %s is where pdf.js draws it', async (_, keys) => {
  const file = await signedLater(withPage(keys), { ...STAMP, rect: `${LEFT} ${BOTTOM} ${RIGHT} ${TOP}` });
  const [place, ...others] = await placesIn(file);
  const drawn = await drawnByPdfJs(file);
  expect(others).toEqual([]);
  expect(place?.page).toBe(1);
  expect(place?.shape).toBeCloseTo(drawn.shape, 6);
  for (const side of ['left', 'top', 'width', 'height'] as const)
    expect(place?.area[side], side).toBeCloseTo(drawn.area[side], 6);
});

test.each<readonly [string, LaterSigning]>([
  ['has no area', {}],
  ['is hidden', { ...STAMP, flags: 4 | 2 }],
  ['is printed and not shown', { ...STAMP, flags: 4 | 32 }],
  ['lies outside what the page shows', { ...STAMP, rect: '700 60 900 110' }],
  ['is on no page', { ...STAMP, bare: true }],
])('a signature that %s has no place', async (_, options) => {
  expect(await placesIn(await signedLater(contractFile(), options))).toEqual([]);
});

test('a place that leaves the page ends where the page does, whichever corners its rectangle names', async () => {
  const places = await placesIn(await signedLater(contractFile(), { ...STAMP, rect: '695 110 495 10' }));
  expect(places).toHaveLength(1);
  expect(places[0]?.area.left).toBeCloseTo(495 / 595, 6);
  expect(places[0]?.area.width).toBeCloseTo(100 / 595, 6);
});

test('a signature drawn on two pages has a place on each', async () => {
  const field = { num: 19, gen: 0 };
  const file = await signedLater(contractFile(), {
    into: { field },
    edit: (writer, pdf) => annotatePage(pdf, writer, pdf.pages[1]!, new PdfRef(field.num, field.gen)),
  });
  const places = await placesIn(file);
  expect(places.map(({ page }) => page)).toEqual([1, 2]);
  expect(places[0]?.area).toEqual(places[1]?.area);
});
