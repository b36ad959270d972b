import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { exchange, fetchPublished } from '@lacre/authority-client';
import {
  answerOcspRequest,
  createLocalAuthority,
  ocspRequest,
  readCertificate,
  readCrl,
  readTimeStampToken,
  verifyOcspResponse,
  type LocalAuthority,
} from '@lacre/pades';
import { portOf } from '@lacre/test-support';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { localAuthorityRoutes } from './local-authority-routes.ts';
import { LocalAuthorityService } from './local-authority-service.ts';
import { openSealing, type SealingOptions } from './open-sealing.ts';

/** What the authorities answer, to be changed by a test. */
let answers: Pick<LocalAuthorityService, 'ocsp' | 'timeStamp' | 'crl' | 'certificate'>;
let service: LocalAuthorityService;
let authority: LocalAuthority;
let server: FastifyInstance;
let origin: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacre-authorities-'));
  server = fastify();
  await localAuthorityRoutes(server, {
    ocsp: (request: Uint8Array) => answers.ocsp(request),
    timeStamp: (request: Uint8Array) => answers.timeStamp(request),
    crl: (of: 'root' | 'issuing') => answers.crl(of),
    certificate: (of: 'root' | 'issuing') => answers.certificate(of),
  } as LocalAuthorityService);
  await server.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${portOf(server.server)}`;
  authority = await createLocalAuthority({
    organization: 'Autoridade distante',
    now: new Date(),
    authorityUrl: `${origin}/authority`,
  });
  service = new LocalAuthorityService({ authority }, () => new Date());
});
beforeEach(() => {
  answers = service;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Sealing by a certificate and time stamps of authorities that are reached over HTTP alone. */
const warnings: object[] = [];

async function openRemote(name: string, options: Partial<SealingOptions> = {}) {
  const { sealKey, sealCertificate } = authority.toPem();
  const path = join(folder, `${name}.pem`);
  // Without its issuers: they are where the certificate says.
  await writeFile(path, `${sealKey}${sealCertificate}`);
  return openSealing({
    folder: join(folder, name),
    organization: 'Lacre Teste',
    publicUrl: 'http://127.0.0.1',
    keyFile: { path, password: '' },
    timeStampUrl: `${origin}/authority/tsp`,
    logger: { warn: (facts) => void warnings.push(facts) },
    now: () => new Date(),
    ...options,
  });
}

it('stamps the time, and keeps whose time stamps it took', async () => {
  const { timeStamping, sealKeys } = await openRemote('stamps');
  const imprint = Buffer.alloc(32, 7);
  const stamp = await timeStamping.stamp(imprint);
  expect(Buffer.from(readTimeStampToken(stamp.token).imprint)).toEqual(imprint);
  expect(stamp.authority).toBe(authority.timeStamping.certificate.commonName);
  const anchors = sealKeys.timeStampAnchors.map(({ commonName }) => commonName);
  expect(anchors).toContain(authority.root.certificate.commonName);
});

it('trusts the first authority that answers over an authenticated connection, logs it, and no other after', async () => {
  warnings.length = 0;
  const { timeStamping, sealKeys } = await openRemote('first');
  await timeStamping.stamp(Buffer.alloc(32, 1));
  await timeStamping.stamp(Buffer.alloc(32, 2));
  expect(warnings).toMatchObject([{ root: authority.root.certificate.commonName }]);
  const other = await createLocalAuthority({
    organization: 'Outra autoridade',
    now: new Date(),
    authorityUrl: `${origin}/authority`,
  });
  const usurper = new LocalAuthorityService({ authority: other }, () => new Date());
  answers = over({
    timeStamp: (request) => usurper.timeStamp(request),
    certificate: (of) => usurper.certificate(of),
  });
  await expect(timeStamping.stamp(Buffer.alloc(32, 3))).rejects.toMatchObject({ name: 'TimeStampUntrusted' });
  expect(sealKeys.remoteTimeStampRoots.map(({ commonName }) => commonName)).toEqual([
    authority.root.certificate.commonName,
  ]);
});

it('trusts the authorities that the operator named alone', async () => {
  const named = join(folder, 'anchors.pem');
  await writeFile(named, authority.root.certificate.x509.toString());
  const { timeStamping } = await openRemote('named', { timeStampCertificates: named });
  expect((await timeStamping.stamp(Buffer.alloc(32, 1))).chain.at(-1)?.commonName).toBe(
    authority.root.certificate.commonName,
  );
  const another = join(folder, 'other-anchors.pem');
  const { root } = await createLocalAuthority({ organization: 'Outra autoridade', now: new Date() });
  await writeFile(another, root.certificate.x509.toString());
  const strict = await openRemote('another', { timeStampCertificates: another });
  await expect(strict.timeStamping.stamp(Buffer.alloc(32, 1))).rejects.toMatchObject({
    name: 'TimeStampUntrusted',
  });
  const empty = join(folder, 'no-anchors.pem');
  await writeFile(empty, 'nada');
  await expect(openRemote('empty', { timeStampCertificates: empty })).rejects.toThrow(/TSA_CERTIFICATES/);
});

it('has no proof of a certificate whose issuer is unknown', async () => {
  const { revocation } = await openRemote('orphan');
  const orphan = await createLocalAuthority({ organization: 'Sem endereço', now: new Date() });
  await expect(revocation.proofs([orphan.seal.certificate])).rejects.toMatchObject({
    name: 'RevocationUnknown',
  });
});

it('collects the whole path and proof of every certificate in it', async () => {
  const { revocation, sealKeys } = await openRemote('proofs');
  const proofs = await revocation.proofs([sealKeys.signer.certificate]);
  const names = proofs.certificates.map((der) => readCertificate(der).commonName);
  expect(new Set(names)).toEqual(
    new Set(
      [authority.seal, authority.issuing, authority.root, authority.ocsp].map(
        ({ certificate }) => certificate.commonName,
      ),
    ),
  );
  expect([proofs.ocspResponses.length, proofs.crls.length]).toEqual([1, 1]);
});

it('falls back from a responder that is broken to the CRL of the same authority', async () => {
  answers = over({ ocsp: () => Promise.resolve(Buffer.from('nonsense')) });
  const { revocation, sealKeys } = await openRemote('fallback');
  const proofs = await revocation.proofs([sealKeys.signer.certificate]);
  expect([proofs.ocspResponses.length, proofs.crls.length]).toEqual([0, 2]);
});

it.each<[string, Parameters<typeof over>[0], string]>([
  ['the responder and the CRL are away', { ocsp: fails, crl: fails }, 'AuthorityUnavailable'],
  [
    'the seal certificate is revoked',
    {
      ocsp: (request) =>
        answerOcspRequest(
          request,
          {
            issuer: authority.issuing.certificate,
            signer: authority.ocsp.signer,
            statusOf: () => ({ status: 'revoked', revokedAt: new Date(), reason: 'keyCompromise' }),
          },
          new Date(),
          new Date(Date.now() + 60_000),
        ),
    },
    'CertificateRevoked',
  ],
])('proves nothing when %s', async (_what, broken, name) => {
  answers = over(broken);
  const { revocation, sealKeys } = await openRemote(name);
  await expect(revocation.proofs([sealKeys.signer.certificate])).rejects.toMatchObject({ name });
});

it.each<[string, (request: Uint8Array) => Promise<Buffer>, string]>([
  ['is away', fails, 'AuthorityUnavailable'],
  ['answers nonsense', () => Promise.resolve(Buffer.from('<html>')), 'TimeStampError'],
  ['refuses', () => service.timeStamp(Buffer.from('nonsense')), 'TimeStampError'],
])('gives no time stamp when the authority %s', async (_what, timeStamp, name) => {
  answers = over({ timeStamp });
  const { timeStamping } = await openRemote(`refused-${name}`);
  await expect(timeStamping.stamp(Buffer.alloc(32))).rejects.toMatchObject({ name });
});

it('publishes certificates and CRLs, and answers OCSP by GET as by POST', async () => {
  const at = (path: string) => fetchPublished(`${origin}/authority/${path}`);
  expect(readCertificate(await at('issuing.cer')).commonName).toBe(authority.issuing.certificate.commonName);
  expect(readCrl(await at('root.crl')).revoked.size).toBe(0);
  const query = { certificate: authority.seal.certificate, issuer: authority.issuing.certificate };
  const request = ocspRequest(query);
  const posted = await exchange(
    `${origin}/authority/ocsp`,
    'application/ocsp-request',
    request,
    'application/ocsp-response',
  );
  const got = await at(`ocsp/${encodeURIComponent(request.toString('base64'))}`);
  for (const answer of [posted, got]) {
    expect(verifyOcspResponse(answer, { ...query, at: new Date() }).certificate.status).toBe('good');
  }
});

function fails(): Promise<never> {
  return Promise.reject(new Error('away'));
}

function over(broken: Partial<typeof answers>): typeof answers {
  return {
    ocsp: (request) => service.ocsp(request),
    timeStamp: (request) => service.timeStamp(request),
    crl: (of) => service.crl(of),
    certificate: (of) => service.certificate(of),
    ...broken,
  };
}
