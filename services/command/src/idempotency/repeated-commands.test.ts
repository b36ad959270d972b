import { randomUUID } from 'node:crypto';

import { SCOPES, operations, streams, type OperationName } from '@lacre/contracts';
import { cnpjOf, cpfOf } from '@lacre/contracts/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Harness, sha256Of, type Reply } from '../testing/harness.ts';

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
let things: Things;
beforeAll(async () => {
  harness = await Harness.start({ webhookLoopback: false });
  own = await harness.tenant();
  things = await prepare();
});
afterAll(() => harness.stop());

interface Things {
  companyId: string;
  personId: string;
  otherId: string;
  userId: string;
  tagId: string;
  groupId: string;
  sealedId: string;
  waitingId: string;
  processProof: string;
  webhookId: string;
  eventId: string;
}

interface Sent {
  path: string;
  body?: object;
  /** The same request with something else in it. */
  other?: object;
}

/** A delivery that the projector has made, and a document that the signer has sealed: neither runs here. */
async function prepare(): Promise<Things> {
  const { token, tenantId } = own;
  const send = <Answer>(path: string, body: object) =>
    harness.send<Answer>('POST', path, body, { token }).then((reply) => reply.body as unknown as Answer);
  const [ana, rui] = [await harness.person(token), await harness.person(token)];
  const sealed = await harness.process(own, { ana, rui });
  await harness.append(streams.process(sealed.processId), tenantId, {
    type: 'DocumentSealed',
    data: {
      processId: sealed.processId,
      tenantId,
      documentId: sealed.documentId,
      sha256: sha256Of('selado'),
      sizeBytes: 100,
      validationCode: 'ABCD-1234',
      sealedAt: new Date().toISOString(),
    },
  });
  const invited = await send<{ uid: string }>('/user', {
    user: { name: 'Bia', email: 'bia@exemplo.com.br', role: 'common' },
  });
  const members = [ana, rui].map(({ personId }) => ({ personId, part: 'signer' }));
  const { webhookId } = await send<{ webhookId: string }>('/webhook', { url: 'https://exemplo.com.br/a' });
  const eventId = randomUUID();
  await harness.pool.query(
    `create schema if not exists webhook;
     create table webhook.delivery (webhook_id uuid, tenant_id uuid, event_id uuid)`,
  );
  await harness.pool.query('insert into webhook.delivery values ($1, $2, $3)', [
    webhookId,
    tenantId,
    eventId,
  ]);
  return {
    companyId: await harness.company(token),
    personId: ana.personId,
    otherId: rui.personId,
    userId: invited.uid,
    tagId: (await send<{ tagId: string }>('/tenant/tags', { name: 'Locação' })).tagId,
    groupId: (await send<{ signerGroupId: string }>('/signer-group', { name: 'Diretoria', members }))
      .signerGroupId,
    sealedId: sealed.processId,
    waitingId: (await harness.process(own, { ana, rui })).processId,
    processProof: await harness.proof(tenantId, 'b.pdf'),
    webhookId,
    eventId,
  };
}

const company = (companyName: string) => ({ cnpj: cnpjOf(900_001), companyName });
const person = (name: string) => ({ cpf: cpfOf(900_002), name, email: 'eva@exemplo.com.br' });
const process = (summary: string) => ({
  summary,
  companyId: things.companyId,
  documents: [{ proof: things.processProof }],
  participants: [{ personId: things.personId, part: 'signer' }],
});
const group = (name: string) => ({
  name,
  members: [things.personId, things.otherId].map((personId) => ({ personId, part: 'signer' })),
});
const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();

/** One of each kind: made at once, accepted for later (202), edited, removed; with a body, and without one. */
const COMMANDS: Partial<Record<OperationName, () => Sent>> = {
  createCompany: () => ({ path: '/company', body: company('Um Ltda'), other: company('Outra Ltda') }),
  editCompany: () => ({
    path: `/company/${things.companyId}`,
    body: { companyName: 'Editada Ltda' },
    other: { companyName: 'De outro modo Ltda' },
  }),
  deactivateCompany: () => ({ path: `/company/${things.companyId}/deactivate` }),
  activateCompany: () => ({ path: `/company/${things.companyId}/activate` }),
  createPerson: () => ({ path: '/person', body: person('Eva'), other: person('Outra') }),
  createUser: () => ({
    path: '/user',
    body: { user: { name: 'Leo', email: 'leo@exemplo.com.br', role: 'common' } },
    other: { user: { name: 'Outro', email: 'leo@exemplo.com.br', role: 'common' } },
  }),
  inviteUser: () => ({ path: `/user/${things.userId}/invitation` }),
  createToken: () => ({
    path: '/token',
    body: { scopes: [...SCOPES], description: 'ERP' },
    other: { scopes: [...SCOPES], description: 'Outro' },
  }),
  createTag: () => ({ path: '/tenant/tags', body: { name: 'Nova' }, other: { name: 'Outra' } }),
  createSignerGroup: () => ({ path: '/signer-group', body: group('Sócios'), other: group('Outros') }),
  createProcess: () => ({ path: '/process', body: process('Contrato'), other: process('Outro') }),
  setProcessTags: () => ({
    path: `/process/${things.waitingId}/tags`,
    body: { tagIds: [things.tagId] },
    other: { tagIds: [] },
  }),
  extendDeadline: () => ({
    path: `/process/${things.waitingId}/deadline`,
    body: { deadline: days(30) },
    other: { deadline: days(40) },
  }),
  requestDownload: () => ({
    path: '/download',
    body: { processIds: [things.sealedId], description: 'Novembro' },
    other: { processIds: [things.sealedId], description: 'Dezembro' },
  }),
  createWebhook: () => ({
    path: '/webhook',
    body: { url: 'https://exemplo.com.br/b' },
    other: { url: 'https://exemplo.com.br/c' },
  }),
  replayWebhookDelivery: () => ({
    path: `/webhook/${things.webhookId}/delivery/${things.eventId}/replay`,
  }),
  removeSignerGroup: () => ({ path: `/signer-group/${things.groupId}` }),
  removeWebhook: () => ({ path: `/webhook/${things.webhookId}` }),
};

async function lengthOfLog(): Promise<number> {
  const { rows } = await harness.pool.query<{ count: number }>(
    'select count(*)::int as count from event_store.events',
  );
  return rows[0]?.count ?? 0;
}

async function forgetAnswers(): Promise<void> {
  await harness.service.answers.settled();
  await harness.pool.query('truncate command.idempotency');
}

const told = ({ status, body }: Reply) => ({ status, body });

describe('repeated with the same key', () => {
  it('commands that are accepted for later are among those tried', () => {
    const later = Object.values(operations).filter(
      (operation) => operation.kind === 'command' && 'status' in operation && operation.status === 202,
    );
    expect(later.filter(({ name }) => COMMANDS[name as OperationName] === undefined)).toEqual([]);
  });

  it.each(Object.keys(COMMANDS) as (keyof typeof COMMANDS)[])(
    '%s gives the same answer, with its stored answer and without, and refuses another body',
    async (name) => {
      const { method } = operations[name];
      const { path, body, other } = COMMANDS[name]?.() ?? { path: '' };
      const send = (given: object | undefined) =>
        harness.send(method, path, given, { token: own.token, key: `chave-${name}` });
      const first = await send(body);
      expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
      const stored = await lengthOfLog();
      const expectRefusal = async () => {
        if (other === undefined) return;
        const refused = await send(other);
        expect([refused.status, refused.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
      };

      expect(told(await send(body))).toEqual(told(first));
      await expectRefusal();
      await forgetAnswers();
      await expectRefusal();
      const atOnce = await Promise.all([send(body), send(body), send(body)]);
      expect(atOnce.map(told)).toEqual([first, first, first].map(told));
      await forgetAnswers();
      expect(told(await send(body))).toEqual(told(first));
      expect(await lengthOfLog()).toBe(stored);
    },
  );
});
