import { SCOPES, type AnswerOf, type Scope } from '@lacre/contracts';
import { cnpjOf } from '@lacre/contracts/testing';

import { Api } from '../support/api.ts';
import { messagesTo } from '../support/mailbox.ts';
import { samplePdf } from '../support/pdfs.ts';
import {
  addPerson,
  fresh,
  openAccount,
  openProcess,
  personSession,
  uploadProof,
  type Account,
  type Person,
} from '../support/scenario.ts';
import { until } from '../support/until.ts';

/** Callers: without a token, of each role, a person who was asked to sign, and API tokens of those who may have one. */
export const CALLERS = [
  'public',
  'administrator',
  'manager',
  'common',
  'totem',
  'person',
  'token of administrator',
  'token of manager',
  'token of common',
  'token to read',
  'token to processes',
  'token to registers',
  'token to account',
] as const;
export type Caller = (typeof CALLERS)[number];

/**
 * Where what is asked for lies: in the company that is assigned to the common user and whose document the person signs,
 * in another company of the same tenant, or in another tenant.
 */
export const PLACES = ['assigned', 'other company', 'other tenant'] as const;
export type Place = (typeof PLACES)[number];

/** One of everything that a request may name. */
export interface Things {
  companyId: string;
  processId: string;
  documentId: string;
  personId: string;
  /** A manager. */
  userId: string;
  tokenId: string;
  tagId: string;
  templateId: string;
  envelopeId: string;
  signerGroupId: string;
  webhookId: string;
  /** A tablet of the tenant, and the user that it is signed in as. */
  totemId: string;
  totemUserId: string;
}

export interface World {
  callers: Record<Caller, Api>;
  things: Record<Place, Things>;
  /** Ids that no caller of the tenant may ever see. */
  foreignIds: readonly string[];
  /** Of an upload in the tenant. */
  proof: string;
}

/** A PNG of one pixel. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const PASSWORD = 'uma senha comprida';

export interface Member {
  userId: string;
  email: string;
  api: Api;
}

/** A user who was invited, read the mail, chose a password and signed in. */
export async function join(
  account: Pick<Account, 'api'>,
  role: string,
  companyIds: readonly string[] = [],
  who: { name?: string; email?: string } = {},
): Promise<Member> {
  const { api } = account;
  const { name = `Usuário ${role}`, email = `usuario${fresh()}@exemplo.com.br` } = who;
  const created = await api.call('createUser', { body: { user: { name, email, role, companyIds } } });
  const invitation = await until('the invitation', async () => {
    const [message] = await messagesTo(api.origin, email);
    return /invitation=([\w.-]+)/.exec(message?.text ?? '')?.[1];
  });
  const visitor = new Api(api.origin);
  await visitor.call('acceptInvitation', { body: { invitation, password: PASSWORD } });
  const session = (await visitor.call('signIn', { body: { email, password: PASSWORD } })) as {
    token: string;
  };
  return { userId: created.uid, email, api: visitor.as(session.token) };
}

/** A process of the company, waiting for one person. */
async function openOne(
  account: Account,
  companyId: string,
  person: Person,
): Promise<AnswerOf<'createProcess'>> {
  const proof = await uploadProof(account.api, await samplePdf(), 'contrato.pdf');
  return openProcess({ ...account, companyId }, [proof], [{ person, part: 'signer' }]);
}

async function thingsOf(account: Account, companyId: string, person: Person, user: Member): Promise<Things> {
  const { processId, documents } = await openOne(account, companyId, person);
  await user.api.call('editUser', {
    params: { uid: user.userId },
    body: { user: {}, uploads: [{ name: 'avatar', base64: PICTURE }] },
  });
  const { tokenId } = await user.api.call('createToken', {
    body: { scopes: [...SCOPES], description: 'Integração' },
  });
  const { tagId } = await account.api.call('createTag', { body: { name: `Etiqueta ${fresh()}` } });
  const documentId = documents[0]?.documentId ?? '';
  const { personId } = person;
  const tablet = await join(account, 'totem');
  const { totemId } = await tablet.api.call('registerTotem', { body: { name: 'Recepção' } });
  const ids = { companyId, processId, documentId, personId, userId: user.userId, tokenId, tagId };
  return { ...ids, totemId, totemUserId: tablet.userId, ...(await prepared(account, personId)) };
}

/** What processes are made from, and where the tenant's facts are sent. */
async function prepared({ api }: Account, personId: string) {
  const other = await addPerson(api, 'Bia Reis');
  const { templateId } = await api.call('createTemplate', { body: TEMPLATE });
  const second = await api.call('createTemplate', { body: { ...TEMPLATE, name: 'Aditivo' } });
  const { envelopeId } = await api.call('createEnvelope', {
    body: { name: `Envelope ${fresh()}`, templateIds: [templateId, second.templateId] },
  });
  const { signerGroupId } = await api.call('createSignerGroup', {
    body: { name: `Grupo ${fresh()}`, members: membersOf(personId, other.personId) },
  });
  const { webhookId } = await api.call('createWebhook', { body: { url: 'https://exemplo.com.br/avisos' } });
  return { templateId, envelopeId, signerGroupId, webhookId };
}

export const TEMPLATE = {
  name: 'Contrato',
  roles: [{ key: 'parte', label: 'Parte', part: 'signer' as const }],
  content: { kind: 'text' as const, title: 'Contrato', text: 'Entre as partes: {{parte.nome}}.' },
};
export const membersOf = (...ids: readonly string[]) =>
  ids.map((personId) => ({ personId, part: 'signer' as const }));

/** Two tenants with everything in them, and every kind of caller. */
export async function openWorld(origin: string): Promise<World> {
  const [account, foreign] = [await openAccount(origin), await openAccount(origin, 'Outra Conta')];
  const second = await otherCompany(account);
  const [ana, rui, eva] = [
    await addPerson(account.api, 'Ana Souza'),
    await addPerson(account.api, 'Rui Lima'),
    await addPerson(foreign.api, 'Eva Prado'),
  ];
  const manager = await join(account, 'manager');
  const common = await join(account, 'common', [account.companyId]);
  const totem = await join(account, 'totem');
  const colleague = await join(account, 'manager');
  const stranger = await join(foreign, 'manager');
  const things = {
    assigned: await thingsOf(account, account.companyId, ana, colleague),
    'other company': await thingsOf(account, second, rui, colleague),
    'other tenant': await thingsOf(foreign, foreign.companyId, eva, stranger),
  };
  const visitor = new Api(origin);
  const tokenOf = async (api: Api, ...scopes: readonly Scope[]) =>
    visitor.as((await api.call('createToken', { body: { scopes, description: 'Matriz' } })).token);
  return {
    things,
    proof: (await uploadProof(account.api, await samplePdf(), 'outro.pdf')).proof,
    foreignIds: [foreign.tenantId, ...Object.values(things['other tenant'])],
    callers: {
      public: visitor,
      administrator: account.api,
      manager: manager.api,
      common: common.api,
      totem: totem.api,
      person: await personSession(origin, things.assigned.processId, ana),
      'token of administrator': await tokenOf(account.api, ...SCOPES),
      'token of manager': await tokenOf(manager.api, ...SCOPES),
      'token of common': await tokenOf(common.api, ...SCOPES),
      'token to read': await tokenOf(account.api, 'read'),
      'token to processes': await tokenOf(account.api, 'processes'),
      'token to registers': await tokenOf(account.api, 'registers'),
      'token to account': await tokenOf(account.api, 'account'),
    },
  };
}

async function otherCompany({ api }: Account): Promise<string> {
  const body = { cnpj: cnpjOf(fresh()), companyName: 'Oficina Sem Acesso Ltda' };
  return (await api.call('createCompany', { body })).companyId;
}
