import { randomUUID } from 'node:crypto';

import { checkCommit, type CommitDecision, type ExpectedState } from './commit-check.ts';
import type { LogRecord, ProposedEvent, ProposedRecord } from './log-records.ts';
import type { StandInLog } from './log.ts';
import { deletedStream } from './log.ts';
import { RecentIds } from './recent-ids.ts';
import {
  isMetastream,
  isSoftDeleted,
  metadataEventType,
  metastreamOf,
  originalOf,
  softDeletion,
  undeletion,
} from './stream-metadata.ts';

export type WriteOutcome =
  | { kind: 'written'; revision: bigint; position: bigint }
  | Exclude<CommitDecision, { kind: 'write' | 'dropped' | 'unanswerable' }>
  /** Written or not: the cluster has not confirmed it in time. */
  | { kind: 'timedOut' };

export interface Append {
  stream: string;
  expected: ExpectedState;
  events: readonly ProposedEvent[];
}

export interface Deletion {
  stream: string;
  expected: ExpectedState;
  kind: 'soft' | 'tombstone';
}

interface WriterOptions {
  commitDelayMs: number;
  commitTimeoutMs: number;
  /** Takes written records to the other nodes; whether a majority has them. */
  replicate: () => boolean;
  /** Tells subscriptions what has become readable. */
  committed: (records: readonly LogRecord[]) => void;
}

interface InFlight {
  answer: (outcome: WriteOutcome) => void;
  outcome: WriteOutcome;
  timer: NodeJS.Timeout;
}

/** Bytes of the record of an append without events. */
const emptyAppendBytes = 80;
/** Bytes of an epoch's record. */
const epochBytes = 120;

/**
 * Decides and writes, one write after the other. What is written is answered when it is committed: replicated and
 * indexed, which takes a moment; the same ids that come again before that are dropped.
 */
export class StandInWriter {
  readonly recentIds = new RecentIds();
  readonly #log: StandInLog;
  readonly #options: WriterOptions;
  readonly #dropped = new Set<NodeJS.Timeout>();
  #inFlight: InFlight[] = [];
  #commitTimer: NodeJS.Timeout | undefined;

  constructor(log: StandInLog, options: WriterOptions) {
    this.#log = log;
    this.#options = options;
  }

  append({ stream, expected, events }: Append, answer: (outcome: WriteOutcome) => void): void {
    const ids = events.map(({ id }) => id);
    const decision = checkCommit(this.#log, this.recentIds, { stream, expected, ids });
    if (decision.kind !== 'write') return this.#refuse(decision, answer);
    const createdMs = Date.now();
    const group: ProposedRecord[] = events.map((event) => ({ kind: 'event', stream, createdMs, event }));
    if (group.length === 0) group.push({ kind: 'empty', sizeBytes: emptyAppendBytes });
    const undeleteOriginal =
      isMetastream(stream) && isSoftDeleted(this.#log, originalOf(stream), 'written')
        ? originalOf(stream)
        : undefined;
    const records = this.#write(group);
    const revision = decision.current + BigInt(events.length);
    if (decision.undelete) this.#undelete(stream, decision.current + 1n);
    if (undeleteOriginal !== undefined) {
      this.#undelete(undeleteOriginal, this.#log.lastRevision(undeleteOriginal, 'written') + 1n);
    }
    this.#await(answer, { kind: 'written', revision, position: records.at(-1)!.position });
  }

  delete({ stream, expected, kind }: Deletion, answer: (outcome: WriteOutcome) => void): void {
    const decision = checkCommit(this.#log, this.recentIds, { stream, expected, ids: [randomUUID()] });
    if (decision.kind !== 'write') return this.#refuse(decision, answer);
    const createdMs = Date.now();
    if (kind === 'tombstone') {
      const event = systemEvent('$streamDeleted', new Uint8Array());
      const [record] = this.#write([{ kind: 'event', stream, createdMs, event, tombstone: true }]);
      return this.#await(answer, { kind: 'written', revision: deletedStream, position: record!.position });
    }
    const metastream = metastreamOf(stream);
    const { current } = decision;
    if (current < 0n && this.#log.lastRevision(metastream, 'written') < 0n) {
      return answer({ kind: 'wrongExpectedVersion', current });
    }
    const event = systemEvent(metadataEventType, softDeletion());
    const [record] = this.#write([{ kind: 'event', stream: metastream, createdMs, event }]);
    return this.#await(answer, { kind: 'written', revision: current, position: record!.position });
  }

  /** What a node writes when it becomes Leader. */
  beginEpoch(): void {
    const stream = '$epoch-information';
    const event = systemEvent(stream, Buffer.from('{}'));
    this.#write([
      { kind: 'empty', sizeBytes: epochBytes },
      { kind: 'event', stream, createdMs: Date.now(), event },
    ]);
    this.commit();
  }

  /** Indexes and answers what a majority has. */
  commit(): void {
    clearTimeout(this.#commitTimer);
    this.#commitTimer = undefined;
    if (!this.#options.replicate()) return;
    const fresh = this.#log.indexAll();
    const done = this.#inFlight;
    this.#inFlight = [];
    for (const { answer, outcome, timer } of done) {
      clearTimeout(timer);
      answer(outcome);
    }
    this.#options.committed(fresh);
  }

  /** What is in flight is never answered: its connection or its leader is gone. */
  abandon(): void {
    clearTimeout(this.#commitTimer);
    this.#commitTimer = undefined;
    for (const { timer } of this.#inFlight) clearTimeout(timer);
    for (const timer of this.#dropped) clearTimeout(timer);
    this.#inFlight = [];
    this.#dropped.clear();
  }

  #write(group: readonly ProposedRecord[]): LogRecord[] {
    const records = this.#log.write(group);
    for (const { event } of records) {
      if (event) this.recentIds.remember(event.id, { stream: event.stream, revision: event.revision });
    }
    return records;
  }

  #undelete(stream: string, firstRevision: bigint): void {
    const event = systemEvent(metadataEventType, undeletion(this.#log, stream, firstRevision));
    this.#write([{ kind: 'event', stream: metastreamOf(stream), createdMs: Date.now(), event }]);
  }

  #await(answer: (outcome: WriteOutcome) => void, outcome: WriteOutcome): void {
    const write: InFlight = {
      answer,
      outcome,
      timer: setTimeout(() => {
        this.#inFlight = this.#inFlight.filter((other) => other !== write);
        answer({ kind: 'timedOut' });
      }, this.#options.commitTimeoutMs),
    };
    this.#inFlight.push(write);
    if (this.#options.commitDelayMs === 0) return this.commit();
    this.#commitTimer ??= setTimeout(() => this.commit(), this.#options.commitDelayMs);
  }

  #refuse(
    decision: Exclude<CommitDecision, { kind: 'write' }>,
    answer: (outcome: WriteOutcome) => void,
  ): void {
    if (decision.kind === 'unanswerable') return;
    if (decision.kind !== 'dropped') return answer(decision);
    const timer = setTimeout(() => {
      this.#dropped.delete(timer);
      answer({ kind: 'timedOut' });
    }, this.#options.commitTimeoutMs);
    this.#dropped.add(timer);
  }
}

function systemEvent(type: string, data: Uint8Array): ProposedEvent {
  return { id: randomUUID(), type, contentType: 'application/json', data, metadata: new Uint8Array() };
}
