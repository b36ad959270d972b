import { beforeAll, expect, it } from 'vitest';

import { Api } from '../../support/api.ts';
import { samplePdf } from '../../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  uploadProof,
  type Account,
} from '../../support/scenario.ts';
import { sharedLacre, type RunningProduct } from '../../support/shared-lacre.ts';

let lacre: RunningProduct;
let account: Account;
beforeAll(async () => {
  lacre = await sharedLacre();
  account = await openAccount(lacre.origin);
}, 120_000);

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

it('a session that its user leaves is over with its next request, to every service', async () => {
  const { email, password } = account;
  const opened = await fetch(`${lacre.origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const cookie = opened.headers.getSetCookie().find((text) => text.startsWith('lacre_session=')) ?? '';
  const { token } = (await opened.json()) as { token: string };
  const left = account.api.as(token);
  expect((await left.call('listCompanies')).total).toBe(1);
  const out = await fetch(`${lacre.origin}/api/session`, {
    method: 'DELETE',
    headers: { cookie: cookie.split(';')[0] ?? '' },
  });
  expect(out.status).toBe(204);
  expect(await left.refused('listCompanies')).toBe('AUTH_TOKEN_REVOKED');
  expect(await left.refused('createTag', { body: { name: 'Depois' } })).toBe('AUTH_TOKEN_REVOKED');
  const refused = await left.upload(new Uint8Array([1]), 'a.pdf');
  expect(((await refused.json()) as { code: string }).code).toBe('AUTH_TOKEN_REVOKED');
});

it('a person’s session that they leave is over with its next request, to every service', async () => {
  const person = await addPerson(account.api, 'Rui Lima');
  const { proof } = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'contrato.pdf');
  const { processId, documents } = await openProcess(account, [{ proof }], [{ person, part: 'signer' }]);
  const left = await personSession(lacre.origin, processId, person);
  const again = await personSession(lacre.origin, processId, person);
  const params = { processId, documentId: documents[0]?.documentId ?? '' };
  expect((await left.send('readDocument', { params })).status).toBe(200);
  await left.call('closeSigningSession');
  expect(await left.refused('listSignatures')).toBe('AUTH_TOKEN_REVOKED');
  expect(await left.refused('listPersonDevices')).toBe('AUTH_TOKEN_REVOKED');
  expect(await left.refused('readDocument', { params })).toBe('AUTH_TOKEN_REVOKED');
  expect((await again.send('readDocument', { params })).status).toBe(200);
});
