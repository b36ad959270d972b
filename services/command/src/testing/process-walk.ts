import assert from 'node:assert/strict';

import { eventSchemas, type CreditEvent, type ProcessEvent } from '@lacre/contracts';

import { credits, type CreditsCommand } from '../credits/decide-credits.ts';
import type { ProcessCommand } from '../process/decide/commands.ts';
import { signatureProcess } from '../process/decide/decide-process.ts';
import type { ExistingProcess, ProcessState } from '../process/decide/state.ts';
import {
  acting,
  cancel,
  documentId,
  PROCESS,
  recordSeal,
  TENANT,
  type Cast,
  type Name,
} from './process-builder.ts';

const STEPS = 40;
const GRANTED = 10;
const NAMES: readonly Name[] = ['ana', 'rui', 'eva', 'leo', 'bia'];
const DOCUMENTS = ['a.pdf', 'b.pdf', 'c.pdf'];

/** One process from its creation on, with commands that make sense and commands that do not. */
export class ProcessWalk {
  readonly #random: () => number;
  readonly #documents: readonly string[];
  readonly #cast: Cast;
  readonly #acting: ReturnType<typeof acting>;
  readonly #types: string[] = [];
  #process: ProcessState = signatureProcess.initialState();
  #credits = credits.initialState();
  #log: (ProcessEvent | CreditEvent)[] = [];

  constructor(random: () => number) {
    this.#random = random;
    this.#documents = DOCUMENTS.slice(0, 1 + this.#below(DOCUMENTS.length));
    const signatories = NAMES.slice(1, 1 + this.#below(4));
    this.#cast = {
      documents: this.#documents,
      signers: ['ana'],
      signatories,
      attestants: signatories.includes('bia') || this.#below(2) === 0 ? [] : ['bia'],
      ...(signatories.length === 0 ? {} : { minimumSignatories: 1 + this.#below(signatories.length) }),
    };
    this.#acting = acting(this.#cast);
  }

  run(): readonly string[] {
    this.#settle({ type: 'open', tenantId: TENANT, amount: GRANTED, reason: 'início' });
    const amount = this.#documents.length;
    this.#settle({ type: 'reserve', tenantId: TENANT, processId: PROCESS, amount });
    this.#apply([this.#acting.created]);
    for (let step = 0; step < STEPS; step++) this.#step();
    return this.#types;
  }

  #step(): void {
    const before = this.#process as ExistingProcess;
    const decision = signatureProcess.decide(this.#anyCommand(), before);
    if (decision.accepted) this.#apply(decision.events);
    this.#settle(this.#anySettlement());
    expectConsistent(before, this.#process as ExistingProcess);
    this.#expectCreditsSettledOnce();
  }

  #anyCommand(): ProcessCommand {
    const name = this.#oneOf(this.#acting.created.data.participants.map((each) => each.name as Name));
    const document = this.#oneOf(this.#documents);
    const only = this.#below(4) === 0 ? {} : { document };
    const kind = this.#below(10);
    if (kind < 5) return this.#acting.sign(name, only);
    if (kind < 6) return this.#acting.reject(name, this.#below(4) === 0 ? ' ' : 'Não', only);
    if (kind < 7) return cancel(this.#below(3) === 0 ? undefined : document);
    return recordSeal(document);
  }

  #anySettlement(): CreditsCommand {
    const id = documentId(this.#oneOf(this.#documents));
    const status = (this.#process as ExistingProcess).documents.get(id)?.status;
    const reference = { tenantId: TENANT, processId: PROCESS, documentId: id };
    // As the follow-ups do it: on what the process says.
    if (status === 'sealed') return { type: 'consume', ...reference };
    if (status === 'canceled' || status === 'rejected') return { type: 'refund', ...reference };
    return { type: 'reserve', tenantId: TENANT, processId: PROCESS, amount: 1 };
  }

  #settle(command: CreditsCommand): void {
    const decision = credits.decide(command, this.#credits);
    assert(decision.accepted, JSON.stringify([command, decision]));
    for (const event of decision.events) this.#credits = credits.evolve(this.#credits, event);
    this.#record(decision.events);
  }

  #apply(events: readonly ProcessEvent[]): void {
    this.#process = events.reduce((state, event) => signatureProcess.evolve(state, event), this.#process);
    this.#record(events);
  }

  #record(events: readonly (ProcessEvent | CreditEvent)[]): void {
    for (const event of events) {
      assert(eventSchemas[event.type].safeParse(event.data).success, event.type);
      this.#types.push(event.type);
    }
    this.#log.push(...events);
  }

  #expectCreditsSettledOnce(): void {
    if (this.#credits.status !== 'open') throw new Error('credits are not open');
    const settlements = this.#log.filter(
      ({ type }) => type === 'CreditsConsumed' || type === 'CreditsRefunded',
    );
    const settled = settlements.map(({ data }) => (data as { documentId?: string }).documentId);
    assert.equal(new Set(settled).size, settled.length);
    const consumed = settlements.filter(({ type }) => type === 'CreditsConsumed').length;
    const { balance, reserved } = this.#credits;
    assert(balance >= 0);
    assert.equal(reserved, this.#documents.length - settled.length);
    assert.equal(balance + reserved + consumed, GRANTED);
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #oneOf<Value>(values: readonly Value[]): Value {
    return values[this.#below(values.length)] as Value;
  }
}

function expectConsistent(before: ExistingProcess, after: ExistingProcess): void {
  for (const [id, signature] of before.signatures)
    if (signature.status !== 'pending') assert.equal(after.signatures.get(id)?.status, signature.status);
  for (const [id, document] of before.documents) {
    if (document.status === 'completed')
      assert(['completed', 'sealed'].includes(after.documents.get(id)?.status ?? ''));
    else if (document.status !== 'pending') assert.equal(after.documents.get(id)?.status, document.status);
  }
  if (before.status !== 'waiting') assert.equal(after.status, before.status);
  for (const id of after.documents.keys()) expectDocumentConsistent(after, id);
  const statuses = new Set([...after.documents.values()].map(({ status }) => status));
  const isOpen = statuses.has('pending') || statuses.has('completed');
  const closed = statuses.has('sealed') ? 'finished' : statuses.has('rejected') ? 'rejected' : 'canceled';
  assert.equal(after.status, isOpen ? 'waiting' : closed);
}

function expectDocumentConsistent(state: ExistingProcess, id: string): void {
  const status = state.documents.get(id)?.status;
  const signatures = [...state.signatures.values()].filter((each) => each.documentId === id);
  const count = (which: string, part?: 'signatory') =>
    signatures.filter((each) => each.status === which && (part === undefined || each.part === part)).length;
  if (status !== 'pending') assert.equal(count('pending'), 0, `${status} with a pending signature`);
  if (status === 'completed' || status === 'sealed') {
    const required = signatures.filter(({ part }) => part !== 'signatory');
    assert(required.every((each) => each.status === 'signed'));
    assert(count('signed', 'signatory') >= state.minimumSignatories);
  }
  if (status === 'pending') {
    assert(count('pending') > 0);
    assert.equal(count('canceled'), count('canceled', 'signatory'));
    if (count('canceled') > 0) assert(count('signed', 'signatory') >= state.minimumSignatories);
  }
  if (status === 'rejected') assert(count('rejected') > 0);
}
