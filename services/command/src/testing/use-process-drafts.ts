import { randomUUID } from 'node:crypto';

import type { AnswerOf, BodyOf } from '@lacre/contracts';
import { newDraft } from '@lacre/contracts/new-draft';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';

import { Harness, type Reply } from './harness.ts';

type Tenant = Awaited<ReturnType<Harness['tenant']>>;
type Content = BodyOf<'saveProcessDraft'>['content'];

/** Two tenants; the first has two companies, of which the common user reaches one, and a person. */
interface Cast {
  harness: Harness;
  own: Tenant;
  other: Tenant;
  companyId: string;
  /** That the common user does not reach. */
  hiddenCompanyId: string;
  common: { userId: string; token: string };
  /** Named Leo. */
  manager: { userId: string; token: string };
  ana: { personId: string; cpf: string; email: string };
  /** The service's clock stands here; each test begins with the real time. */
  now: Date;
}

/** Status and error code of an answer. */
export const outcome = ({ status, body }: Reply<unknown>) => [status, body.code];

/** Drafts of processes of a tenant, for the tests of a file. `cast` is filled before the first of them. */
export function useProcessDrafts() {
  const cast = { now: new Date() } as Cast;
  beforeAll(async () => {
    const harness = await Harness.start({ now: () => cast.now });
    const [own, other] = [await harness.tenant(), await harness.tenant()];
    const companyId = await harness.company(own.token);
    Object.assign(cast, {
      harness,
      own,
      other,
      companyId,
      hiddenCompanyId: await harness.company(own.token),
      common: await harness.member(own.tenantId, 'common', { companyIds: [companyId], name: 'Bia' }),
      manager: await harness.member(own.tenantId, 'manager', { name: 'Leo' }),
      ana: await harness.person(own.token, { name: 'Ana Souza' }),
    } satisfies Partial<Cast>);
  });
  beforeEach(() => {
    cast.now = new Date();
  });
  afterAll(() => cast.harness.stop());

  const content = (overrides: Partial<Content> = {}): Content => ({
    ...newDraft(),
    intent: randomUUID(),
    summary: 'Contrato de locação',
    companyId: cast.companyId,
    companyOffered: true,
    participants: [
      { personId: cast.ana.personId, part: 'signer', requirements: { location: false }, group: 1 },
    ],
    tagIds: [],
    defaulted: true,
    ...overrides,
  });

  const save = (draftId: string, revision: number, said: Content, token = cast.own.token, key?: string) =>
    cast.harness.send<AnswerOf<'saveProcessDraft'>>(
      'POST',
      `/process-draft/${draftId}`,
      { revision, content: said },
      { token, key },
    );

  return {
    cast,
    content,
    save,
    uploaded: async (tenantId = cast.own.tenantId) => {
      const proof = await cast.harness.proof(tenantId, 'a.pdf');
      const [, payload = ''] = proof.split('.');
      const { claims } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
        claims: { uploadId: string };
      };
      return {
        uploadId: claims.uploadId,
        name: 'a.pdf',
        chosenName: 'a.pdf',
        sizeBytes: 1234,
        pages: 2,
        alreadySigned: false,
        normalised: false,
        proof,
        order: 1,
      };
    },
    get: (draftId: string, token = cast.own.token) =>
      cast.harness.send<AnswerOf<'getProcessDraft'>>('GET', `/process-draft/${draftId}`, undefined, {
        token,
      }),
    list: async (token = cast.own.token) => {
      const reply = await cast.harness.send<AnswerOf<'listProcessDrafts'>>(
        'GET',
        '/process-draft',
        undefined,
        { token },
      );
      return reply.body;
    },
    remove: (draftId: string, token = cast.own.token) =>
      cast.harness.send('DELETE', `/process-draft/${draftId}`, undefined, { token }),
    /** A new draft, saved once. */
    saved: async (said = content(), token = cast.own.token): Promise<string> => {
      const draftId = randomUUID();
      expect(outcome(await save(draftId, 0, said, token))).toEqual([200, undefined]);
      return draftId;
    },
  };
}
