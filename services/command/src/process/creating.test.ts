import { randomUUID } from 'node:crypto';

import { streams, type BodyOf } from '@lacre/contracts';
import { issueProof } from '@lacre/proofs';
import { describe, expect, it } from 'vitest';

import { Harness, sha256Of } from '../testing/harness.ts';
import { useProcesses } from '../testing/use-processes.ts';

const { cast, bodyWith, created, send } = useProcesses();

type Body = BodyOf<'createProcess'>;

const forged = () =>
  issueProof(
    'upload',
    {
      uploadId: randomUUID(),
      tenantId: cast.own.tenantId,
      userId: cast.own.userId,
      name: 'a.pdf',
      mediaType: 'application/pdf',
      sha256: sha256Of('a'),
      sourceSha256: sha256Of('a'),
      sizeBytes: 1,
      pages: 1,
      alreadySigned: false,
    },
    { secret: Buffer.alloc(32, 9), expiresInSeconds: 60, now: cast.now },
  );

describe('creating a process', () => {
  it('reserves a credit for each document and records the participants as registered', async () => {
    const { processId, documents } = await created({}, ['a.pdf', 'b.pdf']);
    const [event] = await cast.harness.stream(streams.process(processId));
    expect(event?.data).toMatchObject({
      tenantId: cast.own.tenantId,
      tenantName: cast.own.registration.tenant.name,
      company: { companyId: cast.companyId },
      requester: { userId: cast.own.userId, name: cast.own.registration.administrator.name },
      participants: [
        { personId: cast.ana.personId, cpf: cast.ana.cpf, email: cast.ana.email, part: 'signer' },
        { part: 'attestant' },
      ],
    });
    expect(documents.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf']);
    const reserved = (await cast.harness.stream(streams.credits(cast.own.tenantId))).at(-1);
    expect(reserved).toMatchObject({ type: 'CreditsReserved', data: { processId, amount: 2 } });
  });

  it('answers the same key the same, also from the log and after its proofs are over', async () => {
    const body = await bodyWith();
    const first = await send(body, 'process-1');
    await cast.harness.service.answers.settled();
    await cast.harness.pool.query('truncate command.idempotency');
    cast.now = new Date(cast.now.getTime() + 25 * 3_600_000);
    const session = await cast.harness.service.identity.issueToken({
      kind: 'user',
      sub: cast.own.userId,
      tenantId: cast.own.tenantId,
      role: 'administrator',
      name: cast.own.registration.administrator.name,
    });
    expect((await send(body, 'process-1', session.token)).body).toEqual(first.body);
    expect(await cast.harness.processTypes(first.body.processId)).toEqual(['ProcessCreated']);
    const changed = await send({ ...body, summary: 'Outro' }, 'process-1', session.token);
    expect(changed.body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it.each([
    [
      'another tenant’s proof',
      async () => ({ documents: [{ proof: await cast.harness.proof(cast.other.tenantId, 'a.pdf') }] }),
      'UPLOAD_PROOF_INVALID',
    ],
    ['a forged proof', async () => ({ documents: [{ proof: await forged() }] }), 'UPLOAD_PROOF_INVALID'],
    ['no proof at all', async () => ({ documents: [{ proof: 'x' }] }), 'UPLOAD_PROOF_INVALID'],
    ['an unknown company', async () => ({ companyId: randomUUID() }), 'COMPANY_NOT_FOUND'],
    [
      'another tenant’s company',
      async () => ({ companyId: await cast.harness.company(cast.other.token) }),
      'COMPANY_NOT_FOUND',
    ],
    [
      'an inactive company',
      async () => ({ companyId: await cast.harness.company(cast.own.token, { active: false }) }),
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
        participants: [
          { personId: (await cast.harness.person(cast.other.token)).personId, part: 'signer' as const },
        ],
      }),
      'PERSON_NOT_FOUND',
    ],
    ['no signer', async () => ({ participants: [] }), 'NO_SIGNERS_PROVIDED'],
    [
      'a person in two parts',
      async () => ({
        participants: [
          { personId: cast.ana.personId, part: 'signer' as const },
          { personId: cast.ana.personId, part: 'attestant' as const },
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
      const before = await cast.harness.types(streams.credits(cast.own.tenantId));
      expect((await send(body)).body.code).toBe(code);
      expect(await cast.harness.types(streams.credits(cast.own.tenantId))).toEqual(before);
    },
  );

  it('refuses a name twice, and an expired proof', async () => {
    expect((await send(await bodyWith({}, ['a.pdf', 'a.pdf']))).body.code).toBe('DOCUMENT_NAME_ALREADY_USED');
    const body = await bodyWith();
    cast.now = new Date(cast.now.getTime() + 25 * 3_600_000);
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
