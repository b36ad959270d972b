import type { Browser } from 'playwright-core';

import { join } from '../permissions/world.ts';
import type { Api } from '../support/api.ts';
import { samplePdf } from '../support/pdfs.ts';
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
} from '../support/scenario.ts';
import { Visitor, type VisitorOptions } from './visitor.ts';

/** What there is to be seen: a tenant, its company, a person who is asked to sign, the process, and what others begin from. */
/** Another user of the tenant. */
interface Colleague {
  userId: string;
  name: string;
  email: string;
  password: string;
}

export interface World {
  origin: string;
  account: Account;
  person: Person;
  /** Another person in the register. */
  other: Person;
  processId: string;
  templateId: string;
  envelopeId: string;
  signerGroupId: string;
  webhookId: string;
  /** A manager, and another administrator beside the account's own. */
  colleague: Colleague;
  second: Colleague;
  /** What a tab holds once a signer has identified themselves. */
  signingSession: string;
}

/** Who looks: a visitor, an administrator, a manager beside them, or a person asked to sign. */
export type Who = 'visitor' | 'member' | 'colleague' | 'participant';

export interface Screen {
  /** Of the router, as `routeTree.gen.ts` has it. */
  route: string;
  who: Who;
  /** Its address; the route itself when left out. */
  path?: (world: World) => string;
  /** Asked of the server when it opens; what fails there is shown on the screen. */
  loads?: boolean;
}

/** Every screen of the product. A route that has no line here fails the tests: add one with the screen. */
export const SCREENS: readonly Screen[] = [
  { route: '/', who: 'visitor' },
  { route: '/login', who: 'visitor' },
  { route: '/register', who: 'visitor' },
  { route: '/validate', who: 'visitor' },
  { route: '/policies', who: 'visitor' },
  { route: '/mobile', who: 'visitor' },
  { route: '/document', who: 'visitor' },
  {
    route: '/document',
    who: 'participant',
    loads: true,
    path: ({ processId, person }) => `/document?process=${processId}&person=${person.personId}`,
  },
  {
    route: '/document/face',
    who: 'participant',
    loads: true,
    path: ({ processId, person }) => `/document/face?process=${processId}&person=${person.personId}`,
  },
  {
    route: '/document/devices',
    who: 'participant',
    loads: true,
    path: ({ processId, person }) => `/document/devices?process=${processId}&person=${person.personId}`,
  },
  { route: '/$', who: 'visitor', path: () => '/nada-por-aqui' },
  { route: '/$', who: 'member', path: () => '/nada-por-aqui' },
  { route: '/dashboard', who: 'member', loads: true },
  { route: '/reports', who: 'member', loads: true },
  { route: '/processes', who: 'member', loads: true },
  { route: '/processes/new', who: 'member' },
  {
    route: '/processes/$processId',
    who: 'member',
    loads: true,
    path: ({ processId }) => `/processes/${processId}`,
  },
  { route: '/companies', who: 'member', loads: true },
  { route: '/companies/new', who: 'member' },
  {
    route: '/companies/$companyId',
    who: 'member',
    loads: true,
    path: ({ account }) => `/companies/${account.companyId}`,
  },
  { route: '/persons', who: 'member', loads: true },
  { route: '/persons/import', who: 'member' },
  {
    route: '/persons/$personId',
    who: 'member',
    loads: true,
    path: ({ person }) => `/persons/${person.personId}`,
  },
  { route: '/downloads', who: 'member', loads: true },
  { route: '/credits', who: 'member', loads: true },
  { route: '/profile', who: 'member' },
  { route: '/password', who: 'visitor' },
  { route: '/envelopes', who: 'member', loads: true },
  { route: '/envelopes/new', who: 'member' },
  {
    route: '/envelopes/$envelopeId',
    who: 'member',
    loads: true,
    path: ({ envelopeId }) => `/envelopes/${envelopeId}`,
  },
  { route: '/signer-groups', who: 'member', loads: true },
  { route: '/signer-groups/new', who: 'member' },
  {
    route: '/signer-groups/$signerGroupId',
    who: 'member',
    loads: true,
    path: ({ signerGroupId }) => `/signer-groups/${signerGroupId}`,
  },
  { route: '/templates', who: 'member', loads: true },
  { route: '/templates/new', who: 'member' },
  {
    route: '/templates/$templateId',
    who: 'member',
    loads: true,
    path: ({ templateId }) => `/templates/${templateId}`,
  },
  { route: '/webhooks', who: 'member', loads: true },
  {
    route: '/webhooks/$webhookId',
    who: 'member',
    loads: true,
    path: ({ webhookId }) => `/webhooks/${webhookId}`,
  },
  { route: '/events', who: 'member', loads: true },
  // What its first tab shows is known to the frame.
  { route: '/settings', who: 'member', loads: true, path: () => '/settings?tab=dominios' },
  { route: '/tokens', who: 'member', loads: true },
  { route: '/users', who: 'member', loads: true },
];

/** Routes that are another's screen at a further address, or another role's. */
export const SAME_SCREEN: readonly string[] = ['/login/$domain', '/totem', '/a/$code'];

export const pathOf = ({ route, path }: Screen, world: World): string => path?.(world) ?? route;

export async function makeWorld({ origin }: { origin: string }): Promise<World> {
  const account = await openAccount(origin);
  const person = await addPerson(account.api, 'Ana Beatriz Souza Lima');
  const other = await addPerson(account.api, 'Rui Barbosa de Oliveira');
  const upload = await uploadProof(account.api, await samplePdf(), 'contrato.pdf');
  const { processId } = await openProcess(account, [upload], [{ person, part: 'signer' }]);
  const session = await personSession(origin, processId, person);
  const { token } = session;
  await sealOne(account, person, session);
  const signingSession = JSON.stringify({
    token,
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    person: { personId: person.personId, name: person.name, cpf: person.cpf },
  });
  const prepared = await makeBeginnings(account, [person, other]);
  const colleague = await makeColleague(account, 'Maria Prado');
  const second = await makeColleague(account, 'Caio Reis');
  await account.api.call('promoteAdministrator', { params: { uid: second.userId } });
  return {
    origin,
    account,
    person,
    other,
    processId,
    signingSession,
    colleague,
    second,
    ...prepared,
  };
}

/** The password of users invited by `join`. */
const PASSWORD = 'uma senha comprida';

async function makeColleague(account: Account, name: string): Promise<Colleague> {
  const { userId, email } = await join(account, 'manager', [], { name });
  return { userId, name, email, password: PASSWORD };
}

/** A process that the person signed: nothing is left of it to do but to take it home. */
async function sealOne(account: Account, person: Person, session: Api): Promise<void> {
  const upload = await uploadProof(account.api, await samplePdf(), 'recibo.pdf');
  const { processId } = await openProcess(account, [upload], [{ person, part: 'signer' }], {
    summary: 'Recibo de entrega',
  });
  await signAll(session, processId);
  await processWhen(account.api, processId, ({ status }) => status === 'finished');
}

const template = (name: string) => ({
  name,
  roles: [{ key: 'parte', label: 'Parte', part: 'signer' as const }],
  content: { kind: 'text' as const, title: name, text: 'Entre as partes: {{parte.nome}}.' },
});

/** What processes begin from, a tag to find them by, and where the tenant's facts are sent. */
async function makeBeginnings({ api }: Account, people: readonly Person[]) {
  await api.call('createTag', { body: { name: 'Locação' } });
  const { templateId } = await api.call('createTemplate', { body: template('Contrato de locação') });
  const second = await api.call('createTemplate', { body: template('Termo de vistoria') });
  const { envelopeId } = await api.call('createEnvelope', {
    body: { name: 'Locação completa', templateIds: [templateId, second.templateId] },
  });
  const { signerGroupId } = await api.call('createSignerGroup', {
    body: {
      name: 'Diretoria',
      members: people.map(({ personId }) => ({ personId, part: 'signer' as const })),
    },
  });
  const { webhookId } = await api.call('createWebhook', { body: { url: 'https://exemplo.com.br/avisos' } });
  return { templateId, envelopeId, signerGroupId, webhookId };
}

/** A visitor of that kind at a browser, signed in already. */
export async function arriveAs(
  who: Who,
  browser: Browser,
  { origin, account, colleague, signingSession }: World,
  options: VisitorOptions = {},
): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser, origin, options);
  const { page } = visitor;
  if (who === 'member' || who === 'colleague')
    await visitor.hasSignedIn(who === 'member' ? account : colleague);
  if (who === 'participant')
    await page.addInitScript((held) => {
      if (sessionStorage.getItem('personSession') === null) sessionStorage.setItem('personSession', held);
    }, signingSession);
  return visitor;
}
