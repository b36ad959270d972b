import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** An event as a recording names it; `size` is the bytes of text in its data. */
export interface RecordedEvent {
  id: string;
  type: string;
  size?: number;
  noMetadata?: boolean;
  binary?: boolean;
}

/** One operation and what a real server answered; the folder's README describes each. */
export type RecordedOperation =
  | { op: 'append'; stream: string; events: RecordedEvent[]; expected: string; answer: AnswerOrSilence }
  | {
      op: 'appendAtOnce';
      stream: string;
      events: RecordedEvent[];
      expected: string;
      times: number;
      answer: { outcomes: (object & { times: number })[]; streamAfterwards: object };
    }
  | ({ op: 'readStream'; stream: string; from?: string; answer: object } & (
      | { direction: Direction; from: string; limit: number }
      | { shown: string; answer: ShownEvent[] }
    ))
  | {
      op: 'readAll';
      direction: Direction;
      from: string;
      filter?: RecordedFilter;
      limit: number;
      answer: object;
    }
  | RecordedSubscription
  | { op: 'setStreamMetadata'; stream: string; metadata: Record<string, number>; answer: unknown }
  | { op: 'deleteStream' | 'tombstoneStream'; stream: string; answer: unknown }
  | { op: 'the server was killed and started again' };

export interface RecordedSubscription {
  op: 'subscribe';
  from: string;
  filter?: RecordedFilter;
  maxSearchWindow?: number;
  checkpointInterval?: number;
  answer: { untilCaughtUp: SubscriptionItem[]; afterwards?: SubscriptionItem[] };
}

export type SubscriptionItem =
  | string
  | { checkpoint: string }
  | { caughtUp: string }
  | { fellBehind: string };
type AnswerOrSilence = object | { unansweredAfterMs: number };
export type Direction = 'forwards' | 'backwards';
/** No streams: the server's own events are left out. */
export interface RecordedFilter {
  streams?: string[];
}
export interface ShownEvent {
  event: string;
  isJson: boolean;
  metadata: unknown;
  data: string;
}

export interface Recording {
  release: string;
  name: string;
  operations: RecordedOperation[];
}

const folder = path.join(import.meta.dirname, '../../../recordings');

/** Every recording that is there: a folder for each release, a file for each recording. */
export function recordings(from = folder): Recording[] {
  if (!existsSync(from)) return [];
  const releases = readdirSync(from, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return releases.flatMap(({ name: release }) =>
    readdirSync(path.join(from, release))
      .filter((file) => file.endsWith('.jsonl'))
      .toSorted()
      .map((file) => ({
        release,
        name: path.basename(file, '.jsonl'),
        operations: parse(readFileSync(path.join(from, release, file), 'utf8')),
      })),
  );
}

function parse(text: string): RecordedOperation[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedOperation);
}

/** What a server must have been started with for its answers to be these. */
export function maxAppendSizeBytes({ operations }: Recording): number | undefined {
  const limits = operations.flatMap((operation) =>
    'answer' in operation && isLimit(operation.answer) ? [operation.answer.maxAppendSize] : [],
  );
  return limits[0];
}

function isLimit(answer: unknown): answer is { maxAppendSize: number } {
  return typeof answer === 'object' && answer !== null && 'maxAppendSize' in answer;
}
