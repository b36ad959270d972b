import { closeSync, fdatasyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

import type { ProposedEvent, ProposedRecord } from './log-records.ts';

type EncodedRecord =
  | { stream: string; createdMs: number; event: Record<keyof ProposedEvent, string>; tombstone?: true }
  | { sizeBytes: number };

/** Keeps the records of a log: a line of JSON for each group that is written whole or not at all. */
export class LogFile {
  readonly #file: string;
  readonly #descriptor: number;

  constructor(file: string) {
    this.#file = file;
    this.#descriptor = openSync(file, 'a+');
  }

  /** A line without its end was being written when the process died; it was never acknowledged. */
  load(): ProposedRecord[][] {
    const content = readFileSync(this.#file);
    const wholeBytes = content.lastIndexOf('\n') + 1;
    if (wholeBytes < content.length) ftruncateSync(this.#descriptor, wholeBytes);
    const lines = content.subarray(0, wholeBytes).toString('utf8').split('\n').slice(0, -1);
    return lines.map((line) => (JSON.parse(line) as EncodedRecord[]).map(decode));
  }

  append(group: readonly ProposedRecord[]): void {
    writeSync(this.#descriptor, `${JSON.stringify(group.map(encode))}\n`);
    fdatasyncSync(this.#descriptor);
  }

  rewrite(groups: readonly ProposedRecord[][]): void {
    ftruncateSync(this.#descriptor, 0);
    writeSync(this.#descriptor, groups.map((group) => `${JSON.stringify(group.map(encode))}\n`).join(''));
    fdatasyncSync(this.#descriptor);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

function encode(record: ProposedRecord): EncodedRecord {
  if (record.kind === 'empty') return { sizeBytes: record.sizeBytes };
  const { kind: _kind, event, ...rest } = record;
  return { ...rest, event: { ...event, data: base64(event.data), metadata: base64(event.metadata) } };
}

function decode(record: EncodedRecord): ProposedRecord {
  if ('sizeBytes' in record) return { kind: 'empty', ...record };
  const { data, metadata, ...event } = record.event;
  return {
    ...record,
    kind: 'event',
    event: { ...event, data: Buffer.from(data, 'base64'), metadata: Buffer.from(metadata, 'base64') },
  };
}
