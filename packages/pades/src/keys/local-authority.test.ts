import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import { inDays } from '@lacre/pades-lab/fixtures/handmade-certificates';
import { expect, test } from 'vitest';

import { certificateExtensions } from '../certificates/certificate-extensions.ts';
import { buildCertificatePath } from '../certificates/certificate-path.ts';
import { OID } from '../cms/object-identifiers.ts';
import { authorityAddresses } from './authority-addresses.ts';
import { createLocalAuthority, type LocalAuthority } from './local-authority.ts';
import {
  AuthorityExpiredError,
  renewOcspResponder,
  renewSeal,
  renewTimeStamping,
} from './renew-certificate.ts';

const ORGANIZATION = 'Tabelionato Açaí';
const URL_WITH_SLASH = 'https://selo.exemplo.br/ac/';
const DAY_MS = 86_400_000;

const all = (held: LocalAuthority): LocalAuthority['seal'][] => [
  held.root,
  held.issuing,
  held.seal,
  held.ocsp,
  held.timeStamping,
];

test('every name says that the authority is a local one', async () => {
  const names = all(await authority()).map(({ certificate }) => certificate.x509.subject);
  for (const name of names) expect(name).toContain('fora da ICP-Brasil');
  expect(new Set(names).size).toBe(5);
});

test('each certificate is for its own use only', async () => {
  const held = await authority();
  const uses = all(held).map(({ certificate }) => {
    const { isAuthority, pathLength, extendedKeyUsage, keyUsage, ocspNoCheck } =
      certificateExtensions(certificate);
    const bits = [...(keyUsage ?? [])];
    return [
      isAuthority,
      pathLength,
      extendedKeyUsage?.purposes,
      extendedKeyUsage?.critical,
      bits,
      ocspNoCheck,
    ];
  });
  expect(uses).toEqual([
    [true, 1, undefined, undefined, [5, 6], false],
    [true, 0, undefined, undefined, [5, 6], false],
    [false, undefined, [OID.documentSigningPurpose, OID.emailProtectionPurpose], false, [0, 1], false],
    [false, undefined, [OID.ocspSigningPurpose], false, [0], true],
    [false, undefined, [OID.timeStampingPurpose], true, [0, 1], false],
  ]);
});

test('the time-stamp certificate outlives the seal, and the authorities outlive both', async () => {
  const [root, issuing, seal, , timeStamping] = all(await authority()).map(({ certificate }) =>
    certificate.notAfter.getTime(),
  ) as [number, number, number, number, number];
  expect(timeStamping - seal).toBe((1826 - 1095) * DAY_MS);
  expect(issuing).toBeGreaterThan(timeStamping);
  expect(root).toBeGreaterThan(issuing);
});

test('certificates may be valid for seconds', async () => {
  const secondMs = 1000;
  const held = await createLocalAuthority({
    organization: ORGANIZATION,
    now: NOW,
    keyType: 'ec-p256',
    sealValidityDays: (60_000 + 5 * secondMs) / DAY_MS,
    timeStampValidityDays: (60_000 + 10 * secondMs) / DAY_MS,
    ocspValidityDays: 1,
  });
  expect(held.seal.certificate.notAfter).toEqual(new Date(NOW.getTime() + 5 * secondMs));
  expect(held.timeStamping.certificate.notAfter).toEqual(new Date(NOW.getTime() + 10 * secondMs));
});

test('with an address, certificates say where to ask; the root and the responder need no asking', async () => {
  const held = await createLocalAuthority({
    organization: ORGANIZATION,
    now: NOW,
    keyType: 'ec-p256',
    authorityUrl: URL_WITH_SLASH,
  });
  const addresses = authorityAddresses(URL_WITH_SLASH);
  expect(addresses.ocsp).toBe('https://selo.exemplo.br/ac/ocsp');
  const urls = all(held).map(({ certificate }) => {
    const { ocspUrls, caIssuersUrls, crlUrls } = certificateExtensions(certificate);
    return [ocspUrls, caIssuersUrls, crlUrls];
  });
  const end = [[addresses.ocsp], [addresses.issuingCertificate], [addresses.issuingCrl]];
  expect(urls).toEqual([
    [[], [], []],
    [[], [addresses.rootCertificate], [addresses.rootCrl]],
    end,
    [[], [addresses.issuingCertificate], []],
    end,
  ]);
});

test.for([
  ['seal', renewSeal],
  ['ocsp', renewOcspResponder],
  ['timeStamping', renewTimeStamping],
] as const)(
  'renews the certificate for the %s by a new key, and leaves all else as it was',
  async ([role, renew]) => {
    const before = await authority('ec-p256');
    const now = inDays(1000);
    const after = await renew(before, {
      organization: ORGANIZATION,
      now,
      keyType: 'ec-p384',
      validityDays: 30,
    });
    const fresh = after[role].certificate;
    expect(fresh.notAfter).toEqual(new Date(now.getTime() - 60_000 + 30 * DAY_MS));
    expect(fresh.publicKey.equals(before[role].certificate.publicKey)).toBe(false);
    expect(fresh.serial).not.toEqual(before[role].certificate.serial);
    expect(fresh.subject).toEqual(before[role].certificate.subject);
    expect(certificateExtensions(fresh).extendedKeyUsage).toEqual(
      certificateExtensions(before[role].certificate).extendedKeyUsage,
    );
    const others = (['root', 'issuing', 'seal', 'ocsp', 'timeStamping'] as const).filter(
      (other) => other !== role,
    );
    for (const other of others) expect(after[other].certificate).toBe(before[other].certificate);
    const trust = { pool: [after.issuing.certificate], anchors: [after.root.certificate] };
    expect(buildCertificatePath(fresh, { ...trust, at: now })).toHaveLength(3);
    // What the earlier certificate signed can be verified as before.
    expect(buildCertificatePath(before[role].certificate, { ...trust, at: NOW })).toHaveLength(3);
  },
);

test('nothing outlives its issuer, and an expired issuer issues nothing', async () => {
  const held = await authority('ec-p256');
  const { notAfter } = held.issuing.certificate;
  const request = { organization: ORGANIZATION, keyType: 'ec-p256' } as const;
  const late = new Date(notAfter.getTime() - DAY_MS);
  expect((await renewSeal(held, { ...request, now: late })).seal.certificate.notAfter).toEqual(notAfter);
  await expect(renewSeal(held, { ...request, now: notAfter })).rejects.toThrow(AuthorityExpiredError);
  await expect(renewSeal(held, { ...request, now: inDays(-1) })).rejects.toThrow(AuthorityExpiredError);
});

test('keys on P-384 sign with SHA-384', async () => {
  const held = await authority('ec-p384');
  for (const { signer } of all(held)) expect(signer.algorithm).toBe('ecdsa-sha384');
});
