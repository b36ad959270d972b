import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';

import { natsConnectionOptions, type NatsAccess } from './connection-options.ts';

/** Connects once, and asks for JetStream, which keeps the jobs. @throws what the client throws */
export async function askNats(url: string, timeoutMs: number, access?: NatsAccess): Promise<void> {
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
