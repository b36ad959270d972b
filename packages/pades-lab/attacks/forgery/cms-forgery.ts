import { createHash } from 'node:crypto';

import {
  type Certificate,
  createLocalAuthority,
  createSigner,
  issueCertificate,
  readCertificate,
  type SealSigner,
} from '@lacre/pades';
import {
  buildSignedData,
  element,
  objectIdentifier,
  parseSignedData,
  readDer,
  sequence,
  setOf,
  signedAttributes,
  tagged,
} from '@lacre/pades/cms';

import { NOW } from '../../fixtures/authorities.ts';
import { onePage } from '../../fixtures/hand-written-pdf.ts';
import { sealedAt } from '../../fixtures/long-term-pieces.ts';
import { attacks, type Attack } from '../attack.ts';
import { type Bases, type SealedFile, withCms } from '../sealed-bases.ts';

/** The digest that the seal of a file must state. */
export function coveredDigest({ file, byteRange }: SealedFile): Buffer {
  const [, before, after, rest] = byteRange;
  const covered = [file.subarray(0, before), file.subarray(after, after + rest)];
  return createHash('sha256').update(Buffer.concat(covered)).digest();
}

/** A CMS over the file that is right in every way, by any signer. */
async function signedBy(base: SealedFile, signer: SealSigner): Promise<Buffer> {
  const attributes = signedAttributes(coveredDigest(base), signer.certificate);
  return buildSignedData(signer, attributes, await signer.sign(attributes));
}

type Fields = [type: Uint8Array, fields: Uint8Array[], signer: Uint8Array[]];

/** The CMS taken apart into its fields, changed, and put together again. */
export function rebuilt(cms: Uint8Array, change: (fields: Fields) => void): Buffer {
  const [type, wrapped] = readDer(cms).children();
  const fields = (wrapped?.children()[0]?.children() ?? []).map(({ encoded }) => encoded);
  const signerSet = readDer(fields.pop() ?? cms).children();
  const signer = (signerSet[0]?.children() ?? []).map(({ encoded }) => encoded);
  const parts: Fields = [type?.encoded ?? cms, fields, signer];
  change(parts);
  return sequence(parts[0], tagged(0, sequence(...parts[1], element(0x31, sequence(...parts[2])))));
}

const changed =
  (change: (fields: Fields, bases: Bases) => void): Attack['make'] =>
  (bases) =>
    withCms(
      bases.table,
      rebuilt(bases.table.cms, (fields) => change(fields, bases)),
    );

/** The seal's own attributes, some exchanged, signed by a stranger's key. */
const withAttributes =
  (edit: (attributes: Uint8Array[], base: SealedFile) => Uint8Array[]): Attack['make'] =>
  async ({ table, owner, stranger }) => {
    const own = readDer(signedAttributes(coveredDigest(table), owner.seal.certificate)).children();
    const edited = setOf(
      ...edit(
        own.map(({ encoded }) => encoded),
        table,
      ),
    );
    return withCms(table, buildSignedData(owner.signer, edited, await stranger.signer.sign(edited)));
  };

function lookAlike(
  certificate: Certificate,
  changes: Partial<Parameters<typeof issueCertificate>[0]>,
  keys: Bases,
) {
  const { stranger } = keys;
  return issueCertificate({
    subject: {
      countryName: 'BR',
      organizationName: 'Tabelionato Açaí',
      organizationalUnitName: 'Autoridade local, fora da ICP-Brasil',
      commonName: certificate.commonName,
    },
    publicKey: stranger.seal.certificate.publicKey,
    privateKey: stranger.seal.privateKey,
    notBefore: certificate.notBefore,
    notAfter: certificate.notAfter,
    profile: { kind: 'document-seal' },
    ...changes,
  });
}

const signedByLookAlike =
  (changes: Partial<Parameters<typeof issueCertificate>[0]> = {}): Attack['make'] =>
  async (bases) => {
    const certificate = lookAlike(bases.owner.seal.certificate, changes, bases);
    const signer = createSigner({ privateKey: bases.stranger.seal.privateKey, certificate: certificate.der });
    return withCms(bases.table, await signedBy(bases.table, signer));
  };

const BER_LENGTH = (cms: Uint8Array): Buffer => {
  const der = Buffer.from(cms);
  return Buffer.concat([Buffer.of(0x30, 0x83, 0), der.subarray(2)]);
};

export const CMS_FORGERY: readonly Attack[] = attacks('forged or re-used CMS', {
  'the signature of another document': async ({ table, owner }) => {
    const pdf = onePage(undefined, '/Dur 1').table('/Root 1 0 R').bytes;
    const sealed = await sealedAt('B-B', pdf, { reserveBytes: 8192 }, owner);
    const at = sealed.indexOf('/Contents <') + 11;
    return withCms(
      table,
      Buffer.from(sealed.toString('latin1', at, at + 8192), 'hex').subarray(0, table.cms.length),
    );
  },
  'the whole seal of another document, field and all': async ({ table, owner }) => {
    const other = await sealedAt('B-B', onePage(undefined, '/Dur 1').table('/Root 1 0 R').bytes, {}, owner);
    const start = other.lastIndexOf(' 0 obj', other.indexOf('/Type /Sig')) - 1;
    return Buffer.concat([table.file.subarray(0, table.pdf.revisions[0]?.end), other.subarray(start)]);
  },
  'a stranger’s key with a certificate of the same names': async ({ table }) => {
    const impostor = await createLocalAuthority({
      organization: 'Tabelionato Açaí',
      now: NOW,
      keyType: 'ec-p256',
    });
    return withCms(table, await signedBy(table, impostor.signer));
  },
  'a self-signed certificate of the same name': signedByLookAlike(),
  'a certificate of the same name by another authority': async (bases) =>
    signedByLookAlike({
      issuer: {
        certificate: bases.stranger.issuing.certificate,
        privateKey: bases.stranger.issuing.privateKey,
      },
    })(bases),
  'a certificate of the same name, long expired': signedByLookAlike({
    notBefore: new Date('2001-01-01'),
    notAfter: new Date('2002-01-01'),
  }),
  'an authority for a signer': signedByLookAlike({ profile: { kind: 'authority', pathLength: 3 } }),
  'a time-stamp authority for a signer': async ({ table, owner }) =>
    withCms(table, await signedBy(table, owner.timeStamping.signer)),
  'an OCSP responder for a signer': async ({ table, owner }) =>
    withCms(table, await signedBy(table, owner.ocsp.signer)),
  'our issuing authority for a signer': async ({ table, owner }) =>
    withCms(table, await signedBy(table, owner.issuing.signer)),
  'the same issuer and serial number, another certificate': async (bases) => {
    const { owner, stranger, table } = bases;
    const forgedCertificate = {
      ...readCertificate(stranger.seal.certificate.der),
      issuer: owner.seal.certificate.issuer,
      serial: owner.seal.certificate.serial,
    };
    const attributes = signedAttributes(coveredDigest(table), forgedCertificate);
    const parts = { ...stranger.signer, certificate: forgedCertificate };
    return withCms(table, buildSignedData(parts, attributes, await stranger.signer.sign(attributes)));
  },
  'our certificate, a stranger’s signature': async ({ table, owner, stranger }) => {
    const attributes = signedAttributes(coveredDigest(table), owner.seal.certificate);
    return withCms(table, buildSignedData(owner.signer, attributes, await stranger.signer.sign(attributes)));
  },
  'two SignerInfos in the set': ({ table }) => {
    const { cms } = table;
    const [type, wrapped] = readDer(cms).children();
    const fields = (wrapped?.children()[0]?.children() ?? []).map(({ encoded }) => encoded);
    const signer = readDer(fields.pop() ?? cms).children()[0]?.encoded ?? cms;
    const two = sequence(...fields, element(0x31, signer, signer));
    return withCms(table, sequence(type?.encoded ?? cms, tagged(0, two)));
  },
  'no SignerInfo at all': ({ table }) => {
    const [type, wrapped] = readDer(table.cms).children();
    const fields = (wrapped?.children()[0]?.children() ?? []).map(({ encoded }) => encoded).slice(0, -1);
    return withCms(
      table,
      sequence(type?.encoded ?? table.cms, tagged(0, sequence(...fields, element(0x31)))),
    );
  },
  'no signed attributes': changed(([, , signer]) => signer.splice(3, 1)),
  'signed attributes exchanged': changed(([, , signer]) => {
    const attributes = readDer(signer[3] as Uint8Array).children();
    signer[3] = element(0xa0, ...attributes.map(({ encoded }) => encoded).toReversed());
  }),
  'a message digest exchanged': changed(([, , signer], { table }) => {
    const other = signedAttributes(createHash('sha256').update('x').digest(), readCertificateOf(table));
    other[0] = 0xa0;
    signer[3] = other;
  }),
  'no message digest': withAttributes((own) => own.filter((each) => each.length !== 49)),
  'no signing certificate': withAttributes((own) => own.filter((each) => each.length < 100)),
  'a content type that is not data': withAttributes((own) =>
    own.map((each, index) =>
      index === 0
        ? sequence(
            objectIdentifier('1.2.840.113549.1.9.3'),
            setOf(objectIdentifier('1.2.840.113549.1.9.16.1.4')),
          )
        : each,
    ),
  ),
  'another version of SignedData': changed(([, fields]) => (fields[0] = Buffer.of(2, 1, 3))),
  'another version of SignerInfo': changed(([, , signer]) => (signer[0] = Buffer.of(2, 1, 3))),
  'a digest algorithm that is not used': changed(([, fields]) => {
    fields[1] = setOf(sequence(objectIdentifier('1.3.14.3.2.26')));
  }),
  'the digest algorithm with NULL parameters': changed(([, fields, signer]) => {
    const identifier = sequence(objectIdentifier('2.16.840.1.101.3.4.2.1'), Buffer.of(5, 0));
    fields[1] = setOf(identifier);
    signer[2] = identifier;
  }),
  'content put inside': changed(([, fields]) => {
    fields[2] = sequence(objectIdentifier('1.2.840.113549.1.7.1'), tagged(0, element(4, Buffer.from('x'))));
  }),
  'no certificates': changed(([, fields]) => fields.splice(3, 1)),
  'a certificate added': changed(([, fields], { stranger }) => {
    const own = readDer(fields[3] as Uint8Array)
      .children()
      .map(({ encoded }) => encoded);
    fields[3] = tagged(
      0,
      ...[...own, stranger.root.certificate.der].toSorted((a, b) => Buffer.compare(a, b)),
    );
  }),
  'certificates in another order': changed(([, fields]) => {
    const own = readDer(fields[3] as Uint8Array)
      .children()
      .map(({ encoded }) => encoded);
    fields[3] = tagged(0, ...own.toReversed());
  }),
  'CRLs added': changed(([, fields]) => fields.push(tagged(1, sequence()))),
  'an unknown unsigned attribute': changed(([, , signer]) =>
    signer.push(tagged(1, sequence(objectIdentifier('1.2.3.4'), setOf(Buffer.of(5, 0))))),
  ),
  'a counter-signature': changed(([, , signer]) =>
    signer.push(tagged(1, sequence(objectIdentifier('1.2.840.113549.1.9.6'), setOf(sequence())))),
  ),
  'empty unsigned attributes': changed(([, , signer]) => signer.push(tagged(1))),
  'a length in BER': ({ table }) => withCms(table, BER_LENGTH(table.cms)),
  'an indefinite length': ({ table }) =>
    withCms(table, Buffer.concat([Buffer.of(0x30, 0x80), table.cms.subarray(4), Buffer.of(0, 0)])),
  'the CMS wrapped once more': ({ table }) => withCms(table, sequence(table.cms)),
  'the CMS twice': ({ table }) => withCms(table, Buffer.concat([table.cms, table.cms])),
  'only the beginning of the CMS': ({ table }) => withCms(table, table.cms.subarray(0, 200)),
  'random bytes': ({ table }) => withCms(table, createHash('sha512').update('x').digest()),
  'our certificate and nothing else': ({ table, owner }) =>
    withCms(table, sequence(element(4, owner.seal.certificate.der))),
  'an ECDSA signature of zeros': changed(([, , signer]) => {
    signer[5] = element(4, sequence(Buffer.of(2, 1, 0), Buffer.of(2, 1, 0)));
  }),
  'an ECDSA signature negated': changed(
    ([, , signer]) => (signer[5] = element(4, negated(signer[5] as Uint8Array))),
  ),
  'a signature of RSA with a small exponent, by name': changed(([, , signer]) => {
    signer[4] = sequence(objectIdentifier('1.2.840.113549.1.1.11'), Buffer.of(5, 0));
  }),
});

/** Order of P-256 (SEC 2, 2.4.2): with (r, s) a signature, (r, n - s) is one too. */
const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');

/** The other signature that an ECDSA signature implies, over the very same bytes. */
export function negated(octets: Uint8Array): Buffer {
  const [r, s] = readDer(readDer(octets).content).children();
  const value = BigInt(`0x${Buffer.from(s?.content ?? []).toString('hex')}`);
  let hex = (ORDER - value).toString(16);
  hex = hex.padStart(hex.length + (hex.length % 2), '0');
  if (Number.parseInt(hex.slice(0, 2), 16) > 0x7f) hex = `00${hex}`;
  return sequence(r?.encoded ?? octets, element(2, Buffer.from(hex, 'hex')));
}

function readCertificateOf({ cms }: SealedFile): Certificate {
  return readCertificate(parseSignedData(cms).certificates[0] ?? cms);
}
