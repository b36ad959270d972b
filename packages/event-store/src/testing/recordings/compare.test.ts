import { expect, test } from 'vitest';

import { expectAsRecorded } from './compare.ts';
import type { RecordedOperation } from './recording.ts';

const wrongVersion = { error: 'WrongExpectedVersionError', type: 'wrong-expected-version', actual: '3' };
const written = { revision: '1', position: 'at e1@a/1' };
const append: RecordedOperation = {
  op: 'append',
  stream: 'a',
  events: [{ id: 'e1', type: 'Made' }],
  expected: '0',
  answer: written,
};
const read: RecordedOperation = {
  op: 'readStream',
  stream: 'a',
  direction: 'forwards',
  from: 'start',
  limit: 2,
  answer: { events: ['e0@a/0', 'e1@a/1'] },
};
const subscribe: RecordedOperation = {
  op: 'subscribe',
  from: 'start',
  answer: {
    untilCaughtUp: ['e0@a/0', { checkpoint: 'at e0@a/0' }, { caughtUp: 'none' }],
    afterwards: ['e1@a/1'],
  },
};
const [first, second, failed] = [
  { revision: '0', position: 'given' },
  { revision: '1', position: 'given' },
  { error: 'DeadlineExceededError', type: 'deadline-exceeded', message: '' },
];
const atOnce: RecordedOperation = {
  op: 'appendAtOnce',
  stream: 'a',
  events: [],
  expected: 'any',
  times: 3,
  answer: {
    outcomes: [
      { ...first, times: 1 },
      { ...failed, times: 2 },
    ],
    streamAfterwards: { events: ['e0@a/0'] },
  },
};
const afterwards = { events: ['e0@a/0'] };

test.each<[string, RecordedOperation, unknown]>([
  ['the same answer', append, written],
  [
    'an error with a message that the recording leaves out',
    { ...append, answer: wrongVersion },
    { ...wrongVersion, message: 'x' },
  ],
  ['the same events', read, read.answer],
  [
    'a checkpoint that ran ahead of its event',
    subscribe,
    {
      untilCaughtUp: [{ checkpoint: 'at e0@a/0' }, 'e0@a/0', { caughtUp: 'none' }],
      afterwards: ['e1@a/1'],
    },
  ],
  [
    'the outcomes in another number',
    atOnce,
    { outcomes: [first, first, failed], streamAfterwards: afterwards },
  ],
])('%s is as recorded', (_what, operation, answer) => {
  expectAsRecorded({ operation, answer });
  expect.assertions(1 + Number(operation === atOnce));
});

test.each<[string, RecordedOperation, unknown]>([
  ['another revision', append, { ...written, revision: '2' }],
  ['no position', append, { ...written, position: 'none' }],
  ['an error', append, { ...wrongVersion, message: '' }],
  ['another actual revision', { ...append, answer: wrongVersion }, { ...wrongVersion, actual: '4' }],
  ['silence', append, { unansweredAfterMs: 12_000 }],
  ['an answer for silence', { ...append, answer: { unansweredAfterMs: 12_000 } }, written],
  ['one event less', read, { events: ['e0@a/0'] }],
  ['one event more', read, { events: ['e0@a/0', 'e1@a/1', 'e2@a/2'] }],
  ['events in another order', read, { events: ['e1@a/1', 'e0@a/0'] }],
  [
    'a checkpoint elsewhere',
    subscribe,
    {
      untilCaughtUp: ['e0@a/0', { checkpoint: '2^64-1' }, { caughtUp: 'none' }],
      afterwards: ['e1@a/1'],
    },
  ],
  [
    'no event afterwards',
    subscribe,
    { untilCaughtUp: ['e0@a/0', { checkpoint: 'at e0@a/0' }, { caughtUp: 'none' }], afterwards: [] },
  ],
  [
    'an outcome that was not recorded',
    atOnce,
    { outcomes: [first, second, failed], streamAfterwards: afterwards },
  ],
  ['an outcome that is missing', atOnce, { outcomes: [first, first, first], streamAfterwards: afterwards }],
  [
    'a stream that was written twice',
    atOnce,
    { outcomes: [first, failed, failed], streamAfterwards: { events: ['e0@a/0', 'e0@a/1'] } },
  ],
])('%s is not as recorded', (_what, operation, answer) => {
  expect(() => expectAsRecorded({ operation, answer })).toThrow(/expected/);
});
