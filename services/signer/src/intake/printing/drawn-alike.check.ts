import {
  allEngines,
  DrawingOracle,
  packagedEngines,
  type DrawnDifference,
} from '@lacre/pades-lab/drawn/drawing-oracle';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { HONEST } from '../../testing/pdfs/honest-pdfs.ts';
import { OTHERWISE, otherwisePdf } from '../../testing/pdfs/otherwise-pdfs.ts';
import { openTestSigner, type TestSigner } from '../../testing/test-signer.ts';

let test: TestSigner;
let oracle: DrawingOracle;
/** Of viewers that honour layers, crops and the like as the standard has it. */
let viewers: DrawingOracle;
beforeAll(async () => {
  test = await openTestSigner();
  oracle = new DrawingOracle(allEngines());
  viewers = new DrawingOracle(packagedEngines());
});
afterAll(() => test.close());

const named = ({ engine, mode }: DrawnDifference): string => `${engine}, ${mode}`;

/** Those that the engines at hand draw alike as they come; other readers do not. */
const ALIKE_ALREADY = new Set([
  'an ink of its own with a white alternate, in a group of inks',
  'a layer within a line of text',
  'a path that moves before it is painted',
  'a colour in a glyph that has none',
]);

it.each(Object.entries(OTHERWISE))('every engine draws alike, once taken in: %s', async (name, page) => {
  const pdf = otherwisePdf(page);
  const before = await oracle.disagreements(pdf);
  const taken = await test.signer.intake.takeIn(pdf);
  if (!taken.ok) throw new Error(taken.refusal.detail);
  expect((await oracle.disagreements(taken.pdf)).map(named)).toEqual([]);
  expect(before.map(named)).toHaveLength(ALIKE_ALREADY.has(name) ? 0 : before.length || 1);
});

it.each(Object.entries(HONEST))(
  'honest, taken in, and drawn alike by every engine: %s',
  async (_name, page) => {
    const pdf = otherwisePdf(page);
    const taken = await test.signer.intake.takeIn(pdf);
    if (!taken.ok) throw new Error(taken.refusal.detail);
    expect((await oracle.disagreements(taken.pdf)).map(named)).toEqual([]);
    expect(await viewers.changesOnScreen(pdf, taken.pdf)).toEqual([]);
  },
);
