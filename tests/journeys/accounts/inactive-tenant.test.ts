import { SCOPES } from '@lacre/contracts';
import { beforeAll, describe, expect, it } from 'vitest';

import { Api } from '../../support/api.ts';
import { operate } from '../../support/operator-command.ts';
import { samplePdf } from '../../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  processWhen,
  signAll,
  uploadProof,
  type Account,
  type Person,
} from '../../support/scenario.ts';
import { sharedLacre, type RunningProduct } from '../../support/shared-lacre.ts';
import { until } from '../../support/until.ts';

let lacre: RunningProduct;
let account: Account;
let domain: string;
let ana: Person;
let signed: { processId: string; session: Api; sealed: Uint8Array };
let token: string;

/** The operator's command, on the installation that runs. */
const run = (...args: string[]) => operate(lacre.dataDir, ...args);

beforeAll(async () => {
  lacre = await sharedLacre();
  account = await openAccount(lacre.origin, 'Conta que não pagou');
  const { items } = await account.api.call('listDomains');
  domain = items.find(({ kind }) => kind === 'login')?.domain ?? '';
  ana = await addPerson(account.api, 'Ana Souza');
  ({ token } = await account.api.call('createToken', { body: { scopes: [...SCOPES], description: 'ERP' } }));
  const upload = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'contrato.pdf');
  const { processId, documents } = await openProcess(account, [upload], [{ person: ana, part: 'signer' }]);
  const session = await personSession(lacre.origin, processId, ana);
  await signAll(session, processId);
  await processWhen(account.api, processId, ({ status }) => status === 'finished');
  const documentId = documents[0]?.documentId ?? '';
  const sealed = await account.api.bytes('downloadSealed', { processId, documentId });
  signed = { processId, session, sealed };
}, 120_000);

const signIn = () =>
  new Api(lacre.origin).send('signIn', { body: { email: account.email, password: account.password } });

describe('an account that the operator closes', () => {
  it('is closed by its address, with a reason', async () => {
    expect(await run('tenant', 'deactivate', domain)).toMatchObject({ status: 2 });
    expect((await run('tenant', 'deactivate', 'nao-existe', '--reason', 'x')).said).toContain(
      'nenhuma conta',
    );
    expect((await run('tenant', 'deactivate', domain, '--reason', 'NULL')).said).toContain('falta --reason');
    const closed = await run('tenant', 'deactivate', domain, '--reason', 'sem pagamento');
    expect(closed).toMatchObject({ status: 0 });
    expect(closed.said).toContain('agora está inativa');
    expect((await run('tenant', 'deactivate', domain, '--reason', 'de novo')).said).toContain(
      'já estava inativa',
    );
  }, 60_000);

  it('refuses sign-in, tokens and signing codes with TENANT_INACTIVE', async () => {
    const answer = await signIn();
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      403,
      'TENANT_INACTIVE',
    ]);
    // The command is another process than the one that is asked, which hears of it a moment later.
    await expect.poll(() => account.api.refused('listCompanies')).toBe('TENANT_INACTIVE');
    expect(await account.api.refused('tenantSettings')).toBe('TENANT_INACTIVE');
    const body = { cpf: '52998224725', name: 'Rui', email: 'rui@exemplo.com.br' };
    expect(await account.api.refused('createPerson', { body })).toBe('TENANT_INACTIVE');
    expect(await account.api.as(token).refused('listProcesses')).toBe('TENANT_INACTIVE');
    expect(await signed.session.refused('listSignatures')).toBe('TENANT_INACTIVE');
    const invited = { processId: signed.processId, personId: ana.personId, cpf: ana.cpf };
    expect(await new Api(lacre.origin).refused('requestSigningCode', { body: invited })).toBe(
      'TENANT_INACTIVE',
    );
  });

  it('is still validated without a session', async () => {
    const reply = await new Api(lacre.origin).upload(signed.sealed, 'contrato.pdf', 'validateDocument');
    expect(await reply.json()).toMatchObject({ verdict: 'genuine' });
  });

  it('has everything again once it is reopened, and shows both acts in its history', async () => {
    expect((await run('tenant', 'activate', domain)).said).toContain('agora está ativa');
    expect((await signIn()).status).toBe(200);
    await expect
      .poll(() => account.api.as(token).call('getProcess', { params: { processId: signed.processId } }))
      .toMatchObject({ status: 'finished' });
    const today = new Date().toISOString().slice(0, 10);
    const before = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const done = await until('the history', async () => {
      const query = { initialDate: before, endDate: today, pageSize: 100 };
      const { items } = await account.api.call('tenantEvents', { query });
      const found = items.map(({ action, reason }) => `${action}: ${reason}`);
      return found.includes('tenantActivated: null') ? found : undefined;
    });
    expect(done).toContain('tenantDeactivated: sem pagamento');
  }, 60_000);
});
