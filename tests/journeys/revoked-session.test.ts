import { afterAll, beforeAll, expect, it } from 'vitest';

import { Api } from '../support/api.ts';
import { startClockedLacre, type ClockedLacre } from '../support/clocked-lacre.ts';
import { openAccount, type Account } from '../support/scenario.ts';

let lacre: ClockedLacre;
let account: Account;
beforeAll(async () => {
  lacre = await startClockedLacre();
  account = await openAccount(lacre.origin);
}, 120_000);
afterAll(() => lacre.dispose());

it('a session that is ended elsewhere is over with its next request, to every service', async () => {
  const { email, password, api } = account;
  const { token } = await new Api(lacre.origin).call('signIn', { body: { email, password } });
  const elsewhere = api.as(token);
  expect((await elsewhere.call('listCompanies')).total).toBe(1);
  await api.call('revokeOtherSessions');
  // Of the query service, of the command service, and of the signer.
  expect(await elsewhere.refused('listCompanies')).toBe('AUTH_TOKEN_REVOKED');
  const body = { cpf: '52998224725', name: 'Rui', email: 'rui@exemplo.com.br' };
  expect(await elsewhere.refused('createPerson', { body })).toBe('AUTH_TOKEN_REVOKED');
  const refused = await elsewhere.upload(new Uint8Array([1]), 'a.pdf');
  expect(((await refused.json()) as { code: string }).code).toBe('AUTH_TOKEN_REVOKED');
  expect((await api.call('listCompanies')).total).toBe(1);
});
