import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** An IPv4 address that a dual-stack socket shows as IPv6 (RFC 4291 §2.5.5.2). */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Whether an address lies in one of the CIDR blocks (RFC 4632, RFC 4291 §2.3). What is no address lies in none.
 *
 * @param networks of the contracts' `network`: an address, `/` and the length of its prefix in bits
 */
export function isWithin(networks: readonly string[], address: string): boolean {
  const ip = MAPPED.exec(address)?.[1] ?? address;
  const family = isIPv4(ip) ? 'ipv4' : 'ipv6';
  if (family === 'ipv6' && !isIPv6(ip)) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', bits = ''] = network.split('/');
    // A block of one family holds no address of the other.
    if (isIPv4(base) === (family === 'ipv4')) list.addSubnet(base, Number(bits), family);
  }
  return list.check(ip, family);
}
