import { SCOPES, MAX_WEBHOOKS } from '@lacre/contracts';
import { cnpjOf, cpfOf } from '@lacre/contracts/testing';

import { membersOf } from '../permissions/world.ts';
import { fresh, openAccount } from '../support/scenario.ts';
import { askByHost } from './ask-by-host.ts';
import { when, type Provocations } from './provocation.ts';

const MEGABYTE = 1024 * 1024;
const companyBody = (more: object = {}) => ({
  cnpj: cnpjOf(fresh()),
  companyName: 'Oficina Nova Ltda',
  ...more,
});
const csv = (text: string) => ({ file: new Blob([text], { type: 'text/csv' }), fileName: 'pessoas.csv' });

/** What a tenant keeps: itself, companies, persons, users, tags, templates, groups, what is looked up and sent elsewhere. */
export const TENANT_CODES: Provocations = {
  TENANT_INACTIVE: when(
    'currentUser',
    'the platform’s operator has deactivated the tenant',
    async (stage, send) => {
      const { api, tenantId } = await openAccount(stage.origin);
      await stage.operate(tenantId, 'TenantDeactivated', { reason: 'sem pagamento' });
      return send(api);
    },
  ),
  TENANT_MOVING: when(
    'addDomain',
    'the tenant is being moved to another installation: its commands wait, its queries do not',
    async (stage, send) => {
      const { api, tenantId } = await openAccount(stage.origin);
      await stage.moveOf(tenantId, 'https://assina2.example').begin();
      await api.call('currentUser');
      return send(api, { body: { kind: 'login', domain: `outra-${fresh()}` } });
    },
  ),
  TENANT_MOVED: when(
    'currentUser',
    'the tenant was moved to another installation, at the `address` that the answer names',
    async (stage, send) => {
      const { api, tenantId } = await openAccount(stage.origin);
      const move = stage.moveOf(tenantId, 'https://assina2.example');
      await move.begin();
      await move.leave();
      return send(api);
    },
  ),
  POSITION_OF_ANOTHER_EPOCH: when(
    'eventFeed',
    'the position is from before the log was restored or moved on purpose',
    ({ account }, send) => send(account.api, { query: { after: 'ffffffff.1' } }),
  ),
  TENANT_NOT_FOUND: when('tenantBranding', 'no tenant has this address', ({ visitor }, send) =>
    send(visitor, { params: { domain: `nenhuma-${fresh()}` } }),
  ),
  DOMAIN_NOT_AVAILABLE: when(
    'addDomain',
    'another tenant has this address',
    async ({ origin, account }, send) => {
      const { api } = await openAccount(origin);
      const { tenant } = await api.call('currentUser');
      return send(account.api, { body: { kind: 'login', domain: tenant.domain } });
    },
  ),
  DOMAIN_NOT_FOUND: when('removeDomain', 'the tenant has no such domain', ({ account }, send) =>
    send(account.api, { params: { domain: 'nenhum.example' } }),
  ),
  DOMAIN_REQUIRED: when('removeDomain', 'it is the only address of the tenant', async ({ account }, send) => {
    const { tenant } = await account.api.call('currentUser');
    return send(account.api, { params: { domain: tenant.domain } });
  }),
  TOO_MANY_DOMAINS: when('addDomain', 'the tenant has fifty', async ({ origin }, send) => {
    const { api } = await openAccount(origin);
    const body = (n: number) => ({ kind: 'email', domain: `correio${n}.example` });
    for (let n = 1; n < 50; n += 1) await api.call('addDomain', { body: body(n) });
    return send(api, { body: body(50) });
  }),
  EMAIL_NOT_AVAILABLE: when(
    'registerTenant',
    'a user is registered with this e-mail',
    ({ visitor, account }, send) =>
      send(visitor, {
        body: {
          tenant: { name: 'Outra', domain: `outra-${fresh()}` },
          administrator: { name: 'Outro Nome', email: account.email, password: 'uma senha comprida' },
        },
      }),
  ),
  PHONENUMBER_NOT_AVAILABLE: when('createUser', 'another user has this phone', async ({ account }, send) => {
    const body = () => ({
      user: { name: 'Lia Reis', email: `lia${fresh()}@exemplo.com.br`, phoneNumber: '+5511955554444' },
    });
    await account.api.call('createUser', { body: body() });
    return send(account.api, { body: body() });
  }),
  CLASS_VALIDATION_ERROR: when('createCompany', 'a field is missing', ({ account }, send) =>
    send(account.api, { body: { cnpj: cnpjOf(fresh()) } }),
  ),
  CNPJ_ALREADY_EXISTS: when(
    'createCompany',
    'a company of the tenant has this CNPJ',
    async ({ account }, send) => {
      const body = companyBody();
      await account.api.call('createCompany', { body });
      return send(account.api, { body });
    },
  ),
  COMPANY_NOT_FOUND: when('getCompany', 'there is no such company', ({ account, unknownId }, send) =>
    send(account.api, { params: { companyId: unknownId } }),
  ),
  COMPANY_NOT_ACTIVE: when('createCompany', 'its head office is inactive', async ({ account }, send) => {
    const { companyId } = await account.api.call('createCompany', { body: companyBody() });
    await account.api.call('deactivateCompany', { params: { companyId } });
    return send(account.api, { body: companyBody({ type: 'branch', parentCompanyId: companyId }) });
  }),
  COMPANY_INACTIVE: when(
    'createProcess',
    'the company is inactive',
    async ({ account, person, processBody }, send) => {
      const { companyId } = await account.api.call('createCompany', { body: companyBody() });
      await account.api.call('deactivateCompany', { params: { companyId } });
      return send(account.api, { body: { ...processBody(await person()), companyId } });
    },
  ),
  COMPANY_PARENT_CYCLE: when(
    'editCompany',
    'its head office is a branch of it',
    async ({ account }, send) => {
      const head = await account.api.call('createCompany', { body: companyBody() });
      const body = companyBody({ type: 'branch', parentCompanyId: head.companyId });
      const { companyId: parentCompanyId } = await account.api.call('createCompany', { body });
      return send(account.api, {
        params: { companyId: head.companyId },
        body: { companyName: 'Oficina Nova Ltda', type: 'branch', parentCompanyId },
      });
    },
  ),
  COMPANY_HAS_PENDING_PROCESSES: when(
    'removeCompany',
    'a process of it waits for signatures',
    async (stage, send) => {
      await stage.waiting();
      return send(stage.account.api, { params: { companyId: stage.account.companyId } });
    },
  ),
  PERSON_NOT_FOUND: when('getPerson', 'there is no such person', ({ account, unknownId }, send) =>
    send(account.api, { params: { personId: unknownId } }),
  ),
  PERSON_CREATION_ERROR: when(
    'createPerson',
    'a person of the tenant has this CPF',
    async ({ account, person }, send) => {
      const { cpf } = await person();
      return send(account.api, { body: { cpf, name: 'Outra Ana', email: 'outra@exemplo.com.br' } });
    },
  ),
  PERSON_BATCH_CREATION_ERROR: when('createPersonBatch', 'a line of the file is wrong', ({ account }, send) =>
    send(account.api, csv('cpf,nome,email\n111.111.111-11,Ana,ana@exemplo.com.br\n')),
  ),
  PERSON_HAS_PENDING_SIGNATURES: when(
    'removePerson',
    'a process waits for the person',
    async ({ account, waiting }, send) => {
      const { personId } = (await waiting()).person;
      return send(account.api, { params: { personId } });
    },
  ),
  USER_NOT_REMOVED: when('eraseUser', 'the user was not removed before', ({ account, manager }, send) =>
    send(account.api, { params: { uid: manager.userId }, body: { reason: 'subject-request' } }),
  ),
  USER_HAS_PENDING_PROCESSES: when(
    'eraseUser',
    'a process that the user asked for still waits',
    async (stage, send) => {
      const { api, userId } = await stage.colleague('manager');
      await api.call('createProcess', { body: stage.processBody(await stage.person()) });
      await stage.account.api.call('removeUser', { params: { uid: userId } });
      return send(stage.account.api, { params: { uid: userId }, body: { reason: 'subject-request' } });
    },
  ),
  TAG_EMPTY: when('createTag', 'the name is empty', ({ account }, send) =>
    send(account.api, { body: { name: '' } }),
  ),
  SAVE_TAG_ERROR: when('createTag', 'a tag of the tenant has this name', async ({ account }, send) => {
    const body = { name: `Etiqueta ${fresh()}` };
    await account.api.call('createTag', { body });
    return send(account.api, { body });
  }),
  TAG_NOT_FOUND: when('removeTag', 'there is no such tag', ({ account, unknownId }, send) =>
    send(account.api, { params: { tagId: unknownId } }),
  ),
  TEMPLATE_NOT_FOUND: when('getTemplate', 'there is no such template', ({ account, unknownId }, send) =>
    send(account.api, { params: { templateId: unknownId } }),
  ),
  ENVELOPE_NOT_FOUND: when('getEnvelope', 'there is no such envelope', ({ account, unknownId }, send) =>
    send(account.api, { params: { envelopeId: unknownId } }),
  ),
  GROUP_NOT_FOUND: when('getSignerGroup', 'there is no such group', ({ account, unknownId }, send) =>
    send(account.api, { params: { signerGroupId: unknownId } }),
  ),
  SINGLE_ITEM_GROUP: when(
    'createSignerGroup',
    'the group has one person',
    async ({ account, person }, send) =>
      send(account.api, { body: { name: 'Só', members: membersOf((await person()).personId) } }),
  ),
  DIFFERENT_GROUP_TYPE: when(
    'createSignerGroup',
    'the members take different parts',
    async ({ account, person }, send) => {
      const [one, other] = [await person(), await person()];
      const members = [
        { personId: one.personId, part: 'signer' },
        { personId: other.personId, part: 'attestant' },
      ];
      return send(account.api, { body: { name: 'Misto', members } });
    },
  ),
  EMPTY_DESCRIPTION: when('createToken', 'the description is blank', ({ account }, send) =>
    send(account.api, { body: { scopes: [...SCOPES], description: ' ' } }),
  ),
  EMPTY_CEP_SEARCH: when('lookUpCep', 'the register knows no such CEP', ({ account, outside }, send) =>
    outside.answering(404, () => send(account.api, { params: { cep: '99999999' } })),
  ),
  CEP_SEARCH_ERROR: when('lookUpCep', 'the register does not answer', ({ account, outside }, send) =>
    outside.answering(503, () => send(account.api, { params: { cep: '99999998' } })),
  ),
  CNPJ_DATA_NOT_FOUND: when('lookUpCnpj', 'the register knows no such CNPJ', ({ account, outside }, send) =>
    outside.answering(404, () => send(account.api, { params: { cnpj: '11222333000181' } })),
  ),
  EMPTY_CNPJ_SEARCH: when('lookUpCnpj', 'the register does not answer', ({ account, outside }, send) =>
    outside.answering(503, () => send(account.api, { params: { cnpj: '11444777000161' } })),
  ),
  GET_GEOLOCATION_ERROR: when(
    'lookUpPlace',
    'the maps service does not answer',
    ({ account, outside }, send) =>
      outside.answering(503, () =>
        send(account.api, { query: { latitude: '-23.5505', longitude: '-46.6333' } }),
      ),
  ),
  GEOLOCATION_VALIDATION_ERROR: when(
    'createTag',
    '`client-latitude` comes without `client-longitude`',
    ({ account }, send) =>
      send(account.api, { body: { name: 'Longe' }, headers: { 'client-latitude': '-23.5' } }),
  ),
  FILE_SIZE_HIGGER_2MB: when('editTenantSettings', 'the logo is larger than 2 MB', ({ account }, send) =>
    send(account.api, {
      body: { uploads: [{ name: 'logo', base64: Buffer.alloc(2 * MEGABYTE + 1, 7).toString('base64') }] },
    }),
  ),
  WEBHOOK_NOT_FOUND: when('getWebhook', 'there is no such webhook', ({ account, unknownId }, send) =>
    send(account.api, { params: { webhookId: unknownId } }),
  ),
  WEBHOOK_DELIVERY_NOT_FOUND: when(
    'replayWebhookDelivery',
    'the fact was never meant for this webhook',
    async ({ account, unknownId }, send) => {
      const { webhookId } = await account.api.call('createWebhook', {
        body: { url: 'https://exemplo.com.br/' },
      });
      return send(account.api, { params: { webhookId, eventId: unknownId } });
    },
  ),
  WEBHOOK_LIMIT_REACHED: when(
    'createWebhook',
    `the tenant has ${MAX_WEBHOOKS} of them`,
    async (stage, send) => {
      const { api } = await openAccount(stage.origin);
      const body = { url: 'https://exemplo.com.br/' };
      for (let made = 0; made < MAX_WEBHOOKS; made++) await api.call('createWebhook', { body });
      return send(api, { body });
    },
  ),
  WEBHOOK_ADDRESS_NOT_ALLOWED: when('createWebhook', 'the address is of this machine', ({ account }, send) =>
    send(account.api, { body: { url: 'https://127.0.0.1/avisos' } }),
  ),
  IDEMPOTENCY_KEY_REUSED: when(
    'createPerson',
    'the key was used with another body',
    async ({ account }, send) => {
      const idempotencyKey = `chave-${fresh()}`;
      const body = () => ({ cpf: cpfOf(fresh()), name: 'Ana Souza', email: 'ana@exemplo.com.br' });
      await account.api.call('createPerson', { idempotencyKey, body: body() });
      return send(account.api, { idempotencyKey, body: body() });
    },
  ),
  CONCURRENT_CHANGE: when(
    'createTag',
    'others change the tenant at the same moment, again and again',
    ({ account, withoutEvent }, send) =>
      withoutEvent('TagCreated', { state: '23505', constraint: 'events_event_id_key' }, () =>
        send(account.api, { body: { name: `Etiqueta ${fresh()}` } }),
      ),
  ),
  MALFORMED_REQUEST: when(
    'createTag',
    'the `Idempotency-Key` is longer than 200 characters',
    ({ account }, send) => send(account.api, { body: { name: 'Longa' }, idempotencyKey: 'x'.repeat(201) }),
  ),
  REQUEST_TOO_LARGE: when('createTag', 'the body is larger than 1 MB', ({ account }, send) =>
    send(account.api, { body: { name: 'x'.repeat(2 * MEGABYTE) } }),
  ),
  METHOD_NOT_ALLOWED: when(
    'GET /session/refresh',
    'the address is known and takes other methods, which `Allow` names',
    ({ origin }) => fetch(`${origin}/api/session/refresh`),
  ),
  HOST_NOT_SERVED: when('GET /nada', 'the `Host` header names another installation', ({ origin }) =>
    askByHost(`${origin}/api/nada`, 'outra.exemplo.com.br'),
  ),
  ROUTE_NOT_FOUND: when('GET /nada', 'there is no such address', ({ origin }) => fetch(`${origin}/api/nada`)),
  STORAGE_FULL: when('createTag', 'the disk of the database is full', ({ account, withoutEvent }, send) =>
    withoutEvent('TagCreated', { state: '53100' }, () =>
      send(account.api, { body: { name: `Etiqueta ${fresh()}` } }),
    ),
  ),
  READ_MODELS_REBUILDING: when(
    'listTags',
    'what it reads is still being built from the log, after an update; `GET /api/read-models` says how far it is',
    ({ account, during }, send) =>
      during(
        `alter view read.tag rename to tag_away; insert into projector.build_progress values (default, 0.5, 1000, 5)`,
        `alter view read.tag_away rename to tag; delete from projector.build_progress`,
        () => send(account.api),
      ),
  ),
  SERVICE_UNAVAILABLE: when('listCompanies', 'the read models are away', ({ account, during }, send) =>
    during(
      'alter view read.company rename to company_away',
      'alter view read.company_away rename to company',
      () => send(account.api),
    ),
  ),
  INTERNAL_ERROR: when('createTag', 'the database fails unexpectedly', ({ account, withoutEvent }, send) =>
    withoutEvent('TagCreated', {}, () => send(account.api, { body: { name: `Etiqueta ${fresh()}` } })),
  ),
};
