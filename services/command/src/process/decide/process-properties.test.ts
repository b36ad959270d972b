import assert from 'node:assert/strict';

import { eventSchemas, type CreditEvent, type ProcessEvent } from '@lacre/contracts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { credits, type CreditsCommand } from '../../credits/decide-credits.ts';
import {
  acting,
  cancel,
  documentId,
  expire,
  extendDeadline,
  personId,
  proofsOf,
  PROCESS,
  recordSeal,
  remind,
  remindBySchedule,
  replace,
  TENANT,
  type Cast,
  type Name,
} from '../../testing/process-builder.ts';
import type { ProcessCommand, Sign } from './commands.ts';
import { neededSignatures } from './decide-outcome.ts';
import { signatureProcess } from './decide-process.ts';
import type { ExistingProcess } from './state.ts';

const NAMES: readonly Name[] = ['ana', 'rui', 'eva', 'leo', 'bia'];
const DOCUMENTS = ['a.pdf', 'b.pdf'];
const SELECTION = { question: 'Qual?', options: ['Sim', 'Não'], minimum: 1, maximum: 1 };
const START = Date.parse('2026-03-02T12:00:00.000Z');
const DAY_MS = 86_400_000;
const GRANTED = 10;
const at = (day: number): string => new Date(START + day * DAY_MS).toISOString();
/** Of the whole run; printed with what failed, which is run again by it: `PROPERTY_SEED=… vitest run`. */
const seed = Number(globalThis.process.env['PROPERTY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

const plans = fc.record({
  documents: fc.constantFrom(['a.pdf'], DOCUMENTS),
  signatories: fc.constantFrom<readonly Name[]>([], ['rui'], ['rui', 'eva']),
  minimum: fc.integer({ min: 1, max: 2 }),
  attestants: fc.constantFrom<readonly Name[]>([], ['leo']),
  groups: fc.record({
    rui: fc.integer({ min: 1, max: 3 }),
    eva: fc.integer({ min: 1, max: 3 }),
    leo: fc.integer({ min: 1, max: 3 }),
  }),
  deadline: fc.option(fc.integer({ min: 2, max: 20 }), { nil: undefined }),
  everyDays: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  asks: fc.boolean(),
  late: fc.boolean(),
});

function castOf({
  documents,
  signatories,
  minimum,
  attestants,
  groups,
  deadline,
  everyDays,
  asks,
  late,
}: Parameters<Parameters<typeof plans.map>[0]>[0]): Cast {
  return {
    documents,
    signers: ['ana'],
    signatories,
    attestants,
    groups,
    ...(signatories.length === 0 ? {} : { minimumSignatories: Math.min(minimum, signatories.length) }),
    acceptsLateSignatures: late,
    ...(deadline === undefined ? {} : { deadline: at(deadline) }),
    ...(everyDays === undefined ? {} : { everyDays }),
    ...(asks ? { selection: SELECTION } : {}),
  };
}
const casts = plans.map(castOf);

/** A command, some time after the one before. */
const steps = fc.record({
  kind: fc.constantFrom(
    ...([
      'sign',
      'sign',
      'sign',
      'reject',
      'cancel',
      'cancelAll',
      'seal',
      'seal',
      'extend',
      'expire',
    ] as const),
    ...(['remind', 'schedule', 'replace', 'tag', 'settle', 'settle'] as const),
  ),
  who: fc.constantFrom(...NAMES),
  other: fc.constantFrom(...NAMES),
  document: fc.constantFrom(...DOCUMENTS),
  answers: fc.boolean(),
  days: fc.integer({ min: 0, max: 3 }),
});
type Step = Parameters<Parameters<typeof steps.map>[0]>[0];

/** A process and its tenant's credits, with everything that is to hold of them after each event. */
class World {
  readonly cast: Cast;
  #process: ExistingProcess;
  #credits = credits.initialState();
  readonly #log: (ProcessEvent | CreditEvent)[] = [];
  #day = 0;

  constructor(cast: Cast) {
    this.cast = cast;
    this.#settle({ type: 'open', tenantId: TENANT, amount: GRANTED, reason: 'início' });
    const amount = cast.documents?.length ?? 1;
    this.#settle({ type: 'reserve', tenantId: TENANT, processId: PROCESS, amount });
    const { created } = acting(cast);
    this.#process = signatureProcess.evolve(signatureProcess.initialState(), created) as ExistingProcess;
    this.#record(created);
  }

  get types(): string[] {
    return this.#log.map(({ type }) => type);
  }

  step(step: Step): void {
    this.#day += step.days;
    if (step.kind === 'settle') {
      for (const document of this.cast.documents ?? []) this.#settleDocument(document);
      return;
    }
    const decision = signatureProcess.decide(this.#command(step), this.#process);
    if (decision.accepted) for (const event of decision.events) this.#happen(event);
    this.#expectSettled();
  }

  #command({ kind, who, other, document, answers }: Step): ProcessCommand {
    const now = at(this.#day);
    const own = { tenantId: TENANT, personId: personId(who), client: {}, at: now, proofs: proofsOf(who) };
    const duties = [...this.#process.signatures.values()].filter(
      (one) => one.personId === own.personId && one.documentId === documentId(document),
    );
    switch (kind) {
      case 'sign':
        return {
          ...(acting(this.cast).sign('ana') satisfies Sign),
          ...own,
          signatures: duties.map((duty) => ({
            signatureId: duty.signatureId,
            documentId: duty.documentId,
            documentSha256: this.#process.documents.get(duty.documentId)?.sha256 ?? '',
            selection: answers && duty.asksSelection === true ? ['Sim'] : undefined,
          })),
        };
      case 'reject':
        return {
          type: 'reject',
          ...own,
          reason: 'Não',
          signatureIds: duties.map((duty) => duty.signatureId),
        };
      case 'cancel':
        return cancel(document);
      case 'cancelAll':
        return cancel();
      case 'seal':
        return recordSeal(document);
      case 'extend':
        return extendDeadline(at(this.#day + 5), now);
      case 'expire':
        return expire(now);
      case 'remind':
        return remind(now);
      case 'schedule':
        return remindBySchedule(now);
      case 'replace':
        return replace(who, other, now);
      default:
        return { type: 'setTags', tenantId: TENANT, tagIds: answers ? [documentId('etiqueta')] : [] };
    }
  }

  #happen(event: ProcessEvent): void {
    const before = this.#process;
    if (event.type === 'SignatureSigned' || event.type === 'SignatureRejected') {
      const signature = before.signatures.get(event.data.signatureId);
      assert.equal(
        signature?.status,
        'pending',
        'no signature is acted on twice, nor after its document ended',
      );
      assert.equal(signature.personId, event.data.personId, 'a replaced person acts for no replacement');
      assert.equal(before.documents.get(event.data.documentId)?.status, 'pending');
      assert(before.deadline === undefined || Date.parse(at(this.#day)) < Date.parse(before.deadline));
      const earlier = neededSignatures(before).filter(({ group }) => group < signature.group);
      assert.deepEqual(earlier, [], 'no group acts while an earlier one is needed');
    }
    if (event.type === 'SignatureRejected')
      assert(
        neededSignatures(before).some(({ signatureId }) => signatureId === event.data.signatureId),
        'what is not needed cannot be refused',
      );
    if (event.type === 'SignaturesDispensed')
      for (const { signatureId, personId: whose } of event.data.signatures) {
        const signature = before.signatures.get(signatureId);
        assert.equal(signature?.status, 'pending', 'only pending signatures are dispensed');
        assert.equal(signature.part, 'signatory');
        assert.equal(signature.personId, whose);
      }
    if (event.type === 'ParticipantsReminded') {
      const needed = new Set(neededSignatures(before).map((one) => one.personId));
      assert(
        event.data.personIds.every((id) => needed.has(id)),
        'only participants who are waited for are reminded',
      );
    }
    this.#process = signatureProcess.evolve(before, event) as ExistingProcess;
    this.#record(event);
    this.#expectKept(before);
  }

  /** What has ended stays as it ended. */
  #expectKept(before: ExistingProcess): void {
    for (const [id, { status, personId: whose }] of before.signatures)
      if (status !== 'pending') {
        assert.equal(this.#process.signatures.get(id)?.status, status);
        assert.equal(this.#process.signatures.get(id)?.personId, whose);
      }
    for (const [id, { status }] of before.documents)
      if (status !== 'pending' && status !== 'completed')
        assert.equal(this.#process.documents.get(id)?.status, status);
    if (before.status !== 'waiting') assert.equal(this.#process.status, before.status);
    assert(this.#process.askedGroup >= before.askedGroup);
  }

  /** The table of states, once a command's events are all there. */
  #expectSettled(): void {
    const { documents, signatures, participants, minimumSignatories, acceptsLateSignatures } = this.#process;
    for (const [id, { status }] of documents) {
      const own = [...signatures.values()].filter((one) => one.documentId === id);
      const signatories = own.filter(({ part }) => part === 'signatory');
      const others = own.filter(({ part }) => part !== 'signatory');
      const signed = signatories.filter((one) => one.status === 'signed').length;
      const isComplete = others.every((one) => one.status === 'signed') && signed >= minimumSignatories;
      if (status === 'completed' || status === 'sealed') assert(isComplete);
      if (status === 'pending') {
        assert(!isComplete && !others.some((one) => one.status === 'canceled'));
        const isMet = signed >= minimumSignatories;
        if (!isMet || acceptsLateSignatures) assert(!signatories.some((one) => one.status === 'canceled'));
        else assert(!signatories.some((one) => one.status === 'pending'), 'the minimum dispenses the others');
        assert(!others.some((one) => one.status === 'rejected'));
        const open = signatories.filter((one) => one.status === 'pending').length;
        assert(signed + open >= minimumSignatories, 'a minimum that cannot be met has ended the document');
      } else assert(!own.some((one) => one.status === 'pending'));
    }
    const statuses = new Set([...documents.values()].map(({ status }) => status));
    const isOpen = statuses.has('pending') || statuses.has('completed');
    const ended = statuses.has('sealed') ? 'finished' : statuses.has('rejected') ? 'rejected' : 'canceled';
    assert.equal(this.#process.status, isOpen ? 'waiting' : ended);
    assert.equal(new Set(participants.map((one) => one.personId)).size, participants.length);
    const needed = neededSignatures(this.#process);
    if (needed.length > 0) assert(Math.min(...needed.map(({ group }) => group)) <= this.#process.askedGroup);
  }

  /** As the follow-ups do it: on what the process says. */
  #settleDocument(document: string): void {
    const id = documentId(document);
    const status = this.#process.documents.get(id)?.status;
    const reference = { tenantId: TENANT, processId: PROCESS, documentId: id };
    if (status === 'sealed') this.#settle({ type: 'consume', ...reference });
    if (status === 'canceled' || status === 'rejected') this.#settle({ type: 'refund', ...reference });
  }

  #settle(command: CreditsCommand): void {
    const decision = credits.decide(command, this.#credits);
    assert(decision.accepted, JSON.stringify([command, decision]));
    for (const event of decision.events) {
      this.#credits = credits.evolve(this.#credits, event);
      this.#record(event);
    }
    assert(this.#credits.status === 'open');
    const sum = (type: CreditEvent['type']) =>
      this.#log.reduce(
        (total, event) => (event.type === type ? total + (event.data as { amount: number }).amount : total),
        0,
      );
    const { balance, reserved } = this.#credits;
    assert(balance >= 0 && reserved >= 0);
    assert.equal(sum('CreditsReserved'), sum('CreditsConsumed') + sum('CreditsRefunded') + reserved);
    assert.equal(balance + reserved + sum('CreditsConsumed'), GRANTED);
  }

  #record(event: ProcessEvent | CreditEvent): void {
    const parsed = eventSchemas[event.type].safeParse(event.data);
    assert(parsed.success, `${event.type}: ${parsed.error?.message}`);
    this.#log.push(event);
  }
}

it(`keeps every invariant whatever is tried, in any order (PROPERTY_SEED=${seed})`, () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(casts, fc.array(steps, { maxLength: 40, size: 'max' }), (cast, tried) => {
      const world = new World(cast);
      for (const step of tried) world.step(step);
      for (const type of world.types) seen.add(type);
    }),
    { seed, numRuns: 1500 },
  );
  // Runs that never get anywhere would prove nothing.
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'GroupAsked',
      'SignaturesDispensed',
      'DocumentCompleted',
      'DocumentSealed',
      'DocumentRejected',
      'DocumentCanceled',
      'ParticipantReplaced',
      'ParticipantsReminded',
      'DeadlineExtended',
      'ProcessExpired',
      'ProcessTagged',
      'ProcessUntagged',
      'CreditsConsumed',
      'CreditsRefunded',
      'ProcessFinished',
      'ProcessRejected',
      'ProcessCanceled',
    ]),
  );
});
