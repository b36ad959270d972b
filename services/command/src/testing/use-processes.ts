import type { AnswerOf, BodyOf } from '@lacre/contracts';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';

import { Harness, sha256Of } from './harness.ts';

type Tenant = Awaited<ReturnType<Harness['tenant']>>;
type Person = Awaited<ReturnType<Harness['person']>>;
type Body = BodyOf<'createProcess'>;

/** Two tenants; the first has a company. */
interface Cast {
  harness: Harness;
  own: Tenant;
  other: Tenant;
  companyId: string;
  /** Of the first tenant, others for each test. */
  ana: Person;
  rui: Person;
  /** The service's clock stands here; each test begins with the real time. */
  now: Date;
}

/** Processes of a tenant, for the tests of a file. `cast` is filled before the first of them. */
export function useProcesses() {
  const cast = { now: new Date() } as Cast;
  beforeAll(async () => {
    const harness = await Harness.start({ now: () => cast.now });
    const own = await harness.tenant();
    const companyId = await harness.company(own.token);
    Object.assign(cast, { harness, own, other: await harness.tenant(), companyId } satisfies Partial<Cast>);
  });
  beforeEach(async () => {
    cast.now = new Date();
    cast.ana = await cast.harness.person(cast.own.token);
    cast.rui = await cast.harness.person(cast.own.token);
  });
  afterAll(() => cast.harness.stop());

  const send = (body: Body, key?: string, token = cast.own.token) =>
    cast.harness.send<AnswerOf<'createProcess'>>('POST', '/process', body, { token, key });

  /** Of Ana as signer and Rui as attestant, with a document of each name. */
  async function bodyWith(
    overrides: Partial<Body> = {},
    names: readonly string[] = ['a.pdf'],
  ): Promise<Body> {
    const proofs = await Promise.all(names.map((name) => cast.harness.proof(cast.own.tenantId, name)));
    return {
      summary: 'Contrato',
      companyId: cast.companyId,
      documents: proofs.map((proof) => ({ proof })),
      participants: [
        { personId: cast.ana.personId, part: 'signer' },
        { personId: cast.rui.personId, part: 'attestant' },
      ],
      ...overrides,
    };
  }

  return {
    cast,
    bodyWith,
    send,
    created: async (...given: Parameters<typeof bodyWith>) => {
      const reply = await send(await bodyWith(...given));
      expect(reply.status, JSON.stringify(reply.body)).toBe(201);
      return reply.body;
    },
    /** A signature as its signing names it. */
    asked: (processId: string, number: number, documentId: string | undefined, name = 'a.pdf') => ({
      signatureId: `${processId}:${number}`,
      documentId: documentId ?? '',
      documentSha256: sha256Of(name),
    }),
    sign: (token: string, signatures: object[], key?: string, headers: Record<string, string> = {}) =>
      cast.harness.send<AnswerOf<'sign'>>(
        'POST',
        '/signature/sign',
        { signatures, consent: { accepted: true, termsVersion: '2026-11' } },
        { token, key, headers },
      ),
    cancel: (processId: string, body: object = {}, token = cast.own.token) =>
      cast.harness.send('POST', `/process/${processId}/cancel`, body, { token }),
  };
}
