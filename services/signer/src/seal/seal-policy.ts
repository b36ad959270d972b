import { SEAL_LEVELS, type SealLevel } from '@lacre/contracts/seal-steps';
import {
  icpBrasilPolicy,
  PADES_AD_RA_V1_4,
  PADES_AD_RB_V1_3,
  PADES_AD_RC_V1_4,
  PADES_AD_RT_V1_3,
  type Certificate,
  type SignaturePolicy,
} from '@lacre/pades';

import { SealKeysUnusable } from '../keys/unusable-keys.ts';

/** ICP-Brasil's policies (DOC-ICP-15.03), and the level that each is for. */
const POLICIES = {
  'AD-RB': { policy: PADES_AD_RB_V1_3, level: 'B-B' },
  'AD-RT': { policy: PADES_AD_RT_V1_3, level: 'B-T' },
  'AD-RC': { policy: PADES_AD_RC_V1_4, level: 'B-LT' },
  'AD-RA': { policy: PADES_AD_RA_V1_4, level: 'B-LTA' },
} as const satisfies Record<string, { policy: SignaturePolicy; level: SealLevel }>;

export type SealPolicy = keyof typeof POLICIES;

export interface SealPolicyChoice {
  policy: SealPolicy;
  level: SealLevel;
  /** RFC 3161 authority over HTTP, if one is set. */
  timeStampUrl: string | undefined;
}

/**
 * Refuses a policy that no seal would live up to: one above the level that is made, or one that needs an authority of
 * ICP-Brasil for the time while the local one stamps it. @throws SealKeysUnusable
 */
export function assertPolicyFits({ policy, level, timeStampUrl }: SealPolicyChoice): void {
  const wanted = POLICIES[policy].level;
  if (SEAL_LEVELS.indexOf(wanted) > SEAL_LEVELS.indexOf(level))
    throw new SealKeysUnusable(`SEAL_POLICY ${policy} pede SEAL_LEVEL ${wanted} ou acima, e não ${level}.`);
  if (wanted !== 'B-B' && timeStampUrl === undefined)
    throw new SealKeysUnusable(`SEAL_POLICY ${policy} pede carimbos do tempo da ICP-Brasil: defina TSA_URL.`);
}

/** The policy that a seal declares: none unless its certificate is of ICP-Brasil. */
export function declaredPolicy(policy: SealPolicy, certificate: Certificate): SignaturePolicy | undefined {
  return icpBrasilPolicy(certificate) === undefined ? undefined : POLICIES[policy].policy;
}
