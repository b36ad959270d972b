import { expect, it } from 'vitest';

import { isReservedDomain } from './reserved-domains.ts';

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
  'xn--lcre-5na',
  'a--b',
])('%s is reserved', (domain) => expect(isReservedDomain(domain)).toBe(true));

it.each([
  'conta-1',
  'conta-5',
  'padaria-real',
  'lacres-e-cia',
  'apice',
  'administradora-sol',
  'acme',
  'demo',
])('%s is free', (domain) => expect(isReservedDomain(domain)).toBe(false));
