import { createHash, randomUUID } from 'node:crypto';

import type { AnswerOf } from '@lacre/contracts';
import { signingPath } from '@lacre/contracts/signing-link';
import { cpfOf } from '@lacre/contracts/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import { Api } from '../../support/api.ts';
import { messagesTo } from '../../support/mailbox.ts';
import { samplePdf } from '../../support/pdfs.ts';
import {
  addPerson,
  fresh,
  openAccount,
  openProcess,
  personSession,
  processWhen,
  requestOf,
  signAll,
  uploadProof,
  type Account,
  type Person,
} from '../../support/scenario.ts';
import { sharedLacre, type RunningProduct } from '../../support/shared-lacre.ts';
import { until } from '../../support/until.ts';

let lacre: RunningProduct;
let account: Account;
let ana: Person;
let rui: Person;
let bia: Person;

beforeAll(async () => {
  lacre = await sharedLacre();
  account = await openAccount(lacre.origin);
  ana = await addPerson(account.api, 'Ana Souza Lima');
  rui = await addPerson(account.api, 'Rui Barbosa');
  bia = await addPerson(account.api, 'Beatriz Nascimento');
}, 120_000);

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const sampleUpload = async (name: string) => uploadProof(account.api, await samplePdf({ title: name }), name);

async function verdictOf(bytes: Uint8Array): Promise<AnswerOf<'validateDocument'>> {
  const response = await new Api(lacre.origin).upload(bytes, 'conferir.pdf', 'validateDocument');
  return (await response.json()) as AnswerOf<'validateDocument'>;
}

async function signedBy(people: { person: Person }[], processId: string): Promise<void> {
  for (const { person } of people)
    await signAll(await personSession(lacre.origin, processId, person), processId);
}

const uploaded = async (bytes: Uint8Array, name = 'arquivo.pdf') => {
  const response = await account.api.upload(bytes, name);
  const { code, title } = (await response.json()) as { code: string; title: string };
  expect(title).toMatch(/[a-zà-ú]/);
  return [response.status, code];
};

describe('the main path', () => {
  it('takes two PDFs to sealed, downloaded and proven', async () => {
    const plain = await uploadProof(
      account.api,
      await samplePdf({ xrefStream: true, title: 'Fluxo' }),
      'fluxo.pdf',
    );
    const heavy = await uploadProof(account.api, await samplePdf({ ballastBytes: 20_000_000 }), 'pesado.pdf');
    const asked = [
      { person: ana, part: 'signer' },
      { person: rui, part: 'signatory' },
      { person: bia, part: 'attestant' },
    ] as const;
    const before = await account.api.call('tenantCredits');
    const { processId, position } = await openProcess(account, [plain, heavy], [...asked]);
    const seen = await account.api.call('getProcess', {
      params: { processId },
      query: { 'min-position': position },
    });
    expect(seen).toMatchObject({ status: 'waiting', signaturesTotal: 6, signaturesDone: 0 });
    for (const { person } of asked) {
      const [invitation] = await until('the invitation', async () => {
        const messages = await messagesTo(lacre.origin, person.email);
        return messages.length > 0 ? messages : undefined;
      });
      expect(invitation?.text).toContain(`${lacre.origin}${signingPath(processId, person.personId)}`);
    }
    await signedBy([...asked], processId);
    const done = await processWhen(account.api, processId, ({ status }) => status === 'finished');
    expect(done.documents.map(({ status }) => status)).toEqual(['sealed', 'sealed']);
    for (const { documentId, sealedSha256 } of done.documents) {
      const sealed = await account.api.bytes('downloadSealed', { processId, documentId });
      expect(sha256(sealed)).toBe(sealedSha256);
      const answer = await verdictOf(sealed);
      expect(answer.verdict).toBe('genuine');
      expect(answer.document?.participants.map(({ name }) => name)).toContain('Ana S*** L***');
      expect(JSON.stringify(answer)).not.toContain(ana.cpf);
      expect(JSON.stringify(answer)).not.toContain(ana.email);
      const flipped = Uint8Array.from(sealed);
      flipped[2000] = (flipped[2000] ?? 0) ^ 1;
      expect((await verdictOf(flipped)).verdict).toBe('tampered');
      const appended = Buffer.concat([sealed, Buffer.from('x')]);
      expect((await verdictOf(appended)).verdict).toBe('tampered');
      const withLineEnd = Buffer.concat([sealed, Buffer.from('\n')]);
      expect((await verdictOf(withLineEnd)).verdict).toBe('genuine-with-additions');
    }
    expect((await verdictOf(await samplePdf({ title: 'De fora' }))).verdict).toBe('not-ours');
    const { items } = await account.api.call('processTimeline', { params: { processId } });
    expect(items.filter(({ action }) => action === 'signed')).toHaveLength(6);
    expect(items.at(-1)?.action).toBe('process-finished');
    const after = await until('credits consumed', async () => {
      const credits = await account.api.call('tenantCredits');
      return credits.reserved === before.reserved ? credits : undefined;
    });
    expect(after).toEqual({ ...before, balance: before.balance - 2, consumed: before.consumed + 2 });
  }, 120_000);

  it('completes with the minimum of signatories and cancels the rest', async () => {
    const upload = await sampleUpload('quorum.pdf');
    const { processId } = await openProcess(
      account,
      [upload],
      [
        { person: ana, part: 'signatory' },
        { person: rui, part: 'signatory' },
        { person: bia, part: 'signatory' },
      ],
      { minimumSignatories: 2 },
    );
    await signedBy([{ person: ana }, { person: bia }], processId);
    const done = await processWhen(account.api, processId, ({ status }) => status === 'finished');
    expect(done.signatures.map(({ status }) => status).toSorted()).toEqual(['canceled', 'signed', 'signed']);
  }, 60_000);

  it('rejects with a reason and refunds', async () => {
    const upload = await sampleUpload('recusa.pdf');
    const before = await account.api.call('tenantCredits');
    const { processId } = await openProcess(
      account,
      [upload],
      [
        { person: ana, part: 'signer' },
        { person: rui, part: 'signer' },
      ],
    );
    const session = await personSession(lacre.origin, processId, ana);
    const request = await requestOf(session, processId);
    const signatureIds = request.documents.map(({ signatureId }) => signatureId);
    expect(await session.refused('reject', { body: { signatureIds, reason: '  ' } })).toBe(
      'NO_REJECT_REASON_PROVIDED',
    );
    await session.call('reject', { body: { signatureIds, reason: 'O valor está errado' } });
    await processWhen(account.api, processId, ({ status }) => status === 'rejected');
    const { items } = await account.api.call('processTimeline', { params: { processId } });
    expect(items.find(({ action }) => action === 'rejected')).toMatchObject({
      reason: 'O valor está errado',
      who: { name: ana.name },
    });
    const after = await until('the refund', async () => {
      const credits = await account.api.call('tenantCredits');
      return credits.balance === before.balance ? credits : undefined;
    });
    expect(after).toEqual(before);
  }, 60_000);

  it('cancels one document, then all', async () => {
    const uploads = [
      await sampleUpload('um.pdf'),
      await sampleUpload('dois.pdf'),
      await sampleUpload('tres.pdf'),
    ];
    const { processId, documents } = await openProcess(account, uploads, [{ person: ana, part: 'signer' }]);
    const documentId = documents[0]?.documentId;
    await account.api.call('cancelProcess', {
      params: { processId },
      body: { documentId, reason: 'Versão errada' },
    });
    const one = await processWhen(account.api, processId, (process) =>
      process.documents.some(({ status }) => status === 'canceled'),
    );
    expect(one.documents.map(({ status }) => status)).toEqual(['canceled', 'pending', 'pending']);
    expect(one.status).toBe('waiting');
    await account.api.call('cancelProcess', { params: { processId }, body: {} });
    const all = await processWhen(account.api, processId, ({ status }) => status === 'canceled');
    expect(all.documents.map(({ status }) => status)).toEqual(['canceled', 'canceled', 'canceled']);
    expect(await account.api.refused('cancelProcess', { params: { processId }, body: {} })).toBe(
      'DOCUMENT_NOT_PENDING',
    );
  }, 60_000);
});

describe('what is refused, each with its code and nothing lost', () => {
  it('files that are not what they should be', async () => {
    const good = await samplePdf();
    expect(await uploaded(Buffer.from('GIF89a não é PDF'))).toEqual([415, 'UPLOAD_NOT_ALLOWED_FILES']);
    expect(await uploaded(good.slice(0, good.length / 2))).toEqual([422, 'PDF_READ_ERROR']);
    expect(await uploaded(new Uint8Array())).toEqual([400, 'NO_FILES_UPLOADED']);
    expect(await uploaded(await samplePdf({ ballastBytes: 33 * 1024 * 1024 }))).toEqual([
      413,
      'UPLOAD_TOO_LARGE',
    ]);
  }, 60_000);

  it('bad companies, persons and processes', async () => {
    const { api, companyId } = account;
    expect(await api.refused('createCompany', { body: { cnpj: '11222333000182', companyName: 'X' } })).toBe(
      'CLASS_VALIDATION_ERROR',
    );
    expect(
      await api.refused('createPerson', { body: { cpf: '11111111111', name: 'X', email: 'x@y.com' } }),
    ).toBe('CLASS_VALIDATION_ERROR');
    expect(await api.refused('createPerson', { body: { cpf: ana.cpf, name: 'X', email: 'x@y.com' } })).toBe(
      'PERSON_CREATION_ERROR',
    );
    const upload = await sampleUpload('mesmo.pdf');
    const base = { summary: 'S', companyId, documents: [{ proof: upload.proof }] };
    const twice = [
      { personId: ana.personId, part: 'signer' },
      { personId: ana.personId, part: 'attestant' },
    ];
    expect(await api.refused('createProcess', { body: { ...base, participants: twice } })).toBe(
      'CPF_DUPLICITY',
    );
    expect(await api.refused('createProcess', { body: { ...base, participants: [] } })).toBe(
      'NO_SIGNERS_PROVIDED',
    );
    const again = await sampleUpload('mesmo.pdf');
    const signer = [{ personId: ana.personId, part: 'signer' }];
    const sameName = {
      ...base,
      documents: [{ proof: upload.proof }, { proof: again.proof }],
      participants: signer,
    };
    expect(await api.refused('createProcess', { body: sameName })).toBe('DOCUMENT_NAME_ALREADY_USED');
    expect(await api.refused('createProcess', { body: { ...base, participants: signer, surprise: 1 } })).toBe(
      'CLASS_VALIDATION_ERROR',
    );
    const forged = {
      ...base,
      documents: [{ proof: `${upload.proof.slice(0, -4)}AAAA` }],
      participants: signer,
    };
    expect(await api.refused('createProcess', { body: forged })).toBe('UPLOAD_PROOF_INVALID');
  });

  it('signing twice, and signing after a cancel', async () => {
    const { processId } = await openProcess(
      account,
      [await sampleUpload('duas-vezes.pdf')],
      [
        { person: ana, part: 'signer' },
        { person: rui, part: 'signer' },
      ],
    );
    const session = await personSession(lacre.origin, processId, ana);
    const request = await requestOf(session, processId);
    const body = {
      signatures: request.documents.map(({ signatureId, documentId, sha256: hash }) => ({
        signatureId,
        documentId,
        documentSha256: hash,
      })),
      consent: { accepted: true, termsVersion: '2026-11' },
    };
    const idempotencyKey = randomUUID();
    const first = await session.call('sign', { body, idempotencyKey });
    expect(await session.call('sign', { body, idempotencyKey })).toEqual(first);
    const otherBody = { ...body, consent: { accepted: true, termsVersion: '2026-11-22' } };
    expect(await session.refused('sign', { body: otherBody, idempotencyKey })).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await session.refused('sign', { body })).toBe('PERSON_ALREADY_SIGNED');
    const other = await personSession(lacre.origin, processId, rui);
    const stranger = { ...body, signatures: body.signatures };
    expect(await other.refused('sign', { body: stranger })).toBe('IS_NOT_SIGNER');
    const mine = await requestOf(other, processId);
    await account.api.call('cancelProcess', { params: { processId }, body: {} });
    const late = {
      ...body,
      signatures: mine.documents.map(({ signatureId, documentId, sha256: hash }) => ({
        signatureId,
        documentId,
        documentSha256: hash,
      })),
    };
    expect(['SIGNATURE_NOT_PENDING', 'DOCUMENT_NOT_PENDING']).toContain(
      await other.refused('sign', { body: late }),
    );
  }, 60_000);

  it("another tenant's ids look like unknown ids", async () => {
    const { processId, documents } = await openProcess(
      account,
      [await sampleUpload('meu.pdf')],
      [{ person: ana, part: 'signer' }],
    );
    const other = await openAccount(lacre.origin, 'Outra conta');
    const documentId = documents[0]?.documentId ?? '';
    const answers = async (id: string, document: string) => [
      await other.api.refused('getProcess', { params: { processId: id } }),
      await other.api.refused('processTimeline', { params: { processId: id } }),
      await other.api.refused('cancelProcess', { params: { processId: id }, body: {} }),
      await other.api.refused('readDocument', { params: { processId: id, documentId: document } }),
      await other.api.refused('downloadSealed', { params: { processId: id, documentId: document } }),
      await other.api.refused('getCompany', {
        params: { companyId: id === processId ? account.companyId : id },
      }),
      await other.api.refused('editCompany', {
        params: { companyId: id === processId ? account.companyId : id },
        body: { companyName: 'Roubo' },
      }),
      await other.api.refused('getPerson', { params: { personId: id === processId ? ana.personId : id } }),
    ];
    expect(await answers(processId, documentId)).toEqual(await answers(randomUUID(), randomUUID()));
    expect((await other.api.call('listProcesses')).total).toBe(0);
    expect((await other.api.call('listPersons')).total).toBe(0);
  }, 60_000);

  it('a wrong code, then the right one', async () => {
    const { processId } = await openProcess(
      account,
      [await sampleUpload('codigo.pdf')],
      [{ person: bia, part: 'signer' }],
    );
    const visitor = new Api(lacre.origin);
    const invited = { processId, personId: bia.personId, cpf: bia.cpf };
    expect(await visitor.refused('requestSigningCode', { body: { ...invited, cpf: cpfOf(fresh()) } })).toBe(
      'AUTH_PERSON_NOT_FOUND',
    );
    await visitor.call('requestSigningCode', { body: invited });
    expect(await visitor.refused('openSigningSession', { body: { ...invited, code: '000000' } })).toBe(
      'AUTH_DEVICE_VALIDATION_ERROR',
    );
  });

  it('no credits left', async () => {
    const poor = await openAccount(lacre.origin, 'Sem créditos');
    const person = await addPerson(poor.api, 'Carla Dias');
    const { balance } = await poor.api.call('tenantCredits');
    const { proof } = await uploadProof(poor.api, await samplePdf(), 'a.pdf');
    expect(balance).toBe(100);
    const pages = await samplePdf({ pages: 1 });
    const documents = await Promise.all(
      Array.from({ length: 20 }, (_, index) => uploadProof(poor.api, pages, `d${index}.pdf`)),
    );
    for (let spent = 0; spent < balance; spent += 20)
      await openProcess(poor, documents, [{ person, part: 'signer' }]);
    const body = {
      summary: 'Mais um',
      companyId: poor.companyId,
      documents: [{ proof }],
      participants: [{ personId: person.personId, part: 'signer' }],
    };
    expect(await poor.api.refused('createProcess', { body })).toBe('INSUFFICIENT_CREDITS');
  }, 120_000);
});
