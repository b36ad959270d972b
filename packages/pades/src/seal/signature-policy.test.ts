import { generateKeyPairSync } from 'node:crypto';

import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import { pdfLibDocument } from '@lacre/pades-lab/fixtures/honest-documents';
import { verifyByOpenssl } from '@lacre/pades-lab/fixtures/outside-judges';
import { expect, test } from 'vitest';

import { parseSignedData } from '../cms/parse-signed-data.ts';
import { PADES_AD_RB_V1_3, type SignaturePolicy } from '../cms/signature-policy.ts';
import { issueCertificate } from '../keys/issue-certificate.ts';
import { sealPdf } from './seal-pdf.ts';
import { readSealRevision } from './seal-revision.ts';
import { createSigner, type SealSigner } from './seal-signer.ts';

/** A signer whose certificate states these certificate policies. */
async function signerUnder(policies: readonly string[]): Promise<SealSigner> {
  const { issuing, root } = await authority();
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const { notBefore, notAfter } = issuing.certificate;
  const certificate = issueCertificate({
    subject: { commonName: 'EMPRESA LTDA:12345678000195' },
    publicKey,
    issuer: issuing,
    notBefore,
    notAfter,
    profile: { kind: 'document-seal' },
    policies,
  });
  const chain = [issuing.certificate.der, root.certificate.der];
  return createSigner({ privateKey, certificate: certificate.der, chain });
}

/** A1 and A3 certificate policies of two authorities of ICP-Brasil (DOC-ICP-04). */
const E_CNPJ = ['2.16.76.1.2.1.15'];

async function policyAttribute(signer: SealSigner, policy?: SignaturePolicy): Promise<string | undefined> {
  const { root } = await authority();
  const sealed = await sealPdf({ pdf: await pdfLibDocument(false), signer, signingTime: NOW, policy });
  const file = Buffer.concat(sealed.pdf);
  expect(verifyByOpenssl(file, sealed.byteRange, root.certificate.x509.toString())).toBeDefined();
  const { attributes } = parseSignedData(readSealRevision(sealed.tail).cms).signer;
  const value = attributes.get('1.2.840.113549.1.9.16.2.15')?.encoded;
  return value && Buffer.from(value).toString('hex');
}

test('AD-RB is declared with the hash that the policy has in itself, and SHA-256 without NULL', async () => {
  const uri = Buffer.from('http://politicas.icpbrasil.gov.br/PA_PAdES_AD_RB_v1_3.der').toString('hex');
  expect(await policyAttribute(await signerUnder(E_CNPJ), PADES_AD_RB_V1_3)).toBe(
    [
      '3081870608604c0107010b0103',
      '302f300b0609608648016503040201',
      '042023e4be4b9b362172e4ebb0e72b86a133ece5aad843d8651c6e38a0ba3f08fc60',
      `304a3048060b2a864886f70d01091005011639${uri}`,
    ].join(''),
  );
});

test('another policy is declared by identifier, hash and algorithm, with or without address', async () => {
  const policy = { oid: '1.2.3.4', digest: 'sha512', hash: 'ab'.repeat(64) } as const;
  const { signer } = await authority();
  const algorithm = '300b0609608648016503040203';
  expect(await policyAttribute(signer, policy)).toBe(`305606032a0304304f${algorithm}0440${policy.hash}`);
  expect(await policyAttribute(signer)).toBeUndefined();
});

test('a policy of ICP-Brasil is refused with a certificate that is not of ICP-Brasil', async () => {
  const pdf = await pdfLibDocument(false);
  const { signer: local } = await authority();
  for (const signer of [local, await signerUnder(['2.16.76.1.20.1', '1.2.3'])]) {
    const request = { pdf, signer, signingTime: NOW, policy: PADES_AD_RB_V1_3 };
    await expect(sealPdf(request)).rejects.toMatchObject({ code: 'policy-needs-icp-brasil' });
  }
});

test('a hash that is not one of its algorithm is a mistake of the caller', async () => {
  const { signer } = await authority();
  for (const hash of ['ab', 'zz'.repeat(32), 'ab'.repeat(64)]) {
    const policy = { oid: '1.2.3', digest: 'sha256', hash } as const;
    const request = { pdf: await pdfLibDocument(false), signer, signingTime: NOW, policy };
    await expect(sealPdf(request)).rejects.toThrow(TypeError);
  }
});
