import { kurrentDbImages, startNode, whyNoContainers, type StartedServer } from './kurrentdb-containers.ts';

/** A real KurrentDB for the contract suite, or why there is none. */
export type RealServer = StartedServer | { connectionString: undefined; leftOut: string };

/**
 * The server of `EVENT_STORE_TEST_URL`; without it, one in a container (the first that `KURRENTDB_IMAGE` names) where a
 * container engine is there.
 */
export async function realServer(): Promise<RealServer> {
  const url = process.env['EVENT_STORE_TEST_URL'];
  if (url) return { connectionString: url, stop: () => Promise.resolve() };
  const [image] = kurrentDbImages();
  const reason = image === undefined ? 'KURRENTDB_IMAGE is empty' : await whyNoContainers();
  if (reason === undefined) return startNode(image!);
  return {
    connectionString: undefined,
    leftOut: `left out: the event store's contract suite on a real KurrentDB (no EVENT_STORE_TEST_URL; no container: ${reason})`,
  };
}
