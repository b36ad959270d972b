import type { NodeConnectionOptions } from '@nats-io/transport-node';

/**
 * What `NATS_URL` says: one or more addresses of one cluster, separated by commas, with user and password or a
 * token before the `@` of the first (`nats://user:password@host:4222`, `tls://token@host`).
 *
 * @throws TypeError for what is no URL
 */
export function natsConnectionOptions(url: string): NodeConnectionOptions {
  const addresses = url.split(',').map((address) => new URL(address.trim()));
  const [first] = addresses as [URL];
  return {
    servers: addresses.map((address) => address.host),
    ...credentials(first),
    ...(addresses.some((address) => address.protocol === 'tls:') ? { tls: {} } : {}),
    name: 'lacre work queue',
    // For ever, and also when the server refuses the credentials for a while, as during their rotation.
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: 250,
    reconnectJitter: 250,
    // A server that vanished without closing its connections is noticed within 20 s.
    pingInterval: 10_000,
    maxPingOut: 1,
    noAsyncTraces: true,
  };
}

function credentials(address: URL): NodeConnectionOptions {
  const [user, pass] = [decodeURIComponent(address.username), decodeURIComponent(address.password)];
  if (user === '') return {};
  return pass === '' ? { token: user } : { user, pass };
}
