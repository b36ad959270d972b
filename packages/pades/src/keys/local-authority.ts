import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

import type { Certificate } from '../cms/certificate.ts';
import { createSigner, type SealSigner } from '../seal/seal-signer.ts';
import { type AuthorityAddresses, authorityAddresses } from './authority-addresses.ts';
import { type DistinguishedName, issueCertificate } from './issue-certificate.ts';

export type SealKeyType = 'rsa-2048' | 'rsa-3072' | 'rsa-4096' | 'ec-p256' | 'ec-p384';

export interface LocalAuthorityRequest {
  /** Goes into every name, with a mark that no public authority stands behind it. */
  readonly organization: string;
  readonly now: Date;
  /** Key of every certificate. */
  readonly keyType?: SealKeyType;
  /** Life of the seal certificate in days, 3 years by default; the authorities live longer. */
  readonly sealValidityDays?: number;
  /** Life of the time-stamp certificate in days, 5 years by default: longer than the seal's. */
  readonly timeStampValidityDays?: number;
  /** Life of the OCSP responder's certificate in days, 3 years by default. */
  readonly ocspValidityDays?: number;
  /**
   * Where the authority answers, such as `https://selo.exemplo.br/ac`; the certificates then say where
   * their issuer, OCSP and CRL are, see {@link authorityAddresses}.
   */
  readonly authorityUrl?: string;
}

/** A certificate with its key. */
export interface HeldCertificate {
  readonly certificate: Certificate;
  readonly privateKey: KeyObject;
}

/** One that signs, with its issuers. */
export interface SigningCertificate extends HeldCertificate {
  readonly signer: SealSigner;
}

/** What a local authority issues certificates for. */
export type LocalRole = 'seal' | 'ocsp' | 'timeStamping';

/** A hierarchy of one's own: what seals made with it prove is only that this installation made them. */
export interface LocalAuthority {
  /** Signs the CRL about `issuing`. */
  readonly root: SigningCertificate;
  /** Signs the CRL about the three below. */
  readonly issuing: SigningCertificate;
  readonly seal: SigningCertificate;
  /** Answers about the certificates that `issuing` issued, on its behalf. */
  readonly ocsp: SigningCertificate;
  readonly timeStamping: SigningCertificate;
  /** Signs with the seal certificate. */
  readonly signer: SealSigner;
  /** Keys (PKCS #8) and certificates as PEM, to store and load again by `localAuthorityFromPem`. */
  toPem(): LocalAuthorityPem;
}

export interface LocalAuthorityPem {
  readonly rootKey: string;
  readonly rootCertificate: string;
  readonly issuingKey: string;
  readonly issuingCertificate: string;
  readonly sealKey: string;
  readonly sealCertificate: string;
  readonly ocspKey: string;
  readonly ocspCertificate: string;
  readonly timeStampingKey: string;
  readonly timeStampingCertificate: string;
}

const DAY_MS = 86_400_000;
/** X.520: upper bound of a common name, and of an organization's. */
const MAX_NAME_CHARACTERS = 64;
const MARK = 'Autoridade local, fora da ICP-Brasil';
const ROLES = {
  seal: { title: 'Selo local', profile: { kind: 'document-seal' }, days: 1095 },
  ocsp: { title: 'Respondedor OCSP local', profile: { kind: 'ocsp-responder' }, days: 1095 },
  timeStamping: { title: 'Carimbo do tempo local', profile: { kind: 'time-stamping' }, days: 1826 },
} as const;
/** How much longer than what they issue the authorities live. */
const ISSUING_EXTRA_DAYS = 3650;
const ROOT_EXTRA_DAYS = 7300;

const generate = promisify(generateKeyPair) as (
  type: string,
  options: object,
) => Promise<{ publicKey: KeyObject; privateKey: KeyObject }>;

/**
 * Makes root, issuing authority, and certificates for the seal, the OCSP responder and the time-stamp
 * authority. Every name says, in Portuguese, that the authority is a local one outside ICP-Brasil.
 */
export async function createLocalAuthority(request: LocalAuthorityRequest): Promise<LocalAuthority> {
  const { organization, now, keyType = 'rsa-2048', authorityUrl } = request;
  const days = {
    seal: request.sealValidityDays ?? ROLES.seal.days,
    ocsp: request.ocspValidityDays ?? ROLES.ocsp.days,
    timeStamping: request.timeStampValidityDays ?? ROLES.timeStamping.days,
  };
  const longest = Math.max(...Object.values(days));
  const addresses = authorityUrl === undefined ? undefined : authorityAddresses(authorityUrl);
  const [rootKeys, issuingKeys] = await Promise.all([generateKeys(keyType), generateKeys(keyType)]);
  const notBefore = beginning(now);
  const root = issueCertificate({
    subject: nameOf(organization, 'AC raiz local (autoassinada)'),
    ...rootKeys,
    notBefore,
    notAfter: daysAfter(notBefore, longest + ROOT_EXTRA_DAYS),
    profile: { kind: 'authority', pathLength: 1 },
  });
  const issuing = issueCertificate({
    subject: nameOf(organization, 'AC emissora local'),
    publicKey: issuingKeys.publicKey,
    issuer: { certificate: root, privateKey: rootKeys.privateKey },
    notBefore,
    notAfter: daysAfter(notBefore, longest + ISSUING_EXTRA_DAYS),
    profile: { kind: 'authority', pathLength: 0 },
    ...(addresses && { addresses: { caIssuers: addresses.rootCertificate, crl: addresses.rootCrl } }),
  });
  const authorities = {
    root: { certificate: root, privateKey: rootKeys.privateKey },
    issuing: { certificate: issuing, privateKey: issuingKeys.privateKey },
  };
  const issue = (role: LocalRole): Promise<HeldCertificate> =>
    issueFor(role, authorities, { organization, now, keyType, validityDays: days[role], addresses });
  const [seal, ocsp, timeStamping] = await Promise.all([issue('seal'), issue('ocsp'), issue('timeStamping')]);
  return assembleAuthority({ ...authorities, seal, ocsp, timeStamping });
}

export interface RoleRequest {
  readonly organization: string;
  readonly now: Date;
  readonly keyType?: SealKeyType;
  readonly validityDays?: number;
  readonly addresses?: AuthorityAddresses | undefined;
}

/** A certificate and a fresh key for one of the roles, valid no longer than the issuing authority. */
export async function issueFor(
  role: LocalRole,
  { issuing }: { readonly issuing: HeldCertificate },
  request: RoleRequest,
): Promise<HeldCertificate> {
  const { organization, now, keyType = 'rsa-2048', addresses } = request;
  const { title, profile, days } = ROLES[role];
  const { publicKey, privateKey } = await generateKeys(keyType);
  const notBefore = beginning(now);
  const wanted = daysAfter(notBefore, request.validityDays ?? days);
  const { notAfter: limit } = issuing.certificate;
  const certificate = issueCertificate({
    subject: nameOf(organization, title),
    publicKey,
    issuer: issuing,
    notBefore,
    notAfter: wanted < limit ? wanted : limit,
    profile,
    ...(addresses && { addresses: addressesFor(role, addresses) }),
  });
  return { certificate, privateKey };
}

/** A responder with no-check is not asked about, by OCSP or CRL (RFC 6960, 4.2.2.2.1). */
function addressesFor(
  role: LocalRole,
  { issuingCertificate: caIssuers, ocsp, issuingCrl: crl }: AuthorityAddresses,
): { caIssuers: string; ocsp?: string; crl?: string } {
  return role === 'ocsp' ? { caIssuers } : { caIssuers, ocsp, crl };
}

/** Puts an authority together from what it holds. */
export function assembleAuthority(
  held: Readonly<Record<'root' | 'issuing' | LocalRole, HeldCertificate>>,
): LocalAuthority {
  const chain = [held.issuing.certificate, held.root.certificate];
  const root = signing(held.root, []);
  const issuing = signing(held.issuing, [held.root.certificate]);
  const seal = signing(held.seal, chain);
  const ocsp = signing(held.ocsp, chain);
  const timeStamping = signing(held.timeStamping, chain);
  return {
    root,
    issuing,
    seal,
    ocsp,
    timeStamping,
    signer: seal.signer,
    toPem: () => ({
      rootKey: keyPem(root),
      rootCertificate: certificatePem(root),
      issuingKey: keyPem(issuing),
      issuingCertificate: certificatePem(issuing),
      sealKey: keyPem(seal),
      sealCertificate: certificatePem(seal),
      ocspKey: keyPem(ocsp),
      ocspCertificate: certificatePem(ocsp),
      timeStampingKey: keyPem(timeStamping),
      timeStampingCertificate: certificatePem(timeStamping),
    }),
  };
}

function signing(
  { certificate, privateKey }: HeldCertificate,
  chain: readonly Certificate[],
): SigningCertificate {
  const issuers = chain.map(({ der }) => der);
  return {
    certificate,
    privateKey,
    signer: createSigner({ privateKey, certificate: certificate.der, chain: issuers }),
  };
}

function keyPem({ privateKey }: HeldCertificate): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
}

function certificatePem({ certificate }: HeldCertificate): string {
  return certificate.x509.toString();
}

/** A minute of leeway for a clock that is set back. */
function beginning(now: Date): Date {
  return new Date(Math.floor(now.getTime() / 1000) * 1000 - 60_000);
}

function daysAfter(from: Date, days: number): Date {
  return new Date(from.getTime() + days * DAY_MS);
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
