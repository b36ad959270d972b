import { templateBlocks, type TextPiece, type TextRun } from '@lacre/contracts';
import { readPdf } from '@lacre/pades';
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib';
import { describe, expect, it } from 'vitest';

import { CONTENT_WIDTH, PAGE } from '../evidence/drawing/canvas.ts';
import { drawnText } from '../testing/pdfs/drawn-text.ts';
import { flattened, readStructure } from '../testing/pdfs/read-structure.ts';
import { drawTextDocument } from './draw-text-document.ts';
import type { TextDocument } from './text-document.ts';

const runs = (pieces: readonly TextPiece[]): TextRun[] =>
  pieces.map((piece) => ('text' in piece ? piece : { text: '', bold: piece.bold, italic: piece.italic }));
const document = (text: string, title = 'Contrato de locação'): TextDocument => ({
  title,
  createdAt: '2026-11-21T12:00:00.000Z',
  blocks: templateBlocks(text).map((block) =>
    block.kind === 'table'
      ? {
          kind: block.kind,
          alignments: block.alignments,
          header: block.header.map(runs),
          rows: block.rows.map((cells) => cells.map(runs)),
        }
      : { kind: block.kind, label: block.label, runs: runs(block.pieces) },
  ),
});
const drawn = async (text: string, title?: string) => drawTextDocument(document(text, title));
/** What is read out, element by element. */
const told = async (text: string) =>
  flattened((await readStructure(await drawn(text)))[0]?.kids ?? [])
    .filter((element) => element.text !== '')
    .map((element) => [element.type, element.text]);

it('is one tagged document, read out as it was written', async () => {
  const text =
    '# Objeto\nO imóvel, **de dois quartos**, fica\nem Ouro Preto.\n\n## Prazo\n- um\n- **dois**\n\n1. primeiro\n10. décimo';
  expect(await told(text)).toEqual([
    ['H1', 'Contrato de locação'],
    ['H2', 'Objeto'],
    ['P', 'O imóvel, de dois quartos, fica em Ouro Preto.'],
    ['H3', 'Prazo'],
    ['Lbl', '•'],
    ['LBody', 'um'],
    ['Lbl', '•'],
    ['LBody', 'dois'],
    ['Lbl', '1.'],
    ['LBody', 'primeiro'],
    ['Lbl', '10.'],
    ['LBody', 'décimo'],
  ]);
});

it('sets italics in a face of their own, which only texts with italics embed', async () => {
  const facesOf = async (text: string) => {
    const { context } = await PDFDocument.load(await drawn(text));
    return context
      .enumerateIndirectObjects()
      .flatMap(([, object]) =>
        object instanceof PDFDict && object.has(PDFName.of('FontFile2'))
          ? [
              `${String(object.get(PDFName.of('FontName'))).slice(8)} ${String(object.get(PDFName.of('ItalicAngle')))}`,
            ]
          : [],
      )
      .toSorted();
  };
  expect(await facesOf('Um *dois* ***três***.')).toEqual([
    'Inter-Italic -9.4',
    'Inter-Regular 0',
    'Inter-SemiBold 0',
    'Inter-SemiBoldItalic -9.4',
  ]);
  expect(await facesOf('Um 2*3*4.')).toEqual(['Inter-Regular 0', 'Inter-SemiBold 0']);
  expect(await told('Um *dois* **três** *qua*tro.')).toContainEqual(['P', 'Um dois três *qua*tro.']);
});

it('keeps words apart where lines and pages end, and everything on the page', async () => {
  const sentence = 'Palavras de uma cláusula que se repete, com **negrito aqui** e ali. ';
  const bytes = await drawn(sentence.repeat(200));
  const elements = flattened((await readStructure(bytes))[0]?.kids ?? []);
  const paragraph = elements.find(({ type }) => type === 'P');
  expect(paragraph?.text.trim()).toBe(sentence.replaceAll('*', '').repeat(200).trim());
  expect(new Set(paragraph?.pages).size).toBeGreaterThan(1);
  for (const { x, y, width } of await drawnText(bytes)) {
    expect(x).toBeGreaterThanOrEqual(PAGE.side - 0.01);
    expect(x + width).toBeLessThanOrEqual(PAGE.side + CONTENT_WIDTH + 4);
    expect(y).toBeGreaterThan(20);
  }
});

it('breaks a word that fits no line, and draws missing characters by their number', async () => {
  const word = 'contrato'.repeat(60);
  const [, [, text] = []] = await told(`${word} 王`);
  expect(text).toBe(`${word} 王`);
});

it('shows the title and the number at the foot of every page, as decoration', async () => {
  const bytes = await drawn('Texto. '.repeat(3000));
  const feet = (await drawnText(bytes)).filter(
    ({ mcid, text }) => mcid === null && text.startsWith('Página'),
  );
  const pages = feet.length;
  expect(pages).toBeGreaterThan(3);
  expect(feet.map(({ text }) => text)).toEqual(
    Array.from({ length: pages }, (_, index) => `Página ${index + 1} de ${pages}`),
  );
});

describe('a text', () => {
  it('gives the same bytes each time, in a PDF of one clean revision', async () => {
    const text = '# Um\nTexto.';
    const [one, two] = [await drawn(text), await drawn(text)];
    expect(Buffer.from(one).equals(Buffer.from(two))).toBe(true);
    expect(readPdf(one).revisions).toHaveLength(1);
  });

  it('cannot hide or reorder what it says', async () => {
    const [, [, text] = []] = await told('Valor: \u202e0001\u202c\u200b reais\u0007\tpor\u00a0mês');
    expect(text).toBe('Valor: 0001 reais por\u00a0mês');
  });

  it('may be empty where its values are', async () => {
    expect(await told('#  \n\n****')).toEqual([
      ['H1', 'Contrato de locação'],
      ['P', '#'],
    ]);
  });

  it('of a hundred pages takes seconds', async () => {
    const bytes = await drawn('Texto de uma cláusula comum de contrato. '.repeat(9_700));
    expect((await PDFDocument.load(bytes)).getPageCount()).toBeGreaterThan(90);
  });
});
