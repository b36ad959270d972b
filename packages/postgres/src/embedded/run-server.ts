import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { clusterLayout, type ClusterLayout } from './cluster-layout.ts';
import { ensureCluster } from './cluster.ts';
import { freePort } from './free-port.ts';
import { locateNativeDistribution, type NativeDistribution } from './native-distribution.ts';
import { PostmasterStartError, startPostmaster, waitUntilReady, type Postmaster } from './postmaster.ts';
import { serverAccount, type ServerAccount } from './server-account.ts';

/** A cluster on this machine and what it takes to run it. */
export interface EmbeddedServer {
  layout: ClusterLayout;
  native: NativeDistribution;
  account: ServerAccount | undefined;
  /** A port the caller insists on; undefined = the remembered one, else a free one. */
  port: number | undefined;
  maxConnections: number;
  /** Further settings of the server, by their names in `postgresql.conf`. */
  settings: Readonly<Record<string, string>>;
}

/** How long a server may take to let go of a data directory after it was killed. */
const releaseTimeoutMs = 30_000;

export function embeddedServer(options: {
  dataDir: string;
  port: number | undefined;
  maxConnections: number;
  settings?: Readonly<Record<string, string>>;
}): EmbeddedServer {
  const account = serverAccount();
  const native = locateNativeDistribution(account);
  const { port, maxConnections, settings = {} } = options;
  return {
    layout: clusterLayout(options.dataDir, native.major),
    native,
    account,
    port: port || undefined,
    maxConnections,
    settings,
  };
}

/**
 * Ends with a server that takes connections: the one that runs already (`attached`), or a new one. Safe to call from
 * several processes at once and after any of them, or the server, was killed: Postgres itself lets only one server
 * hold a data directory, and the loser of that race attaches.
 */
export async function ensureRunning(server: EmbeddedServer): Promise<Postmaster & { attached: boolean }> {
  const { layout, native, account } = server;
  await ensureCluster(layout, native, account);
  const giveUpAt = Date.now() + releaseTimeoutMs;
  for (let portsTried = 0; ;) {
    const running = await waitUntilReady(layout);
    if (running) return { ...running, attached: true };
    const port = server.port ?? (portsTried === 0 ? rememberedPort(layout) : undefined) ?? (await freePort());
    try {
      const started = await startPostmaster(layout, native, account, {
        port,
        maxConnections: server.maxConnections,
        further: server.settings,
      });
      rememberPort(layout, port);
      return { ...started, attached: false };
    } catch (error) {
      if (!(error instanceof PostmasterStartError)) throw error;
      if (error.portTaken && server.port === undefined && ++portsTried < 5) continue;
      if (!error.dataDirectoryHeld || Date.now() > giveUpAt) throw error;
      await sleep(50);
    }
  }
}

function rememberedPort(layout: ClusterLayout): number | undefined {
  try {
    const port = Number(readFileSync(layout.portFile, 'utf8'));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  } catch {
    return undefined;
  }
}

function rememberPort(layout: ClusterLayout, port: number): void {
  const draft = `${layout.portFile}.${process.pid}`;
  writeFileSync(draft, `${port}\n`);
  renameSync(draft, layout.portFile);
}
