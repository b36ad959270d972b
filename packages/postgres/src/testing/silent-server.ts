import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

import { byTcp } from './by-tcp.ts';

/** A server that can stop answering without closing a connection, as a machine does that loses its power. */
export interface SilentServer {
  /** Of the same database, by TCP. */
  connectionString: string;
  /** From now on nothing is answered, nor is a new connection. */
  fallSilent: () => Promise<void>;
  close: () => Promise<void>;
}

/** @param tlsFolder holds `key.pem` and `cert.pem`, with which it takes TLS alone */
export async function startSilentServer(databaseUrl: string, tlsFolder?: string): Promise<SilentServer> {
  const target = byTcp(databaseUrl);
  const script = fileURLToPath(new URL('forward.ts', import.meta.url));
  const forwarder = spawn(
    process.execPath,
    [script, target.hostname, target.port, ...(tlsFolder === undefined ? [] : [tlsFolder])],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await once(forwarder.stdout, 'data')) as [Buffer];
  const port = Number(line.toString());
  target.port = String(port);
  if (tlsFolder !== undefined) target.searchParams.set('sslmode', 'no-verify');
  const waiting: Socket[] = [];
  return {
    connectionString: target.href,
    async fallSilent() {
      forwarder.kill('SIGSTOP');
      for (let isAnswered = true; isAnswered;) {
        const socket = connect({ port, host: '127.0.0.1', timeout: 300 });
        waiting.push(socket);
        socket.on('error', () => {});
        isAnswered = await Promise.race([
          once(socket, 'connect').then(() => true),
          once(socket, 'timeout').then(() => false),
        ]);
      }
    },
    async close() {
      for (const socket of waiting) socket.destroy();
      forwarder.kill('SIGKILL');
      if (forwarder.exitCode === null && forwarder.signalCode === null) await once(forwarder, 'exit');
    },
  };
}
