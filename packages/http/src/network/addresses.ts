import { isIP } from 'node:net';

import ipaddr from 'ipaddr.js';

/** What one site gets of IPv6, bits (RFC 6177 §2, BCP 157): its hosts choose the rest as they like (RFC 8981). */
const SITE_PREFIX_BITS = 64;

/** An address without brackets and zone (RFC 4007 §11), its IPv4 form where IPv6 maps one; undefined when it is none. */
function parsed(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = text.replace(/^\[(?<inner>.*)\]$/, '$<inner>').replace(/%.*$/, '');
  return isIP(bare) === 0 ? undefined : ipaddr.process(bare);
}

/**
 * What requests from an address are counted as: the address itself in IPv4, its /64 in IPv6, because one host holds all
 * of a /64. Text that is no address is returned as it is.
 */
export function addressGroup(address: string): string {
  const found = parsed(address);
  if (found === undefined || found.kind() === 'ipv4') return found?.toString() ?? address;
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${found.toString()}/${SITE_PREFIX_BITS}`);
  return `${network.toString()}/${SITE_PREFIX_BITS}`;
}

/** An address as proxies write it, some with the port that they saw: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (text: string): string => text.trim().replace(/^(\[.*\]|[\d.]+):\d{1,5}$/, '$1');

/**
 * Where a request comes from, in one form for each address: the last that a trusted proxy names. What is no address
 * (`unknown`, junk that a proxy passes on) counts as the proxy that sent it, so that it opens no way around a limit.
 *
 * @param path from the connected socket to the caller, as far as it is trusted
 */
export function callerAddress(path: readonly (string | undefined)[]): string {
  for (const text of path.toReversed()) {
    const found = parsed(withoutPort(text ?? ''));
    if (found !== undefined) return found.toString();
  }
  return '';
}

/** Whether an address is this machine's loopback (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3). */
export const isLoopbackAddress = (address: string): boolean => parsed(address)?.range() === 'loopback';

/** Whether two texts are the same address, however each is written. */
export function isSameAddress(one: string, other: string): boolean {
  const first = parsed(one)?.toString();
  return first !== undefined && first === parsed(other)?.toString();
}

/** Whether a host name can only lead to this machine: a loopback address or `localhost` (RFC 6761 §6.3). */
export const isLoopbackName = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host);
