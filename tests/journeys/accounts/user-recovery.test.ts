import { SCOPES, type AnswerOf } from '@lacre/contracts';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import { totpCode } from '../../browser/account-keeper.ts';
import { Api } from '../../support/api.ts';
import { messagesTo } from '../../support/mailbox.ts';
import { operate } from '../../support/operator-command.ts';
import { openAccount, type Account } from '../../support/scenario.ts';
import { sharedLacre, type RunningProduct } from '../../support/shared-lacre.ts';
import { until } from '../../support/until.ts';

const PASSWORD = 'uma senha recuperada';
const REASON = 'perdeu o celular e a senha; identificada por videochamada';

let lacre: RunningProduct;
let account: Account;
let token: Api;

/** The operator's command, on the installation that runs, which alone knows its port. */
const run = (...args: string[]) => operate(lacre.dataDir, ...args);

const linkIn = (output: string): string =>
  decodeURIComponent(new RegExp(`${lacre.origin}/password#reset=(\\S+)`).exec(output)?.[1] ?? '');
const reset = (link: string) =>
  new Api(lacre.origin).send('resetPassword', { body: { link, password: PASSWORD } });
const signIn = () =>
  new Api(lacre.origin).send('signIn', { body: { email: account.email, password: PASSWORD } });

beforeAll(async () => {
  lacre = await sharedLacre();
  account = await openAccount(lacre.origin);
  const { factorId, secret } = await account.api.call('startTotp', { body: {} });
  await account.api.call('finalizeFactor', { params: { factorId }, body: { code: totpCode(secret) } });
  const issued = await account.api.call('createToken', {
    body: { scopes: [...SCOPES], description: 'ERP' },
  });
  token = new Api(lacre.origin).as(issued.token);
}, 120_000);

/** The command is not the process that is asked, which hears of it a moment later. */
async function isRefused(api: Api, name: 'currentUser' | 'getAccount'): Promise<void> {
  await expect.poll(() => api.refused(name)).toBe('AUTH_TOKEN_REVOKED');
}

describe('an administrator who lost every way in', () => {
  it('is recovered by the operator alone, with a reason, for a known address', async () => {
    const { email } = account;
    expect(await run('user', 'recover')).toMatchObject({ status: 2 });
    expect((await run('user', 'recover', email)).said).toContain('falta --reason');
    expect((await run('user', 'recover', email, '--reason', REASON, '--end', 'tudo')).said).toContain(
      '--end não conhece tudo',
    );
    const unknown = await run('user', 'recover', 'ninguem@exemplo.com.br', '--reason', REASON);
    expect(unknown).toMatchObject({ status: 2 });
    expect(unknown.said).toContain('nenhum usuário ativo');
  }, 60_000);

  it('gets a link to the platform as it runs, or to the PUBLIC_URL that the command is given', async () => {
    const command = ['user', 'recover', account.email, '--reason', REASON];
    expect((await run(...command)).said).toContain(`${lacre.origin}/password#reset=`);
    vi.stubEnv('PUBLIC_URL', 'https://assina.exemplo.com.br/');
    expect((await run(...command)).said).toContain('https://assina.exemplo.com.br/password#reset=');
  }, 60_000);

  it('gets a link that is valid once, and keeps factors, sessions and tokens not ended', async () => {
    const { status, said } = await run('user', 'recover', account.email, '--reason', REASON);
    expect(status).toBe(0);
    expect(said).toContain('Nada foi encerrado');
    const link = linkIn(said);
    expect((await reset(link)).status).toBe(204);
    expect((await reset(link)).status).toBe(410);
    const asked = await signIn();
    expect(((await asked.json()) as { code: string }).code).toBe('SECOND_FACTOR_REQUIRED');
    expect((await token.call('currentUser')).email).toBe(account.email);
  }, 60_000);

  it('signs in with a new password alone once factors, sessions and tokens were ended', async () => {
    const { said } = await run(
      'user',
      'recover',
      account.email,
      '--reason',
      REASON,
      '--end',
      'factors,tokens',
    );
    await isRefused(token, 'currentUser');
    expect((await signIn()).status).toBe(401);
    expect((await reset(linkIn(said))).status).toBe(204);
    const session = (await (await signIn()).json()) as AnswerOf<'signIn'>;
    const api = new Api(lacre.origin).as(session.token);
    await run('user', 'recover', account.email, '--reason', REASON, '--end', 'sessions');
    await isRefused(api, 'getAccount');
  }, 60_000);

  it('gets a mail, and finds it in the account’s history with its reason', async () => {
    const mail = await until('the notice', async () => {
      const messages = await messagesTo(lacre.origin, account.email);
      return messages.find(({ subject }) => subject === 'Recuperação de acesso pela plataforma');
    });
    expect(mail.text).toContain(REASON);
    expect(mail.text).not.toContain('#reset=');
    const session = (await (await signIn()).json()) as AnswerOf<'signIn'>;
    const api = new Api(lacre.origin).as(session.token);
    await expect
      .poll(async () => {
        const { items } = await api.call('tenantEvents');
        return items.find(({ action }) => action === 'userRecoveryIssued');
      })
      .toMatchObject({ reason: REASON });
  });
});
