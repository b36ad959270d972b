import { readPdf } from '@lacre/pades';
import fontkit from '@pdf-lib/fontkit';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { drawnText, embeddedFonts, type DrawnText } from '../testing/drawn-text.ts';
import { sampleFacts } from '../testing/sample-facts.ts';
import { EvidenceRenderer } from './evidence-renderer.ts';

const renderer = new EvidenceRenderer();
let few: Uint8Array;
let fewText: string;
beforeAll(async () => {
  few = await renderer.render(sampleFacts(4));
  fewText = joined(await drawnText(few));
});
afterAll(() => renderer.close());

const joined = (runs: readonly DrawnText[]) => runs.map(({ text }) => text).join(' ');

it.each([
  'Página de assinaturas',
  'Contrato de prestação de serviços – revisão final.pdf',
  'Contrato anual de manutenção predial',
  'Alvorada Serviços e Comércio',
  'CNPJ 12.ABC.345/01DE-35',
  'Alfa Participações',
  'Signatário · CPF ***.982.247-**',
  'Representante da empresa · CPF ***.982.247-**',
  '21/11/2026 11:26:12 (UTC−03:00)',
  '2804:14d:5c5a:8f3b:1c2d:3e4f:5a6b:7c8d',
  'Safari 18 · iPhone',
  'CPF e código de uso único enviado por e-mail',
  'Dispensado',
  'Ñandú Œuvre Łukasz Żółć',
  'a3f5c2d1e4b60718293a4b5c6d7e8f90123456789abcdef0fedcba9876543210',
  '7QK3-M2XA-9VTB-0D4F',
  'simples',
  'fora da ICP-Brasil',
  'evidence.json',
  'Linha do tempo',
  'Página de assinaturas 1 de',
])('states %j', (text) => {
  expect(fewText).toContain(text);
});

it('claims no ICP-Brasil authority it has not, and names the one it has', async () => {
  const facts = sampleFacts(1);
  const seal = {
    ...facts.seal,
    localAuthority: false,
    certificateSubject: 'Empresa SA',
    certificateIssuer: 'AC Tal',
  };
  const text = joined(await drawnText(await renderer.render({ ...facts, seal })));
  expect(text).toContain('emitido por "AC Tal"');
  expect(text).not.toContain('autoridade local');
  expect(text).not.toMatch(/assinaturas? (?:eletrônicas? )?qualificadas? dos/);
});

it('draws every letter: no glyph of the embedded fonts is empty but the space', async () => {
  const programs = await embeddedFonts(few);
  expect(programs).toHaveLength(3);
  for (const program of programs) {
    const font = fontkit.create(Buffer.from(program));
    const empty = Array.from({ length: font.numGlyphs }, (_, index) => font.getGlyph(index)).filter(
      (glyph) => (glyph.path as unknown as { commands: unknown[] }).commands.length === 0,
    );
    expect(empty.length).toBeLessThanOrEqual(1);
    expect(font.numGlyphs).toBeGreaterThan(20);
  }
});

it('flows over as many pages as 50 participants take, nothing off the page or over the footer', async () => {
  const bytes = await renderer.render(sampleFacts(50));
  const runs = await drawnText(bytes);
  const pages = readPdf(bytes).pageCount;
  expect(pages).toBeGreaterThan(5);
  expect(
    runs.filter(({ text }) => text.startsWith(`Página de assinaturas ${pages} de ${pages}`)),
  ).toHaveLength(1);
  for (const { x, y, text } of runs) {
    expect(x, text).toBeGreaterThanOrEqual(40);
    expect(x, text).toBeLessThan(552);
    expect(y, text).toBeGreaterThan(20);
    expect(y, text).toBeLessThan(815);
  }
  const body = runs.filter(({ text }) => !/código 7QK3|de \d+$/.test(text));
  expect(Math.min(...body.map(({ y }) => y))).toBeGreaterThan(44);
  expect(runs.filter(({ text }) => text.startsWith('João Conceição'))).toHaveLength(12);
});

it('breaks a name without spaces, and leaves out characters that play tricks', async () => {
  const facts = sampleFacts(1);
  const tricky = facts.participants.map((person) => ({
    ...person,
    name: `${'W'.repeat(150)} \u202Eodnum\u0007`,
  }));
  const runs = await drawnText(await renderer.render({ ...facts, participants: tricky }));
  // The letters of the name, and the one in the badge.
  expect(joined(runs).match(/W/g)).toHaveLength(151);
  expect(runs.filter(({ text }) => /^W+$/.test(text)).length).toBeGreaterThan(2);
  expect(joined(runs)).toContain('odnum');
  expect(joined(runs)).not.toMatch(/[\p{C}\uFFFD]/u);
});
