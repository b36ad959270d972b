import { contractFile } from '@lacre/pades-lab/attacks/contract';
import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import {
  handmadeAuthority,
  handmadeCertificate,
  inDays,
  purposes,
  usages,
} from '@lacre/pades-lab/fixtures/handmade-certificates';
import { handmadeOcsp } from '@lacre/pades-lab/fixtures/handmade-ocsp';
import { handmadeToken, IMPRINT } from '@lacre/pades-lab/fixtures/handmade-tokens';
import {
  certificateOf,
  type KeyKind,
  signerBy,
  STRONG_KEYS,
  WEAK_KEYS,
} from '@lacre/pades-lab/fixtures/keys-by-strength';
import { signedLater } from '@lacre/pades-lab/fixtures/later-revision';
import { describe, expect, test } from 'vitest';

import { signatureAlgorithmIdentifier } from './cms/build-signed-data.ts';
import { OID } from './cms/object-identifiers.ts';
import { judgeEmbedded } from './embedded/judge-embedded.ts';
import { readPdf } from './pdf/strict-pdf.ts';
import { issueCrl } from './revocation/issue-crl.ts';
import { verifyCrl } from './revocation/verify-crl.ts';
import { verifyOcspResponse } from './revocation/verify-ocsp-response.ts';
import { sealPdf } from './seal/seal-pdf.ts';
import { checkSealRevision } from './seal/seal-revision.ts';
import { verifyTimeStampToken } from './time-stamp/verify-time-stamp-token.ts';
import { validatePdf } from './validate/validate-pdf.ts';

const OUTCOMES: readonly (readonly [KeyKind, 'relied upon' | 'refused'])[] = [
  ...STRONG_KEYS.map((kind) => [kind, 'relied upon'] as const),
  ...WEAK_KEYS.map((kind) => [kind, 'refused'] as const),
];

/** What keeps something from being relied upon; nothing where it is. */
const problemOf = async (work: () => unknown): Promise<string | undefined> => {
  try {
    await work();
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
};

const file = contractFile();
const self = (kind: KeyKind) => signerBy(kind, certificateOf(kind));

describe.each(OUTCOMES.map(([kind, outcome]) => [kind.name, outcome, kind] as const))(
  '%s is %s',
  (_name, outcome, kind) => {
    const isWeak = outcome === 'refused';

    test('to answer an OCSP request', async () => {
      const issuer = handmadeAuthority('issuer');
      const { certificate } = handmadeCertificate({ name: 'end', issuer });
      const extensions = [purposes(false, OID.ocspSigningPurpose)];
      const responder = certificateOf(kind, { issuer, extensions });
      const algorithm = signatureAlgorithmIdentifier(kind.algorithm);
      const response = handmadeOcsp({ certificate, issuer: issuer.certificate, responder, algorithm });
      const verification = { certificate, issuer: issuer.certificate, at: NOW };
      expect(await problemOf(() => verifyOcspResponse(response, verification))).toBe(
        isWeak ? 'algorithm-unsupported' : undefined,
      );
    });

    test('to sign a CRL', async () => {
      const issuer = handmadeAuthority('issuer', handmadeAuthority('root'), { keys: kind.keys });
      // Of the authority's name alone: who issued it is not asked here.
      const { certificate } = handmadeCertificate({
        name: 'end',
        issuerName: issuer.certificate.subject,
      });
      const dates = { thisUpdate: NOW, nextUpdate: inDays(1) };
      const crl = await issueCrl({ issuer: signerBy(kind, issuer), number: 1, revoked: [], ...dates });
      const verification = { certificate, issuer: issuer.certificate, at: NOW };
      expect(await problemOf(() => verifyCrl(crl, verification))).toBe(
        isWeak ? 'algorithm-unsupported' : undefined,
      );
    });

    test('to time-stamp', async () => {
      const extensions = [usages('digitalSignature'), purposes(true, OID.timeStampingPurpose)];
      const signer = certificateOf(kind, { extensions });
      const signatureAlgorithm = signatureAlgorithmIdentifier(kind.algorithm);
      const token = handmadeToken({ signer, signatureAlgorithm });
      expect(await problemOf(() => verifyTimeStampToken(token, IMPRINT))).toBe(
        isWeak ? 'algorithm-unsupported' : undefined,
      );
    });

    test('to seal', async () => {
      expect(await problemOf(() => sealPdf({ pdf: file, signer: self(kind), signingTime: NOW }))).toBe(
        isWeak ? 'key-unsupported' : undefined,
      );
    });

    test('in a seal revision that is read back', async () => {
      const tail = (await signedLater(file, { signer: self(kind) })).subarray(file.length);
      expect(await problemOf(() => checkSealRevision({ pdf: file }, tail))).toBe(
        isWeak ? 'not-a-seal-revision' : undefined,
      );
    });

    test('in a seal that is validated', async () => {
      const signer = self(kind);
      const sealed = await signedLater(file, { signer });
      const { reasons } = await validatePdf(sealed, { trustedSealCertificates: [signer] });
      const codes = reasons.map(({ code }) => code);
      expect(codes.includes('signature-mismatch')).toBe(isWeak);
    });

    test('in a signature that a document brings, which holds all the same', async () => {
      const brought = readPdf(await signedLater(file, { signer: self(kind) }));
      const options = { trustedSealCertificates: [], timeStampAnchors: [], anchors: [], at: NOW };
      const [found] = await judgeEmbedded(brought, options);
      expect(found).toMatchObject(
        isWeak ? { state: 'reserved', problems: ['weak-algorithm'] } : { state: 'sound', problems: [] },
      );
    });

    test('in a signature after our seal, whose signer has a name then', async () => {
      const { signer } = await authority();
      const sealed = Buffer.concat((await sealPdf({ pdf: file, signer, signingTime: NOW })).pdf);
      const signed = await signedLater(sealed, { signer: self(kind) });
      const { laterSignatures } = await validatePdf(signed, { trustedSealCertificates: [signer] });
      expect(laterSignatures.map(({ signerName }) => signerName)).toEqual([isWeak ? undefined : kind.name]);
    });
  },
);
