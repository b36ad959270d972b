const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
/** Ports of HTTPS servers that are reached from outside; others belong to what no webhook is for. */
const PORTS: ReadonlySet<string> = new Set(['', '8443']);

const IN_NUMBERS = /^(?:\d{1,3}\.){3}\d{1,3}$|^\[/;
/** Addresses in numbers that are no public host's (RFC 6890): IPv4 by its blocks, IPv6 whatever is not of 2000::/3. */
const NOT_PUBLIC =
  /^(?:0|10|127|22[4-9]|2[3-5]\d)\.|^(?:169\.254|192\.168)\.|^172\.(?:1[6-9]|2\d|3[01])\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^\[(?![23][\da-f]{3}:)/;

/** Whether the address is of this machine, as its text says. */
export const isLoopbackAddress = ({ hostname }: URL): boolean => LOOPBACK.test(hostname);

/**
 * Why nothing may be sent to an address, judged by its text, in Portuguese; undefined when it may. Where it leads
 * to is decided anew each time that something is sent.
 *
 * @param options.loopback whether this machine may be sent to, also by http and on any port: for development
 */
export function webhookAddressFault(text: string, options: { loopback: boolean }): string | undefined {
  if (!URL.canParse(text)) return 'Endereço inválido';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'O endereço não pode levar usuário nem senha';
  if (url.hash !== '') return 'O endereço não pode levar fragmento (#)';
  if (options.loopback && isLoopbackAddress(url) && /^https?:$/.test(url.protocol)) return undefined;
  if (url.protocol !== 'https:') return 'Use um endereço https';
  const { hostname } = url;
  if (isLoopbackAddress(url) || (IN_NUMBERS.test(hostname) && NOT_PUBLIC.test(hostname)))
    return 'Este endereço não é público';
  return PORTS.has(url.port) ? undefined : 'Use a porta 443 ou 8443';
}
