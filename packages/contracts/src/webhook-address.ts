const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
/** Ports of HTTPS servers that are reached from outside; others belong to what no webhook is for. */
const PORTS: ReadonlySet<string> = new Set(['', '8443']);

/** Whether the address is of this machine, as its text says. */
export const isLoopbackAddress = ({ hostname }: URL): boolean => LOOPBACK.test(hostname);

/**
 * Why nothing may be sent to an address, as far as its text tells, in Portuguese; undefined when it may. Where it leads
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
  if (isLoopbackAddress(url)) return 'Este endereço não é público';
  return PORTS.has(url.port) ? undefined : 'Use a porta 443 ou 8443';
}
