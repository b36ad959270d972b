import { KurrentDBClient } from '@kurrent/kurrentdb-client';

/** A real KurrentDB for the contract suite, or why there is none. */
export type RealServer =
  | { connectionString: string; stop: () => Promise<void> }
  | { connectionString: undefined; leftOut: string };

const image = process.env['KURRENTDB_IMAGE'] ?? 'docker.kurrent.io/kurrent-lts/kurrentdb:25.0';

/**
 * The server of `EVENT_STORE_TEST_URL`; without it, one in a container (`KURRENTDB_IMAGE` names another image) where a
 * container engine is there.
 */
export async function realServer(): Promise<RealServer> {
  const url = process.env['EVENT_STORE_TEST_URL'];
  if (url) return { connectionString: url, stop: () => Promise.resolve() };
  try {
    return await startContainer();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const leftOut = `left out: the event store's contract suite on a real KurrentDB (no EVENT_STORE_TEST_URL; no container: ${reason})`;
    return { connectionString: undefined, leftOut };
  }
}

async function startContainer(): Promise<RealServer> {
  const { GenericContainer, getContainerRuntimeClient, Wait } = await import('testcontainers');
  await getContainerRuntimeClient();
  const container = await new GenericContainer(image)
    .withEnvironment({
      KURRENTDB_INSECURE: 'true',
      KURRENTDB_MEM_DB: 'true',
      KURRENTDB_RUN_PROJECTIONS: 'None',
    })
    .withExposedPorts(2113)
    .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
    .start();
  const connectionString = `kurrentdb://${container.getHost()}:${container.getMappedPort(2113)}?tls=false`;
  await untilAnswering(connectionString);
  return { connectionString, stop: async () => void (await container.stop()) };
}

/** A node that lives elects itself leader a moment later. */
async function untilAnswering(connectionString: string): Promise<void> {
  const client = KurrentDBClient.connectionString(connectionString);
  const giveUpAt = Date.now() + 30_000;
  for (;;) {
    try {
      for await (const _event of client.readAll({ maxCount: 1, requiresLeader: true })) break;
      return await client.dispose();
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
    }
  }
}
