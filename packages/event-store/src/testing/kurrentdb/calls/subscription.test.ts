import { expect, test } from 'vitest';

import { StandInLog } from '../log/log.ts';
import { StandInWriter } from '../log/writer.ts';
import type { streamsMessages } from '../protocol.ts';
import { traitsOf } from '../release.ts';
import type { ReadCall } from './read-call.ts';
import { StandInSubscription } from './subscription.ts';

/** A connection that takes no more until it is drained. */
function slowCall(): { call: ReadCall; heard: string[]; drain: () => void } {
  const heard: string[] = [];
  let onDrain: (() => void) | undefined;
  const call = {
    cancelled: false,
    once: (_event: 'drain', listener: () => void) => {
      onDrain = listener;
    },
    write: (response: streamsMessages.ReadResp): boolean => {
      const event = response.getEvent()?.getEvent();
      if (event) heard.push(event.getStreamRevision());
      else if (response.hasFellBehind()) heard.push('fell behind');
      else if (response.hasCaughtUp()) heard.push('caught up');
      return false;
    },
  };
  const drain = (): void => {
    while (onDrain) {
      const listener = onDrain;
      onDrain = undefined;
      listener();
    }
  };
  return { call: call as unknown as ReadCall, heard, drain };
}

test('a subscriber too slow for live events falls behind, catches up, and misses none', () => {
  const log = new StandInLog();
  const subscriptions: StandInSubscription[] = [];
  const writer = new StandInWriter(log, {
    commitDelayMs: 0,
    commitTimeoutMs: 60_000,
    replicate: () => true,
    committed: () => subscriptions.forEach((subscription) => subscription.pump()),
  });
  const write = (count: number): void => {
    const events = Array.from({ length: count }, (_, n) => ({
      id: `${log.records.length + n}`,
      type: 'Made',
      contentType: 'application/json',
      data: Buffer.from('{}'),
      metadata: new Uint8Array(),
    }));
    writer.append({ stream: 's', expected: 'any', events }, () => {});
  };
  const { call, heard, drain } = slowCall();
  subscriptions.push(
    new StandInSubscription(log, call, { traits: traitsOf('24.10.9'), from: 'end', filter: undefined }),
  );
  drain();
  write(1);
  drain();
  expect(heard).toEqual(['caught up', '0']);

  write(3_000);
  drain();
  const revisions = heard.filter((item) => /^\d+$/.test(item));
  expect(revisions).toEqual(Array.from({ length: 3_001 }, (_, revision) => String(revision)));
  expect(heard.filter((item) => !/^\d+$/.test(item))).toEqual(['caught up', 'fell behind', 'caught up']);
});
