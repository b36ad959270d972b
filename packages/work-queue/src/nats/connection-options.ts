import { credsAuthenticator, nkeyAuthenticator, type NodeConnectionOptions } from '@nats-io/transport-node';

/** Beside the address: who connects, and by which certificates. */
export interface NatsAccess {
  /** The text of a credentials file: a user's JWT and the seed of its key. */
  credentials?: string | undefined;
  /** Seed of a user's NKey: `SU…`. */
  nkeySeed?: string | undefined;
  /** PEM file of the authorities that the servers' certificates lead to; the usual ones without it. */
  caFile?: string | undefined;
  /** PEM files of the client's own certificate and its key. */
  certFile?: string | undefined;
  keyFile?: string | undefined;
}

/**
 * What `NATS_URL` says: one or more addresses of one cluster, separated by commas, with user and password or a
 * token before the `@` of the first (`nats://user:password@host:4222`, `tls://token@host`).
 *
 * @throws TypeError for what is no URL
 */
export function natsConnectionOptions(url: string, access: NatsAccess = {}): NodeConnectionOptions {
  const addresses = url.split(',').map((address) => new URL(address.trim()));
  const [first] = addresses as [URL];
  return {
    servers: addresses.map((address) => address.host),
    ...credentials(first, access),
    ...tls(addresses, access),
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

function credentials(address: URL, access: NatsAccess): NodeConnectionOptions {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  if (access.credentials !== undefined)
    return { authenticator: credsAuthenticator(bytes(access.credentials)) };
  if (access.nkeySeed !== undefined) return { authenticator: nkeyAuthenticator(bytes(access.nkeySeed)) };
  const [user, pass] = [decodeURIComponent(address.username), decodeURIComponent(address.password)];
  if (user === '') return {};
  return pass === '' ? { token: user } : { user, pass };
}

function tls(addresses: readonly URL[], { caFile, certFile, keyFile }: NatsAccess): NodeConnectionOptions {
  const files = Object.entries({ caFile, certFile, keyFile }).filter(([, file]) => file !== undefined);
  const isWanted = files.length > 0 || addresses.some((address) => address.protocol === 'tls:');
  return isWanted ? { tls: Object.fromEntries(files) } : {};
}
