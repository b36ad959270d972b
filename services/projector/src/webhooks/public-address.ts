import { isIP } from 'node:net';

import ipaddr from 'ipaddr.js';

/** Public by its range, and yet answered within a cloud by its machinery: metadata of Azure, its "WireServer". */
const MACHINERY: ReadonlySet<string> = new Set(['168.63.129.16']);
/** Global unicast (RFC 4291, 2.4): whatever else an IPv6 address may be, it is reached from elsewhere only if it is this. */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an address belongs to the public internet: not private, loopback, link-local (where metadata services live),
 * multicast, unique-local, of carriers (RFC 6598), reserved, nor any of these inside an IPv6 form of it.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || MACHINERY.has(parsed.toString())) return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_V6);
}

/** Whether an address is of this machine, also as IPv6 writes IPv4. */
export const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback';
