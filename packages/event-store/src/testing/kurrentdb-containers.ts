import { setTimeout as sleep } from 'node:timers/promises';

import { KurrentDBClient } from '@kurrent/kurrentdb-client';

/** Image of the server where `KURRENTDB_IMAGE` names none; one for each release, with commas between them. */
const DEFAULT_IMAGE = 'docker.kurrent.io/kurrent-lts/kurrentdb:25.0';

export const kurrentDbImages = (): string[] =>
  (process.env['KURRENTDB_IMAGE'] ?? DEFAULT_IMAGE)
    .split(',')
    .map((image) => image.trim())
    .filter((image) => image !== '');

const PORT = 2113;
const ANSWERS_WITHIN_MS = 60_000;

/** Releases before 25 read variables that begin with `EVENTSTORE_`, later ones `KURRENTDB_`. */
const settings = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ INSECURE: 'true', MEM_DB: 'true', RUN_PROJECTIONS: 'None', ...values }).flatMap(
      ([name, value]) => ['EVENTSTORE', 'KURRENTDB'].map((product) => [`${product}_${name}`, value]),
    ),
  );

/** Why no container can be started here; undefined where one can. */
export async function whyNoContainers(): Promise<string | undefined> {
  try {
    const { getContainerRuntimeClient } = await import('testcontainers');
    await getContainerRuntimeClient();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export interface StartedServer {
  connectionString: string;
  stop: () => Promise<void>;
}

/** One node, without TLS, in memory. */
export async function startNode(image: string): Promise<StartedServer> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(image)
    .withEnvironment(settings({}))
    .withExposedPorts(PORT)
    .withWaitStrategy(Wait.forHttp('/health/live', PORT).forStatusCode(204))
    .start();
  const connectionString = `kurrentdb://${container.getHost()}:${container.getMappedPort(PORT)}?tls=false`;
  await untilAnswering(connectionString);
  return { connectionString, stop: async () => void (await container.stop()) };
}

export interface StartedCluster extends StartedServer {
  /** SIGKILL for the node that leads now. @returns its name */
  killLeader: () => Promise<string>;
  /** Starts a node that was killed. */
  revive: (name: string) => Promise<void>;
}

const NODES = ['node1', 'node2', 'node3'] as const;

/**
 * Three nodes that know each other by their names in a network of their own, and tell clients the ports that are bound
 * on this machine (`--advertise-host-to-client-as`).
 *
 * @param ports three free ones of this machine
 */
export async function startCluster(image: string, ports: readonly number[]): Promise<StartedCluster> {
  const { GenericContainer, getContainerRuntimeClient, Network, Wait } = await import('testcontainers');
  const runtime = await getContainerRuntimeClient();
  const host = runtime.info.containerRuntime.host;
  const network = await new Network().start();
  const started = await Promise.all(
    NODES.map(async (name, index) => {
      const port = ports[index]!;
      const others = NODES.filter((other) => other !== name).map((other) => `${other}:${PORT}`);
      const container = await new GenericContainer(image)
        .withNetwork(network)
        .withNetworkAliases(name)
        .withEnvironment(
          settings({
            MEM_DB: 'false',
            CLUSTER_SIZE: String(NODES.length),
            DISCOVER_VIA_DNS: 'false',
            GOSSIP_SEED: others.join(','),
            NODE_IP: '0.0.0.0',
            REPLICATION_IP: '0.0.0.0',
            NODE_HOST_ADVERTISE_AS: name,
            REPLICATION_HOST_ADVERTISE_AS: name,
            ADVERTISE_HOST_TO_CLIENT_AS: host,
            ADVERTISE_NODE_PORT_TO_CLIENT_AS: String(port),
          }),
        )
        .withExposedPorts({ container: PORT, host: port })
        .withWaitStrategy(Wait.forLogMessage(/./))
        .start();
      return { name, port, container };
    }),
  );
  const hosts = started.map(({ port }) => `${host}:${port}`).join(',');
  const connectionString = `kurrentdb://${hosts}?tls=false`;
  await untilAnswering(`${connectionString}&nodePreference=leader`);
  const known = (name: string) => started.find((node) => node.name === name)!;
  return {
    connectionString,
    killLeader: async () => {
      const port = await leaderPort(started.map((node) => `http://${host}:${node.port}`));
      const leader = started.find((node) => node.port === port);
      if (leader === undefined) throw new Error(`no node of the cluster listens on ${port}`);
      await runtime.container.getById(leader.container.getId()).kill({ signal: 'SIGKILL' });
      return leader.name;
    },
    revive: (name) => runtime.container.start(runtime.container.getById(known(name).container.getId())),
    stop: async () => {
      for (const { container } of started) await container.stop();
      await network.stop();
    },
  };
}

interface Member {
  state: string;
  isAlive: boolean;
  httpEndPointPort: number;
}

/** The port that gossip names for the leader; any node that answers is asked. */
async function leaderPort(addresses: readonly string[]): Promise<number> {
  for (const address of addresses) {
    const answer = await fetch(`${address}/gossip?format=json`).catch(() => undefined);
    if (answer?.ok !== true) continue;
    const { members } = (await answer.json()) as { members: Member[] };
    const leader = members.find(({ state, isAlive }) => isAlive && state === 'Leader');
    if (leader !== undefined) return leader.httpEndPointPort;
  }
  throw new Error('no node of the cluster names a leader');
}

/** A node that lives elects itself leader a moment later. */
async function untilAnswering(connectionString: string): Promise<void> {
  const client = KurrentDBClient.connectionString(connectionString);
  const giveUpAt = Date.now() + ANSWERS_WITHIN_MS;
  for (;;) {
    try {
      for await (const _event of client.readAll({ maxCount: 1, requiresLeader: true })) break;
      return await client.dispose();
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await sleep(200);
    }
  }
}
