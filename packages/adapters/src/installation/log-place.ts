import { placeInAddress } from '../place-in-address.ts';
import type { LogPlace } from './facts.ts';

/** Where the log is, by its connection string: its hosts and ports, and never its credentials. */
export const logPlace = (address: string | undefined): LogPlace =>
  address === undefined
    ? { kind: 'postgres', at: '' }
    : { kind: 'kurrentdb', at: placeInAddress(address) ?? '' };

/** For messages: `KurrentDB em esdb.exemplo:2113`. */
export const serverText = (at: string): string => (at === '' ? 'KurrentDB' : `KurrentDB em ${at}`);
