import { generateKeyPairSync } from 'node:crypto';

import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import {
  authorityConstraints,
  authorityKeyId,
  freshKeys,
  type Handmade,
  handmadeAuthority,
  handmadeCertificate,
  inDays,
  nameOf,
  purposes,
  subjectKeyId,
  usages,
} from '@lacre/pades-lab/fixtures/handmade-certificates';
import { expect, test } from 'vitest';

import { sequence } from '../cms/der.ts';
import { OID } from '../cms/object-identifiers.ts';
import {
  buildCertificatePath,
  CertificatePathError,
  type CertificatePathOptions,
} from './certificate-path.ts';
import { extension } from './extension.ts';

const root = handmadeAuthority('root');
const middle = handmadeAuthority('middle', root, { pathLength: 0 });
const leaf = handmadeCertificate({ name: 'leaf', issuer: middle });

function path(
  end: Handmade,
  pool: readonly Handmade[],
  options: Partial<CertificatePathOptions> = {},
): string[] {
  const found = buildCertificatePath(end.certificate, {
    pool: pool.map(({ certificate }) => certificate),
    anchors: [root.certificate],
    at: NOW,
    ...options,
  });
  return found.map(({ commonName }) => commonName);
}

/** The problem's code, and whose it is. */
function problem(
  end: Handmade,
  pool: readonly Handmade[],
  options: Partial<CertificatePathOptions> = {},
): [string, string] {
  try {
    path(end, pool, options);
  } catch (error) {
    if (error instanceof CertificatePathError) return [error.code, error.certificate.commonName];
    throw error;
  }
  throw new Error('there is a path');
}

test.for(['rsa-2048', 'ec-p256', 'ec-p384'] as const)(
  'a local authority of %s leads to its root',
  async (type) => {
    const held = await authority(type);
    for (const { certificate } of [held.seal, held.ocsp, held.timeStamping]) {
      const found = buildCertificatePath(certificate, {
        pool: [held.issuing.certificate],
        anchors: [held.root.certificate],
        at: NOW,
      });
      expect(found).toEqual([certificate, held.issuing.certificate, held.root.certificate]);
    }
  },
);

test('a path leads from the leaf through the pool to the first anchor, and an anchor alone is one', () => {
  expect(path(leaf, [middle])).toEqual(['leaf', 'middle', 'root']);
  expect(path(leaf, [middle, root, leaf])).toEqual(['leaf', 'middle', 'root']);
  expect(path(leaf, [], { anchors: [middle.certificate] })).toEqual(['leaf', 'middle']);
  expect(path(root, [])).toEqual(['root']);
});

test('a certificate whose issuer is not at hand has no path, and is named', () => {
  expect(problem(leaf, [])).toEqual(['issuer-missing', 'leaf']);
  expect(problem(leaf, [middle], { anchors: [] })).toEqual(['issuer-missing', 'middle']);
});

test('a pool with the attacker’s own root leads to no anchor', () => {
  const impostor = handmadeAuthority('root');
  const theirs = handmadeAuthority('middle', impostor);
  const forged = handmadeCertificate({ name: 'leaf', issuer: theirs });
  expect(problem(forged, [theirs, impostor])).toEqual(['root-untrusted', 'root']);
});

test('among authorities of one name, the one whose key signed is found, in any order', () => {
  const decoys = [1, 2, 3].map(() => handmadeAuthority('middle', root));
  expect(path(leaf, [...decoys, middle])).toEqual(['leaf', 'middle', 'root']);
  expect(path(leaf, [middle, ...decoys])).toEqual(['leaf', 'middle', 'root']);
});

test('the key identifier goes first, but does not decide', () => {
  const keys = freshKeys();
  const named = handmadeAuthority('named', root, {
    keys,
    extensions: [authorityConstraints(), usages('keyCertSign'), subjectKeyId(freshKeys().publicKey)],
  });
  const end = handmadeCertificate({
    name: 'end',
    issuer: named,
    extensions: [authorityKeyId(keys.publicKey)],
  });
  expect(path(end, [named])).toEqual(['end', 'named', 'root']);
});

test('every certificate must be valid at the moment', () => {
  const late = handmadeAuthority('late', root, { notBefore: inDays(-1), notAfter: inDays(1) });
  const end = handmadeCertificate({ name: 'end', issuer: late });
  expect(path(end, [late])).toEqual(['end', 'late', 'root']);
  expect(problem(end, [late], { at: inDays(2) })).toEqual(['expired', 'late']);
  expect(problem(end, [late], { at: inDays(-2) })).toEqual(['not-yet-valid', 'late']);
  expect(problem(end, [late], { at: inDays(40) })).toEqual(['expired', 'end']);
  expect(problem(root, [], { at: inDays(31) })).toEqual(['expired', 'root']);
  expect(problem(end, [late], { at: new Date(Number.NaN) })).toEqual(['not-yet-valid', 'end']);
});

test('a certificate renewed over the same key is taken while it is valid', () => {
  const keys = freshKeys();
  const old = handmadeAuthority('renewed', root, { keys, notAfter: inDays(1), serial: Buffer.of(1) });
  const young = handmadeAuthority('renewed', root, { keys, notBefore: inDays(-1), serial: Buffer.of(2) });
  const end = handmadeCertificate({ name: 'end', issuer: old });
  const at = (days: number): Uint8Array | undefined =>
    buildCertificatePath(end.certificate, {
      pool: [old.certificate, young.certificate],
      anchors: [root.certificate],
      at: inDays(days),
    })[1]?.serial;
  expect(at(-2)).toEqual(old.certificate.serial);
  expect(at(2)).toEqual(young.certificate.serial);
});

test.for([
  ['without basic constraints', []],
  ['that are an end’s', [extension('2.5.29.19', true, sequence())]],
  [
    'and a key that may not sign certificates',
    [authorityConstraints(), usages('digitalSignature', 'cRLSign')],
  ],
] as const)('an issuer %s is rejected', ([, extensions]) => {
  const pretender = handmadeCertificate({ name: 'pretender', issuer: root, extensions });
  const end = handmadeCertificate({ name: 'end', issuer: pretender });
  expect(problem(end, [pretender])).toEqual(['not-an-authority', 'pretender']);
});

test('the path length counts authorities below, and not those that only renew themselves', () => {
  const below = handmadeAuthority('below', middle);
  expect(problem(handmadeCertificate({ name: 'end', issuer: below }), [below, middle])).toEqual([
    'path-too-long',
    'middle',
  ]);
  const rolled = handmadeAuthority('middle', middle);
  const end = handmadeCertificate({ name: 'end', issuer: rolled });
  expect(path(end, [rolled, middle])).toEqual(['end', 'middle', 'middle', 'root']);
});

test('a path of more than ten certificates is too long', () => {
  const chain = [root];
  for (let depth = 1; depth < 10; depth += 1) chain.push(handmadeAuthority(`depth ${depth}`, chain.at(-1)));
  const end = (issuer: Handmade | undefined): Handmade =>
    handmadeCertificate({ name: 'end', ...(issuer && { issuer }) });
  expect(path(end(chain[8]), chain)).toHaveLength(10);
  expect(problem(end(chain[9]), chain)[0]).toBe('path-too-long');
});

test('authorities that certify each other lead in no circle', () => {
  const [keysA, keysB] = [freshKeys(), freshKeys()];
  const a = handmadeAuthority('a', undefined, { keys: keysA });
  const b = handmadeAuthority('b', a, { keys: keysB });
  const aByB = handmadeAuthority('a', b, { keys: keysA });
  const end = handmadeCertificate({ name: 'end', issuer: aByB });
  expect(problem(end, [b, aByB])[0]).toBe('issuer-missing');
  const bByRoot = handmadeAuthority('b', root, { keys: keysB });
  expect(path(end, [a, b, aByB, bByRoot])).toEqual(['end', 'a', 'b', 'root']);
});

test('a search among certificates of the same names and keys ends after so many attempts', () => {
  const layers = [0, 1, 2, 3, 4].map((layer) => {
    const keys = freshKeys();
    return Array.from({ length: 6 }, (_, index) => ({ layer, keys, index }));
  });
  const pool: Handmade[] = [];
  for (const layer of layers.toReversed()) {
    for (const { layer: number, keys, index } of layer) {
      const above = pool.find(({ certificate }) => certificate.commonName === `layer ${number + 1}`);
      const serial = Buffer.of(number + 1, index + 1);
      pool.push(handmadeAuthority(`layer ${number}`, above ?? handmadeAuthority('nobody'), { keys, serial }));
    }
  }
  const bottom = pool.find(({ certificate }) => certificate.commonName === 'layer 0');
  const end = handmadeCertificate({ name: 'end', ...(bottom && { issuer: bottom }) });
  expect(problem(end, pool)[0]).toBe('too-many-attempts');
});

test('unknown critical extensions and name constraints end a path', () => {
  const unknown = extension('1.2.3.4', true, sequence());
  expect(problem(handmadeCertificate({ name: 'end', issuer: root, extensions: [unknown] }), [])).toEqual([
    'extension-unsupported',
    'end',
  ]);
  const harmless = extension('1.2.3.4', false, sequence());
  expect(path(handmadeCertificate({ name: 'end', issuer: root, extensions: [harmless] }), [])).toHaveLength(
    2,
  );
  const names = extension('2.5.29.30', false, sequence());
  const narrow = handmadeAuthority('narrow', root, {
    extensions: [authorityConstraints(), usages('keyCertSign'), names],
  });
  expect(problem(handmadeCertificate({ name: 'end', issuer: narrow }), [narrow])).toEqual([
    'extension-unsupported',
    'narrow',
  ]);
});

test('a certificate signed with SHA-1 is refused', () => {
  const signature = { oid: '1.2.840.10045.4.1', digest: 'sha1' };
  const end = handmadeCertificate({ name: 'end', issuer: root, signature });
  expect(problem(end, [])).toEqual(['algorithm-unsupported', 'end']);
});

test.for([
  ['RSA of 1024 bits', generateKeyPairSync('rsa', { modulusLength: 1024 }), '1.2.840.113549.1.1.11'],
  ['a curve of others', generateKeyPairSync('ec', { namedCurve: 'secp256k1' }), '1.2.840.10045.4.3.2'],
] as const)('%s signs nothing', ([, keys, oid]) => {
  const weak = handmadeAuthority('weak', root, { keys });
  const end = handmadeCertificate({ name: 'end', issuer: weak, signature: { oid, digest: 'sha256' } });
  expect(problem(end, [weak])).toEqual(['algorithm-unsupported', 'end']);
});

test('an extension that is not DER is the certificate’s problem, not the program’s', () => {
  const broken = extension('2.5.29.15', true, Buffer.of(3, 9, 0));
  expect(problem(handmadeCertificate({ name: 'end', issuer: root, extensions: [broken] }), [])).toEqual([
    'malformed',
    'end',
  ]);
  const authorityBroken = handmadeAuthority('broken', root, { extensions: [broken] });
  expect(problem(handmadeCertificate({ name: 'end', issuer: authorityBroken }), [authorityBroken])).toEqual([
    'malformed',
    'broken',
  ]);
});

test('a path is refused to a certificate without the key usage or the purpose that is asked for', () => {
  const signing = handmadeCertificate({
    name: 'signing',
    issuer: root,
    extensions: [usages('nonRepudiation'), purposes(false, OID.documentSigningPurpose)],
  });
  expect(path(signing, [], { keyUsage: ['digitalSignature', 'nonRepudiation'] })).toHaveLength(2);
  expect(problem(signing, [], { keyUsage: ['digitalSignature'] })).toEqual(['key-usage-mismatch', 'signing']);
  expect(path(signing, [], { purpose: OID.documentSigningPurpose })).toHaveLength(2);
  expect(problem(signing, [], { purpose: OID.timeStampingPurpose })).toEqual([
    'extended-key-usage-mismatch',
    'signing',
  ]);
  const anything = handmadeCertificate({
    name: 'anything',
    issuer: root,
    extensions: [purposes(false, OID.anyExtendedKeyUsage)],
  });
  expect(path(anything, [], { purpose: OID.timeStampingPurpose })).toHaveLength(2);
  const mail = handmadeAuthority('mail', root, {
    extensions: [authorityConstraints(), usages('keyCertSign'), purposes(false, OID.emailProtectionPurpose)],
  });
  const stamper = handmadeCertificate({
    name: 'stamper',
    issuer: mail,
    extensions: [purposes(true, OID.timeStampingPurpose)],
  });
  expect(problem(stamper, [mail], { purpose: OID.timeStampingPurpose })).toEqual([
    'extended-key-usage-mismatch',
    'mail',
  ]);
});

test('names are the same whatever kind of string, case or spacing they are in', () => {
  const end = handmadeCertificate({ name: 'end', issuer: root, issuerName: nameOf(' ROOT ', 0x13) });
  expect(path(end, [])).toEqual(['end', 'root']);
  const other = handmadeCertificate({ name: 'end', issuer: root, issuerName: nameOf('ro ot') });
  expect(problem(other, [])).toEqual(['issuer-missing', 'end']);
});
