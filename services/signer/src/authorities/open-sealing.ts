import type { SealLevel } from '@lacre/contracts/seal-steps';

import type { SignerDependencies } from '../dependencies.ts';
import { SealKeys, type SealKeysOptions } from '../keys/seal-keys.ts';
import { assertPolicyFits, type SealPolicy } from '../seal/seal-policy.ts';
import { LocalAuthorityService } from './local-authority-service.ts';
import { revocationSource } from './revocation.ts';
import { localTimeStamping, remoteTimeStamping } from './time-stamping.ts';

export interface SealingOptions extends Omit<SealKeysOptions, 'authorityUrl' | 'now'> {
  /** Origin that people reach the product at: the local authority answers below it. */
  publicUrl: string;
  /** Of every seal. Default B-LTA. */
  level?: SealLevel | undefined;
  /** Of ICP-Brasil, declared when the seal certificate is. Default AD-RB, which every level lives up to. */
  policy?: SealPolicy | undefined;
  /** RFC 3161 authority over HTTP; without it the local authority stamps the time. */
  timeStampUrl?: string | undefined;
  now: () => Date;
}

type Sealing = Pick<
  SignerDependencies,
  'sealKeys' | 'sealLevel' | 'sealPolicy' | 'localAuthority' | 'timeStamping' | 'revocation' | 'now'
>;

/** Opens the keys and whoever vouches for them and for the time. @throws PfxError, PemError; Error when the policy does not fit */
export async function openSealing(options: SealingOptions): Promise<Sealing> {
  const { publicUrl, level = 'B-LTA', policy = 'AD-RB', timeStampUrl, now, ...keys } = options;
  assertPolicyFits({ policy, level, timeStampUrl });
  const sealKeys = await SealKeys.open({ ...keys, authorityUrl: `${publicUrl}/api/authority`, now: now() });
  const localAuthority = new LocalAuthorityService(sealKeys, now);
  return {
    sealKeys,
    sealLevel: level,
    sealPolicy: policy,
    localAuthority,
    timeStamping:
      timeStampUrl === undefined
        ? localTimeStamping(sealKeys, localAuthority)
        : remoteTimeStamping(timeStampUrl, sealKeys),
    revocation: revocationSource(sealKeys, localAuthority, now),
    now,
  };
}
