import type { SealLevel } from '@lacre/contracts/seal-steps';
import { readCertificate, type Certificate, type SealSigner } from '@lacre/pades';

import type { TrustParts } from '../embedded/worker-trust.ts';
import { sha256Of } from '../keys/certificate-hash.ts';
import { openTokenSigner } from '../keys/pkcs11/open-token-signer.ts';
import type { TokenSettings } from '../keys/pkcs11/token-settings.ts';
import { SealKeys, type SealKeysOptions } from '../keys/seal-keys.ts';
import { readNamed, SealKeysUnusable } from '../keys/unusable-keys.ts';
import { assertPolicyFits, type SealPolicy } from '../seal/seal-policy.ts';
import { LocalAuthorityService } from './local-authority-service.ts';
import { revocationSource, type RevocationSource } from './revocation.ts';
import { TimeStampTrust } from './time-stamp-trust.ts';
import { localTimeStamping, remoteTimeStamping, type TimeStamping } from './time-stamping.ts';

export interface SealingOptions extends Omit<SealKeysOptions, 'authorityUrl' | 'external' | 'now'> {
  /** The key is in a hardware module; in place of a file. */
  token?: TokenSettings | undefined;
  /** Origin that people reach the product at: the local authority answers below it. */
  publicUrl: string;
  /** Of every seal. Default B-LTA. */
  level?: SealLevel | undefined;
  /** Of ICP-Brasil, declared when the seal certificate is. Default AD-RB, which every level lives up to. */
  policy?: SealPolicy | undefined;
  /** RFC 3161 authority over HTTP; without it the local authority stamps the time. */
  timeStampUrl?: string | undefined;
  /** PEM file of the certificates that authority must lead to; without it see {@link TimeStampTrust}. */
  timeStampCertificates?: string | undefined;
  /** PEM files of the roots that signatures of others may lead to: of ICP-Brasil, and any others. */
  icpBrasilRoots?: string | undefined;
  signerRoots?: string | undefined;
  /** Told when a time-stamp authority is believed because it was the first to answer. */
  logger: { warn(facts: object, message: string): void };
  now: () => Date;
}

/** What seals are made by, and what is believed. */
export interface Sealing extends TrustParts {
  /** Of every seal: a file below it is never handed out. */
  readonly sealLevel: SealLevel;
  /** Declared by seals whose certificate is of ICP-Brasil. */
  readonly sealPolicy: SealPolicy;
  readonly localAuthority: LocalAuthorityService;
  readonly timeStamping: TimeStamping;
  readonly revocation: RevocationSource;
  readonly now: () => Date;
}

/** Opens the keys and the authorities that vouch for them and for the time. @throws SealKeysUnusable */
export async function openSealing(options: SealingOptions): Promise<Sealing> {
  const { publicUrl, level = 'B-LTA', policy = 'AD-RB', now, ...rest } = options;
  const { timeStampUrl, timeStampCertificates, icpBrasilRoots, signerRoots, logger, token, ...keys } = rest;
  assertPolicyFits({ policy, level, timeStampUrl });
  const external = token && (await signerInToken(token, keys.folder));
  const authorityUrl = `${publicUrl}/api/authority`;
  const sealKeys = await SealKeys.open({ ...keys, external, authorityUrl, now: now() });
  const localAuthority = new LocalAuthorityService(sealKeys, now);
  return {
    sealKeys,
    signerAnchors: [
      ...(await certificatesIn('ICP_BRASIL_ROOTS', icpBrasilRoots)).map(
        (certificate) => ({ certificate, kind: 'icp-brasil' }) as const,
      ),
      ...(await certificatesIn('SIGNER_ROOTS', signerRoots)).map(
        (certificate) => ({ certificate, kind: 'trusted' }) as const,
      ),
    ],
    sealLevel: level,
    sealPolicy: policy,
    localAuthority,
    timeStamping:
      timeStampUrl === undefined
        ? localTimeStamping(sealKeys, localAuthority)
        : remoteTimeStamping(
            timeStampUrl,
            sealKeys,
            new TimeStampTrust({
              url: timeStampUrl,
              keys: sealKeys,
              anchors: await certificatesIn('TSA_CERTIFICATES', timeStampCertificates),
              onFirstUse: (root) =>
                logger.warn(
                  { root: root.commonName, sha256: sha256Of(root) },
                  'time stamps of this authority are believed from now on: it answered first, and no other is set',
                ),
            }),
          ),
    revocation: revocationSource(sealKeys, localAuthority, now),
    now,
  };
}

async function signerInToken(
  { certificatesFile, ...token }: TokenSettings,
  folder: string,
): Promise<SealSigner> {
  const file = certificatesFile;
  const certificates = file && (await certificatesIn('SEAL_PKCS11_CERTIFICATES', file));
  return openTokenSigner({ ...token, certificates: certificates || undefined, folder });
}

const PEM_BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

async function certificatesIn(setting: string, path: string | undefined): Promise<Certificate[]> {
  if (path === undefined) return [];
  const blocks = (await readNamed(setting, path)).toString('latin1').match(PEM_BLOCK) ?? [];
  if (blocks.length === 0) throw new SealKeysUnusable(`${setting}: ${path} não tem certificado em PEM.`);
  try {
    return blocks.map((block) => readCertificate(block));
  } catch {
    throw new SealKeysUnusable(`${setting}: ${path} tem um certificado que não pode ser lido.`);
  }
}
