import { createHash, randomUUID } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

import { SCOPES, type AnswerOf } from '@lacre/contracts';
import { cnpjOf, cpfOf } from '@lacre/contracts/testing';

import { join, type Member } from '../permissions/world.ts';
import { Api } from '../support/api.ts';
import { draftContent } from '../support/draft.ts';
import { readConfirmation } from '../support/mailbox.ts';
import { samplePdf } from '../support/pdfs.ts';
import { pushSubscription } from '../support/push-subscription.ts';
import {
  fresh,
  personSession,
  processWhen,
  signAll,
  uploadProof,
  type Account,
  type Person,
} from '../support/scenario.ts';
import { until } from '../support/until.ts';
import type { Marks } from './marks.ts';

const PASSWORD = 'uma senha comprida';
/** What a request may name by an id, each under the name that operations give it. */
export const ID_NAMES = [
  'tenantId',
  'companyId',
  'processId',
  'draftId',
  'viewId',
  'documentId',
  'copyId',
  'signatureId',
  'personId',
  'userId',
  'tokenId',
  'totemId',
  'tagId',
  'templateId',
  'envelopeId',
  'signerGroupId',
  'webhookId',
  'offerId',
  'eventId',
  'downloadId',
  'deviceId',
  'subscriptionId',
  'factorId',
  'challengeId',
  'sessionId',
  'sha256',
  'documentSha256',
  'cpf',
  'cnpj',
  'domain',
  'email',
  'code',
  'proof',
  'position',
] as const;
export type IdName = (typeof ID_NAMES)[number];
type Ids = Record<IdName, string[]>;

/** Who calls on behalf of a tenant. A common user and a person see one of its two companies alone. */
export const KINDS = ['administrator', 'token', 'common', 'totem', 'person'] as const;
type Kind = (typeof KINDS)[number];

export interface Caller {
  kind: Kind;
  api: Api;
  /** Signs in again: tokens end before a long walk does. */
  renew: () => Promise<Api>;
}

export interface Tenant {
  tenantId: string;
  /** A word that others may search for; every text of the tenant has it. */
  word: string;
  /** A text with the word and the tenant's secret, which no request of others ever carries. */
  text: (hidden?: boolean) => string;
  callers: Record<Kind, Caller>;
  /** What stays. */
  ids: Ids;
  /** Of the company that a common user and the person do not see. */
  hidden: Partial<Ids>;
  /** What may be removed by its own people. */
  expendable: Partial<Ids>;
}

/** A PNG of one pixel, of a colour that no other of this run has. */
function picture(): string {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const pixel = Buffer.alloc(4);
  pixel.writeUIntBE(fresh() % 0x100_00_00, 1, 3);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(pixel)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]).toString('base64');
}

const letters = (next: () => number): string =>
  Array.from({ length: 12 }, () => String.fromCharCode(97 + Math.floor(next() * 26))).join('');

/** A tenant with something of everything, two companies, and a secret word in every field that takes a text. */
export async function openTenant(origin: string, marks: Marks, next: () => number): Promise<Tenant> {
  const tag = letters(next).slice(0, 6);
  const [secret, hiddenSecret, word] = [`segredo${letters(next)}`, `segredo${letters(next)}`, `marca${tag}`];
  const text = (hidden = false): string => `${fresh() % 100_000} ${word} ${hidden ? hiddenSecret : secret}`;
  const mailbox = (): string => `${word}.${secret}.${fresh()}@exemplo.com.br`;
  const visitor = new Api(origin);
  const email = mailbox();
  const domain = `${word}-${fresh()}`;
  const { tenantId, userId } = await visitor.call('registerTenant', {
    body: { tenant: { name: text(), domain }, administrator: { name: text(), email, password: PASSWORD } },
  });
  const signIn = async () =>
    visitor.as((await visitor.call('signIn', { body: { email, password: PASSWORD } })).token);
  const api = await signIn();
  await api.call('confirmEmail', { body: { link: await readConfirmation(origin, email) } });
  const account: Account = { api, tenantId, companyId: '', email, password: PASSWORD };
  const [companyId, hiddenId] = [await company(api, () => text()), await company(api, () => text(true))];
  const named = () => ({ name: text(), email: mailbox() });
  const common = await join(account, 'common', [companyId], named());
  const totem = await join(account, 'totem', [], named());
  const { totemId } = await totem.api.call('registerTotem', { body: { name: text().slice(0, 60) } });
  const expendableUser = await join(account, 'manager', [], named());
  const persons = [await person(api, text, mailbox), await person(api, text, mailbox)];
  const [signer, other] = persons as [Person, Person];
  const upload = await uploadProof(api, await samplePdf({ pages: 1, title: text() }), `${word}.pdf`);
  const made = await thingsOf(api, text, signer, other);
  const open = async (of: string, hidden: boolean, who: Person[]) => {
    const body = await processBody(api, of, who, () => text(hidden));
    return api.call('createProcess', { body: { ...body, tagIds: [made.tagId] } });
  };
  const pending = await open(companyId, false, [signer, other]);
  const hidden = await open(hiddenId, true, [other]);
  const sealed = await open(companyId, false, [signer]);
  const session = await personSession(origin, pending.processId, signer);
  await signAll(session, sealed.processId);
  const { token, tokenId } = await api.call('createToken', {
    body: { scopes: [...SCOPES], description: text() },
  });
  const finished = await finishedThings(api, sealed, pending, text);
  const details = await Promise.all(
    [pending, hidden, sealed].map(({ processId }) => processWhen(api, processId, () => true)),
  );
  await api.call('editUser', {
    params: { uid: userId },
    body: { user: {}, uploads: [{ name: 'avatar', base64: picture() }] },
  });
  await api.call('editTenantSettings', {
    body: { settings: { displayName: text() }, uploads: [{ name: 'logo', base64: picture() }] },
  });
  const { factorId } = await api.call('startTotp', { body: { label: text() } });
  const { offerId } = await api.call('offerAdministration', { body: { uid: expendableUser.userId } });
  const sessions = await api.call('listSessions');
  const devices = await session.call('listPersonDevices');
  const { subscriptionId } = await api.call('subscribePush', { body: pushSubscription() });
  const { logoUrl } = await api.call('tenantSettings');
  const feed = await api.call('eventFeed', { query: { limit: 200 } });
  const renewPerson = () => personSession(origin, pending.processId, signer);
  const [ofPending, ofHidden, ofSealed] = details.map(partsOf);
  const ids: Ids = {
    tenantId: [tenantId],
    companyId: [companyId],
    processId: [...(ofPending?.processId ?? []), ...(ofSealed?.processId ?? [])],
    draftId: [await draft(api, companyId, text(), signer, upload)],
    // Chosen by the caller, in a namespace of each user.
    viewId: [],
    documentId: [...(ofPending?.documentId ?? []), ...(ofSealed?.documentId ?? [])],
    copyId: [finished.copyId],
    signatureId: [...(ofPending?.signatureId ?? []), ...(ofSealed?.signatureId ?? [])],
    personId: persons.map(({ personId }) => personId),
    userId: [userId, common.userId],
    tokenId: [tokenId],
    totemId: [totemId],
    tagId: [made.tagId],
    templateId: made.templateIds,
    envelopeId: [made.envelopeId],
    signerGroupId: [made.signerGroupId],
    webhookId: [made.webhookId],
    offerId: [offerId],
    eventId: feed.items.map(({ id }) => id),
    downloadId: [finished.downloadId],
    deviceId: devices.items.map(({ deviceId }) => deviceId),
    subscriptionId: [subscriptionId],
    factorId: [factorId],
    challengeId: await faceChallenges(session, ofPending?.signatureId ?? []),
    sessionId: sessions.items.map(({ sessionId }) => sessionId),
    sha256: [/[\da-f]{64}/.exec(logoUrl ?? '')?.[0] ?? ''].filter((hash) => hash !== ''),
    documentSha256: ofPending?.documentSha256 ?? [],
    cpf: persons.map(({ cpf }) => cpf),
    cnpj: [],
    domain: [domain],
    email: [email],
    code: finished.codes,
    proof: [upload.proof],
    position: feed.items.map(({ position }) => position),
  };
  const expendable = await expendables(api, text, mailbox, expendableUser);
  await learn(marks, {
    tenant: tenantId,
    api,
    ids,
    expendable,
    texts: [text(), upload.sha256, ...persons.map(({ cpf }) => cpf)],
  });
  const hiddenIds = { companyId: [hiddenId], ...ofHidden };
  marks.own(`${text(true)} ${JSON.stringify(hiddenIds)}`, { tenant: tenantId, hidden: true });
  return {
    tenantId,
    word,
    text,
    ids,
    hidden: hiddenIds,
    expendable,
    callers: {
      administrator: { kind: 'administrator', api, renew: signIn },
      token: { kind: 'token', api: new Api(origin, token), renew: async () => new Api(origin, token) },
      common: { kind: 'common', api: common.api, renew: () => signedIn(common) },
      totem: { kind: 'totem', api: totem.api, renew: () => signedIn(totem) },
      person: { kind: 'person', api: session, renew: renewPerson },
    },
  };
}

/** One that the person began to enrol their face by, where the installation knows faces. */
async function faceChallenges(session: Api, signatureIds: readonly string[]): Promise<string[]> {
  const body = { purpose: 'enrolment', signatureIds };
  const answer = await session.send('startFaceChallenge', { body });
  return answer.ok ? [((await answer.json()) as { challengeId: string }).challengeId] : [];
}

const partsOf = ({ processId, documents, signatures }: AnswerOf<'getProcess'>) => ({
  processId: [processId],
  documentId: documents.map(({ documentId }) => documentId),
  documentSha256: documents.map(({ sha256 }) => sha256),
  signatureId: signatures.map(({ signatureId }) => signatureId),
});

async function signedIn({ api, email }: Member): Promise<Api> {
  const { token } = await new Api(api.origin).call('signIn', { body: { email, password: PASSWORD } });
  return new Api(api.origin, token);
}

async function company(api: Api, text: () => string): Promise<string> {
  const body = {
    cnpj: cnpjOf(fresh()),
    companyName: text(),
    tradingName: text(),
    externalId: text(),
    address: text(),
    district: text(),
    city: text(),
  };
  return (await api.call('createCompany', { body })).companyId;
}

async function person(api: Api, text: () => string, mailbox: () => string): Promise<Person> {
  const [cpf, name, email] = [cpfOf(fresh()), text(), mailbox()];
  const body = {
    cpf,
    name,
    email,
    nationality: text(),
    fatherName: text(),
    motherName: text(),
    address: text(),
  };
  return { ...(await api.call('createPerson', { body })), name, cpf, email };
}

async function processBody(api: Api, companyId: string, who: readonly Person[], text: () => string) {
  const { proof } = await uploadProof(api, await samplePdf({ pages: 1, title: text() }), `${text()}.pdf`);
  return {
    summary: text(),
    companyId,
    documents: [{ proof }],
    participants: who.map(({ personId }) => ({ personId, part: 'signer' })),
  };
}

/** What processes are made from and marked by, and where facts are sent. */
async function thingsOf(api: Api, text: () => string, signer: Person, other: Person) {
  const { tagId } = await api.call('createTag', { body: { name: text().slice(0, 40) } });
  const template = () => ({
    name: text(),
    description: text(),
    roles: [{ key: 'parte', label: 'Parte', part: 'signer' as const }],
    content: { kind: 'text' as const, title: text(), text: `${text()} {{parte.nome}}` },
  });
  const templateIds = [
    (await api.call('createTemplate', { body: template() })).templateId,
    (await api.call('createTemplate', { body: template() })).templateId,
  ];
  const { envelopeId } = await api.call('createEnvelope', {
    body: { name: text(), description: text(), templateIds },
  });
  const members = [signer, other].map(({ personId }) => ({ personId, part: 'signer' as const }));
  const { signerGroupId } = await api.call('createSignerGroup', { body: { name: text(), members } });
  const { webhookId } = await api.call('createWebhook', {
    body: { url: `https://${text().split(' ')[1]}.invalid/avisos`, description: text() },
  });
  await api.call('pauseWebhook', { params: { webhookId } });
  return { tagId, templateIds, envelopeId, signerGroupId, webhookId };
}

/** A process that is being put together. */
async function draft(
  api: Api,
  companyId: string | null,
  summary: string,
  { personId }: Person,
  upload?: AnswerOf<'uploadDocument'>,
): Promise<string> {
  const draftId = randomUUID();
  const content = draftContent({ companyId, summary, personId, upload });
  await api.call('saveProcessDraft', { params: { draftId }, body: { revision: 0, content } });
  return draftId;
}

/** What comes of documents: a sealed one with its codes, a zip of it, a copy of one that is pending. */
async function finishedThings(
  api: Api,
  sealed: { processId: string; documents: readonly { documentId: string }[] },
  pending: { processId: string; documents: readonly { documentId: string }[] },
  text: () => string,
) {
  const { processId } = sealed;
  const ended = await processWhen(api, processId, ({ status }) => status === 'finished', 'the seal');
  const { downloadId } = await api.call('requestDownload', {
    body: { processIds: [processId], description: text() },
  });
  await until('the zip', async () => {
    const { state } = await api.call('getDownload', { params: { downloadId } });
    return state === 'ready' ? true : undefined;
  });
  const { copyId } = await api.call('createPartialCopy', {
    params: { processId: pending.processId, documentId: pending.documents[0]?.documentId ?? '' },
  });
  const codes = ended.documents.flatMap(({ validationCode }) =>
    validationCode === null ? [] : [validationCode],
  );
  return { downloadId, copyId, codes };
}

async function expendables(
  api: Api,
  text: () => string,
  mailbox: () => string,
  user: Member,
): Promise<Partial<Ids>> {
  const [one, other] = [await person(api, text, mailbox), await person(api, text, mailbox)];
  const made = await thingsOf(api, text, one, other);
  const { tokenId } = await api.call('createToken', { body: { scopes: [...SCOPES], description: text() } });
  const domain = `${text().split(' ')[1]}${fresh()}.example`;
  await api.call('addDomain', { body: { kind: 'email', domain: 'exemplo.com.br' } });
  await api.call('addDomain', { body: { kind: 'email', domain } });
  const spare = await person(api, text, mailbox);
  return {
    companyId: [await company(api, text)],
    draftId: [await draft(api, null, text(), spare)],
    personId: [spare.personId],
    userId: [user.userId],
    tokenId: [tokenId],
    tagId: [made.tagId],
    templateId: made.templateIds,
    envelopeId: [made.envelopeId],
    signerGroupId: [made.signerGroupId],
    webhookId: [made.webhookId],
    domain: [domain],
  };
}

/** Whose everything is: by what was made, and by the files as their owner reads them. */
async function learn(
  marks: Marks,
  it: { tenant: string; api: Api; ids: Ids; expendable: Partial<Ids>; texts: readonly string[] },
): Promise<void> {
  const owner = { tenant: it.tenant, hidden: false };
  marks.own(JSON.stringify([it.ids, it.expendable, it.texts]), owner);
  for (const processId of it.ids.processId) {
    const { documents } = await it.api.call('getProcess', { params: { processId } });
    for (const { documentId } of documents) {
      const bytes = await it.api.bytes('readDocument', { processId, documentId });
      marks.own(createHash('sha256').update(bytes).digest('hex'), owner);
    }
  }
}
