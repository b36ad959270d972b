import { createHash } from 'node:crypto';

import { ERASED, type AnswerOf } from '@lacre/contracts';
import { rowsWith } from '@lacre/personal-data/testing';
import { checkReadModels, listParked } from '@lacre/projector';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Api } from '../../support/api.ts';
import { Lacre } from '../../support/lacre.ts';
import { samplePdf } from '../../support/pdfs.ts';
import {
  addPerson,
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
import { insideOf, type StoppedLacre } from '../../support/stopped-lacre.ts';

let lacre: Lacre;
let account: Account;
let gone: Person;
let rui: Person;

beforeAll(async () => {
  lacre = await Lacre.create();
  await lacre.start();
  account = await openAccount(lacre.origin);
  gone = await addPerson(account.api, 'Zuleica Pamplona Quixabeira');
  rui = await addPerson(account.api, 'Rui Barbosa');
}, 120_000);
afterAll(() => lacre.dispose());

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const wordsOf = ({ cpf, email }: Person) => ['Zuleica', 'Pamplona', 'Quixabeira', cpf, email, 'ABUSIVA'];

async function verdictOf(bytes: Uint8Array): Promise<AnswerOf<'validateDocument'>> {
  const response = await new Api(lacre.origin).upload(bytes, 'conferir.pdf', 'validateDocument');
  return (await response.json()) as AnswerOf<'validateDocument'>;
}

/**
 * Where an id may go on standing for a person of whom nothing is known: the log and what is folded from it, the end of
 * their key, the answers and jobs that name it, the newest event that the installation remembers of its log, and for 90
 * days the lines of the security log.
 */
const SAYS_WHO =
  /^(?:event_store|read|projector|webhook|work_queue|dev_mailbox|personal_data|security)\.|^command\.idempotency$|^installation\.identity$/;

const tablesOf = async (pool: StoppedLacre['pool'], { personId }: Person): Promise<string[]> => [
  ...new Set((await rowsWith(pool, [personId])).map(({ table }) => table)),
];

/** One that both sign, and one that she refuses, saying why. */
async function twoProcesses() {
  const asked = [
    { person: gone, part: 'signer' },
    { person: rui, part: 'attestant' },
  ] as const;
  const upload = async (name: string) => uploadProof(account.api, await samplePdf({ title: name }), name);
  const signed = await openProcess(account, [await upload('aluguel.pdf')], [...asked]);
  for (const { person } of asked)
    await signAll(await personSession(lacre.origin, signed.processId, person), signed.processId);
  const refused = await openProcess(account, [await upload('venda.pdf')], [...asked]);
  const she = await personSession(lacre.origin, refused.processId, gone);
  const { documents } = await requestOf(she, refused.processId);
  const signatureIds = documents.map(({ signatureId }) => signatureId);
  await she.call('reject', { body: { signatureIds, reason: 'Cláusula ABUSIVA' } });
  await processWhen(account.api, refused.processId, ({ status }) => status === 'rejected');
  await processWhen(account.api, signed.processId, ({ status }) => status === 'finished');
  return { signed, refused };
}

it('erases a person everywhere but in sealed files, and keeps all else in the log', async () => {
  const { signed, refused } = await twoProcesses();
  const { processId } = signed;
  const documentId = signed.documents[0]?.documentId ?? '';
  const sealed = await account.api.bytes('downloadSealed', { processId, documentId });
  expect((await verdictOf(sealed)).document?.participants.map(({ name }) => name)).toContain(
    'Zuleica P*** Q***',
  );
  const params = { personId: gone.personId };
  const exported = await account.api.call('exportPerson', { params });
  expect(exported.processes).toHaveLength(2);
  expect(JSON.stringify(exported)).not.toContain(rui.cpf);

  const { position } = await account.api.call('erasePerson', { params, body: { reason: 'subject-request' } });

  expect(await account.api.refused('exportPerson', { params })).toBe('PERSON_NOT_FOUND');
  expect(await account.api.refused('getPerson', { params, query: { 'min-position': position } })).toBe(
    'PERSON_NOT_FOUND',
  );
  for (const id of [processId, refused.processId]) {
    const query = { 'min-position': position };
    const process = await account.api.call('getProcess', { params: { processId: id }, query });
    expect(process.participants.map(({ name }) => name).toSorted()).toEqual(['Rui Barbosa', ERASED]);
    const { items } = await account.api.call('processTimeline', { params: { processId: id } });
    const acts = items.filter(({ who }) => who.kind === 'person');
    expect(acts.map(({ who }) => who.name)).toContain(ERASED);
    const text = JSON.stringify([process, items]);
    for (const word of wordsOf(gone)) expect(text).not.toContain(word);
  }

  const again = await account.api.bytes('downloadSealed', { processId, documentId });
  expect(sha256(again)).toBe(sha256(sealed));
  const { verdict, document } = await verdictOf(sealed);
  expect(verdict).toBe('genuine');
  expect(document?.participants.map(({ name, cpf }) => [name, cpf])).toContainEqual([ERASED, ERASED]);
  expect(document?.timeline.map(({ who }) => who)).toContain(ERASED);
}, 120_000);

it('leaves no plain byte of theirs in any table, and read models that the log agrees with', async () => {
  await lacre.stop();
  await insideOf(lacre.dataDir, async ({ pool, eventStore, personalData }) => {
    expect(personalData.keys.isErased(gone.personId)).toBe(true);
    const found = await rowsWith(pool, wordsOf(gone));
    // Messages that were sent are in other people's hands; this schema stands for their mailboxes.
    expect(found.filter(({ table }) => !table.startsWith('dev_mailbox.'))).toEqual([]);
    // The search does find: what is not personal, and what was sent.
    expect((await rowsWith(pool, ['Escritório Andrade'])).map(({ table }) => table)).toContain(
      'event_store.events',
    );
    expect(found.map(({ table }) => table)).toContain('dev_mailbox.message');
    // Those who were not erased stand in read models alone, and nowhere in the log.
    expect((await rowsWith(pool, [rui.cpf])).map(({ table }) => table)).not.toContain('event_store.events');
    // By their former name and CPF, too: nothing kept beside the log is theirs, as what is kept of others is.
    const [ofGone, ofRui] = [await tablesOf(pool, gone), await tablesOf(pool, rui)];
    expect(ofGone.filter((table) => !SAYS_WHO.test(table))).toEqual([]);
    expect(ofRui).toContain('identity.person_device');
    expect(await listParked(pool)).toEqual([]);
    expect(await checkReadModels({ pool, eventStore, logger: pino({ level: 'silent' }) })).toEqual([]);
  });
}, 120_000);

it('starts again with the person still forgotten', async () => {
  await lacre.start();
  const { email, password } = account;
  const { token } = await new Api(lacre.origin).call('signIn', { body: { email, password } });
  const api = new Api(lacre.origin).as(token);
  expect(await api.refused('getPerson', { params: { personId: gone.personId } })).toBe('PERSON_NOT_FOUND');
  const { cpf } = gone;
  const anew = await api.call('createPerson', {
    body: { cpf, name: 'Outra Pessoa', email: 'outra@exemplo.com.br' },
  });
  expect(anew.personId).not.toBe(gone.personId);
}, 120_000);
