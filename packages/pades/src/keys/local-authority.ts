import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

import type { Certificate } from '../cms/certificate.ts';
import { createSigner, type SealSigner } from '../seal/seal-signer.ts';
import { type DistinguishedName, issueCertificate } from './issue-certificate.ts';

export type SealKeyType = 'rsa-2048' | 'rsa-3072' | 'rsa-4096' | 'ec-p256' | 'ec-p384';

export interface LocalAuthorityRequest {
  /** Goes into every name, with a mark that no public authority stands behind it. */
  readonly organization: string;
  readonly now: Date;
  /** Key of the seal certificate, and of the authorities above it. */
  readonly keyType?: SealKeyType;
  /** Life of the seal certificate in days; the authorities live longer. */
  readonly sealValidityDays?: number;
}

/** A certificate with its key. */
export interface HeldCertificate {
  readonly certificate: Certificate;
  readonly privateKey: KeyObject;
}

/** A hierarchy of one's own: what seals made with it prove is only that this installation made them. */
export interface LocalAuthority {
  readonly root: HeldCertificate;
  readonly issuing: HeldCertificate;
  readonly seal: HeldCertificate;
  readonly signer: SealSigner;
  /** Keys (PKCS #8) and certificates as PEM, to store and load again by {@link createSigner}. */
  toPem(): LocalAuthorityPem;
}

export interface LocalAuthorityPem {
  readonly rootKey: string;
  readonly rootCertificate: string;
  readonly issuingKey: string;
  readonly issuingCertificate: string;
  readonly sealKey: string;
  readonly sealCertificate: string;
}

const DAY_MS = 86_400_000;
/** X.520: upper bound of a common name, and of an organization's. */
const MAX_NAME_CHARACTERS = 64;
const MARK = 'Autoridade local, fora da ICP-Brasil';

const generate = promisify(generateKeyPair) as (
  type: string,
  options: object,
) => Promise<{ publicKey: KeyObject; privateKey: KeyObject }>;

/**
 * Makes root, issuing authority and seal certificate. Every name says, in Portuguese, that the
 * authority is a local one outside ICP-Brasil.
 */
export async function createLocalAuthority(request: LocalAuthorityRequest): Promise<LocalAuthority> {
  const { now, keyType = 'rsa-2048', sealValidityDays = 1095 } = request;
  const [rootKeys, issuingKeys, sealKeys] = await Promise.all([1, 2, 3].map(() => generateKeys(keyType)));
  if (!rootKeys || !issuingKeys || !sealKeys) throw new Error('key generation gave no keys');
  // A minute of leeway for a clock that is set back.
  const notBefore = new Date(Math.floor(now.getTime() / 1000) * 1000 - 60_000);
  const until = (days: number): Date => new Date(notBefore.getTime() + days * DAY_MS);
  const root = issueCertificate({
    subject: nameOf(request.organization, 'AC raiz local (autoassinada)'),
    ...rootKeys,
    notBefore,
    notAfter: until(sealValidityDays + 7300),
    profile: { kind: 'authority', pathLength: 1 },
  });
  const issuing = issueCertificate({
    subject: nameOf(request.organization, 'AC emissora local'),
    publicKey: issuingKeys.publicKey,
    issuer: { certificate: root, privateKey: rootKeys.privateKey },
    notBefore,
    notAfter: until(sealValidityDays + 3650),
    profile: { kind: 'authority', pathLength: 0 },
  });
  const seal = issueCertificate({
    subject: nameOf(request.organization, 'Selo local'),
    publicKey: sealKeys.publicKey,
    issuer: { certificate: issuing, privateKey: issuingKeys.privateKey },
    notBefore,
    notAfter: until(sealValidityDays),
    profile: { kind: 'document-seal' },
  });
  return authorityOf(
    { certificate: root, privateKey: rootKeys.privateKey },
    { certificate: issuing, privateKey: issuingKeys.privateKey },
    { certificate: seal, privateKey: sealKeys.privateKey },
  );
}

function authorityOf(root: HeldCertificate, issuing: HeldCertificate, seal: HeldCertificate): LocalAuthority {
  return {
    root,
    issuing,
    seal,
    signer: createSigner({
      privateKey: seal.privateKey,
      certificate: seal.certificate.der,
      chain: [issuing.certificate.der, root.certificate.der],
    }),
    toPem: () => ({
      rootKey: keyPem(root.privateKey),
      rootCertificate: root.certificate.x509.toString(),
      issuingKey: keyPem(issuing.privateKey),
      issuingCertificate: issuing.certificate.x509.toString(),
      sealKey: keyPem(seal.privateKey),
      sealCertificate: seal.certificate.x509.toString(),
    }),
  };
}

function keyPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }) as string;
}

function nameOf(organization: string, role: string): DistinguishedName {
  return {
    countryName: 'BR',
    organizationName: clip(organization),
    organizationalUnitName: MARK,
    commonName: clip(`${role} - ${organization}`),
  };
}

function clip(text: string): string {
  return Array.from(text).slice(0, MAX_NAME_CHARACTERS).join('');
}

function generateKeys(keyType: SealKeyType): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> {
  if (keyType === 'ec-p256') return generate('ec', { namedCurve: 'prime256v1' });
  if (keyType === 'ec-p384') return generate('ec', { namedCurve: 'secp384r1' });
  return generate('rsa', { modulusLength: Number(keyType.slice(4)) });
}
