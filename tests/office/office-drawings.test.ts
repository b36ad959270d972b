import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { DrawnPage } from '@lacre/pades-lab/drawn/engines/drawing-engine';
import { popplerEngine } from '@lacre/pades-lab/drawn/engines/programs';
import { unmatchedPixels } from '@lacre/pades-lab/drawn/unmatched-pixels';
import { embeddedOffice } from '@lacre/signer/testing/office/samples/embedded-office';
import type { OfficeSample } from '@lacre/signer/testing/office/samples/office-sample';
import { OFFICE_SAMPLES } from '@lacre/signer/testing/office/samples/office-samples';
import { referenceOffice } from '@lacre/signer/testing/office/samples/reference-office';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { isLong, keepFigures } from '../support/long-form.ts';

const soffice =
  [process.env['SOFFICE_PATH'] ?? '', '/usr/bin/soffice'].find((path) => existsSync(path)) ?? '';
const ready = [soffice, '/usr/bin/pdftotext', '/usr/bin/pdftoppm'].every((path) => existsSync(path));
if (!ready) console.warn('left out: office files drawn (apt-get install libreoffice-writer poppler-utils)');

/** Pixels that may lack their like on a page, and so many more for each dark one: lines are set by fractions of a point. */
const MAX_UNMATCHED = 35;
const MAX_UNMATCHED_SHARE = 0.025;
const DARK = 128;

/** Where soffice is no measure: what the embedded one shows is said here. */
const APART: Readonly<Record<string, { pages: number; text: RegExp; why: string }>> = {
  'notas no fim': {
    pages: 1,
    text: /Código Civil, art 565/,
    why: 'before 24.8 notes had a page of their own, unlike Word',
  },
  equações: { pages: 1, text: /M =C 1\+ 100/, why: 'without libreoffice-math soffice leaves formulas out' },
  fórmula: { pages: 1, text: /M =C \(1\+i\)/, why: 'without libreoffice-math soffice leaves formulas out' },
};
/** One of each family, for runs that are not long. */
const SHORT = new Set([
  'comentários (docx)',
  'equações (docx)',
  'tabela em várias páginas (docx)',
  "marca-d'água (docx)",
  'caixa de texto (docx)',
  'cabeçalho e rodapé (odt)',
  'quadro flutuante (odt)',
  'cláusulas numeradas (doc)',
]);
const chosen = OFFICE_SAMPLES.filter(({ name, type }) => isLong || SHORT.has(`${name} (${type})`));

const folder = ready ? mkdtempSync(join(tmpdir(), 'lacre-office-drawn-')) : '';
const poppler = popplerEngine();
const embedded = embeddedOffice();

interface Shown {
  pages: readonly DrawnPage[];
  text: string;
}
type Form = 'whole' | 'damaged';
const stem = ({ name, type }: OfficeSample, form: Form) =>
  `${type} ${OFFICE_SAMPLES.findIndex((one) => one.name === name && one.type === type)} ${form}`;
const place = (name: string) => join(folder, name);

/** What a PDF shows; the dots of a line of dots are not counted. */
async function shown(path: string): Promise<Shown> {
  const pages = await poppler.draw(readFileSync(path), 'screen');
  if ('refused' in pages) throw new Error(pages.refused);
  if ('overLimitMs' in pages) throw new Error(`not drawn within ${pages.overLimitMs} ms`);
  const text = execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' });
  return { pages, text: text.replaceAll(/[.\s]+/g, ' ').trim() };
}

interface PageFigures {
  unmatched: number;
  limit: number;
}

function figuresOf(one: DrawnPage, other: DrawnPage): PageFigures {
  let dark = 0;
  for (let at = 0; at < one.pixels.length; at += one.channels)
    if ((one.pixels[at] as number) < DARK) dark += 1;
  return {
    unmatched: unmatchedPixels(one, other),
    limit: Math.round(MAX_UNMATCHED + MAX_UNMATCHED_SHARE * dark),
  };
}

/** In what one PDF differs from another; undefined when they show the same. */
function difference(one: Shown, other: Shown): string | undefined {
  if (one.pages.length !== other.pages.length) return `${one.pages.length} pages, not ${other.pages.length}`;
  const figures = one.pages.map((page, index) => figuresOf(page, other.pages[index] as DrawnPage));
  const page = figures.findIndex(({ unmatched, limit }) => unmatched > limit);
  if (page !== -1) return `page ${page + 1}: ${JSON.stringify(figures[page])}`;
  return one.text === other.text ? undefined : `text: ${one.text}\nnot: ${other.text}`;
}

const differenceApart = (drawn: Shown, { pages, text }: (typeof APART)[string]): string | undefined =>
  drawn.pages.length === pages && text.test(drawn.text)
    ? undefined
    : `${drawn.pages.length} pages with the text ${drawn.text}`;

beforeAll(async () => {
  if (!ready) return;
  const reference = referenceOffice(soffice, folder);
  const forms = chosen.flatMap((sample) =>
    (['whole', 'damaged'] as const).map((form) => ({
      sample,
      form,
      path: place(`${stem(sample, form)}.${sample.source}`),
    })),
  );
  for (const { sample, form, path } of forms) writeFileSync(path, sample[form]);
  await reference.toDoc(forms.filter(({ sample }) => sample.type === 'doc').map(({ path }) => path));
  await reference.toPdf(forms.map(({ sample, form }) => place(`${stem(sample, form)}.${sample.type}`)));
  for (const sample of chosen) {
    const file = readFileSync(place(`${stem(sample, 'whole')}.${sample.type}`));
    const { pdf } = await embedded.run({ file, type: sample.type });
    if (pdf !== undefined) writeFileSync(place(`${stem(sample, 'whole')} embedded.pdf`), pdf);
  }
}, 600_000);

afterAll(async () => {
  await embedded.close();
  if (ready) rmSync(folder, { recursive: true, force: true });
});

it('has at least 50 documents, of all three formats', () => {
  expect(OFFICE_SAMPLES.length).toBeGreaterThanOrEqual(50);
  expect(new Set(OFFICE_SAMPLES.map(({ type }) => type))).toEqual(new Set(['docx', 'odt', 'doc']));
  expect(chosen.length).toBeGreaterThanOrEqual(SHORT.size);
});

describe.runIf(ready)('what the embedded LibreOffice draws', () => {
  const results: Record<string, string> = {};

  it.each(chosen)(
    'matches soffice, and a loss would be found: $name ($type)',
    { timeout: 300_000 },
    async (sample) => {
      const drawn = await shown(place(`${stem(sample, 'whole')} embedded.pdf`));
      const whole = await shown(place(`${stem(sample, 'whole')}.pdf`));
      const damaged = await shown(place(`${stem(sample, 'damaged')}.pdf`));
      const apart = APART[sample.name];
      expect(apart === undefined ? difference(drawn, whole) : differenceApart(drawn, apart)).toBeUndefined();
      const loss = difference(drawn, damaged);
      expect(loss).toBeDefined();
      results[`${sample.name} (${sample.type})`] =
        `${apart === undefined ? 'as soffice' : apart.why}; a loss: ${loss?.split('\n')[0]?.slice(0, 60)}`;
    },
  );

  afterAll(() => keepFigures('office', { documents: Object.keys(results).length, results }));
});
