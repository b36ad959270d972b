import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createLocalAuthority } from '@lacre/pades';
import forge from 'node-forge';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { KNOWN_BEFORE_MS } from './local-authority-folder.ts';
import { assertValid, SealCertificateExpired, SealKeys } from './seal-keys.ts';

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
  const opened = await Promise.all([1, 2, 3].map(() => SealKeys.open({ folder, organization, now })));
  expect(new Set(opened.map(({ certificateSha256 }) => certificateSha256)).size).toBe(1);
  const again = await SealKeys.open({ folder, organization, now });
  expect(again).toMatchObject({ certificateSha256: opened[0]?.certificateSha256, localAuthority: true });
  expect(new Set(opened.map(({ authority }) => authority.root.certificate.commonName)).size).toBe(1);
  expect(await readdir(folder)).toEqual(['authority', 'certificates', 'roles']);
  for (const path of await readdir(folder, { recursive: true })) {
    const { mode } = await stat(join(folder, path));
    expect(mode & 0o777, path).toBe(path.endsWith('.pem') ? 0o600 : 0o700);
  }
});

it('seals by a PFX, and keeps trusting the certificates it sealed by before', async () => {
  const folder = join(root, 'rotated');
  const local = await SealKeys.open({ folder, organization, now });
  const path = await pfx('Empresa');
  const current = await SealKeys.open({ folder, organization, now, keyFile: { path, password: 'senha' } });
  expect(current.localAuthority).toBe(false);
  expect(current.trusted).toHaveLength(2);
  expect([...current.localCertificates]).toEqual([local.certificateSha256]);
});

it('seals by PEM too', async () => {
  const { sealKey, sealCertificate, issuingCertificate } = (
    await createLocalAuthority({ organization: 'Em PEM', now })
  ).toPem();
  const path = join(root, 'key.pem');
  await writeFile(path, `${sealKey}${sealCertificate}${issuingCertificate}`);
  const keys = await SealKeys.open({
    folder: join(root, 'pem'),
    organization,
    now,
    keyFile: { path, password: '' },
  });
  expect(keys.signer.certificate.commonName).toContain('Em PEM');
  expect(keys.signer.chain).toHaveLength(1);
});

it('refuses a wrong password; opens with an expired certificate, and never signs by it', async () => {
  const folder = join(root, 'expired');
  const path = await pfx('Vencida', 1);
  const later = new Date(now.getTime() + 2 * 86_400_000);
  const open = (password: string) =>
    SealKeys.open({ folder, organization, now: later, keyFile: { path, password } });
  await expect(open('outra')).rejects.toThrow(/SEAL_PFX: .* não abre com a senha/);
  const keys = await open('senha');
  expect(keys.daysLeft(later)).toBe(-2);
  expect(() => assertValid(keys.signer.certificate, later)).toThrow(SealCertificateExpired);
});

it('names the file of its authority that is missing, damaged or of another authority', async () => {
  const folder = join(root, 'damaged');
  const open = () => SealKeys.open({ folder, organization, now });
  await open();
  const file = (name: string) => join(folder, 'authority', name);
  const [key, certificate] = [file('rootKey.pem'), file('rootCertificate.pem')];
  const kept = { key: await readFile(key), certificate: await readFile(certificate) };
  await writeFile(key, 'nada');
  await expect(open()).rejects.toThrow(`${key} está danificado`);
  await writeFile(key, await readFile(file('issuingKey.pem')));
  await expect(open()).rejects.toThrow(`${key} não é a chave de ${certificate}`);
  await writeFile(key, kept.key);
  await rm(certificate);
  await expect(open()).rejects.toThrow(`falta ${certificate}`);
  const { rootKey, rootCertificate } = (await createLocalAuthority({ organization, now })).toPem();
  await writeFile(key, rootKey);
  await writeFile(certificate, rootCertificate);
  await expect(open()).rejects.toThrow('issuingCertificate.pem não é da autoridade de rootCertificate.pem');
  await writeFile(key, kept.key);
  await writeFile(certificate, kept.certificate);
  await open();
});

it('names a key file that is lost or none', async () => {
  const path = join(root, 'nothing.pfx');
  const open = () =>
    SealKeys.open({
      folder: join(root, 'named'),
      organization,
      now,
      keyFile: { path, password: '' },
    });
  await expect(open()).rejects.toThrow(`SEAL_PFX: ${path} não existe`);
  await writeFile(path, 'nada');
  await expect(open()).rejects.toThrow(`SEAL_PFX: ${path} não é um arquivo PKCS #12 ou PEM`);
});

it('replaces its own certificates sixty days before they end, and keeps trusting the old', async () => {
  const folder = join(root, 'renewed');
  const keys = await SealKeys.open({ folder, organization, now });
  const first = keys.certificateSha256;
  const ends = keys.signer.certificate.notAfter.getTime();
  await keys.refresh(new Date(ends - 61 * 86_400_000));
  expect(keys.certificateSha256).toBe(first);
  await keys.refresh(new Date(ends - 59 * 86_400_000));
  expect(keys.certificateSha256).toBe(first);
  expect(keys.trusted).toHaveLength(2);
  await keys.refresh(new Date(ends - 59 * 86_400_000 + KNOWN_BEFORE_MS));
  expect(keys.certificateSha256).not.toBe(first);
  expect(keys.trusted).toHaveLength(2);
  expect(keys.path('seal', first)).toHaveLength(3);
  const again = await SealKeys.open({ folder, organization, now: new Date(ends - 58 * 86_400_000) });
  expect(again.certificateSha256).toBe(keys.certificateSha256);
});
