import {
  assembleAuthority,
  authorityAddresses,
  type Certificate,
  type LocalAuthority,
  OID,
  readCertificate,
  type SigningCertificate,
} from '@lacre/pades';
import { EXTENSION, extension } from '@lacre/pades/certificates';
import {
  bitString,
  element,
  nullValue,
  objectIdentifier,
  sequence,
  setOf,
  signatureAlgorithmIdentifier,
  smallInteger,
  TAG,
  tagged,
  unsignedInteger,
  x509Time,
} from '@lacre/pades/cms';

import { NOW } from '../../fixtures/authorities.ts';
import {
  authorityConstraints,
  authorityKeyId,
  policies,
  purposes,
  subjectKeyId,
  usages,
} from '../../fixtures/handmade-certificates.ts';
import { fixedEcKey, type FixedKey, fixedRsaKey } from './fixed-keys.ts';

interface Held {
  readonly certificate: Certificate;
  readonly key: FixedKey;
}

const DAY_MS = 86_400_000;

/** A hierarchy that is the same in every run, with every extension that is read somewhere. */
export function fixedAuthority(organization: string, sealKey: 'ec' | 'rsa' = 'ec'): LocalAuthority {
  const key = (role: string): FixedKey => fixedEcKey(`${organization} ${role}`);
  const issue = (
    role: string,
    issuer: Held | undefined,
    extensions: readonly Buffer[],
    own = key(role),
  ): Held => issueFixed(`${role} - ${organization}`, own, issuer, extensions);
  const { ocsp: ocspUrl, issuingCertificate, issuingCrl, rootCrl } = authorityAddresses('http://ac.example/');
  const root = issue('Raiz', undefined, [authorityConstraints(1), usages('keyCertSign', 'cRLSign')]);
  const issuing = issue('Emissora', root, [
    authorityConstraints(0),
    usages('keyCertSign', 'cRLSign'),
    crlAddress(rootCrl),
  ]);
  const end = [access(ocspUrl, issuingCertificate), crlAddress(issuingCrl)];
  const seal = issue(
    'Selo',
    issuing,
    [
      usages('digitalSignature', 'nonRepudiation'),
      purposes(false, OID.documentSigningPurpose),
      policies('2.16.76.1.2.1.1'),
      ...end,
    ],
    sealKey === 'rsa' ? fixedRsaKey(organization) : key('Selo'),
  );
  const ocsp = issue('OCSP', issuing, [
    usages('digitalSignature'),
    purposes(false, OID.ocspSigningPurpose),
    extension(OID.ocspNoCheck, false, nullValue()),
  ]);
  const stamper = [usages('digitalSignature'), purposes(true, OID.timeStampingPurpose), ...end];
  const timeStamping = issue('Carimbo', issuing, stamper);
  return assembled({ root, issuing, seal, ocsp, timeStamping });
}

type Parts = Readonly<Record<'root' | 'issuing' | 'seal' | 'ocsp' | 'timeStamping', Held>>;

function assembled(parts: Parts): LocalAuthority {
  const plain = Object.fromEntries(
    Object.entries(parts).map(([role, { certificate, key }]) => [
      role,
      { certificate, privateKey: key.privateKey },
    ]),
  ) as Parameters<typeof assembleAuthority>[0];
  const made = assembleAuthority(plain);
  const fixed = (role: keyof Parts): SigningCertificate => {
    const { signer } = made[role];
    const { key } = parts[role];
    return { ...made[role], signer: { ...signer, sign: async (data) => key.sign(data) } };
  };
  const seal = fixed('seal');
  return {
    ...made,
    root: fixed('root'),
    issuing: fixed('issuing'),
    seal,
    ocsp: fixed('ocsp'),
    timeStamping: fixed('timeStamping'),
    signer: seal.signer,
  };
}

function issueFixed(
  name: string,
  key: FixedKey,
  issuer: Held | undefined,
  extensions: readonly Buffer[],
): Held {
  const subject = sequence(
    setOf(sequence(objectIdentifier('2.5.4.6'), element(TAG.printableString, Buffer.from('BR')))),
    setOf(sequence(objectIdentifier('2.5.4.3'), element(TAG.utf8String, Buffer.from(name)))),
  );
  const signingKey = issuer?.key ?? key;
  const algorithm = signatureAlgorithmIdentifier(signingKey.algorithm);
  const tbs = sequence(
    tagged(0, smallInteger(2)),
    unsignedInteger(Buffer.from(name).subarray(0, 16)),
    algorithm,
    issuer?.certificate.subject ?? subject,
    sequence(x509Time(new Date(NOW.getTime() - DAY_MS)), x509Time(new Date(NOW.getTime() + 4000 * DAY_MS))),
    subject,
    key.publicKey.export({ type: 'spki', format: 'der' }),
    tagged(
      3,
      sequence(
        ...extensions,
        subjectKeyId(key.publicKey),
        authorityKeyId(issuer?.key.publicKey ?? key.publicKey),
      ),
    ),
  );
  return { key, certificate: readCertificate(sequence(tbs, algorithm, bitString(signingKey.sign(tbs)))) };
}

const url = (text: string): Buffer => element(0x86, Buffer.from(text));

function access(ocsp: string, issuer: string): Buffer {
  return extension(
    EXTENSION.authorityInformation,
    false,
    sequence(
      sequence(objectIdentifier(OID.ocspAccess), url(ocsp)),
      sequence(objectIdentifier(OID.caIssuersAccess), url(issuer)),
    ),
  );
}

function crlAddress(address: string): Buffer {
  return extension(
    EXTENSION.crlDistributionPoints,
    false,
    sequence(sequence(tagged(0, tagged(0, url(address))))),
  );
}
