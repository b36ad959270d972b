import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createLocalAuthority } from '@lacre/pades';
import forge from 'node-forge';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openSealKeys, SealCertificateExpired } from './seal-keys.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lacre-keys-test-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const now = new Date();
const organization = 'Lacre Teste';

async function pfx(name: string, validityDays = 30): Promise<string> {
  const { sealKey, sealCertificate, issuingCertificate } = (
    await createLocalAuthority({ organization: name, now, sealValidityDays: validityDays })
  ).toPem();
  const asn1 = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(sealKey),
    [sealCertificate, issuingCertificate].map((pem) => forge.pki.certificateFromPem(pem)),
    'senha',
    { algorithm: '3des' },
  );
  const path = join(root, `${name}.pfx`);
  await writeFile(path, Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'latin1'));
  return path;
}

it('makes one authority, however many start at once, and keeps its keys to itself', async () => {
  const folder = join(root, 'first');
  const opened = await Promise.all([1, 2, 3].map(() => openSealKeys({ folder, organization, now })));
  expect(new Set(opened.map(({ certificateSha256 }) => certificateSha256)).size).toBe(1);
  const again = await openSealKeys({ folder, organization, now });
  expect(again).toMatchObject({ certificateSha256: opened[0]?.certificateSha256, localAuthority: true });
  expect(await readdir(folder)).toEqual(['authority', 'certificates']);
  for (const name of await readdir(join(folder, 'authority'))) {
    expect((await stat(join(folder, 'authority', name))).mode & 0o777).toBe(0o600);
  }
  expect((await stat(join(folder, 'authority'))).mode & 0o777).toBe(0o700);
});

it('seals by a PFX, and goes on trusting the certificates it sealed by before', async () => {
  const folder = join(root, 'rotated');
  const local = await openSealKeys({ folder, organization, now });
  const path = await pfx('Empresa');
  const current = await openSealKeys({ folder, organization, now, pfx: { path, password: 'senha' } });
  expect(current.localAuthority).toBe(false);
  expect(current.trusted).toHaveLength(2);
  expect([...current.localCertificates]).toEqual([local.certificateSha256]);
});

it('refuses a wrong password, and a certificate that has expired', async () => {
  const folder = join(root, 'expired');
  const path = await pfx('Vencida', 1);
  const open = (password: string, at: Date) =>
    openSealKeys({ folder, organization, now: at, pfx: { path, password } });
  await expect(open('outra', now)).rejects.toMatchObject({ code: 'wrong-password' });
  const later = new Date(now.getTime() + 2 * 86_400_000);
  await expect(open('senha', later)).rejects.toBeInstanceOf(SealCertificateExpired);
});
