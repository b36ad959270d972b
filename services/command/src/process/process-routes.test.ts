import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf, type BodyOf } from '@lacre/contracts';
import { issueProof } from '@lacre/proofs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { Harness, sha256Of } from '../testing/harness.ts';

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
let other: Awaited<ReturnType<Harness['tenant']>>;
let companyId: string;
let ana: { personId: string; cpf: string; email: string };
let rui: typeof ana;
let clock = new Date();
beforeAll(async () => {
  harness = await Harness.start({ now: () => clock });
  own = await harness.tenant();
  other = await harness.tenant();
  companyId = await harness.company(own.token);
});
beforeEach(async () => {
  clock = new Date();
  [ana, rui] = [await harness.person(own.token), await harness.person(own.token)];
});
afterAll(() => harness.stop());

type Body = BodyOf<'createProcess'>;
const send = (body: Body, key?: string, token = own.token) =>
  harness.send<AnswerOf<'createProcess'>>('POST', '/process', body, { token, key });

async function bodyWith(overrides: Partial<Body> = {}, names: readonly string[] = ['a.pdf']): Promise<Body> {
  const proofs = await Promise.all(names.map((name) => harness.proof(own.tenantId, name)));
  return {
    summary: 'Contrato',
    companyId,
    documents: proofs.map((proof) => ({ proof })),
    participants: [
      { personId: ana.personId, part: 'signer' },
      { personId: rui.personId, part: 'attestant' },
    ],
    ...overrides,
  };
}

async function created(overrides: Partial<Body> = {}, names: readonly string[] = ['a.pdf']) {
  const reply = await send(await bodyWith(overrides, names));
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body;
}

const asked = (processId: string, number: number, documentId: string | undefined, name = 'a.pdf') => ({
  signatureId: `${processId}:${number}`,
  documentId: documentId ?? '',
  documentSha256: sha256Of(name),
});
const sign = (token: string, signatures: object[], key?: string, headers: Record<string, string> = {}) =>
  harness.send<AnswerOf<'sign'>>(
    'POST',
    '/signature/sign',
    { signatures, consent: { accepted: true, termsVersion: '2026-11' } },
    { token, key, headers },
  );
const reject = (token: string, signatureIds: string[], reason?: string) =>
  harness.send<AnswerOf<'reject'>>('POST', '/signature/reject', { signatureIds, reason }, { token });
const cancel = (processId: string, body: object = {}, token = own.token) =>
  harness.send('POST', `/process/${processId}/cancel`, body, { token });

const forged = () =>
  issueProof(
    'upload',
    {
      uploadId: randomUUID(),
      tenantId: own.tenantId,
      userId: own.userId,
      name: 'a.pdf',
      mediaType: 'application/pdf',
      sha256: sha256Of('a'),
      sourceSha256: sha256Of('a'),
      sizeBytes: 1,
      pages: 1,
      alreadySigned: false,
    },
    { secret: Buffer.alloc(32, 9), expiresInSeconds: 60, now: clock },
  );

describe('creating a process', () => {
  it('reserves a credit for each document and records the participants as registered', async () => {
    const { processId, documents } = await created({}, ['a.pdf', 'b.pdf']);
    const [event] = await harness.stream(streams.process(processId));
    expect(event?.data).toMatchObject({
      tenantId: own.tenantId,
      tenantName: own.registration.tenant.name,
      company: { companyId },
      requester: { userId: own.userId, name: own.registration.administrator.name },
      participants: [
        { personId: ana.personId, cpf: ana.cpf, email: ana.email, part: 'signer' },
        { part: 'attestant' },
      ],
    });
    expect(documents.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf']);
    const reserved = (await harness.stream(streams.credits(own.tenantId))).at(-1);
    expect(reserved).toMatchObject({ type: 'CreditsReserved', data: { processId, amount: 2 } });
  });

  it('answers the same key the same, also from the log and after its proofs are over', async () => {
    const body = await bodyWith();
    const first = await send(body, 'process-1');
    await harness.service.answers.settled();
    await harness.pool.query('truncate command.idempotency');
    clock = new Date(clock.getTime() + 25 * 3_600_000);
    const session = await harness.service.identity.issueToken({
      kind: 'user',
      sub: own.userId,
      tenantId: own.tenantId,
      role: 'administrator',
      name: own.registration.administrator.name,
    });
    expect((await send(body, 'process-1', session.token)).body).toEqual(first.body);
    expect(await harness.processTypes(first.body.processId)).toEqual(['ProcessCreated']);
    const changed = await send({ ...body, summary: 'Outro' }, 'process-1', session.token);
    expect(changed.body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it.each([
    [
      'another tenant’s proof',
      async () => ({ documents: [{ proof: await harness.proof(other.tenantId, 'a.pdf') }] }),
      'UPLOAD_PROOF_INVALID',
    ],
    ['a forged proof', async () => ({ documents: [{ proof: await forged() }] }), 'UPLOAD_PROOF_INVALID'],
    ['no proof at all', async () => ({ documents: [{ proof: 'x' }] }), 'UPLOAD_PROOF_INVALID'],
    ['an unknown company', async () => ({ companyId: randomUUID() }), 'COMPANY_NOT_FOUND'],
    [
      'another tenant’s company',
      async () => ({ companyId: await harness.company(other.token) }),
      'COMPANY_NOT_FOUND',
    ],
    [
      'an inactive company',
      async () => ({ companyId: await harness.company(own.token, { active: false }) }),
      'COMPANY_INACTIVE',
    ],
    [
      'an unknown person',
      async () => ({ participants: [{ personId: randomUUID(), part: 'signer' as const }] }),
      'PERSON_NOT_FOUND',
    ],
    [
      'another tenant’s person',
      async () => ({
        participants: [{ personId: (await harness.person(other.token)).personId, part: 'signer' as const }],
      }),
      'PERSON_NOT_FOUND',
    ],
    ['no signer', async () => ({ participants: [] }), 'NO_SIGNERS_PROVIDED'],
    [
      'a person in two parts',
      async () => ({
        participants: [
          { personId: ana.personId, part: 'signer' as const },
          { personId: ana.personId, part: 'attestant' as const },
        ],
      }),
      'CPF_DUPLICITY',
    ],
    [
      'a minimum beyond the number of signers',
      async () => ({ minimumSignatories: 1 }),
      'MINIMUM_SIGNATORIES_INVALID',
    ],
  ] as [string, () => Promise<Partial<Body>>, string][])(
    'refuses %s and reserves nothing',
    async (_case, change, code) => {
      const body = await bodyWith(await change());
      const before = await harness.types(streams.credits(own.tenantId));
      expect((await send(body)).body.code).toBe(code);
      expect(await harness.types(streams.credits(own.tenantId))).toEqual(before);
    },
  );

  it('refuses a name twice, and an expired proof', async () => {
    expect((await send(await bodyWith({}, ['a.pdf', 'a.pdf']))).body.code).toBe('DOCUMENT_NAME_ALREADY_USED');
    const body = await bodyWith();
    clock = new Date(clock.getTime() + 25 * 3_600_000);
    expect((await send(body)).body).toMatchObject({
      code: 'UPLOAD_PROOF_INVALID',
      errors: [{ field: 'documents.0.proof' }],
    });
  });
});

describe('credits', () => {
  it('never go below zero when twenty processes want five', async () => {
    const poor = await Harness.start({ initialCredits: 5 });
    try {
      const tenant = await poor.tenant();
      const company = await poor.company(tenant.token);
      const { personId } = await poor.person(tenant.token);
      const replies = await Promise.all(
        Array.from({ length: 20 }, async () =>
          poor.send(
            'POST',
            '/process',
            {
              summary: 'Contrato',
              companyId: company,
              documents: [{ proof: await poor.proof(tenant.tenantId, 'a.pdf') }],
              participants: [{ personId, part: 'signer' }],
            },
            { token: tenant.token },
          ),
        ),
      );
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(5);
      const refused = replies.filter(({ status }) => status !== 201);
      expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
        new Set(['402 INSUFFICIENT_CREDITS']),
      );
      expect(await poor.types(streams.credits(tenant.tenantId))).toEqual([
        'CreditsGranted',
        ...Array<string>(5).fill('CreditsReserved'),
      ]);
    } finally {
      await poor.stop();
    }
  });

  it('are zero for a tenant without a grant', async () => {
    const poor = await Harness.start({ initialCredits: 0 });
    try {
      const tenant = await poor.tenant();
      expect(await poor.types(streams.credits(tenant.tenantId))).toEqual([]);
      expect(tenant.token).toBeDefined();
    } finally {
      await poor.stop();
    }
  });
});

describe('signing', () => {
  it('completes a document with the last signature', async () => {
    const { processId, documents } = await created();
    const [document] = documents;
    const first = await sign(await harness.signingToken(processId, ana), [
      asked(processId, 1, document?.documentId),
    ]);
    expect(first.body.signatures).toEqual([{ signatureId: `${processId}:1`, status: 'signed' }]);
    await sign(await harness.signingToken(processId, rui), [asked(processId, 2, document?.documentId)]);
    expect(await harness.processTypes(processId)).toEqual([
      'ProcessCreated',
      'SignatureSigned',
      'SignatureSigned',
      'DocumentCompleted',
    ]);
  });

  it('repeats with the same key, and refuses another key', async () => {
    const { processId, documents } = await created();
    const token = await harness.signingToken(processId, ana);
    const signatures = [asked(processId, 1, documents[0]?.documentId)];
    const first = await sign(token, signatures, 'sign-1');
    await harness.service.answers.settled();
    await harness.pool.query('truncate command.idempotency');
    expect(await sign(token, signatures, 'sign-1')).toMatchObject({ status: 200, body: first.body });
    expect((await sign(token, signatures, 'sign-2')).body.code).toBe('PERSON_ALREADY_SIGNED');
    expect(await harness.processTypes(processId)).toEqual(['ProcessCreated', 'SignatureSigned']);
  });

  it('stores one signature when ten requests of different keys arrive at once', async () => {
    const { processId, documents } = await created();
    const token = await harness.signingToken(processId, ana);
    const signatures = [asked(processId, 1, documents[0]?.documentId)];
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => sign(token, signatures, `many-${n}`)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await harness.processTypes(processId)).toEqual(['ProcessCreated', 'SignatureSigned']);
  });

  it('spans processes, all or none', async () => {
    const [one, two] = [await created(), await created()];
    const token = await harness.signingToken(one.processId, ana);
    const signatures = [one, two].map(({ processId, documents }) =>
      asked(processId, 1, documents[0]?.documentId),
    );
    await cancel(two.processId);
    expect((await sign(token, signatures)).body.code).toBe('DOCUMENT_NOT_PENDING');
    expect(await harness.processTypes(one.processId)).toEqual(['ProcessCreated']);
    const three = await created();
    const good = [signatures[0] ?? {}, asked(three.processId, 1, three.documents[0]?.documentId)];
    expect((await sign(token, good)).status).toBe(200);
    for (const { processId } of [one, three])
      expect(await harness.processTypes(processId)).toEqual(['ProcessCreated', 'SignatureSigned']);
  });

  it('records where it was done when that was asked for', async () => {
    const participants = [
      { personId: ana.personId, part: 'signer' as const, requirements: { location: true } },
    ];
    const { processId, documents } = await created({ participants });
    const token = await harness.signingToken(processId, ana);
    const signatures = [asked(processId, 1, documents[0]?.documentId)];
    expect((await sign(token, signatures)).body.code).toBe('GEOLOCATION_DATA_INVALID');
    const headers = { 'client-latitude': '-23.55', 'client-longitude': '-46.63', 'client-state': 'SP' };
    expect((await sign(token, signatures, undefined, headers)).status).toBe(200);
    const [, signed] = await harness.stream(streams.process(processId));
    expect(signed?.data).toMatchObject({ client: { latitude: '-23.55', longitude: '-46.63', state: 'SP' } });
  });

  it('is refused for another person’s signature, other bytes of the document, and another tenant’s process', async () => {
    const { processId, documents } = await created();
    const documentId = documents[0]?.documentId;
    const token = await harness.signingToken(processId, ana);
    expect((await sign(token, [asked(processId, 2, documentId)])).body.code).toBe('IS_NOT_SIGNER');
    expect((await sign(token, [asked(processId, 1, documentId, 'outro')])).body.code).toBe(
      'DOCUMENT_HASH_MISMATCH',
    );
    expect((await sign(token, [asked(randomUUID(), 1, documentId)])).body.code).toBe('SIGNER_NOT_FOUND');
    const stranger = await harness.service.identity.issueToken({
      kind: 'person',
      sub: ana.personId,
      tenantId: other.tenantId,
      name: 'Ana',
    });
    expect((await sign(stranger.token, [asked(processId, 1, documentId)])).body.code).toBe(
      'SIGNER_NOT_FOUND',
    );
    expect((await sign(own.token, [asked(processId, 1, documentId)])).status).toBe(403);
    expect(await harness.processTypes(processId)).toEqual(['ProcessCreated']);
  });

  it('is refused with an expired token', async () => {
    const { processId, documents } = await created();
    clock = new Date(clock.getTime() - 61 * 60_000);
    const token = await harness.signingToken(processId, ana);
    clock = new Date();
    const reply = await sign(token, [asked(processId, 1, documents[0]?.documentId)]);
    expect([reply.status, reply.body.code]).toEqual([401, 'AUTH_TOKEN_VALIDATION_ERROR']);
  });
});

describe('reading', () => {
  it('is recorded of the person of the session, with device and address, each once', async () => {
    const { processId } = await created();
    const token = await harness.signingToken(processId, ana);
    const record = (read?: object, key?: string) =>
      harness.send<AnswerOf<'recordReading'>>(
        'POST',
        '/signature/reading',
        { signatureId: `${processId}:1`, documentSha256: sha256Of('a.pdf'), read },
        { token, key, headers: { 'user-agent': 'Leitor/1' } },
      );
    const first = await record();
    expect([first.status, typeof first.body.position]).toEqual([200, 'string']);
    expect((await record()).status).toBe(200);
    expect((await record({ pagesShown: 1, declared: false })).status).toBe(200);
    expect(await harness.processTypes(processId)).toEqual([
      'ProcessCreated',
      'DocumentOpened',
      'DocumentRead',
    ]);
    const [, opened] = await harness.stream(streams.process(processId));
    expect(opened?.data).toMatchObject({ personId: ana.personId, client: { userAgent: 'Leitor/1' } });
    const stranger = await harness.signingToken(processId, rui);
    const notTheirs = { signatureId: `${processId}:1`, documentSha256: sha256Of('a.pdf') };
    const refused = await harness.send('POST', '/signature/reading', notTheirs, { token: stranger });
    expect(refused.body).toMatchObject({ code: 'IS_NOT_SIGNER' });
  });
});

describe('rejecting and canceling', () => {
  it('rejects with a reason', async () => {
    const { processId } = await created();
    const token = await harness.signingToken(processId, ana);
    expect((await reject(token, [`${processId}:1`])).body.code).toBe('NO_REJECT_REASON_PROVIDED');
    const rejected = await reject(token, [`${processId}:1`], 'Não concordo');
    expect(rejected.body.signatures).toEqual([{ signatureId: `${processId}:1`, status: 'rejected' }]);
    expect(await harness.processTypes(processId)).toEqual([
      'ProcessCreated',
      'SignatureRejected',
      'DocumentRejected',
      'ProcessRejected',
    ]);
    expect((await cancel(processId)).body.code).toBe('DOCUMENT_NOT_PENDING');
  });

  it('cancels one document, then the rest, for good', async () => {
    const { processId, documents } = await created({}, ['a.pdf', 'b.pdf']);
    const documentId = documents[0]?.documentId;
    expect((await cancel(processId, { documentId, reason: 'Erro' })).status).toBe(200);
    expect((await cancel(processId, { documentId })).body.code).toBe('DOCUMENT_NOT_PENDING');
    expect((await cancel(processId, { documentId: randomUUID() })).body.code).toBe('DOCUMENT_NOT_FOUND');
    expect((await cancel(processId)).status).toBe(200);
    expect(await harness.processTypes(processId)).toEqual([
      'ProcessCreated',
      'DocumentCanceled',
      'DocumentCanceled',
      'ProcessCanceled',
    ]);
    const token = await harness.signingToken(processId, ana);
    const late = await sign(token, [asked(processId, 1, documentId)]);
    expect([late.status, late.body.code]).toEqual([409, 'DOCUMENT_NOT_PENDING']);
  });

  it('knows no process of another tenant', async () => {
    const { processId } = await created();
    for (const reply of [await cancel(processId, {}, other.token), await cancel(randomUUID())])
      expect([reply.status, reply.body.code]).toEqual([404, 'SIGNATURE_PROCESS_NOT_FOUND']);
  });
});
