import { expect, it } from 'vitest';

import { operations } from '../api/operations.ts';
import { hasWebAddress } from './web-address.ts';

const REFUSED = [
  'http://evil.com clique',
  'Padaria (HTTPS://evil.com)',
  'www.evil.com',
  'Prêmio: WWW.evil.com.br',
  'evil.com/premio',
  'evil.com.br/x',
];

it.each(REFUSED)('recognises "%s" as a web address', (name) => expect(hasWebAddress(name)).toBe(true));

it.each([
  'Mercado.com Ltda',
  'B2W.com.br S.A.',
  'Silva & Filhos Ltda.',
  'Comércio e Ind.Ltda/SP',
  'Souza Ltda.ME/EPP',
  'Wwwave Surf',
  'Loja 24/7',
  'A.C. Camargo / Filial 2',
])('recognises "%s" as a name', (name) => expect(hasWebAddress(name)).toBe(false));

const NAMES = {
  'an account': operations.registerTenant.body.shape.tenant.shape.name,
  "an account's first user": operations.registerTenant.body.shape.administrator.shape.name,
  "an account's mails": operations.editTenantSettings.body.shape.settings.unwrap().shape.displayName,
  'a user': operations.createUser.body.shape.user.shape.name,
  'a user that is edited': operations.editUser.body.shape.user.shape.name,
  'a person': operations.createPerson.body.shape.name,
  'a person that is edited': operations.editPerson.body.shape.name,
  'a company': operations.createCompany.body.shape.companyName,
  'a company that is edited': operations.editCompany.body.shape.tradingName,
};

it.each(Object.entries(NAMES))('refuses a web address as the name of %s', (_, schema) => {
  for (const name of REFUSED) expect(schema.safeParse(name).success, name).toBe(false);
  expect(schema.safeParse('Mercado.com Ltda').success).toBe(true);
});
