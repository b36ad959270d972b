import { features, gossip } from '../protocol.ts';
import type { NodeAddress, NodeRole, ServerRelease } from '../switches.ts';

export interface GossipMember extends NodeAddress {
  role: NodeRole;
  isAlive: boolean;
}

const { VNodeState } = gossip.MemberInfo;

/** A client chooses among leaders and followers only. */
const stateOf = {
  leader: VNodeState.LEADER,
  preLeader: VNodeState.PRELEADER,
  follower: VNodeState.FOLLOWER,
  leaderless: VNodeState.UNKNOWN,
} as const;

export function clusterInfo(members: readonly GossipMember[]): InstanceType<typeof gossip.ClusterInfo> {
  const infos = members.map(({ host, port, role, isAlive }) => {
    const endPoint = new gossip.EndPoint().setAddress(host).setPort(port);
    const info = new gossip.MemberInfo().setHttpEndPoint(endPoint).setIsAlive(isAlive);
    info.setState(stateOf[role]);
    return info;
  });
  return new gossip.ClusterInfo().setMembersList(infos);
}

/** The client asks which methods the server has, and appends in batches only when that is among them. */
export function supportedMethods(release: ServerRelease): InstanceType<typeof features.SupportedMethods> {
  const methods = ['read', 'append', 'delete', 'tombstone', 'batchappend'].map((name) => {
    const method = new features.SupportedMethod();
    method.setMethodName(name).setServiceName('event_store.client.streams.streams');
    if (name === 'read') method.setFeaturesList(['position', 'events']);
    if (name === 'batchappend') method.setFeaturesList(['deadline_duration']);
    return method;
  });
  return new features.SupportedMethods().setEventStoreServerVersion(release).setMethodsList(methods);
}
