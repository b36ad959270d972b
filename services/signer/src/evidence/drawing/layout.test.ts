import { beforeAll, describe, expect, it } from 'vitest';

import { HARD_FACTS } from '../../testing/hard-facts.ts';
import { drawnText, type DrawnText } from '../../testing/pdfs/drawn-text.ts';
import { flattened, readStructure, type ReadElement } from '../../testing/pdfs/read-structure.ts';
import { sampleFacts } from '../../testing/sample-facts.ts';
import { CONTENT_WIDTH, PAGE } from './canvas.ts';
import { drawEvidence } from './draw-evidence.ts';

/** Extent of letters above and below the baseline, as shares of the size: Inter's capitals and descenders. */
const ABOVE = 0.73;
const BELOW = 0.21;
/** Half a point is not seen. */
const TOLERANCE = 0.5;

interface Box {
  text: string;
  page: number;
  left: number;
  right: number;
  bottom: number;
  top: number;
}

function boxOf({ text, page, x: left, y, width, size }: DrawnText): Box {
  return { text, page, left, right: left + width, bottom: y - size * BELOW, top: y + size * ABOVE };
}

/** Boxes of visible text: blanks at a line's end take no room. */
const boxesOf = (runs: readonly DrawnText[]): Box[] =>
  runs.map((run) => boxOf({ ...run, width: run.width - (run.text.endsWith(' ') ? run.size * 0.29 : 0) }));

function overlapping(boxes: readonly Box[]): [string, string][] {
  const found: [string, string][] = [];
  boxes.forEach((one, index) => {
    for (const other of boxes.slice(index + 1)) {
      const apart =
        one.page !== other.page ||
        one.right - TOLERANCE < other.left ||
        other.right - TOLERANCE < one.left ||
        one.top - TOLERANCE < other.bottom ||
        other.top - TOLERANCE < one.bottom;
      if (!apart) found.push([one.text, other.text]);
    }
  });
  return found;
}

const outside = (boxes: readonly Box[], edges: { bottom: number; top: number }): string[] =>
  boxes
    .filter(
      ({ left, right, bottom, top }) =>
        left < PAGE.side - TOLERANCE ||
        right > PAGE.side + CONTENT_WIDTH + TOLERANCE ||
        bottom < edges.bottom ||
        top > edges.top,
    )
    .map(({ text }) => text);

/** Each participant: their name, and all that follows up to the next heading. */
function blocksOf(elements: readonly ReadElement[]): ReadElement[][] {
  const blocks: ReadElement[][] = [];
  let block: ReadElement[] | undefined;
  for (const element of elements) {
    if (element.type === 'H2') block = undefined;
    if (element.type === 'H3') blocks.push((block = []));
    block?.push(element);
  }
  return blocks;
}

/** Headings whose page ends before anything follows. */
const orphans = (elements: readonly ReadElement[]): string[] =>
  elements.flatMap((element, index) => {
    const next = elements[index + 1];
    const alone = /^H\d$/.test(element.type) && next?.pages[0] !== element.pages.at(-1);
    return alone ? [element.text] : [];
  });

const split = (elements: readonly ReadElement[]): string[] =>
  elements.filter(({ pages }) => new Set(pages).size > 1).map(({ type, text }) => `${type} ${text}`);

describe.each(Object.keys(HARD_FACTS))('%s', (name) => {
  let runs: DrawnText[];
  let elements: ReadElement[];
  beforeAll(async () => {
    const bytes = await drawEvidence((HARD_FACTS[name] as () => ReturnType<typeof sampleFacts>)());
    [runs, elements] = [await drawnText(bytes), (await readStructure(bytes))[0]?.kids ?? []];
  });

  it('stays within the margins, and content clear of header and footer', () => {
    const frame = boxesOf(runs.filter(({ mcid }) => mcid === null));
    const content = boxesOf(runs.filter(({ mcid }) => mcid !== null));
    expect(outside(frame, { bottom: 24, top: PAGE.height - 24 })).toEqual([]);
    expect(outside(content, { bottom: PAGE.foot - 8, top: PAGE.height - 36 })).toEqual([]);
  });

  it('marks all it draws as content or as decoration', () => {
    expect(runs.filter(({ mcid }) => mcid === undefined)).toEqual([]);
  });

  it('draws nothing over anything else', () => {
    expect(overlapping(boxesOf(runs))).toEqual([]);
  });

  it('parts no participant, row, paragraph or item between pages, and no heading from what it heads', () => {
    const blocks = blocksOf(elements);
    expect(blocks.length).toBeGreaterThan(0);
    expect(blocks.filter((block) => new Set(block.flatMap(({ pages }) => pages)).size > 1)).toEqual([]);
    expect(orphans(elements)).toEqual([]);
    const whole = new Set(['P', 'TR', 'LI', 'H1', 'H2', 'H3', 'Figure']);
    expect(split(flattened(elements).filter(({ type }) => whole.has(type)))).toEqual([]);
  });

  it('numbers its pages and names document and code on each', () => {
    const pages = Math.max(...runs.map(({ page }) => page)) + 1;
    for (let page = 0; page < pages; page += 1) {
      const texts = runs.filter((run) => run.page === page).map(({ text }) => text);
      expect(texts).toContain(`Página de assinaturas ${page + 1} de ${pages}`);
      expect(texts.join(' ')).toMatch(/7QK3-M2XA-9VTB-0D4F/);
    }
  });

  it('leaves no row of the timeline alone on a page', () => {
    const timeline = elements[elements.findIndex(({ text }) => text === 'Linha do tempo') + 1];
    const rowPages = (timeline?.kids ?? []).map(({ pages }) => pages[0] as number);
    const last = rowPages.filter((page) => page === rowPages.at(-1));
    expect(last.length).toBeGreaterThan(1);
  });
});

it('holds wherever page breaks fall', { timeout: 60_000 }, async () => {
  for (let extra = 0; extra < 60; extra += 1) {
    const facts = sampleFacts(5);
    const summary = 'Resumo '.repeat(1 + extra * 3);
    const participants = facts.participants.map((person, index) =>
      index === 1 ? { ...person, name: 'Nome Comprido '.repeat(1 + (extra % 12)) } : person,
    );
    const bytes = await drawEvidence({ ...facts, participants, process: { ...facts.process, summary } });
    const elements = (await readStructure(bytes))[0]?.kids ?? [];
    expect(orphans(elements), `extra ${extra}`).toEqual([]);
    const broken = blocksOf(elements).filter(
      (block) => new Set(block.flatMap(({ pages }) => pages)).size > 1,
    );
    expect(broken, `extra ${extra}`).toEqual([]);
    expect(overlapping(boxesOf(await drawnText(bytes))), `extra ${extra}`).toEqual([]);
  }
});
