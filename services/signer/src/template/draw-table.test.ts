import { templateBlocks, type TextRun } from '@lacre/contracts';
import { describe, expect, it } from 'vitest';

import { CONTENT_WIDTH, PAGE } from '../evidence/drawing/canvas.ts';
import { drawnText } from '../testing/pdfs/drawn-text.ts';
import { flattened, readStructure } from '../testing/pdfs/read-structure.ts';
import { drawTextDocument } from './draw-text-document.ts';

const cell = (text: string): TextRun[] => [{ text, bold: false, italic: false }];
const drawn = async (header: string[], rows: string[][], before = 0) => {
  const paragraph = { kind: 'paragraph' as const, label: undefined, runs: cell('Linha.') };
  const table = {
    kind: 'table' as const,
    alignments: header.map(() => 'left' as const),
    header: header.map(cell),
    rows: rows.map((each) => each.map(cell)),
  };
  const blocks = [...Array.from({ length: before }, () => paragraph), table];
  return drawTextDocument({ title: 'Anexo', blocks, createdAt: '2026-11-21T12:00:00.000Z' });
};
const elementsOf = async (bytes: Uint8Array, type: string) =>
  flattened(await readStructure(bytes)).filter((element) => element.type === type);
const pagesOf = async (bytes: Uint8Array) =>
  Math.max(...(await drawnText(bytes)).map(({ page }) => page)) + 1;

async function keepsToThePage(bytes: Uint8Array): Promise<void> {
  const texts = (await drawnText(bytes)).filter(({ text }) => !text.startsWith('Página') && text !== 'Anexo');
  for (const { x, y, width } of texts) {
    expect(x).toBeGreaterThanOrEqual(PAGE.side - 0.01);
    expect(x + width).toBeLessThanOrEqual(PAGE.side + CONTENT_WIDTH + 4);
    expect(y).toBeGreaterThan(PAGE.foot);
  }
}

describe('a table', () => {
  it('is read out row by row, its header naming columns', async () => {
    const bytes = await drawn(
      ['Item', 'Valor'],
      [
        ['Mesa', 'R$ 10'],
        ['', 'R$ 20'],
      ],
    );
    const [table] = await elementsOf(bytes, 'Table');
    expect(table?.kids.map(({ type, kids }) => [type, kids.map((one) => [one.type, one.text])])).toEqual([
      [
        'TR',
        [
          ['TH', 'Item'],
          ['TH', 'Valor'],
        ],
      ],
      [
        'TR',
        [
          ['TD', 'Mesa'],
          ['TD', 'R$ 10'],
        ],
      ],
      [
        'TR',
        [
          ['TD', ''],
          ['TD', 'R$ 20'],
        ],
      ],
    ]);
  });

  it('of 300 rows repeats its header as decoration, and keeps each row on one page', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => [
      `Item ${at}`,
      'Palavras que passam de uma linha. '.repeat(at % 5),
    ]);
    const bytes = await drawn(['Cabeçalho', 'Texto'], rows);
    const pages = await pagesOf(bytes);
    expect(pages).toBeGreaterThan(8);
    const headers = (await drawnText(bytes)).filter(({ text }) => text.startsWith('Cabeçalho'));
    expect(headers.map(({ page }) => page)).toEqual(Array.from({ length: pages }, (_, page) => page));
    expect(headers.map(({ mcid }) => mcid === null)).toEqual(headers.map((_, at) => at > 0));
    const drawnRows = await elementsOf(bytes, 'TR');
    expect(drawnRows).toHaveLength(301);
    for (const row of drawnRows) expect(new Set(row.pages).size).toBe(1);
    await keepsToThePage(bytes);
  });

  it('breaks a row over pages when none can hold it, wherever it begins', async () => {
    const words = 'Uma cláusula que não acaba. '.repeat(400).trim();
    for (let before = 0; before < 32; before += 1) {
      const bytes = await drawn(
        ['Um', 'Dois'],
        [
          ['a', 'b'],
          ['curto', words],
          ['c', 'd'],
        ],
        before,
      );
      const long = (await elementsOf(bytes, 'TD')).find(({ text }) => text.startsWith('Uma cláusula'));
      expect(long?.text.trim()).toBe(words);
      expect(new Set(long?.pages).size).toBeGreaterThan(1);
      await keepsToThePage(bytes);
    }
  });

  it('never leaves its header alone at the foot of a page', async () => {
    for (let before = 20; before < 32; before += 1) {
      const bytes = await drawn(['Um', 'Dois'], [['a\nb\nc', 'd']], before);
      const [head, row] = await elementsOf(bytes, 'TR');
      expect(head?.pages.at(-1)).toBe(row?.pages[0]);
    }
  });

  it('keeps amounts on a line beside a column of sentences', async () => {
    const rows = [1, 2, 3].map((at) => [
      'Uma observação que passa de uma linha. '.repeat(9),
      `R$ ${at}.000.000,00`,
    ]);
    const drawnTexts = (await drawnText(await drawn(['Encargo', 'Valor'], rows))).map(({ text }) => text);
    for (const [, amount] of rows) expect(drawnTexts).toContain(amount);
  });

  it('breaks a word longer than its cell, and draws other scripts', async () => {
    const word = 'inconstitucional'.repeat(30);
    const texts = [word, 'שלום', '😀 e\u0301', ...Array.from({ length: 9 }, () => 'x')];
    const bytes = await drawn(
      texts.map((_, at) => `c${at}`),
      [texts],
    );
    expect((await elementsOf(bytes, 'TD')).map(({ text }) => text)).toEqual(
      texts.map((text) => text.normalize('NFC')),
    );
    await keepsToThePage(bytes);
  });

  it('may have a header alone, and one taller than a page', async () => {
    expect(await elementsOf(await drawn(['Só', 'isto'], []), 'TH')).toHaveLength(2);
    const bytes = await drawn(['Um cabeçalho longo. '.repeat(500), 'b'], [['c', 'd']]);
    expect(await elementsOf(bytes, 'TD')).toHaveLength(2);
    await keepsToThePage(bytes);
  });

  it('sets columns of numbers to the right', async () => {
    const [block] = templateBlocks('a | b | c\n-|-:|:-:\n1 | 10 | 2\n3 | 2000 | 4');
    if (block?.kind !== 'table') throw new Error('no table');
    const textOf = (pieces: readonly object[]) =>
      cell(pieces.map((piece) => ('text' in piece ? String(piece.text) : '')).join(''));
    const bytes = await drawTextDocument({
      title: 'Anexo',
      blocks: [
        { ...block, header: block.header.map(textOf), rows: block.rows.map((cells) => cells.map(textOf)) },
      ],
      createdAt: '2026-11-21T12:00:00.000Z',
    });
    const endOf = (texts: Awaited<ReturnType<typeof drawnText>>, word: string) => {
      const found = texts.find(({ text }) => text === word);
      return found === undefined ? Number.NaN : found.x + found.width;
    };
    const texts = await drawnText(bytes);
    expect(endOf(texts, '10')).toBeCloseTo(endOf(texts, '2000'), 1);
  });
});
