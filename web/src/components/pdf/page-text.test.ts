import { expect, it } from 'vitest';

import { placesOf, searchable } from './page-text.ts';

it('searches without accents and in small letters, letter for letter', () => {
  const text = 'Locação: ÁREA de 30 m², Município';
  expect(searchable(text)).toBe('locacao: area de 30 m², municipio');
  expect(searchable(text)).toHaveLength(text.length);
});

it('finds every occurrence, and none of a blank query', () => {
  const text = searchable('Contrato, contrato e CONTRATOS');
  expect(placesOf('contrato ', text)).toEqual([0, 10, 21]);
  expect(placesOf('aa', 'aaaa')).toEqual([0, 2]);
  expect(placesOf('  ', text)).toEqual([]);
});
