import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';

import { natsConnectionOptions, type NatsAccess } from './connection-options.ts';

/** Of a connection that was cut: why stood before it, and may have been lost with it. The client says the last two. */
const CUT = /ECONNRESET|EPIPE|undefined error|closed connection/;
const TRIES = 5;

/**
 * Connects, and asks for JetStream, which keeps the jobs. A server that refuses says why and cuts the connection: where its
 * words are lost to that, it is asked again, five times in all.
 *
 * @throws what the client throws
 */
export async function askNats(url: string, timeoutMs: number, access?: NatsAccess): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask(url, timeoutMs, access);
    } catch (error) {
      if (attempt === TRIES || !(error instanceof Error && CUT.test(error.message))) throw error;
    }
  }
}

async function ask(url: string, timeoutMs: number, access: NatsAccess | undefined): Promise<void> {
  const connection = await connect({
    ...natsConnectionOptions(url, access),
    name: 'lacre start',
    timeout: timeoutMs,
    reconnect: false,
    ignoreAuthErrorAbort: false,
  });
  try {
    await jetstreamManager(connection, { timeout: timeoutMs });
  } finally {
    await connection.close();
  }
}
