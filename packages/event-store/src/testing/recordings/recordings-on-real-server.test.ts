import { expect, test, vi } from 'vitest';

import { KurrentDbStandIn } from '../kurrentdb-stand-in.ts';
import { expectAsRecorded } from './compare.ts';
import { realReplayServer, replayOnReal, whyNotOnReal, isRestart } from './real-server.ts';
import { recordings } from './recording.ts';

const all = recordings();
const server = await realReplayServer();
const recorded = server ? all.filter(({ release }) => release === server.release) : [];

if (!server) {
  console.warn('left out: replay of the recordings on a real KurrentDB (no EVENT_STORE_TEST_URL)');
} else if (recorded.length === 0) {
  console.warn(
    `left out: replay of the recordings on a real KurrentDB (there are none of ${server.release})`,
  );
}

test('recordings that a shared server can answer are distinguished from those that it cannot', () => {
  const reasons = new Map(all.map((recording) => [recording.name, whyNotOnReal(recording)]));
  expect(reasons.get('walk-1')).toBeUndefined();
  expect(reasons.get('fresh-server')).toMatch(/nothing was written/);
  expect(reasons.get('sizes-and-foreign-events')).toMatch(/lower limit/);
});

test.each([
  ['24.2.0', undefined, '24.2.0'],
  ['24.10.4', undefined, '24.10.4'],
  ['24.10.9.0', undefined, '24.10.9'],
  ['24.10.4', '24.10.9', '24.10.9'],
] as const)('a server of %s, where %s is named, is replayed as %s', async (release, named, replayed) => {
  const standIn = new KurrentDbStandIn({ release });
  await standIn.start();
  vi.stubEnv('EVENT_STORE_TEST_URL', standIn.connectionString);
  vi.stubEnv('EVENT_STORE_TEST_RELEASE', named);
  try {
    expect(await realReplayServer()).toMatchObject({ release: replayed });
  } finally {
    vi.unstubAllEnvs();
    standIn.close();
  }
});

test('a server that does not say its release is replayed as none', async () => {
  const standIn = new KurrentDbStandIn({ release: '20.10.2' });
  await standIn.start();
  vi.stubEnv('EVENT_STORE_TEST_URL', standIn.connectionString);
  vi.stubEnv('EVENT_STORE_TEST_RELEASE', undefined);
  try {
    await expect(realReplayServer()).rejects.toThrow('set EVENT_STORE_TEST_RELEASE');
  } finally {
    vi.unstubAllEnvs();
    standIn.close();
  }
});

for (const recording of recorded) {
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
