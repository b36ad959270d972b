import { cnpj as peerCnpj, cpf as peerCpf } from 'cpf-cnpj-validator';
import { describe, expect, it } from 'vitest';

import { cnpjOf, cpfOf } from '../testing/index.ts';
import {
  formatCnpj,
  formatCpf,
  formatPlate,
  hasAreaCode,
  isValidCnpj,
  isValidCpf,
  isValidPlate,
  maskCpf,
  maskEmail,
  maskName,
  stripCnpj,
  stripPlate,
} from './index.ts';

describe('CPF', () => {
  it.each(['52998224725', '529.982.247-25', ' 529.982.247-25 '])('accepts %s', (text) => {
    expect(isValidCpf(text)).toBe(true);
  });

  it.each(['52998224724', '11111111111', '529982247-25', '5299822472', '', 'abc', '529.982.247/25'])(
    'refuses "%s"',
    (text) => expect(isValidCpf(text)).toBe(false),
  );

  it('agrees with cpf-cnpj-validator on ten thousand numbers', () => {
    for (let index = 0; index < 10_000; index += 1) {
      const digits = String((index * 97_003_171) % 100_000_000_000).padStart(11, '0');
      expect(isValidCpf(digits), digits).toBe(peerCpf.isValid(digits));
    }
    for (let index = 0; index < 200; index += 1) expect(isValidCpf(peerCpf.generate())).toBe(true);
  });

  it('is written with dots and dash, and masked but for its middle digits', () => {
    expect(formatCpf('52998224725')).toBe('529.982.247-25');
    expect(maskCpf('529.982.247-25')).toBe('***.982.247-**');
  });
});

describe('area codes', () => {
  const codes = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0'));

  it('are the 67 that Anatel assigned', () => {
    const there = codes.filter((code) => hasAreaCode(`${code}987654321`));
    expect(there).toHaveLength(67);
    for (const code of ['11', '21', '28', '38', '49', '55', '63', '79', '89', '99'])
      expect(there).toContain(code);
    for (const code of ['00', '10', '20', '23', '29', '36', '40', '52', '56', '70', '72', '76', '78', '90'])
      expect(there).not.toContain(code);
  });
});

describe('CNPJ', () => {
  it.each(['12.ABC.345/01DE-35', '12abc34501de35', '11222333000181', '11.222.333/0001-81'])(
    'accepts %s',
    (text) => {
      expect(isValidCnpj(text)).toBe(true);
    },
  );

  it.each([
    '12ABC34501DE36',
    '00000000000000',
    '11222333/0001-81',
    '1122233300018A',
    '',
    '12.ABC.345/01DE-3',
  ])('refuses "%s"', (text) => expect(isValidCnpj(text)).toBe(false));

  it('agrees with cpf-cnpj-validator, alphanumeric included', () => {
    for (let index = 0; index < 500; index += 1) {
      expect(isValidCnpj(peerCnpj.generate())).toBe(true);
      const base = (index * 7_919_771_113).toString(36).toUpperCase().padStart(12, '0').slice(-12);
      for (const digits of ['00', '35', '81']) {
        expect(isValidCnpj(base + digits), base + digits).toBe(peerCnpj.isValid(base + digits));
      }
    }
  });

  it('strips to bare upper case and formats', () => {
    expect(stripCnpj('12.abc.345/01de-35')).toBe('12ABC34501DE35');
    expect(formatCnpj('12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
    expect(stripCnpj('12-345')).toBeNull();
  });
});

describe('vehicle plate', () => {
  it.each([
    ['ABC1234', 'ABC1234', 'ABC-1234'],
    ['abc-1234', 'ABC1234', 'ABC-1234'],
    [' ABC1D23 ', 'ABC1D23', 'ABC1D23'],
    ['bra2e19', 'BRA2E19', 'BRA2E19'],
  ])('takes %s, kept as %s and written %s', (text, kept, written) => {
    expect([isValidPlate(text), stripPlate(text), formatPlate(text)]).toEqual([true, kept, written]);
  });

  it.each([
    '',
    'ABC123',
    'ABC12345',
    'AB12345',
    'ABC1DE3',
    'ABC12D3',
    'ABC1D2E',
    '1ABC234',
    'ÁBC1234',
    'ABC--1234',
    'ABC-1D23',
    'null',
  ])('refuses "%s"', (text) => expect([isValidPlate(text), stripPlate(text)]).toEqual([false, null]));
});

it('makes numbers for tests that are valid and all different', () => {
  const numbers = Array.from({ length: 2000 }, (_, index) => index * 7919);
  expect(numbers.map(cpfOf).every(isValidCpf)).toBe(true);
  expect(numbers.map(cnpjOf).every(isValidCnpj)).toBe(true);
  expect(new Set([...numbers.map(cpfOf), ...numbers.map(cnpjOf)]).size).toBe(4000);
});

it('masks names and addresses', () => {
  expect(maskName('Ana Souza Lima')).toBe('Ana S*** L***');
  expect(maskName('Maria Aparecida dos Santos e Silva')).toBe('Maria A*** dos S*** e S***');
  expect(maskName('Madonna')).toBe('M***');
  expect(maskName('李小龍')).toBe('李***');
  expect(maskEmail('ana@exemplo.com.br')).toBe('a***@exemplo.com.br');
});
