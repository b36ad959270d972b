import type { SealLevel } from '@lacre/contracts/seal-steps';

import type { SignerDependencies } from '../dependencies.ts';
import { SealKeys, type SealKeysOptions } from '../keys/seal-keys.ts';
import { LocalAuthorityService } from './local-authority-service.ts';
import { revocationSource } from './revocation.ts';
import { localTimeStamping, remoteTimeStamping } from './time-stamping.ts';

export interface SealingOptions extends Omit<SealKeysOptions, 'authorityUrl' | 'now'> {
  /** Origin that people reach the product at: the local authority answers below it. */
  publicUrl: string;
  /** Of every seal. Default B-LTA. */
  level?: SealLevel | undefined;
  /** RFC 3161 authority over HTTP; without it the local authority stamps the time. */
  timeStampUrl?: string | undefined;
  now: () => Date;
}

type Sealing = Pick<
  SignerDependencies,
  'sealKeys' | 'sealLevel' | 'localAuthority' | 'timeStamping' | 'revocation' | 'now'
>;

/** Opens the keys and whoever vouches for them and for the time. @throws PfxError, PemError */
export async function openSealing(options: SealingOptions): Promise<Sealing> {
  const { publicUrl, level = 'B-LTA', timeStampUrl, now, ...keys } = options;
  const sealKeys = await SealKeys.open({ ...keys, authorityUrl: `${publicUrl}/api/authority`, now: now() });
  const localAuthority = new LocalAuthorityService(sealKeys, now);
  return {
    sealKeys,
    sealLevel: level,
    localAuthority,
    timeStamping:
      timeStampUrl === undefined
        ? localTimeStamping(sealKeys, localAuthority)
        : remoteTimeStamping(timeStampUrl, sealKeys),
    revocation: revocationSource(sealKeys, localAuthority, now),
    now,
  };
}
