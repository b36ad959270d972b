import { randomUUID } from 'node:crypto';

import { SCOPES } from '@lacre/contracts';
import { cnpjOf, cpfOf } from '@lacre/contracts/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import { totpCode } from '../../browser/account-keeper.ts';
import { Api, ApiError } from '../../support/api.ts';
import { messagesTo, readConfirmation } from '../../support/mailbox.ts';
import { samplePdf } from '../../support/pdfs.ts';
import { fresh, openAccount, uploadProof } from '../../support/scenario.ts';
import { sharedLacre, type RunningProduct } from '../../support/shared-lacre.ts';
import { until } from '../../support/until.ts';

const PASSWORD = 'a senha de quem ataca';
let lacre: RunningProduct;
beforeAll(async () => {
  lacre = await sharedLacre();
}, 120_000);

/** An attacker registers a tenant with an address that is not theirs. */
async function registerAs(email: string, name = 'Banco Central: ligue 0800') {
  const visitor = new Api(lacre.origin);
  const domain = `isca-${fresh()}`;
  const administrator = { name: 'Ganhe um prêmio em exemplo.com', email, password: PASSWORD };
  const { userId } = await visitor.call('registerTenant', {
    body: { tenant: { name, domain }, administrator },
  });
  const { token } = await visitor.call('signIn', { body: { email, password: PASSWORD } });
  return { api: visitor.as(token), userId, domain };
}

/** The secret of the newest link of a kind that was mailed to an address. */
const linkTo = (email: string, kind: 'link' | 'verify' | 'reset'): Promise<string> =>
  until(`the ${kind} link`, async () => {
    const messages = await messagesTo(lacre.origin, email);
    return messages
      .map(({ text }) => new RegExp(`#${kind}=([\\w-]+)`).exec(text)?.[1])
      .find((secret) => secret !== undefined);
  });

describe('an attacker who registers a tenant with the address of another', () => {
  it('sends nothing to strangers, and no text of their own to the address', async () => {
    const email = `vitima${fresh()}@exemplo.com.br`;
    const { api } = await registerAs(email);
    const stranger = `estranho${fresh()}@exemplo.com.br`;
    const { companyId } = await api.call('createCompany', {
      body: { cnpj: cnpjOf(fresh()), companyName: 'Isca Ltda' },
    });
    const { personId } = await api.call('createPerson', {
      body: { cpf: cpfOf(fresh()), name: 'Rui Lima', email: stranger },
    });
    const { proof } = await uploadProof(api, await samplePdf(), 'contrato.pdf');
    const participants = [{ personId, part: 'signer' }];
    const body = { summary: 'Clique aqui', companyId, documents: [{ proof }], participants };
    for (const type of ['single', 'separate'])
      expect(await api.refused('createProcess', { body: { ...body, type } })).toBe('EMAIL_NOT_VERIFIED');
    const user = { name: 'Clique aqui', email: stranger };
    expect(await api.refused('createUser', { body: { user } })).toBe('EMAIL_NOT_VERIFIED');
    const url = 'https://exemplo.com.br/escuta';
    expect(await api.refused('createWebhook', { body: { url } })).toBe('EMAIL_NOT_VERIFIED');
    for (let time = 0; time < 4; time++)
      await new Api(lacre.origin).refused('signIn', { body: { email, password: 'errada' } });
    await linkTo(email, 'verify');
    expect(await messagesTo(lacre.origin, stranger)).toEqual([]);
    const told = (await messagesTo(lacre.origin, email)).map(({ subject, text }) => `${subject} ${text}`);
    expect(told.filter((text) => /0800|prêmio/.test(text))).toEqual([]);
    await api.call('confirmEmail', { body: { link: await readConfirmation(lacre.origin, email) } });
    expect((await api.call('createProcess', { body })).documents).toHaveLength(1);
  });

  it.each(['api', 'suporte', 'login', 'l0gin', '1acre', 'xn--lcre-5na', 'lacre-suporte'])(
    'does not get the address %s',
    async (domain) => {
      const visitor = new Api(lacre.origin);
      const administrator = { name: 'Lia', email: `lia${fresh()}@exemplo.com.br`, password: PASSWORD };
      const body = { tenant: { name: 'Padaria Real', domain }, administrator };
      expect(await visitor.refused('registerTenant', { body })).toBe('CLASS_VALIDATION_ERROR');
      const { api } = await registerAs(`lia${fresh()}@exemplo.com.br`, 'Outra');
      expect(await api.refused('addDomain', { body: { kind: 'login', domain } })).toBe(
        'CLASS_VALIDATION_ERROR',
      );
    },
  );

  it.each(['Lacre', 'Suporte Lacre', '1acre'])('does not call the account %s', async (name) => {
    const administrator = { name: 'Lia', email: `lia${fresh()}@exemplo.com.br`, password: PASSWORD };
    const body = { tenant: { name, domain: `isca-${fresh()}` }, administrator };
    expect(await new Api(lacre.origin).refused('registerTenant', { body })).toBe('CLASS_VALIDATION_ERROR');
    const { api } = await registerAs(`lia${fresh()}@exemplo.com.br`, 'Outra');
    expect(await api.refused('editTenantSettings', { body: { settings: { displayName: name } } })).toBe(
      'CLASS_VALIDATION_ERROR',
    );
  });

  it('gets no confirmation from its owner, who opens the link without the attacker’s session', async () => {
    const email = `vitima${fresh()}@exemplo.com.br`;
    await registerAs(email);
    const link = await readConfirmation(lacre.origin, email);
    expect(await new Api(lacre.origin).refused('confirmEmail', { body: { link } })).toBe(
      'AUTH_NO_TOKEN_PROVIDED',
    );
    const { api: other } = await registerAs(`outra${fresh()}@exemplo.com.br`, 'Outra');
    expect(await other.refused('confirmEmail', { body: { link } })).toBe('LINK_INVALID');
  });

  it.each(['sign-in link', 'another password'] as const)(
    'loses the account once the owner of the address signs in by %s',
    async (way) => {
      const email = `vitima${fresh()}@exemplo.com.br`;
      const { api: attacker } = await registerAs(email);
      const made = await attacker.call('createToken', {
        body: { description: 'Porta', scopes: [...SCOPES] },
      });
      const apiToken = attacker.as(made.token);
      const { secret } = await attacker.call('startTotp', { body: { label: 'Porta' } });
      expect(secret).not.toBe('');
      expect((await apiToken.call('currentUser')).email).toBe(email);
      const visitor = new Api(lacre.origin);
      const own = 'a senha de quem é dona';
      const comeIn = {
        'sign-in link': async () => {
          await visitor.call('requestSignInLink', { body: { email } });
          return visitor.call('openSignInLink', { body: { link: await linkTo(email, 'link') } });
        },
        'another password': async () => {
          await visitor.call('requestPasswordReset', { body: { email } });
          const body = { link: await linkTo(email, 'reset'), password: own };
          await visitor.call('resetPassword', { body });
          return visitor.call('signIn', { body: { email, password: own } });
        },
      };
      const { token } = await comeIn[way]();
      const { hasPassword } = await visitor.as(token).call('getAccount');
      expect(hasPassword).toBe(way === 'another password');
      expect(await visitor.refused('signIn', { body: { email, password: PASSWORD } })).toBe(
        'INVALID_CREDENTIALS',
      );
      for (const name of ['currentUser', 'getAccount', 'listCompanies'] as const)
        expect(await attacker.refused(name)).toBe('AUTH_TOKEN_REVOKED');
      expect(await apiToken.refused('currentUser')).toBe('AUTH_TOKEN_REVOKED');
    },
  );
});

describe('an API token of an administrator', () => {
  it('does not take over the account: each step from e-mail to deletion is refused', async () => {
    const account = await openAccount(lacre.origin);
    const { uid } = await account.api.call('currentUser');
    const { token } = await account.api.call('createToken', {
      body: { description: 'ERP', scopes: [...SCOPES] },
    });
    const thief = account.api.as(token);
    const attacker = `ladrao${fresh()}@exemplo.com.br`;
    const refusedAs = (error: unknown) => (error instanceof ApiError ? error.problem.code : String(error));
    const steps = [
      thief.call('editUser', { params: { uid }, body: { user: { email: attacker } } }),
      thief.call('requestEmailChange', { body: { email: attacker } }),
      thief.call('changePassword', { body: { currentPassword: account.password, password: PASSWORD } }),
      thief.call('startTotp', { body: { label: 'Meu' } }),
      thief.call('startPasskey'),
      thief.call('renewRecoveryCodes'),
      thief.call('deleteAccount'),
      thief.call('createToken', { body: { description: 'Outro', scopes: [...SCOPES] } }),
    ];
    const codes = (await Promise.allSettled(steps)).map((step) =>
      step.status === 'rejected' ? refusedAs(step.reason) : 'went through',
    );
    expect(codes).toEqual(codes.map(() => 'AUTH_METHOD_NOT_ALLOWED'));
    const visitor = new Api(lacre.origin);
    await visitor.call('requestPasswordReset', { body: { email: attacker } });
    expect((await account.api.call('currentUser')).email).toBe(account.email);
    expect(await messagesTo(lacre.origin, attacker)).toEqual([]);
    expect(await visitor.refused('resetPassword', { body: { link: randomUUID(), password: PASSWORD } })).toBe(
      'LINK_INVALID',
    );
  });

  it('ends with a change of its issuer’s password if they ask for it, and else stays', async () => {
    const account = await openAccount(lacre.origin);
    const { token } = await account.api.call('createToken', {
      body: { description: 'ERP', scopes: ['read'] },
    });
    const erp = account.api.as(token);
    const change = (currentPassword: string, password: string, revokeTokens?: boolean) =>
      account.api.call('changePassword', { body: { currentPassword, password, revokeTokens } });
    await change(account.password, 'uma senha bem outra');
    expect((await erp.call('currentUser')).email).toBe(account.email);
    await change('uma senha bem outra', 'e mais uma senha', true);
    expect(await erp.refused('currentUser')).toBe('AUTH_TOKEN_REVOKED');
  });
});

describe('a change of e-mail', () => {
  const proofTo = (email: string, kind: 'new-email' | 'undo-email') =>
    until(`the ${kind} link`, async () => {
      const messages = await messagesTo(lacre.origin, email);
      return messages
        .map(({ text }) => new RegExp(`#${kind}=([\\w.-]+)`).exec(text)?.[1])
        .find((proof) => proof !== undefined);
    });

  const signInWithTotp = async (
    email: string,
    password: string,
    factor: { factorId: string; secret: string },
  ) => {
    const visitor = new Api(lacre.origin);
    const failed = await visitor.call('signIn', { body: { email, password } }).then(
      () => undefined,
      (error: unknown) => (error instanceof ApiError ? error.problem : undefined),
    );
    const challenge = failed?.secondFactor?.challenge ?? '';
    // A code is good once: the one of the next 30 s is accepted too.
    const code = totpCode(factor.secret, Date.now() + 30_000);
    const { token } = await visitor.call('finishSecondFactor', {
      body: { challenge, factorId: factor.factorId, code },
    });
    return visitor.as(token);
  };

  it('counts once the new address confirms it, signed in, and is undone by the former one', async () => {
    const account = await openAccount(lacre.origin);
    const { api, password, email: former } = account;
    const next = `novo${fresh()}@exemplo.com.br`;
    const visitor = new Api(lacre.origin);
    const taken = (await openAccount(lacre.origin)).email;
    expect(await api.refused('requestEmailChange', { body: { email: taken } })).toBe('EMAIL_NOT_AVAILABLE');
    await api.call('requestEmailChange', { body: { email: next } });
    expect(await api.call('getAccount')).toMatchObject({ email: former, pendingEmail: next });
    const link = await proofTo(next, 'new-email');
    expect(await visitor.refused('confirmEmailChange', { body: { link } })).toBe('AUTH_NO_TOKEN_PROVIDED');
    const { api: other } = await openAccount(lacre.origin);
    expect(await other.refused('confirmEmailChange', { body: { link } })).toBe('LINK_INVALID');
    expect(await visitor.refused('undoEmailChange', { body: { link } })).toBe('LINK_INVALID');
    await api.call('confirmEmailChange', { body: { link } });
    await api.call('confirmEmailChange', { body: { link } });
    expect(await api.call('getAccount')).toMatchObject({
      email: next,
      emailVerified: true,
      pendingEmail: null,
    });
    expect(await visitor.refused('signIn', { body: { email: former, password } })).toBe(
      'INVALID_CREDENTIALS',
    );
    // The former address is kept for its owner.
    const administrator = { name: 'Lia', email: former, password: PASSWORD };
    const tenant = { name: 'Outra', domain: `outra-${fresh()}` };
    expect(await visitor.refused('registerTenant', { body: { tenant, administrator } })).toBe(
      'EMAIL_NOT_AVAILABLE',
    );
    const { token } = await api.call('createToken', { body: { description: 'Porta', scopes: ['read'] } });
    const undo = await proofTo(former, 'undo-email');
    const { passwordLink } = await visitor.call('undoEmailChange', { body: { link: undo } });
    expect(await visitor.refused('undoEmailChange', { body: { link: undo } })).toBe('LINK_INVALID');
    for (const caller of [api, api.as(token)])
      expect(await caller.refused('currentUser')).toBe('AUTH_TOKEN_REVOKED');
    for (const email of [former, next])
      expect(await visitor.refused('signIn', { body: { email, password } })).toBe('INVALID_CREDENTIALS');
    const own = 'uma senha só minha';
    await visitor.call('resetPassword', { body: { link: passwordLink, password: own } });
    const back = await visitor.call('signIn', { body: { email: former, password: own } });
    expect(back.user.email).toBe(former);
    await visitor.call('registerTenant', {
      body: { tenant, administrator: { ...administrator, email: next } },
    });
  });

  it('is undone although the new address reset the password, added factors and moved on', async () => {
    const { api, password, email: former } = await openAccount(lacre.origin);
    const visitor = new Api(lacre.origin);
    const [second, third] = [`ladrao${fresh()}@exemplo.com.br`, `ladrao${fresh()}@exemplo.com.br`];
    const { factorId, secret } = await api.call('startTotp', { body: { label: 'Do ladrão' } });
    await api.call('finalizeFactor', { params: { factorId }, body: { code: totpCode(secret) } });
    await api.call('requestEmailChange', { body: { email: second } });
    await api.call('confirmEmailChange', { body: { link: await proofTo(second, 'new-email') } });
    await visitor.call('requestPasswordReset', { body: { email: second } });
    await visitor.call('resetPassword', {
      body: { link: await linkTo(second, 'reset'), password: PASSWORD },
    });
    expect(await api.refused('requestEmailChange', { body: { email: third } })).toBe('AUTH_TOKEN_REVOKED');
    const thief = await signInWithTotp(second, PASSWORD, { factorId, secret });
    await thief.call('requestEmailChange', { body: { email: third } });
    await thief.call('confirmEmailChange', { body: { link: await proofTo(third, 'new-email') } });
    const undo = await proofTo(former, 'undo-email');
    const { passwordLink } = await visitor.call('undoEmailChange', { body: { link: undo } });
    expect(
      await visitor.refused('undoEmailChange', { body: { link: await proofTo(second, 'undo-email') } }),
    ).toBe('LINK_INVALID');
    expect(await thief.refused('currentUser')).toBe('AUTH_TOKEN_REVOKED');
    await visitor.call('resetPassword', { body: { link: passwordLink, password: 'uma senha só minha' } });
    for (const email of [second, third])
      expect(await visitor.refused('signIn', { body: { email, password: PASSWORD } })).toBe(
        'INVALID_CREDENTIALS',
      );
    expect(await visitor.refused('signIn', { body: { email: former, password } })).toBe(
      'INVALID_CREDENTIALS',
    );
    // The thief's authenticator was enrolled before the change was asked for: it is gone too.
    const back = await visitor.call('signIn', { body: { email: former, password: 'uma senha só minha' } });
    expect(back.user.email).toBe(former);
  });

  it('that was canceled or replaced is confirmed by no link', async () => {
    const { api, email } = await openAccount(lacre.origin);
    const next = `novo${fresh()}@exemplo.com.br`;
    await api.call('requestEmailChange', { body: { email: next } });
    const link = await proofTo(next, 'new-email');
    await api.call('cancelEmailChange');
    expect(await api.refused('confirmEmailChange', { body: { link } })).toBe('LINK_INVALID');
    expect(await api.call('getAccount')).toMatchObject({ email, pendingEmail: null });
    await api.call('requestEmailChange', { body: { email: next } });
    await api.call('requestEmailChange', { body: { email: `novo${fresh()}@exemplo.com.br` } });
    for (const { text } of await messagesTo(lacre.origin, next)) {
      const replaced = /#new-email=([\w.-]+)/.exec(text)?.[1] ?? '';
      expect(await api.refused('confirmEmailChange', { body: { link: replaced } })).toBe('LINK_INVALID');
    }
  });
});
