import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { validatePdf } from '@lacre/pades';
import forge from 'node-forge';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { completedProcess } from '../testing/completed-process.ts';
import { samplePdf } from '../testing/pdfs/sample-pdfs.ts';
import { openTestSigner, type TestSigner } from '../testing/test-signer.ts';
import { openFile } from './open-file.ts';
import { sealDocument } from './seal-document.ts';
import { assertPolicyFits } from './seal-policy.ts';
import { readSealRecord, sealedFile } from './seal-record.ts';

/** A1 certificates of an authority of ICP-Brasil (DOC-ICP-04). */
const CERTIFICATE_POLICY = '2.16.76.1.2.1.133';
/** ITI's policies for PAdES (DOC-ICP-15.03). */
const SIGNATURE_POLICIES = [
  ['AD-RB', '2.16.76.1.7.1.11.1.3'],
  ['AD-RT', '2.16.76.1.7.1.12.1.3'],
  ['AD-RC', '2.16.76.1.7.1.13.1.4'],
  ['AD-RA', '2.16.76.1.7.1.14.1.4'],
] as const;

let folder: string;
let test: TestSigner;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacre-icp-'));
  const path = join(folder, 'key.pem');
  await writeFile(path, keyWithCertificate());
  test = await openTestSigner({ keyFile: { path, password: '' } });
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

const oid = (text: string) =>
  forge.asn1.create(
    forge.asn1.Class.UNIVERSAL,
    forge.asn1.Type.OID,
    false,
    forge.asn1.oidToDer(text).getBytes(),
  );
const sequence = (...members: forge.asn1.Asn1[]) =>
  forge.asn1.create(forge.asn1.Class.UNIVERSAL, forge.asn1.Type.SEQUENCE, true, members);

/** A certificate that claims to be of ICP-Brasil, as only its authorities may issue. */
function keyWithCertificate(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const key = forge.pki.privateKeyFromPem(pem);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  certificate.serialNumber = '01';
  certificate.validity.notBefore = new Date(Date.now() - 60_000);
  certificate.validity.notAfter = new Date(Date.now() + 86_400_000);
  const name = [{ shortName: 'CN', value: 'EMPRESA LTDA:11222333000181' }];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  const policies = forge.asn1.toDer(sequence(sequence(oid(CERTIFICATE_POLICY)))).getBytes();
  certificate.setExtensions([
    { name: 'keyUsage', critical: true, digitalSignature: true, nonRepudiation: true },
    { id: '2.5.29.32', value: policies },
  ]);
  certificate.sign(key, forge.md.sha256.create());
  return `${pem}${forge.pki.certificateToPem(certificate)}`;
}

it.each(SIGNATURE_POLICIES)(
  'declares %s, and says on the pages whose certificate it is',
  async (sealPolicy, policy) => {
    const { processId, documentId } = await completedProcess(test, await samplePdf());
    await sealDocument({ ...test.signer, sealPolicy }, processId, documentId);
    const file = sealedFile(await readSealRecord(test.signer.log, documentId));
    const { pdf } = await openFile(test.signer.blobs, file?.parts ?? []);
    const { verdict, seal, attachments } = await validatePdf(pdf, {
      trustedSealCertificates: test.signer.sealKeys.trusted,
      trustAnchors: test.signer.sealKeys.timeStampAnchors,
    });
    expect({ verdict, policy: seal?.policy }).toEqual({ verdict: 'intact', policy });
    const evidence = attachments.find(({ name }) => name === 'evidence.json');
    expect(JSON.parse(Buffer.from(evidence?.read() ?? []).toString())).toMatchObject({
      seal: { authority: 'icp-brasil', certificateSubject: 'EMPRESA LTDA:11222333000181' },
    });
  },
);

it.each([
  ['AD-RT', 'B-B', 'http://127.0.0.1:9/', /pede SEAL_LEVEL B-T ou acima, e não B-B/],
  ['AD-RA', 'B-LT', 'http://127.0.0.1:9/', /pede SEAL_LEVEL B-LTA ou acima, e não B-LT/],
  ['AD-RT', 'B-LTA', undefined, /defina TSA_URL/],
] as const)(
  'does not start with %s where no seal would live up to it (%s)',
  (policy, level, timeStampUrl, message) => {
    expect(() => assertPolicyFits({ policy, level, timeStampUrl })).toThrow(message);
  },
);

it.each([
  ['AD-RB', 'B-B', undefined],
  ['AD-RA', 'B-LTA', 'http://127.0.0.1:9/'],
] as const)('starts with %s at %s', (policy, level, timeStampUrl) => {
  expect(() => assertPolicyFits({ policy, level, timeStampUrl })).not.toThrow();
});
