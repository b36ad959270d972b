import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

import { gossip, paths, shared } from '../protocol.ts';
import type { ConnectionSettings } from './connection-string.ts';
import { endpointText, type Endpoint } from './endpoint.ts';
import { GrpcChannel } from './grpc-channel.ts';

/** No server that was asked knows who leads. */
export class NoLeader extends Error {
  constructor(cause: unknown) {
    super('no server of the cluster names a leader', { cause });
    this.name = 'NoLeader';
  }
}

/**
 * The server that leads, by what the cluster's servers say of each other. All are asked at once and the first that
 * names a leader is believed: one that hangs delays none. A leader in `shunned` is not taken again: it did not
 * answer a moment ago, and the others may not have noticed yet.
 *
 * @throws NoLeader
 */
export async function findLeader(
  settings: ConnectionSettings,
  shunned: ReadonlySet<string>,
): Promise<Endpoint> {
  const asked = await Promise.all(settings.hosts.map(addressesOf));
  try {
    return await Promise.any(asked.flat().map((server) => leaderBy(server, settings, shunned)));
  } catch (error) {
    throw new NoLeader(error instanceof AggregateError ? error.errors[0] : error);
  }
}

interface Server extends Endpoint {
  /** What its certificate is for, when it was found by a name. */
  serverName?: string;
}

/** A name may stand for every server of the cluster. */
async function addressesOf({ address, port }: Endpoint): Promise<Server[]> {
  if (isIP(address) !== 0) return [{ address, port }];
  try {
    const found = await lookup(address, { all: true });
    return found.map((one) => ({ address: one.address, port, serverName: address }));
  } catch {
    return [{ address, port }];
  }
}

async function leaderBy(
  server: Server,
  settings: ConnectionSettings,
  shunned: ReadonlySet<string>,
): Promise<Endpoint> {
  const { serverName } = server;
  const channel = new GrpcChannel(server, { tls: settings.tls, serverName, headers: {} });
  const timer = setTimeout(
    () => channel.close(new Error(`no answer within ${settings.gossipTimeoutMs} ms`)),
    settings.gossipTimeoutMs,
  );
  try {
    const call = channel.call(paths.gossip);
    call.write(new shared.Empty().serializeBinary());
    call.end();
    for await (const [message] of call.messages()) {
      const { LEADER } = gossip.MemberInfo.VNodeState;
      for (const member of gossip.ClusterInfo.deserializeBinary(message!).getMembersList()) {
        const at = member.getHttpEndPoint();
        if (!at || !member.getIsAlive() || member.getState() !== LEADER) continue;
        const leader = { address: at.getAddress(), port: at.getPort() };
        if (!shunned.has(endpointText(leader))) return leader;
      }
    }
    throw new Error(`${endpointText(server)} names no leader`);
  } finally {
    clearTimeout(timer);
    channel.close(new Error('asked'));
  }
}
