import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';

import {
  answerOcspRequest,
  buildCertificatePath,
  type CertificateStatus,
  icpBrasilPolicy,
  issueCrl,
  LOCAL_TIME_STAMP_POLICY,
  loadPem,
  ocspRequest,
  readCertificate,
  readTimeStampResponse,
  serialNumberOf,
  timeStampRequest,
  verifyCrl,
  verifyOcspResponse,
  verifyTimeStampToken,
} from '@lacre/pades';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DATA, Workplace, writeByPyhanko } from './authority-workplace.ts';

const DAY_MS = 86_400_000;
const KEY_TYPES = ['rsa-2048', 'ec-p256', 'ec-p384'] as const;
/** OpenSSL's own authority: every digest, fractions of seconds, ordering, its name in the token. */
const TSA_CONFIG = `
[tsa]
default_tsa = own
[own]
serial = ./serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4.1
other_policies = 1.2.3.4.5
digests = sha256, sha384, sha512
accuracy = secs:1, millisecs:500, microsecs:100
clock_precision_digits = 6
ordering = yes
tsa_name = yes
ess_cert_id_chain = yes
ess_cert_id_alg = ESS_DIGEST
`;

describe.each(KEY_TYPES)('a local authority of %s', (keyType) => {
  let place: Workplace;
  beforeAll(async () => {
    place = await Workplace.make(keyType);
  });
  afterAll(() => rm(place.folder, { recursive: true, force: true }));

  const imprint = createHash('sha256').update(DATA).digest();

  it.each(['-sha256', '-sha384', '-sha512'])('stamps what openssl ts asks for by %s', async (digest) => {
    await place.openssl('ts', '-query', '-data', 'data', digest, '-cert', '-out', 'cert.tsq');
    await place.write('cert.tsr', await place.answerTimeStamp(await place.read('cert.tsq')));
    const text = await place.openssl('ts', '-reply', '-in', 'cert.tsr', '-text');
    expect(text).toContain('Status: Granted.');
    expect(text).toContain(`Policy OID: ${LOCAL_TIME_STAMP_POLICY}`);
    expect(text).toMatch(/Accuracy: 0x01 seconds[\s\S]+Ordering: no/);
    for (const against of [
      ['-queryfile', 'cert.tsq'],
      ['-data', 'data'],
    ]) {
      const files = ['-in', 'cert.tsr', '-CAfile', 'root.pem'];
      expect(await place.openssl('ts', '-verify', ...against, ...files)).toContain('Verification: OK');
    }
  });

  it('stamps without certificates when openssl ts asks for none', async () => {
    await place.openssl('ts', '-query', '-data', 'data', '-sha256', '-out', 'bare.tsq');
    await place.write('bare.tsr', await place.answerTimeStamp(await place.read('bare.tsq')));
    const verify = ['ts', '-verify', '-queryfile', 'bare.tsq', '-in', 'bare.tsr', '-CAfile', 'root.pem'];
    await place.opensslFailing(...verify);
    await place.write('chain.pem', await place.joined('tsa.pem', 'issuing.pem'));
    expect(await place.openssl(...verify, '-untrusted', 'chain.pem')).toContain('Verification: OK');
  });

  it('refuses so that openssl ts says why', async () => {
    await place.openssl(
      'ts',
      '-query',
      '-data',
      'data',
      '-sha256',
      '-tspolicy',
      '1.2.3',
      '-out',
      'policy.tsq',
    );
    await place.write('policy.tsr', await place.answerTimeStamp(await place.read('policy.tsq')));
    const text = await place.openssl('ts', '-reply', '-in', 'policy.tsr', '-text');
    expect(text).toMatch(/Status: Rejected\.[\s\S]+the requested TSA policy is not supported/);
    await place.openssl('ts', '-query', '-data', 'data', '-sha1', '-out', 'sha1.tsq');
    await place.write('sha1.tsr', await place.answerTimeStamp(await place.read('sha1.tsq')));
    expect(await place.openssl('ts', '-reply', '-in', 'sha1.tsr', '-text')).toMatch(
      /unrecognized or unsupported algorithm/i,
    );
  });

  it.each(['sha1', 'sha256', 'sha512'])('reads what openssl ts stamps, certificates by %s', async (ess) => {
    await place.write('tsa.cnf', TSA_CONFIG.replace('ESS_DIGEST', ess));
    for (const certReq of [true, false]) {
      const request = timeStampRequest({ imprint, digest: 'sha256', nonce: randomBytes(8), certReq });
      await place.write('ours.tsq', request);
      const files = [
        '-queryfile',
        'ours.tsq',
        '-signer',
        'tsa.pem',
        '-inkey',
        'tsa.key',
        '-chain',
        'issuing.pem',
      ];
      await place.openssl('ts', '-reply', '-config', 'tsa.cnf', ...files, '-out', 'theirs.tsr');
      const { certificate } = place.held.timeStamping;
      const { info, token } = readTimeStampResponse(await place.read('theirs.tsr'), request, certificate);
      expect(info).toMatchObject({ policy: '1.2.3.4.1', ordering: true, digest: 'sha256' });
      expect(info.accuracySeconds).toBeCloseTo(1.5001, 9);
      expect(Math.abs(info.time.getTime() - Date.now())).toBeLessThan(60_000);
      expect(info.certificates.length).toBe(certReq ? 2 : 0);
      expect(verifyTimeStampToken(token, imprint, certificate).certificate.der).toEqual(certificate.der);
    }
  });

  it.each([
    ['unaccepted-policy', { policy: '1.2.3' }, ''],
    ['bad-alg', {}, 'digests = sha512'],
  ] as const)('reads the refusal %s of openssl ts', async (code, query, config) => {
    const settings = TSA_CONFIG.replace('ESS_DIGEST', 'sha256');
    await place.write('tsa.cnf', config ? settings.replace(/digests = .*/, config) : settings);
    const request = timeStampRequest({ imprint, digest: 'sha256', certReq: true, ...query });
    await place.write('refused.tsq', request);
    const files = ['-queryfile', 'refused.tsq', '-signer', 'tsa.pem', '-inkey', 'tsa.key'];
    await place.openssl('ts', '-reply', '-config', 'tsa.cnf', ...files, '-out', 'refused.tsr');
    const response = await place.read('refused.tsr');
    expect(() => readTimeStampResponse(response, request)).toThrow(expect.objectContaining({ code }));
  });

  const STATUSES: Readonly<Record<'good' | 'revoked' | 'unknown', CertificateStatus>> = {
    good: { status: 'good' },
    revoked: { status: 'revoked', revokedAt: new Date(Date.now() - DAY_MS), reason: 'cACompromise' },
    unknown: { status: 'unknown' },
  };

  it.each(['good', 'revoked', 'unknown'] as const)('answers openssl ocsp: %s', async (status) => {
    const about = ['-issuer', 'issuing.pem', '-cert', 'seal.pem'];
    for (const [digest, responderId] of [
      ['-sha1', 'by-key'],
      ['-sha256', 'by-name'],
    ] as const) {
      await place.openssl('ocsp', digest, ...about, '-reqout', 'theirs.ocsp-request');
      const { held } = place;
      const response = await answerOcspRequest(
        await place.read('theirs.ocsp-request'),
        {
          issuer: held.issuing.certificate,
          signer: held.ocsp.signer,
          responderId,
          statusOf: () => STATUSES[status],
        },
        new Date(),
        new Date(Date.now() + DAY_MS),
      );
      await place.write('ours.ocsp', response);
      const files = ['-reqin', 'theirs.ocsp-request', '-respin', 'ours.ocsp', '-CAfile', 'issuers.pem'];
      expect(await place.openssl('ocsp', ...files)).toContain('Response verify OK');
      const found = await place.openssl('ocsp', digest, ...about, '-no_nonce', ...files.slice(2));
      expect(found).toContain(`seal.pem: ${status}`);
      const revocation = /Reason: cACompromise[\s\S]+Revocation Time:/;
      expect(revocation.test(found)).toBe(status === 'revoked');
    }
  });

  it.each(['good', 'revoked', 'unknown'] as const)('reads what openssl ocsp answers: %s', async (status) => {
    const { seal, issuing, ocsp } = place.held;
    const [certificate, issuer] = [seal.certificate, issuing.certificate];
    const serial = serialNumberOf(certificate).toUpperCase();
    const index = {
      good: `V\t291231235959Z\t\t${serial}\tunknown\t/CN=x\n`,
      revoked: `R\t291231235959Z\t261101000000Z,keyCompromise\t${serial}\tunknown\t/CN=x\n`,
      unknown: '',
    };
    await place.write('index.txt', index[status]);
    for (const [digest, options] of [
      ['sha1', []],
      ['sha256', ['-resp_key_id']],
    ] as const) {
      const nonce = randomBytes(16);
      await place.write('ours.ocsp-request', ocspRequest({ certificate, issuer, nonce, digest }));
      const files = [
        '-index',
        'index.txt',
        '-CA',
        'issuing.pem',
        '-rsigner',
        'ocsp.pem',
        '-rkey',
        'ocsp.key',
      ];
      const about = ['-reqin', 'ours.ocsp-request', '-respout', 'theirs.ocsp', '-ndays', '1'];
      await place.openssl('ocsp', ...files, ...options, ...about);
      const at = new Date();
      const found = verifyOcspResponse(await place.read('theirs.ocsp'), { certificate, issuer, at, nonce });
      expect(found.responder.der).toEqual(ocsp.certificate.der);
      const revokedAt = new Date('2026-11-01T00:00:00Z');
      const revoked = { status: 'revoked', revokedAt, reason: 'keyCompromise' };
      expect(found.certificate).toEqual(status === 'revoked' ? revoked : { status });
    }
  });

  it('issues CRLs by which openssl verify decides', async () => {
    const { held } = place;
    const [thisUpdate, nextUpdate] = [new Date(), new Date(Date.now() + DAY_MS)];
    const revoked = [
      { serial: serialNumberOf(held.seal.certificate), revokedAt: thisUpdate, reason: 'superseded' as const },
    ];
    const dates = { number: 1, thisUpdate, nextUpdate };
    for (const [name, issuer, list] of [
      ['root', held.root, []],
      ['issuing', held.issuing, revoked],
      ['empty', held.issuing, []],
    ] as const) {
      await place.write(`${name}.crl`, await issueCrl({ issuer: issuer.signer, ...dates, revoked: list }));
      const by = name === 'root' ? 'root.pem' : 'issuing.pem';
      const files = ['-inform', 'der', '-in', `${name}.crl`, '-out', `${name}.crl.pem`];
      expect(await place.openssl('crl', ...files, '-CAfile', by)).toContain('verify OK');
    }
    const verify = ['verify', '-crl_check_all', '-CAfile', 'root.pem', '-untrusted', 'issuing.pem'];
    const lists = (name: string): string[] => ['-CRLfile', 'root.crl.pem', '-CRLfile', `${name}.crl.pem`];
    expect(await place.openssl(...verify, ...lists('empty'), 'seal.pem', 'tsa.pem')).toMatch(
      /seal\.pem: OK\ntsa\.pem: OK/,
    );
    expect(await place.openssl(...verify, ...lists('issuing'), 'tsa.pem')).toContain('tsa.pem: OK');
    expect(await place.opensslFailing(...verify, ...lists('issuing'), 'seal.pem')).toContain(
      'certificate revoked',
    );
  });

  it('reads CRLs of openssl ca', async () => {
    const { seal, issuing } = place.held;
    const serial = serialNumberOf(seal.certificate).toUpperCase();
    await place.write(
      'ca.txt',
      `R\t291231235959Z\t261101000000Z,affiliationChanged\t${serial}\tunknown\t/CN=x\n`,
    );
    await place.write('ca.number', '0A\n');
    const config = `[ca]\ndefault_ca = own\n[own]\ndatabase = ca.txt\ncrlnumber = ca.number\ndefault_md = sha256
default_crl_days = 1\ncrl_extensions = crl\n[crl]\nauthorityKeyIdentifier = keyid,issuer\n`;
    await place.write('ca.cnf', config);
    const keys = ['-config', 'ca.cnf', '-cert', 'issuing.pem', '-keyfile', 'issuing.key'];
    await place.openssl('ca', '-gencrl', ...keys, '-out', 'ca.crl.pem');
    await place.openssl('crl', '-in', 'ca.crl.pem', '-outform', 'der', '-out', 'ca.crl');
    const options = { certificate: seal.certificate, issuer: issuing.certificate, at: new Date() };
    const found = verifyCrl(await place.read('ca.crl'), options);
    const revokedAt = new Date('2026-11-01T00:00:00Z');
    expect(found.certificate).toEqual({ status: 'revoked', revokedAt, reason: 'affiliationChanged' });
    expect(found.crl.number).toBe(10n);
  });

  it('has certificates whose chain and purposes openssl verify accepts', async () => {
    const verify = ['verify', '-x509_strict', '-CAfile', 'root.pem', '-untrusted', 'issuing.pem'];
    expect(await place.openssl(...verify, '-purpose', 'timestampsign', 'tsa.pem')).toContain('OK');
    expect(await place.openssl(...verify, '-purpose', 'smimesign', 'seal.pem')).toContain('OK');
    expect(await place.openssl(...verify, '-purpose', 'ocsphelper', 'ocsp.pem')).toContain('OK');
    await place.opensslFailing(...verify, '-purpose', 'timestampsign', 'seal.pem');
  });

  it('reads structures by pyHanko’s library', async () => {
    await writeByPyhanko(place, { folder: place.folder });
    const { seal, issuing } = place.held;
    const options = { certificate: seal.certificate, issuer: issuing.certificate, at: new Date() };
    for (const digest of ['sha1', 'sha256']) {
      for (const status of ['good', 'revoked', 'unknown']) {
        const response = verifyOcspResponse(await place.read(`${digest}-${status}.ocsp`), options);
        expect(response.certificate.status).toBe(status);
      }
    }
    expect(verifyCrl(await place.read('issuing.crl'), options)).toMatchObject({
      certificate: { status: 'revoked', reason: 'superseded' },
      crl: { number: 9n },
    });
  });

  it('opens keys that openssl encrypted', async () => {
    for (const cipher of ['-aes256', '-aes128', '-des3']) {
      const files = ['-in', 'seal.key', '-out', 'locked.key', '-passout', 'pass:segredo'];
      await place.openssl('pkcs8', '-topk8', '-v2', cipher.slice(1), ...files);
      const pem = await place.joined('locked.key', 'seal.pem', 'issuers.pem');
      expect(loadPem(pem, 'segredo').chain).toHaveLength(2);
      expect(() => loadPem(pem, 'errada')).toThrow(expect.objectContaining({ code: 'wrong-password' }));
    }
  });
});

describe('RSA certificates and stamps by other tools', () => {
  let place: Workplace;
  beforeAll(async () => {
    place = await Workplace.make('rsa-2048');
  });
  afterAll(() => rm(place.folder, { recursive: true, force: true }));

  it('is a time stamp when pyHanko, which stamps with RSA alone, made it', async () => {
    const imprint = createHash('sha256').update(DATA).digest();
    await writeByPyhanko(place, { folder: place.folder, stamp: imprint.toString('hex') });
    const { timeStamping, root } = place.held;
    const verified = verifyTimeStampToken(await place.read('stamp.der'), imprint);
    expect(verified.certificate.der).toEqual(timeStamping.certificate.der);
    const path = buildCertificatePath(verified.certificate, {
      pool: verified.token.certificates,
      anchors: [root.certificate],
      at: verified.token.time,
    });
    expect(path).toHaveLength(3);
  });

  it('is followed to its root, and claims the policy of ICP-Brasil that it was given', async () => {
    const authority = 'basicConstraints=critical,CA:TRUE';
    const make = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-addext'];
    await place.openssl(
      ...make,
      'keyUsage=critical,keyCertSign,cRLSign',
      '-subj',
      '/C=BR/O=Fora/CN=raiz',
      '-keyout',
      'r.key',
      '-out',
      'r.pem',
    );
    const signed = ['-CA', 'r.pem', '-CAkey', 'r.key'];
    const middle = ['-subj', '/C=BR/O=Fora/CN=meio', '-keyout', 'm.key', '-out', 'm.pem'];
    await place.openssl(...make, authority, ...signed, ...middle);
    const policy = ['certificatePolicies=2.16.76.1.2.1.42', '-addext', 'basicConstraints=critical,CA:FALSE'];
    const end = ['-subj', '/C=BR/O=Fora/CN=ponta', '-keyout', 'e.key', '-out', 'e.pem'];
    await place.openssl(...make, ...policy, '-CA', 'm.pem', '-CAkey', 'm.key', ...end);
    const [root, issuing, leaf] = await Promise.all(
      ['r.pem', 'm.pem', 'e.pem'].map(async (name) => readCertificate((await place.read(name)).toString())),
    );
    const path = buildCertificatePath(leaf!, { pool: [issuing!], anchors: [root!], at: new Date() });
    expect(path.map(({ commonName }) => commonName)).toEqual(['ponta', 'meio', 'raiz']);
    expect(icpBrasilPolicy(leaf!)).toEqual({ oid: '2.16.76.1.2.1.42', type: 'A1' });
  });
});
