import { expect, test } from 'vitest';

import { expectAsRecorded } from './compare.ts';
import { realReplayServer, replayOnReal, whyNotOnReal, isRestart } from './real-server.ts';
import { recordings } from './recording.ts';

const all = recordings();
const server = realReplayServer([...new Set(all.map(({ release }) => release))]);

if (!server) {
  console.warn('left out: replay of the recordings on a real KurrentDB (no EVENT_STORE_TEST_URL)');
}

test('recordings that a shared server can answer are told from those that it cannot', () => {
  const reasons = new Map(all.map((recording) => [recording.name, whyNotOnReal(recording)]));
  expect(reasons.get('walk-1')).toBeUndefined();
  expect(reasons.get('fresh-server')).toMatch(/nothing was written/);
  expect(reasons.get('sizes-and-foreign-events')).toMatch(/lower limit/);
});

for (const recording of server ? all.filter(({ release }) => release === server.release) : []) {
  const reason = whyNotOnReal(recording);
  if (reason !== undefined) {
    console.warn(`left out: recording ${recording.name} on a real KurrentDB (${reason})`);
    continue;
  }
  if (recording.operations.some(isRestart)) {
    console.warn(`left out: recording ${recording.name} after its restart of a real KurrentDB`);
  }
  test(`${recording.name} of ${recording.release} on a real KurrentDB`, { timeout: 300_000 }, async () => {
    for await (const replayed of replayOnReal(server!, recording)) {
      expectAsRecorded(replayed, { everyOutcome: false });
    }
  });
}
