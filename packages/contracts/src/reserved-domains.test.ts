import { expect, it } from 'vitest';

import { isReservedDomain, isReservedName } from './reserved-domains.ts';

it.each([
  'api',
  'suporte',
  'login',
  'lacre',
  'admin',
  'www',
  'status',
  'l0gin',
  '1acre',
  'iacre',
  'adrnin',
  'vvvvw',
  'sup0rte',
  'log-in',
  'lacre-suporte',
  'meu-1acre',
  'meulacre',
  'lacreapp',
  '1acre0ficial',
  'la-cre-app',
  'lacre1',
  'lacr3',
  'suport3',
  'lacre-2',
  'login2',
  'suporte24',
  'xn--lcre-5na',
  'a--b',
])('%s is reserved', (domain) => expect(isReservedDomain(domain)).toBe(true));

it.each([
  'conta-1',
  'conta-5',
  'padaria-real',
  'lacres',
  'delacre',
  'escola-creche',
  'loja24',
  'apice',
  'administradora-sol',
  'acme',
  'demo',
])('%s is free', (domain) => expect(isReservedDomain(domain)).toBe(false));

it.each([
  'Lacre',
  'LACRE',
  'Suporte Lacre',
  'Lacre Assinaturas S.A.',
  'L.a.c.r.e',
  'Lacré',
  '1acre',
  'Lаcre',
  'La\u200Bcre',
  'La\u3164cre',
  'Lacre\uFFA0',
  'Lacre24',
  'MeuLacre',
  'Suporte',
  'Segurança',
  'Suporte - Login',
])('the name %s is reserved', (name) => expect(isReservedName(name)).toBe(true));

it.each([
  'Padaria Real',
  'Lacres Brasil Ltda',
  'Suporte Técnico Silva',
  'Creche Sol',
  'Conta 1',
  'Açougue',
  'Delacre',
])('the name %s is free', (name) => expect(isReservedName(name)).toBe(false));
