import { describe, expect, test } from 'vitest';

import { caretAfterFormat, masks, type MaskName } from './masks.ts';

/** What the field shows after each key, as a person typing would see it. */
function type(name: MaskName, keys: string): string {
  let value = '';
  for (const key of keys) value = masks[name].format(value + key);
  return value;
}

describe('typing one key after another', () => {
  test.each<[MaskName, string, string]>([
    ['cpf', '52998224725', '529.982.247-25'],
    ['cpf', '529982', '529.982'],
    ['cpf', '529982247259999', '529.982.247-25'],
    ['cnpj', '11222333000181', '11.222.333/0001-81'],
    ['cnpj', '12abc34501de35', '12.ABC.345/01DE-35'],
    ['cnpj', '12abc34501dex3y5', '12.ABC.345/01DE-35'],
    ['phone', '1133334444', '(11) 3333-4444'],
    ['phone', '11987654321', '(11) 98765-4321'],
    ['cep', '01310100', '01310-100'],
    ['plate', 'abc1234', 'ABC-1234'],
    ['plate', 'abc1d234', 'ABC1D23'],
    ['plate', '1ab2c3-4d5', 'ABC-345'],
    ['date', '23112026', '23/11/2026'],
    ['date', '3/1/2026', '03/01/2026'],
    ['date', '31022026', '31/02/2026'],
    ['date', '2311', '23/11'],
  ])('%s: %s reads %s', (name, keys, shown) => {
    expect(type(name, keys)).toBe(shown);
  });
});

describe('pasting', () => {
  test.each<[MaskName, string, string]>([
    ['cpf', ' 529.982.247-25 ', '52998224725'],
    ['cnpj', '12.abc.345/01de-35', '12ABC34501DE35'],
    ['phone', '+55 (11) 98765-4321', '11987654321'],
    ['phone', '5511987654321', '11987654321'],
    ['phone', '(55) 3222-1000', '5532221000'],
    ['cep', '01310-100', '01310100'],
    ['plate', 'abc-1d23', 'ABC1D23'],
    ['date', '23/11/2026', '2026-11-23'],
    ['date', ' 2026-11-23 ', '2026-11-23'],
    ['date', '3.1.2026', '2026-01-03'],
    ['date', '29/02/2026', '29022026'],
    ['date', '', ''],
  ])('%s: %j is kept as %s', (name, pasted, kept) => {
    expect(masks[name].clean(pasted)).toBe(kept);
  });

  test('formatting what is formatted changes nothing', () => {
    expect(masks.date.format('2026-11-23')).toBe('23/11/2026');
    expect(masks.date.format(masks.date.format('231'))).toBe('23/1');
    expect(masks.cnpj.format(masks.cnpj.format('12ABC34501DE35'))).toBe('12.ABC.345/01DE-35');
  });
});

describe('the caret', () => {
  test('stays behind the character just typed in the middle', () => {
    // "529.982.247-25" with an 8 typed after the second digit.
    expect(caretAfterFormat(masks.cpf, '528|9.982.247-25'.replace('|', ''), 3)).toBe(3);
  });

  test('jumps over the punctuation that the new character brings', () => {
    expect(caretAfterFormat(masks.cpf, '5299', 4)).toBe(5);
  });

  test('is at the start of an emptied field', () => {
    expect(caretAfterFormat(masks.phone, '', 0)).toBe(0);
  });
});

test.each([
  ['cnpj', 'CNPJ: 11.222.333/0001-81', '11222333000181'],
  ['cnpj', 'Padaria Ltda, inscrita no CNPJ 11222333000181, com sede', '11222333000181'],
  ['cnpj', 'um errado, 11.222.333/0001-82, e o certo: 11.222.333/0001-81', '11222333000181'],
  ['cnpj', 'cnpj 12.abc.345/01de-35', '12ABC34501DE35'],
  ['cnpj', 'CNPJ a informar', undefined],
  ['plate', 'placa ABC-1D23, cor prata', 'ABC1D23'],
  ['plate', 'chassi 9BWZZZ377VT004251', undefined],
  ['cpf', 'CPF nº 529.982.247-25', '52998224725'],
  ['cpf', 'telefone 11 98765-4321', undefined],
] as const)('the %s in “%s” is found', (name, text, found) => {
  expect(masks[name].find?.(text)).toBe(found);
});
