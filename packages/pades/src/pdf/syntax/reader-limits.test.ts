import { deflateSync } from 'node:zlib';

import { HandWrittenPdf, onePage } from '@lacre/pades-lab/fixtures/hand-written-pdf';
import { codeOf, everything } from '@lacre/pades-lab/fixtures/reading';
import { expect, test } from 'vitest';

import { readPdf, type StrictPdf } from '../strict-pdf.ts';

const SIMPLE = onePage().table('/Root 1 0 R').bytes;

function nested(depth: number): Buffer {
  return onePage(undefined, `/Deep ${'['.repeat(depth)}${']'.repeat(depth)}`).table('/Root 1 0 R').bytes;
}

function decodeTwenty(pdf: StrictPdf): void {
  for (let num = 1; num <= 20; num += 1) pdf.objectStream(num);
}

test('reads values nested 60 deep, and refuses 70', () => {
  expect(codeOf(nested(60), everything)).toBe('none');
  expect(codeOf(nested(70), everything)).toBe('limit-depth');
  expect(codeOf(nested(1_000_000), everything)).toBe('limit-depth');
});

test('refuses more objects, revisions or pages than the limits allow', () => {
  expect(() => readPdf(SIMPLE, { maxObjects: 4 })).toThrow(/limit-objects/);
  expect(() => readPdf(SIMPLE, { maxSections: 0 })).toThrow(/limit-revisions/);
  expect(() => readPdf(SIMPLE, { maxPages: 0 }).pages).toThrow(/limit-pages/);
});

test('gives up soon on objects within the strings of others, each to be parsed to the end of the file', () => {
  const pdf = onePage();
  const count = 3000;
  for (let num = 5; num < count; num += 1) pdf.entry(num, pdf.length, 0).raw(`${num} 0 obj (`);
  const ends = ') endobj '.repeat(count - 5);
  const began = process.cpuUsage();
  expect(codeOf(pdf.raw(`${'x'.repeat(100_000)}${ends}`).table('/Root 1 0 R').bytes, everything)).toBe(
    'limit-work',
  );
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
});

test('refuses an object stream whose members start at the same place', () => {
  const header = '5 0 6 0 ';
  const pdf = onePage(undefined, '/Two [5 0 R]').reserve(7);
  const container = pdf.length;
  pdf.stream(7, `${header}<< >>`, `/Type /ObjStm /N 2 /First ${header.length}`);
  const start = pdf.length;
  const entries = Buffer.from([1, 0, 9, 0, 2, 0, 7, 0, 2, 0, 7, 1, 1, container >> 8, container & 255, 0]);
  pdf.stream(8, entries, `/Type /XRef /Size 9 /W [1 2 1] /Index [1 1 5 3] /Root 1 0 R`);
  const bytes = pdf.raw(`startxref\n${start}\n%%EOF\n`).bytes;
  expect(codeOf(bytes, (opened) => opened.object(5))).toBe('object-stream-malformed');
});

test('refuses a cross-reference stream that inflates beyond the limit, without inflating it all', () => {
  const bomb = deflateSync(Buffer.alloc(200_000_000));
  const pdf = onePage();
  const start = pdf.length;
  const keys = '/Type /XRef /W [1 2 1] /Size 50000000 /Root 1 0 R /Filter /FlateDecode';
  pdf.stream(5, bomb, keys).raw(`startxref\n${start}\n%%EOF\n`);
  const began = process.cpuUsage();
  expect(codeOf(pdf.bytes)).toBe('limit-inflated');
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
});

test('refuses object streams that inflate beyond the limit, one alone or many together', () => {
  const megabytes = deflateSync(Buffer.concat([Buffer.from('9 0 '), Buffer.alloc(9_000_000, ' ')]));
  const pdf = new HandWrittenPdf();
  for (let num = 1; num <= 20; num += 1) {
    pdf.stream(num, megabytes, '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode');
  }
  const bytes = pdf.table('/Root 1 0 R').bytes;
  expect(codeOf(bytes, decodeTwenty)).toBe('limit-inflated');
});
