import { SCOPES } from '@lacre/contracts';
import { cpfOf } from '@lacre/contracts/testing';

import { join } from '../permissions/world.ts';
import { Api } from '../support/api.ts';
import { fresh, openAccount } from '../support/scenario.ts';
import { when, type Provocations } from './provocation.ts';

const PASSWORD = 'uma senha comprida';

/** Who comes in, and who is kept out. */
export const ACCESS_CODES: Provocations = {
  AUTH_TOKEN_INVALID: when('currentUser', 'the API token was never issued', ({ visitor }, send) =>
    send(visitor.as(`lacre_${'A'.repeat(43)}`)),
  ),
  AUTH_NO_TOKEN_PROVIDED: when('currentUser', 'there is no `Authorization` header', ({ visitor }, send) =>
    send(visitor),
  ),
  AUTH_TOKEN_MALFORMATED: when(
    'currentUser',
    'the bearer token is neither a JWT nor an API token',
    ({ visitor }, send) => send(visitor.as('lacre_curto')),
  ),
  AUTH_METHOD_NOT_ALLOWED: when('createToken', 'an API token asks for another', async ({ apiToken }, send) =>
    send((await apiToken()).api, { body: { scopes: [...SCOPES], description: 'Outro' } }),
  ),
  EMAIL_NOT_VERIFIED: when(
    'createUser',
    'the administrator who registered the tenant has not confirmed their address',
    async ({ visitor }, send) => {
      const [email, password] = [`novo${fresh()}@exemplo.com.br`, 'uma senha comprida'];
      await visitor.call('registerTenant', {
        body: {
          tenant: { name: 'Conta Nova', domain: `nova-${fresh()}` },
          administrator: { name: 'Lia Reis', email, password },
        },
      });
      const { token } = await visitor.call('signIn', { body: { email, password } });
      return send(visitor.as(token), {
        body: { user: { name: 'Rui Barbosa', email: `rui${fresh()}@exemplo.com.br` } },
      });
    },
  ),
  TOKEN_SCOPE_REQUIRED: when(
    'createTag',
    'the API token may only read',
    async ({ apiToken, account }, send) =>
      send((await apiToken(account.api, { scopes: ['read'] })).api, { body: { name: 'Urgente' } }),
  ),
  TOKEN_NETWORK_NOT_ALLOWED: when(
    'currentUser',
    'the API token is bound to another network',
    async ({ apiToken, account }, send) =>
      send((await apiToken(account.api, { networks: ['192.0.2.0/24'] })).api),
  ),
  AUTH_ENV_JWTKEY_NOT_FOUND: when(
    'signIn',
    'no signing key opens with the secret of the installation',
    ({ during, visitor, account: { email } }, send) =>
      during(
        `create table public.kept_keys as select id, "privateKey" from identity.jwks;
         update identity.jwks set "privateKey" = '"${'00'.repeat(80)}"'`,
        `update identity.jwks set "privateKey" = kept."privateKey" from public.kept_keys kept where kept.id = jwks.id;
         drop table public.kept_keys`,
        () => send(visitor, { body: { email, password: PASSWORD } }),
      ),
  ),
  AUTH_USER_WITHOUT_TENANT: when(
    'currentUser',
    'the user was removed since the token was issued',
    async (stage, send) => {
      const { api, userId } = await stage.colleague();
      await stage.account.api.call('removeUser', { params: { uid: userId } });
      return send(api);
    },
  ),
  AUTH_USER_NOT_FOUND: when('removeUser', 'there is no such user', ({ account, unknownId }, send) =>
    send(account.api, { params: { uid: unknownId } }),
  ),
  AUTH_PERSON_NOT_FOUND: when(
    'requestSigningCode',
    'the CPF is not that of whom the link names',
    async (stage, send) => {
      const { processId, person } = await stage.waiting();
      return send(stage.visitor, { body: { processId, personId: person.personId, cpf: cpfOf(fresh()) } });
    },
  ),
  AUTH_USER_INACTIVE: when('currentUser', 'the user was made inactive', async (stage, send) => {
    const { api, userId } = await stage.colleague();
    await stage.account.api.call('editUser', { params: { uid: userId }, body: { user: { active: false } } });
    return send(api);
  }),
  AUTH_TOKEN_REVOKED: when(
    'currentUser',
    'the API token was revoked',
    async ({ account, apiToken }, send) => {
      const { api, tokenId } = await apiToken();
      await account.api.call('revokeToken', { params: { tokenId } });
      return send(api);
    },
  ),
  AUTH_TOKEN_VALIDATION_ERROR: when(
    'refreshSession',
    'the cookie is of no session that goes on',
    ({ visitor }, send) => send(visitor, { headers: { cookie: 'lacre_session=nenhuma' } }),
  ),
  AUTH_NO_DEVICEID_PROVIDED: when(
    'openSigningSession',
    'the `client-device-id` header says no id',
    async (stage, send) => {
      const { processId, person } = await stage.waiting();
      const { personId, cpf } = person;
      return send(stage.visitor, { body: { processId, personId, cpf }, headers: { 'client-device-id': '' } });
    },
  ),
  AUTH_FIRST_PERSON_ACCESS: when(
    'openSigningSession',
    'the person comes for the first time, without a code',
    async (stage, send) => {
      const person = await stage.person();
      const { processId } = await stage.account.api.call('createProcess', {
        body: stage.processBody(person),
      });
      const { personId, cpf } = person;
      return send(stage.visitor, { body: { processId, personId, cpf } });
    },
  ),
  AUTH_NEW_DEVICE_ACCESS: when(
    'openSigningSession',
    'the person came before, from another device',
    async (stage, send) => {
      const { processId, person } = await stage.waiting();
      const { personId, cpf } = person;
      return send(new Api(stage.origin), { body: { processId, personId, cpf } });
    },
  ),
  AUTH_SMS_VALIDATION: when(
    'openSigningSession',
    'the code was asked for, and sent, by SMS',
    async (stage, send) => {
      const person = await stage.person();
      const { name, email, cpf, personId } = person;
      const cellphoneNumber = '+5511987654321';
      await stage.account.api.call('editPerson', {
        params: { personId },
        body: { name, email, cellphoneNumber },
      });
      const { processId } = await stage.account.api.call('createProcess', {
        body: stage.processBody(person),
      });
      const body = { processId, personId, cpf, channel: 'sms' };
      return stage.outside.answering(200, () => send(stage.visitor, { body }));
    },
  ),
  AUTH_PERSON_NO_AUTHORIZATION: when(
    'readDocument',
    'the person takes no part in the process',
    async (stage, send) => {
      const [mine, other] = [await stage.waiting(), await stage.waiting()];
      const { processId, documentId } = other;
      return send(mine.api, { params: { processId, documentId } });
    },
  ),
  AUTH_DEVICE_VALIDATION_ERROR: when('openSigningSession', 'the code is wrong', async (stage, send) => {
    const { processId, person } = await stage.waiting();
    const { personId, cpf } = person;
    return send(stage.visitor, { body: { processId, personId, cpf, code: '000000' } });
  }),
  AUTH_NO_AUTHORIZATION_DATA: when(
    'requestSigningCode',
    'there is a CPF, and neither a link nor an address',
    ({ visitor }, send) => send(visitor, { body: { cpf: cpfOf(fresh()) } }),
  ),
  AUTH_USER_WITHOUT_PERMISSION: when('createCompany', 'a common user asks for it', ({ common }, send) =>
    send(common.api, { body: {} }),
  ),
  AUTH_PERMISSION_EDIT_ADMIN_USER: when(
    'editUser',
    'a manager edits the administrator',
    async ({ manager, account }, send) => {
      const { uid } = await account.api.call('currentUser');
      return send(manager.api, { params: { uid }, body: { user: { name: 'Outro Nome' } } });
    },
  ),
  AUTH_CANNOT_CHANGE_ROLE: when('editUser', 'a user changes their own role', ({ manager }, send) =>
    send(manager.api, { params: { uid: manager.userId }, body: { user: { role: 'common' } } }),
  ),
  LAST_ADMINISTRATOR: when(
    'demoteAdministrator',
    'the only administrator steps down',
    async ({ origin }, send) => {
      const { api } = await openAccount(origin);
      const { uid } = await api.call('currentUser');
      return send(api, { params: { uid } });
    },
  ),
  ADMINISTRATION_OFFER_OPEN: when(
    'offerAdministration',
    'an offer to another user is open',
    async ({ origin }, send) => {
      const account = await openAccount(origin);
      const [first, second] = [await join(account, 'manager'), await join(account, 'manager')];
      await account.api.call('offerAdministration', { body: { uid: first.userId } });
      return send(account.api, { body: { uid: second.userId } });
    },
  ),
  ADMINISTRATION_OFFER_NOT_FOUND: when(
    'acceptAdministration',
    'there is no such offer to them',
    ({ manager, unknownId }, send) => send(manager.api, { params: { offerId: unknownId } }),
  ),
  AUTH_USER_DATA_VALIDATION: when(
    'createUser',
    'a company that is not the tenant’s is assigned',
    ({ account, unknownId }, send) =>
      send(account.api, {
        body: { user: { name: 'Lia Reis', email: `lia${fresh()}@exemplo.com.br`, companyIds: [unknownId] } },
      }),
  ),
  AUTH_PASSWORD_VALIDATION: when('changePassword', 'the new password is too short', ({ account }, send) =>
    send(account.api, { body: { currentPassword: PASSWORD, password: '123' } }),
  ),
  AUTH_USER_UPDATE_ERROR: when(
    'removeUser',
    'the store of credentials does not do its part',
    async (stage, send) => {
      const { userId } = await stage.colleague();
      return stage.refusing('identity."user"', { verb: 'delete' }, () =>
        send(stage.account.api, { params: { uid: userId } }),
      );
    },
  ),
  AUTH_USER_NOT_ADMIN: when('exportUser', 'a manager asks for it', ({ manager }, send) =>
    send(manager.api, { params: { uid: manager.userId } }),
  ),
  INVALID_CREDENTIALS: when('signIn', 'the password is wrong', ({ visitor }, send) =>
    send(visitor, { body: { email: `ninguem${fresh()}@exemplo.com.br`, password: PASSWORD } }),
  ),
  INVITATION_INVALID: when('acceptInvitation', 'the invitation is none', ({ visitor }, send) =>
    send(visitor, { body: { invitation: 'nenhum', password: PASSWORD } }),
  ),
  INVITATION_ALREADY_ACCEPTED: when(
    'inviteUser',
    'the user has chosen a password',
    ({ account, manager }, send) => send(account.api, { params: { uid: manager.userId } }),
  ),
  TOKEN_NOT_FOUND: when('revokeToken', 'there is no such token', ({ account, unknownId }, send) =>
    send(account.api, { params: { tokenId: unknownId } }),
  ),
  SIGN_IN_FAILED: when('finishPasskeySignIn', 'the challenge was never issued', ({ visitor }, send) =>
    send(visitor, {
      body: { challenge: 'A'.repeat(43), credential: { ...CREDENTIAL, response: ASSERTION } },
    }),
  ),
  GOOGLE_SIGN_IN_FAILED: when(
    'finishGoogleSignIn',
    'no sign-in was begun in this browser',
    ({ visitor }, send) => send(visitor, { body: { callback: 'code=a&state=b' } }),
  ),
  IDENTITY_PROVIDER_UNAVAILABLE: when('startGoogleSignIn', 'Google does not answer', ({ visitor }, send) =>
    send(visitor, { body: {} }),
  ),
  SECOND_FACTOR_INVALID: when(
    'finishSecondFactor',
    'the challenge was never issued',
    ({ visitor, unknownId }, send) =>
      send(visitor, { body: { challenge: 'A'.repeat(43), factorId: unknownId, code: '123456' } }),
  ),
  SECOND_FACTOR_NOT_FOUND: when('withdrawFactor', 'there is no such factor', ({ account, unknownId }, send) =>
    send(account.api, { params: { factorId: unknownId } }),
  ),
  SECOND_FACTOR_REQUIRED: when(
    'signIn',
    'the password is right and the user has a second factor',
    async (stage, send) => {
      const { email, password, api } = await openAccount(stage.origin);
      const { factorId } = await stage.outside.answering(200, () =>
        api.call('startPhoneFactor', { body: { phoneNumber: '+5511987650000' } }),
      );
      await api.call('finalizeFactor', { params: { factorId }, body: { code: stage.outside.codeBySms() } });
      return send(stage.visitor, { body: { email, password } });
    },
  ),
  RECENT_SIGN_IN_REQUIRED: when('startTotp', 'the sign-in was long ago', async (stage, send) => {
    const { api } = await openAccount(stage.origin);
    const { uid } = await api.call('currentUser');
    // Sessions go by the machine's clock, which no test turns.
    await stage.pool.query(
      `update identity.session_detail set authenticated_at = authenticated_at - interval '1 day'
        where session_id in (select id from identity.session where "userId" = $1)`,
      [uid],
    );
    return send(api, { body: {} });
  }),
  WRONG_CURRENT_PASSWORD: when('changePassword', 'the current password is wrong', ({ account }, send) =>
    send(account.api, { body: { currentPassword: 'outra senha', password: 'uma senha mais comprida' } }),
  ),
  CODE_INVALID: when('finalizeFactor', 'the code is wrong', async ({ account }, send) => {
    const { factorId } = await account.api.call('startTotp', { body: {} });
    return send(account.api, { params: { factorId }, body: { code: '000000' } });
  }),
  LINK_INVALID: when('openSignInLink', 'the link was never issued', ({ visitor }, send) =>
    send(visitor, { body: { link: 'A'.repeat(43) } }),
  ),
  REDIRECT_NOT_AUTHORIZED: when(
    'requestSignInLink',
    'the return address has an unauthorised origin',
    ({ visitor }, send) =>
      send(visitor, { body: { email: 'ana@exemplo.com.br', redirectTo: 'https://outro.example/' } }),
  ),
  PASSKEY_INVALID: when('finishPasskey', 'the challenge was never issued', ({ account }, send) =>
    send(account.api, {
      body: { challenge: 'A'.repeat(43), credential: { ...CREDENTIAL, response: ATTESTATION } },
    }),
  ),
  PASSKEY_NOT_FOUND: when('removePasskey', 'there is no such passkey', ({ account, unknownId }, send) =>
    send(account.api, { params: { passkeyId: unknownId } }),
  ),
  SESSION_NOT_FOUND: when('revokeSession', 'there is no such session', ({ account, unknownId }, send) =>
    send(account.api, { params: { sessionId: unknownId } }),
  ),
  DEVICE_NOT_FOUND: when(
    'forgetPersonDevice',
    'there is no such device',
    async ({ waiting, unknownId }, send) => send((await waiting()).api, { params: { deviceId: unknownId } }),
  ),
  PUSH_SERVICE_NOT_ALLOWED: when(
    'subscribePush',
    'the push service is none of those that the installation allows',
    ({ account }, send) =>
      send(account.api, {
        body: {
          endpoint: 'https://avisos.exemplo.com.br/1',
          p256dh: `B${'A'.repeat(86)}`,
          auth: 'A'.repeat(22),
        },
      }),
  ),
  SMS_NOT_SENT: when(
    'startPhoneFactor',
    'the gateway does not take the message',
    ({ account, outside }, send) =>
      outside.answering(503, () => send(account.api, { body: { phoneNumber: '+5511912345678' } })),
  ),
  MAIL_NOT_SENT: when(
    'requestSigningCode',
    'the mail server does not take the message',
    async (stage, send) => {
      const { processId, person } = await stage.waiting();
      const { personId, cpf } = person;
      return stage.refusing('dev_mailbox.message', { verb: 'insert' }, () =>
        send(stage.visitor, { body: { processId, personId, cpf } }),
      );
    },
  ),
  TOO_MANY_REQUESTS: when(
    'requestSigningCode',
    'codes were asked for six times within a quarter of an hour',
    async (stage, send) => {
      const { processId, person } = await stage.waiting();
      const { personId, cpf } = person;
      const body = { processId, personId, cpf };
      for (let times = 0; times < 5; times += 1) await stage.visitor.send('requestSigningCode', { body });
      return send(stage.visitor, { body });
    },
  ),
};

const CREDENTIAL = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
const ASSERTION = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };
const ATTESTATION = { clientDataJSON: 'AAAA', attestationObject: 'AAAA' };
