import { isIPv6 } from 'node:net';
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';

import type { Environment } from '@lacre/adapters';
import { isLoopbackName } from '@lacre/http';

import { StartRefused } from './start-refused.ts';

/** Addresses that stand for every interface of the machine, and the loopback one that a client on it connects to. */
const WILDCARDS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

export interface ListenAddress {
  /** Where a client on this machine reaches the product. */
  origin: string;
  /** Where people reach it: stands in mails, links and certificates. */
  publicUrl: string;
}

const originOf = (host: string, port: number): string =>
  `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;

/** The first address that other machines reach this one at, IPv4 first; undefined without a network. */
function outsideAddress(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>): string | undefined {
  const outside = Object.values(interfaces)
    .flatMap((each) => each ?? [])
    // A link-local address needs a zone, which no link can carry (RFC 6874 was withdrawn from URLs by browsers).
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'));
  return (outside.find(({ family }) => family === 'IPv4') ?? outside[0])?.address;
}

/** What a client connects to, and what people are given, where the product listens on `host` and `port`. */
export function listenAddress(
  { host, port }: { host: string; port: number },
  publicUrl: string | undefined,
  interfaces = networkInterfaces(),
): ListenAddress {
  const loopback = WILDCARDS[host];
  // Passkeys need a domain, which an address in figures is not (WebAuthn Level 3 §5.1.3).
  const isNamed = publicUrl === undefined && (host === 'localhost' || host === '127.0.0.1');
  if (isNamed) return { origin: originOf('localhost', port), publicUrl: originOf('localhost', port) };
  const origin = originOf(loopback ?? host, port);
  const outside = loopback === undefined ? host : (outsideAddress(interfaces) ?? loopback);
  return { origin, publicUrl: publicUrl?.replace(/\/$/, '') ?? originOf(outside, port) };
}

/**
 * Without a mail server every message is shown at `/dev/mailbox`, and its reader can sign as anyone: such an installation
 * is for this machine alone. @throws StartRefused
 */
export function assertMailboxPrivate(
  environment: Pick<Environment, 'SMTP_URL' | 'EXPOSE_ALL_MAIL_AND_CODES_TO_NETWORK'>,
  host: string,
  publicUrl: string,
): void {
  const isLocal = isLoopbackName(host) && isLoopbackName(new URL(publicUrl).hostname);
  if (environment.SMTP_URL !== undefined || environment.EXPOSE_ALL_MAIL_AND_CODES_TO_NETWORK || isLocal)
    return;
  const named = isLoopbackName(host) ? 'PUBLIC_URL' : `HOST=${host}`;
  throw new StartRefused(
    `sem SMTP_URL, todas as mensagens e códigos ficam em /dev/mailbox, e ${named} abriria esta instalação a outras máquinas: quem lesse a caixa assinaria por qualquer pessoa.
Defina SMTP_URL com o servidor de email. Para abrir mesmo assim, só em testes, defina EXPOSE_ALL_MAIL_AND_CODES_TO_NETWORK=true.`,
  );
}
