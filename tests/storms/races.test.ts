import { SCOPES, isErrorCode, type ErrorCode, type OperationName } from '@lacre/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Api, Problem } from '../support/api.ts';
import { isLong, keepFigures, seedOfRun } from '../support/long-form.ts';
import { samplePdf } from '../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  uploadProof,
  type Account,
  type Person,
} from '../support/scenario.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { until } from '../support/until.ts';
import { ProcessJudge } from './judge-process.ts';
import { creditsSettled, openPair, type Pair } from './pair.ts';

/** 10,000 attempts on 400 processes in the full form (`npm run test:long -- races`). */
const PROCESSES = isLong ? 400 : 24;
const ATTEMPTS = isLong ? 10_000 : 600;
/** On one process at the same moment, half of them at either server. */
const AT_ONCE = 10;
const PROCESSES_AT_ONCE = 3;
const DOCUMENTS = 2;
const GRANT = isLong ? 1_000 : 100;
/** Of the race for the last credits: a creation takes so many, and so many creations come at once. */
const CREDITS_EACH = GRANT / 20;
const CREATIONS_AT_ONCE = 30;

const random = seededRandom(seedOfRun());
const below = (limit: number): number => Math.floor(random.next() * limit);
const oneOf = <Value>(of: readonly Value[]): Value => of[below(of.length)] as Value;

interface Signing {
  /** Who is asked for it, unless they were replaced. */
  personId: string;
  signatureId: string;
  documentId: string;
  sha256: string;
}
interface Contested {
  processId: string;
  participants: readonly Person[];
  documentIds: readonly string[];
  signatures: readonly Signing[];
}

let pair: Pair;
let account: Account;
let api: Api;
let people: { person: Person; api: Api }[];
let contested: Contested[];

beforeAll(async () => {
  pair = await openPair({ CREDITS_GRANT: String(GRANT) });
  const [{ origin }] = pair.instances;
  account = await openAccount(origin);
  api = account.api.as(
    (await account.api.call('createToken', { body: { scopes: [...SCOPES], description: 'Corrida' } })).token,
  );
  const documents = [];
  for (let n = 1; n <= DOCUMENTS; n += 1)
    documents.push(await uploadProof(account.api, await samplePdf({ pages: 1 }), `documento-${n}.pdf`));
  const persons: Person[] = [];
  for (const name of ['Ana', 'Rui', 'Eva', 'Leo', 'Bia', 'Davi'])
    persons.push(await addPerson(account.api, `${name} Lima`));
  const asked = persons.map((person) => ({ person, part: 'signer' as const }));
  const { processId } = await openProcess(account, documents, asked);
  people = await Promise.all(
    persons.map(async (person) => ({ person, api: await personSession(origin, processId, person) })),
  );
  contested = [];
  while (contested.length < PROCESSES) contested.push(await openContested(documents, persons));
}, 240_000);
afterAll(() => pair.dispose());

/** Two who sign and two who represent the company, of whom one is enough. */
async function openContested(documents: { proof: string }[], persons: readonly Person[]): Promise<Contested> {
  const from = below(persons.length);
  const participants = [0, 1, 2, 3].map((n) => persons[(from + n) % persons.length] as Person);
  const asked = participants.map((person, n) => ({
    person,
    part: n < 2 ? ('signer' as const) : ('signatory' as const),
  }));
  const { processId } = await openProcess(account, documents, asked, { minimumSignatories: 1 });
  const shown = await until('the process', () => api.call('getProcess', { params: { processId } }));
  const hashes = new Map(shown.documents.map(({ documentId, sha256 }) => [documentId, sha256]));
  return {
    processId,
    participants,
    documentIds: [...hashes.keys()],
    signatures: shown.signatures.map(({ personId, signatureId, documentId }) => ({
      personId,
      signatureId,
      documentId,
      sha256: hashes.get(documentId) ?? '',
    })),
  };
}

type Input = NonNullable<Parameters<Api['send']>[1]>;
interface Attempt {
  operation: OperationName;
  by: Api;
  input: Input;
  /** Signatures that it makes when it goes through. */
  signs: readonly string[];
}

function attemptOn({ processId, participants, documentIds, signatures }: Contested): Attempt {
  const dice = random.next();
  const params = { processId };
  const wanted = oneOf(signatures);
  // Mostly the person asked: several of their acts at once, and another person's among them.
  const asked = people.find(({ person }) => person.personId === wanted.personId);
  const { api: by } = random.next() < 0.75 && asked !== undefined ? asked : oneOf(people);
  if (dice < 0.55) {
    const theirs = signatures.filter(({ personId }) => personId === wanted.personId);
    const chosen = dice < 0.4 ? [wanted] : theirs;
    const body = {
      signatures: chosen.map(({ signatureId, documentId, sha256 }) => ({
        signatureId,
        documentId,
        documentSha256: sha256,
      })),
      consent: { accepted: true, termsVersion: '2026-11' },
    };
    return { operation: 'sign', by, input: { body }, signs: chosen.map(({ signatureId }) => signatureId) };
  }
  if (dice < 0.63) {
    const body = { signatureIds: [wanted.signatureId], reason: 'Valor errado' };
    return { operation: 'reject', by, input: { body }, signs: [] };
  }
  if (dice < 0.72) {
    const body = dice < 0.69 ? { documentId: oneOf(documentIds) } : {};
    return { operation: 'cancelProcess', by: api, input: { params, body }, signs: [] };
  }
  const { personId } = oneOf(participants);
  const body = { personId: oneOf(people).person.personId };
  return {
    operation: 'replaceParticipant',
    by: api,
    input: { params: { processId, personId }, body },
    signs: [],
  };
}

interface Tally {
  attempts: number;
  done: Record<string, number>;
  refused: Record<string, number>;
  /** Signatures whose signing was answered as done, as often as it was. */
  signed: string[];
  broken: string[];
}

async function send(attempt: Attempt, n: number, tally: Tally): Promise<void> {
  const { operation, by, input, signs } = attempt;
  const instance = pair.instances[n % 2] ?? pair.instances[0];
  const response = await pair.at(instance, by).send(operation, input);
  const { code } = (await response.json()) as Partial<Problem>;
  tally.attempts += 1;
  if (response.ok) {
    tally.done[operation] = (tally.done[operation] ?? 0) + 1;
    tally.signed.push(...signs);
  } else tally.refused[code ?? ''] = (tally.refused[code ?? ''] ?? 0) + 1;
  if (response.status >= 500 || (!response.ok && !isErrorCode(code ?? '')))
    tally.broken.push(`${operation}: ${response.status} ${code}`);
}

/** Each process is fallen upon by several at once, again and again, all processes in turn. */
async function race(tally: Tally): Promise<void> {
  let left = ATTEMPTS;
  let turn = 0;
  const crowd = async () => {
    while (left > 0) {
      const process = contested[turn % contested.length] as Contested;
      turn += 1;
      const size = Math.min(left, AT_ONCE);
      left -= size;
      await Promise.all(Array.from({ length: size }, (_, n) => send(attemptOn(process), n, tally)));
    }
  };
  await Promise.all(Array.from({ length: PROCESSES_AT_ONCE }, crowd));
}

/** What may be said of an attempt that came too late, or was never this person's to make. */
const TOO_LATE: ReadonlySet<string> = new Set<ErrorCode>([
  'PERSON_ALREADY_SIGNED',
  'SIGNATURE_NOT_PENDING',
  'DOCUMENT_NOT_PENDING',
  'IS_NOT_SIGNER',
  'IS_NOT_SIGNATORY',
  'CHANGE_SIGNER_SIGNATORY_ERROR',
  'SIGNER_NOT_FOUND',
  'CPF_DUPLICITY',
]);

/** Many creations at once for the credits of twenty: twenty get them, also after some gave theirs back. */
async function raceForCredits() {
  const [{ origin }] = pair.instances;
  const poor = await openAccount(origin);
  const documents: { proof: string }[] = [];
  for (let n = 0; n < CREDITS_EACH; n += 1)
    documents.push(await uploadProof(poor.api, await samplePdf({ pages: 1 }), `documento-${n}.pdf`));
  const person = await addPerson(poor.api, 'Ana Souza');
  const create = async (n: number) => {
    const by = pair.at(pair.instances[n % 2] ?? pair.instances[0], poor.api);
    const body = {
      summary: `Corrida ${n}`,
      companyId: poor.companyId,
      documents: documents.map(({ proof }) => ({ proof })),
      participants: [{ personId: person.personId, part: 'signer' }],
    };
    const response = await by.send('createProcess', { body });
    const told = (await response.json()) as { processId?: string; code?: string };
    return told.processId ?? told.code ?? '';
  };
  const all = await Promise.all(Array.from({ length: CREATIONS_AT_ONCE }, (_, n) => create(n)));
  const made = all.filter((told) => !isErrorCode(told));
  const refused = new Set(all.filter((told) => isErrorCode(told)));
  const canceled = made.slice(0, 4);
  const [again] = await Promise.all([
    Promise.all(Array.from({ length: CREATIONS_AT_ONCE }, (_, n) => create(n))),
    ...canceled.map((processId) => poor.api.call('cancelProcess', { params: { processId }, body: {} })),
  ]);
  const madeAgain = again.filter((told) => !isErrorCode(told));
  const stillReserved = (made.length - canceled.length + madeAgain.length) * CREDITS_EACH;
  return { made, refused, madeAgain, credits: await creditsSettled(poor.api, stillReserved) };
}

it(`lets one act win in ${ATTEMPTS} attempts at ${PROCESSES} processes, and keeps credits in balance (seed ${random.seed})`, async () => {
  const begun = performance.now();
  const tally: Tally = { attempts: 0, done: {}, refused: {}, signed: [], broken: [] };
  await race(tally);
  expect(tally.broken).toEqual([]);
  expect(Object.keys(tally.refused).filter((code) => !TOO_LATE.has(code))).toEqual([]);

  const { made, refused, madeAgain, credits } = await raceForCredits();
  expect(made).toHaveLength(GRANT / CREDITS_EACH);
  expect([...refused]).toEqual(['INSUFFICIENT_CREDITS']);
  expect(madeAgain.length).toBeLessThanOrEqual(4);
  expect(credits.balance + credits.reserved + credits.consumed).toBe(GRANT);
  expect(credits.balance).toBeGreaterThanOrEqual(0);

  // What is still pending ends here, so that every credit is to be settled.
  for (const { processId } of contested) await api.send('cancelProcess', { params: { processId }, body: {} });
  const own = await creditsSettled(api, DOCUMENTS);
  expect(own.balance + own.reserved + own.consumed).toBe(GRANT);

  const { events, problems } = await pair.inspect();
  const judges = new Map<string, ProcessJudge>();
  for (const event of events.filter(({ stream }) => stream.startsWith('process-'))) {
    const judge = judges.get(event.stream) ?? new ProcessJudge();
    judges.set(event.stream, judge);
    judge.read(event);
  }
  expect([...judges.values()].flatMap((judge) => judge.problems)).toEqual([]);
  // Every signature that was answered as made stands in the log once, and none that was not.
  const signed = [...judges.values()].flatMap((judge) => judge.signed);
  expect(signed.toSorted()).toEqual(tally.signed.toSorted());
  expect(tally.done['sign'] ?? 0).toBeGreaterThan(0);
  expect(problems).toEqual([]);
  const { broken: _none, signed: _signed, ...counts } = tally;
  keepFigures('races', {
    seed: random.seed,
    processes: PROCESSES,
    ...counts,
    signatures: signed.length,
    'creations at once for the credits of twenty': CREATIONS_AT_ONCE,
    'problems found by fsck': problems.length,
    seconds: Math.round((performance.now() - begun) / 1000),
  });
}, 1_800_000);
