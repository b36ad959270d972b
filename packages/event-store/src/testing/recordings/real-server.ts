import { KurrentDBClient } from '@kurrent/kurrentdb-client';

import { serverReleases } from '../../kurrentdb/connection/server-release.ts';
import { maxAppendSizeBytes, type RecordedOperation, type Recording } from './recording.ts';
import { Replay, type Replayed } from './replay.ts';

/** The server that recordings are replayed against beside the stand-in, and the release that it is. */
export interface RealReplayServer {
  connectionString: string;
  release: string;
}

/** The server of `EVENT_STORE_TEST_URL`, of the release that `EVENT_STORE_TEST_RELEASE` or else it itself says. */
export async function realReplayServer(): Promise<RealReplayServer | undefined> {
  const connectionString = process.env['EVENT_STORE_TEST_URL'];
  if (!connectionString) return undefined;
  const given = process.env['EVENT_STORE_TEST_RELEASE'];
  if (given) return { connectionString, release: given };
  const [release] = await serverReleases(connectionString);
  if (release === undefined)
    throw new Error(
      'the server of EVENT_STORE_TEST_URL does not say its release: set EVENT_STORE_TEST_RELEASE',
    );
  // 24.10.9.0 in some builds.
  return { connectionString, release: /^\d+\.\d+\.\d+/.exec(release)?.[0] ?? release };
}

/**
 * Why a recording cannot come out the same on a server that a test neither starts nor owns: other tests write to it,
 * and it may have been written to before.
 */
export function whyNotOnReal(recording: Recording): string | undefined {
  if (maxAppendSizeBytes(recording) !== undefined) return 'needs a server with a lower limit for appends';
  if (recording.operations.some(needsFreshServer)) return 'needs a server that nothing was written to';
  return undefined;
}

/** The operations up to the first restart, which a test leaves to the server's operator. */
export async function* replayOnReal(
  server: RealReplayServer,
  recording: Recording,
): AsyncGenerator<Replayed> {
  const restart = recording.operations.findIndex(isRestart);
  const operations = restart === -1 ? recording.operations : recording.operations.slice(0, restart);
  const client = KurrentDBClient.connectionString(server.connectionString);
  try {
    yield* new Replay({ client }, { ...recording, operations }).run();
  } finally {
    await client.dispose();
  }
}

export const isRestart = ({ op }: RecordedOperation): boolean =>
  op === 'the server was killed and started again';

function needsFreshServer(operation: RecordedOperation): boolean {
  if ('stream' in operation && (operation.stream === '' || operation.stream.startsWith('$'))) return true;
  if (operation.op === 'subscribe') return operation.from === 'start';
  return operation.op === 'readAll' && operation.filter?.streams === undefined;
}
