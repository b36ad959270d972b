import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf } from '@lacre/contracts';
import { describe, expect, it } from 'vitest';

import { sha256Of } from '../testing/harness.ts';
import { useProcesses } from '../testing/use-processes.ts';

const { cast, asked, cancel, created, sign } = useProcesses();

describe('signing', () => {
  it('completes a document with the last signature', async () => {
    const { processId, documents } = await created();
    const [document] = documents;
    const first = await sign(await cast.harness.signingToken(processId, cast.ana), [
      asked(processId, 1, document?.documentId),
    ]);
    expect(first.body.signatures).toEqual([{ signatureId: `${processId}:1`, status: 'signed' }]);
    await sign(await cast.harness.signingToken(processId, cast.rui), [
      asked(processId, 2, document?.documentId),
    ]);
    expect(await cast.harness.processTypes(processId)).toEqual([
      'ProcessCreated',
      'SignatureSigned',
      'SignatureSigned',
      'DocumentCompleted',
    ]);
  });

  it('repeats with the same key, and refuses another key', async () => {
    const { processId, documents } = await created();
    const token = await cast.harness.signingToken(processId, cast.ana);
    const signatures = [asked(processId, 1, documents[0]?.documentId)];
    const first = await sign(token, signatures, 'sign-1');
    await cast.harness.service.answers.settled();
    await cast.harness.pool.query('truncate command.idempotency');
    expect(await sign(token, signatures, 'sign-1')).toMatchObject({ status: 200, body: first.body });
    expect((await sign(token, signatures, 'sign-2')).body.code).toBe('PERSON_ALREADY_SIGNED');
    expect(await cast.harness.processTypes(processId)).toEqual(['ProcessCreated', 'SignatureSigned']);
  });

  it('stores one signature when ten requests of different keys arrive at once', async () => {
    const { processId, documents } = await created();
    const token = await cast.harness.signingToken(processId, cast.ana);
    const signatures = [asked(processId, 1, documents[0]?.documentId)];
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => sign(token, signatures, `many-${n}`)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await cast.harness.processTypes(processId)).toEqual(['ProcessCreated', 'SignatureSigned']);
  });

  it('spans processes, all or none', async () => {
    const [one, two] = [await created(), await created()];
    const token = await cast.harness.signingToken(one.processId, cast.ana);
    const signatures = [one, two].map(({ processId, documents }) =>
      asked(processId, 1, documents[0]?.documentId),
    );
    await cancel(two.processId);
    expect((await sign(token, signatures)).body.code).toBe('DOCUMENT_NOT_PENDING');
    expect(await cast.harness.processTypes(one.processId)).toEqual(['ProcessCreated']);
    const three = await created();
    const good = [signatures[0] ?? {}, asked(three.processId, 1, three.documents[0]?.documentId)];
    expect((await sign(token, good)).status).toBe(200);
    for (const { processId } of [one, three])
      expect(await cast.harness.processTypes(processId)).toEqual(['ProcessCreated', 'SignatureSigned']);
  });

  it('records where it was done when that was asked for', async () => {
    const participants = [
      { personId: cast.ana.personId, part: 'signer' as const, requirements: { location: true } },
    ];
    const { processId, documents } = await created({ participants });
    const token = await cast.harness.signingToken(processId, cast.ana);
    const signatures = [asked(processId, 1, documents[0]?.documentId)];
    expect((await sign(token, signatures)).body.code).toBe('GEOLOCATION_DATA_INVALID');
    const headers = { 'client-latitude': '-23.55', 'client-longitude': '-46.63', 'client-state': 'SP' };
    expect((await sign(token, signatures, undefined, headers)).status).toBe(200);
    const [, signed] = await cast.harness.stream(streams.process(processId));
    expect(signed?.data).toMatchObject({ client: { latitude: '-23.55', longitude: '-46.63', state: 'SP' } });
  });

  it('is refused for another person’s signature, other bytes of the document, and another tenant’s process', async () => {
    const { processId, documents } = await created();
    const documentId = documents[0]?.documentId;
    const token = await cast.harness.signingToken(processId, cast.ana);
    expect((await sign(token, [asked(processId, 2, documentId)])).body.code).toBe('IS_NOT_SIGNER');
    expect((await sign(token, [asked(processId, 1, documentId, 'outro')])).body.code).toBe(
      'DOCUMENT_HASH_MISMATCH',
    );
    expect((await sign(token, [asked(randomUUID(), 1, documentId)])).body.code).toBe('SIGNER_NOT_FOUND');
    const stranger = await cast.harness.service.identity.issueToken({
      kind: 'person',
      sub: cast.ana.personId,
      tenantId: cast.other.tenantId,
      name: 'Ana',
    });
    expect((await sign(stranger.token, [asked(processId, 1, documentId)])).body.code).toBe(
      'SIGNER_NOT_FOUND',
    );
    expect((await sign(cast.own.token, [asked(processId, 1, documentId)])).status).toBe(403);
    expect(await cast.harness.processTypes(processId)).toEqual(['ProcessCreated']);
  });

  it('is refused with an expired token', async () => {
    const { processId, documents } = await created();
    cast.now = new Date(cast.now.getTime() - 61 * 60_000);
    const token = await cast.harness.signingToken(processId, cast.ana);
    cast.now = new Date();
    const reply = await sign(token, [asked(processId, 1, documents[0]?.documentId)]);
    expect([reply.status, reply.body.code]).toEqual([401, 'AUTH_TOKEN_VALIDATION_ERROR']);
  });
});

describe('reading', () => {
  it('is recorded of the person of the session, with device and address, each once', async () => {
    const { processId } = await created();
    const token = await cast.harness.signingToken(processId, cast.ana);
    const record = (read?: object, key?: string) =>
      cast.harness.send<AnswerOf<'recordReading'>>(
        'POST',
        '/signature/reading',
        { signatureId: `${processId}:1`, documentSha256: sha256Of('a.pdf'), read },
        { token, key, headers: { 'user-agent': 'Leitor/1' } },
      );
    const first = await record();
    expect([first.status, typeof first.body.position]).toEqual([200, 'string']);
    expect((await record()).status).toBe(200);
    expect((await record({ pagesShown: 1, declared: false })).status).toBe(200);
    expect(await cast.harness.processTypes(processId)).toEqual([
      'ProcessCreated',
      'DocumentOpened',
      'DocumentRead',
    ]);
    const [, opened] = await cast.harness.stream(streams.process(processId));
    expect(opened?.data).toMatchObject({ personId: cast.ana.personId, client: { userAgent: 'Leitor/1' } });
    const stranger = await cast.harness.signingToken(processId, cast.rui);
    const notTheirs = { signatureId: `${processId}:1`, documentSha256: sha256Of('a.pdf') };
    const refused = await cast.harness.send('POST', '/signature/reading', notTheirs, { token: stranger });
    expect(refused.body).toMatchObject({ code: 'IS_NOT_SIGNER' });
  });
});
