import type { LogPlace } from './facts.ts';

const HOSTS = /^[a-z+]+:\/\/(?:[^/?#]*@)?(?<hosts>[^/?#]+)/i;

/** Where the log is, by its connection string: its hosts and ports, and never its credentials. */
export const logPlace = (address: string | undefined): LogPlace =>
  address === undefined
    ? { kind: 'postgres', at: '' }
    : { kind: 'kurrentdb', at: HOSTS.exec(address)?.groups?.['hosts'] ?? '' };
