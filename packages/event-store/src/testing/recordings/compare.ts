import { expect } from 'vitest';

import type { RecordedOperation, SubscriptionItem } from './recording.ts';
import type { Replayed } from './replay.ts';

/** That the answer is the one recorded, as far as the recordings' README says that it is a promise. */
export function expectAsRecorded(
  { operation, answer }: Replayed,
  { everyOutcome = true }: { everyOutcome?: boolean } = {},
): void {
  const asked = { ...operation, answer: undefined };
  switch (operation.op) {
    case 'the server was killed and started again':
      return;
    case 'appendAtOnce':
      return expectOutcomes(operation, answer as AtOnceAnswer, everyOutcome);
    case 'subscribe':
      return expectSubscription(operation.answer, answer as typeof operation.answer, asked);
    default:
      // A recording leaves out what differs from run to run, as the message of some errors.
      expect({ asked, answer }).toMatchObject({ asked, answer: operation.answer });
  }
}

interface AtOnceAnswer {
  outcomes: object[];
  streamAfterwards: object;
}

/** How many callers get which outcome is chance; which outcomes there are, and that one stream results, is not. */
function expectOutcomes(
  { answer: recorded }: Extract<RecordedOperation, { op: 'appendAtOnce' }>,
  { outcomes, streamAfterwards }: AtOnceAnswer,
  everyOutcome: boolean,
): void {
  expect(streamAfterwards).toEqual(recorded.streamAfterwards);
  const kinds = (all: object[]): Set<string> =>
    new Set(all.map((outcome) => JSON.stringify({ ...outcome, times: undefined })));
  const [seen, known] = [kinds(outcomes), kinds(recorded.outcomes)];
  const isSame = everyOutcome ? seen.size === known.size : seen.size > 0;
  expect({ seen, isSame, unknown: [...seen].filter((outcome) => !known.has(outcome)) }).toEqual({
    seen,
    isSame: true,
    unknown: [],
  });
}

/** Checkpoints and "caught up" run beside events of the same burst: each has an order of its own. */
function expectSubscription(
  recorded: { untilCaughtUp: SubscriptionItem[]; afterwards?: SubscriptionItem[] },
  answer: { untilCaughtUp: SubscriptionItem[]; afterwards?: SubscriptionItem[] },
  asked: object,
): void {
  const parts = (items: SubscriptionItem[] = []): object => ({
    events: items.filter((item) => typeof item === 'string'),
    marks: items.filter((item) => typeof item !== 'string'),
  });
  expect({
    asked,
    untilCaughtUp: parts(answer.untilCaughtUp),
    afterwards: parts(answer.afterwards),
  }).toEqual({
    asked,
    untilCaughtUp: parts(recorded.untilCaughtUp),
    afterwards: parts(recorded.afterwards),
  });
}
