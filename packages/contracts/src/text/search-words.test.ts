import { expect, it } from 'vitest';

import { searchQuery, wordsOf } from './search-words.ts';

const tenantId = '1a2b3c4d-0000-4000-8000-000000000000';
const query = (search: string, tags: string[] = []) => searchQuery(tenantId, { search, tagsOf: () => tags });

it('cuts text into words without accents, each once', () => {
  expect(wordsOf('São João Ltda', "contrato_final-2024.PDF d'Ávila", 'sao')).toEqual([
    'sao',
    'joao',
    'ltda',
    'contrato',
    'final',
    '2024',
    'pdf',
    'd',
    'avila',
  ]);
});

it('asks for every term by how words begin', () => {
  expect(query('Pão açú')).toBe("(('1a2b:pao':*)) & (('1a2b:acu':*))");
});

it('asks for a number with and without its punctuation', () => {
  expect(query('529.982')).toBe("(('1a2b:529':* & '1a2b:982':*) | ('1a2b:529982':*))");
});

it('asks for tags beside words, and for one tag alone', () => {
  expect(query('urgente', ['t1'])).toBe("(('1a2b:urgente':*) | ('1a2b#t1'))");
  expect(searchQuery(tenantId, { tagsOf: () => [], withTag: 't1' })).toBe("('1a2b#t1')");
});

it('asks for nothing, or for a word without matches', () => {
  expect(query('  ')).toBeUndefined();
  expect(query("'&|!")).toBe("(('1a2b!'))");
});
