import { readPdf } from '@lacre/pades';
import { PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';

import { HARD_FACTS } from '../../testing/hard-facts.ts';
import { flattened, readStructure, type ReadElement } from '../../testing/pdfs/read-structure.ts';
import { partialFacts, sampleFacts } from '../../testing/sample-facts.ts';
import { discLogo } from '../../testing/sample-logos.ts';
import { drawEvidence } from './draw-evidence.ts';

let bytes: Uint8Array;
let document: ReadElement;
let elements: ReadElement[];
beforeAll(async () => {
  bytes = await drawEvidence({ ...sampleFacts(3), logo: discLogo(300, 100, [10, 110, 80]) });
  [document] = (await readStructure(bytes)) as [ReadElement];
  elements = flattened(document.kids);
});

it('is one document, its headings in order, each participant a heading of their own', () => {
  expect(document.type).toBe('Document');
  const headings = elements
    .filter(({ type }) => /^H\d/.test(type))
    .map(({ type, text }) => `${type} ${text}`);
  expect(headings).toEqual([
    'H1 Página de assinaturas',
    'H2 Documento',
    'H2 Como conferir este documento',
    'H2 Participantes',
    'H3 Ana Beatriz Souza Lima',
    expect.stringMatching(/^H3 Maria Aparecida dos Santos .* Vasconcelos Pereira do Nascimento Júnior$/),
    'H3 João Conceição',
    'H2 Linha do tempo',
    'H2 Selo e registro',
    'H2 O que estas páginas afirmam',
  ]);
});

it('has facts in tables with a header for each row, the timeline in one with a header for each column', () => {
  const tables = document.kids.filter(({ type }) => type === 'Table');
  const timeline = tables.find(({ kids }) => kids[0]?.kids[0]?.text.startsWith('Data e hora'));
  const shape = (table: ReadElement | undefined) =>
    new Set(table?.kids.map((row) => row.kids.map(({ type }) => type).join(' ')));
  const others = tables.filter((table) => table !== timeline);
  expect(others.map(shape)).toEqual(others.map(() => new Set(['TH TD'])));
  expect([...shape(timeline)]).toEqual(['TH TH TH', 'TD TD TD']);
  expect(timeline?.kids.map(({ kids }) => kids.map(({ text }) => text))).toContainEqual([
    '21/11/2026 11:26:12',
    'Documento assinado',
    'Ana Beatriz Souza Lima',
  ]);
});

it('gives pictures an alternative text', () => {
  const figures = elements.filter(({ type }) => type === 'Figure').map(({ alt }) => alt);
  expect(figures).toEqual([
    'Logotipo de Alfa Participações',
    'Código QR da página de validação: https://lacre.exemplo.com.br/validate?code=7QK3-M2XA-9VTB-0D4F',
    expect.stringMatching(/^Assinatura em letra escolhida por Maria Aparecida dos Santos/),
    'Assinatura desenhada por João Conceição',
  ]);
});

it('has its links in the structure', () => {
  const links = elements.filter(({ type }) => type === 'Link');
  expect(links.map(({ annotations }) => annotations)).toEqual([1, 1]);
  expect(links[1]?.text).toBe('lacre.exemplo.com.br/validate');
});

it('reads whole: words broken at the end of a line are apart, and nothing is read twice', () => {
  const lead = document.kids.find(({ text }) => text.startsWith('3 pessoas'));
  expect(lead?.text).toMatch(/novembro de 2026, às 11:30:13 \(horário de Brasília/);
  expect(elements.filter(({ text }) => text === 'Página de assinaturas')).toHaveLength(1);
  // What frames the pages is decoration.
  expect(elements.filter(({ text }) => /Página de assinaturas \d|confira em/.test(text))).toEqual([]);
});

it('marks a partial copy at its head, once', async () => {
  const [partial] = await readStructure(await drawEvidence(partialFacts(4, 2)));
  const texts = flattened(partial?.kids ?? []).map(({ text }) => text);
  expect(texts.filter((text) => text === 'Cópia parcial: faltam 2 assinaturas')).toHaveLength(1);
  expect(texts.indexOf('Cópia parcial: faltam 2 assinaturas')).toBeLessThan(texts.indexOf('Documento'));
});

it('names its language and title where reading programs look', async () => {
  const pdf = await PDFDocument.load(bytes);
  const entry = (key: string) => String(pdf.catalog.lookup(PDFName.of(key)));
  expect(entry('Lang')).toBe('(pt-BR)');
  expect(entry('MarkInfo')).toContain('/Marked true');
  expect(entry('ViewerPreferences')).toContain('/DisplayDocTitle true');
  const title = 'Página de assinaturas · Contrato de prestação de serviços – revisão final.pdf';
  expect(pdf.getTitle()).toBe(title);
  const metadata = pdf.catalog.lookup(PDFName.of('Metadata')) as PDFRawStream;
  const xmp = Buffer.from(metadata.getContents()).toString('utf8');
  expect(xmp).toContain(`<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li>`);
  for (const page of pdf.getPages()) expect(String(page.node.get(PDFName.of('Tabs')))).toBe('/S');
});

it('escapes names in its metadata', async () => {
  const facts = sampleFacts(1);
  const name = 'a <b> & (c\\) "d".pdf';
  const drawn = await drawEvidence({ ...facts, document: { ...facts.document, name } });
  const pdf = await PDFDocument.load(drawn);
  expect(pdf.getTitle()).toBe(`Página de assinaturas · ${name}`);
  const metadata = pdf.catalog.lookup(PDFName.of('Metadata')) as PDFRawStream;
  expect(Buffer.from(metadata.getContents()).toString('utf8')).toContain('a &lt;b&gt; &amp; (c\\) "d".pdf');
});

describe.each(Object.keys(HARD_FACTS))('%s', (name) => {
  it('is strictly well-formed, all its content tagged and led back to', async () => {
    const drawn = await drawEvidence((HARD_FACTS[name] as () => ReturnType<typeof sampleFacts>)());
    readPdf(drawn).checkAllObjects();
    const [root] = await readStructure(drawn);
    const empty = flattened(root?.kids ?? []).filter(
      ({ type, text, kids }) => text === '' && kids.length === 0 && type !== 'Figure',
    );
    expect(empty).toEqual([]);
  });
});

it('embeds every font it uses, with a way back to characters', async () => {
  const { context } = await PDFDocument.load(bytes);
  const fonts = context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .filter((object) => object instanceof PDFDict && String(object.get(PDFName.of('Type'))) === '/Font');
  const kinds = fonts.map((font) => String((font as PDFDict).get(PDFName.of('Subtype'))));
  expect(kinds.toSorted()).toEqual(['/CIDFontType2', '/CIDFontType2', '/Type0', '/Type0']);
  const programs = (fonts as PDFDict[]).flatMap((font) => [
    font.lookup(PDFName.of('ToUnicode')) ?? [],
    font.lookupMaybe(PDFName.of('FontDescriptor'), PDFDict)?.lookup(PDFName.of('FontFile2')) ?? [],
  ]);
  expect(programs.flat().filter((stream) => stream instanceof PDFRawStream)).toHaveLength(4);
});
