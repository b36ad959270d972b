import { expect, test } from 'vitest';

import { domainFromName, isDomain } from './domain.ts';

test.each([
  ['Padaria São João Ltda.', 'padaria-sao-joao-ltda'],
  ['  A&B  Advogados ', 'a-b-advogados'],
  ['Construções e Empreendimentos Imobiliários do Nordeste', 'construcoes-e-empreendimentos-imobiliari'],
])('%s suggests %s', (name, domain) => {
  expect(domainFromName(name)).toBe(domain);
  expect(isDomain(domain)).toBe(true);
});

test.each(['ab', '-abc', 'abc-', 'a_b_c', 'Abc', ''])('%j is no address', (text) => {
  expect(isDomain(text)).toBe(false);
});
