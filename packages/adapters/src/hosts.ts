import type { Environment } from './environment.ts';
import { mailAddress } from './mail.ts';

/** The names that requests may give as their `Host`, beside loopback ones: of `PUBLIC_URL` and of `ALLOWED_HOSTS`. */
export function servedHosts(
  { ALLOWED_HOSTS }: Pick<Environment, 'ALLOWED_HOSTS'>,
  publicUrl: string,
): ReadonlySet<string> {
  return new Set([new URL(publicUrl).hostname, ...ALLOWED_HOSTS]);
}

/** Where weaknesses are reported: as set, else to the address that mail comes from. */
export const securityContact = ({
  SECURITY_CONTACT,
  MAIL_FROM,
}: Pick<Environment, 'SECURITY_CONTACT' | 'MAIL_FROM'>): string =>
  SECURITY_CONTACT ?? `mailto:${mailAddress(MAIL_FROM).address}`;
