import { Hash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

import { RawUpdate } from '@lacre/pades-lab/attacks/raw-update';
import { authority } from '@lacre/pades-lab/fixtures/authorities';
import { HandWrittenPdf, onePage } from '@lacre/pades-lab/fixtures/hand-written-pdf';
import { sealedAt } from '@lacre/pades-lab/fixtures/long-term-pieces';
import { beforeAll, expect, test, vi } from 'vitest';

import type { LocalAuthority } from '../keys/local-authority.ts';
import { readPdf } from '../pdf/strict-pdf.ts';
import { validatePdf } from './validate-pdf.ts';
import type { Validation } from './verdict.ts';

/** Processor time of one validation at most, however the file is made, microseconds. */
const LIMIT_US = 2_000_000;

let owner: LocalAuthority;
let sealed: Buffer;
beforeAll(async () => {
  owner = await authority('ec-p256');
  sealed = await sealedAt('B-B', onePage().table('/Root 1 0 R').bytes, {}, owner);
});

async function judgedInTime(file: Uint8Array): Promise<Validation> {
  const began = process.cpuUsage();
  const validation = await validatePdf(file, { trustedSealCertificates: [owner.signer] });
  expect(process.cpuUsage(began).user).toBeLessThan(LIMIT_US);
  return validation;
}

const update = (): RawUpdate => new RawUpdate(sealed);

test('judges in seconds validation data of a megabyte that inflates to two gigabytes', async () => {
  const bomb = deflateSync(Buffer.alloc(200_000_000));
  const { root } = readPdf(sealed);
  const file = update();
  const refs = Array.from({ length: 10 }, () => {
    const num = file.fresh();
    file.stream(num, bomb, '/Filter /FlateDecode');
    return `${num} 0 R`;
  });
  const validation = await judgedInTime(
    file.edit(root, { DSS: `<< /Certs [${refs.join(' ')}] >>` }).finish(),
  );
  expect(validation).toMatchObject({ verdict: 'altered-after-sealing', sealedBytes: sealed.length });
});

test('judges in seconds thousands of certificates in validation data that name one another', async () => {
  const { root } = readPdf(sealed);
  const file = update();
  const refs = Array.from({ length: 3000 }, () => {
    const num = file.fresh();
    file.stream(num, owner.issuing.certificate.der);
    return `${num} 0 R`;
  });
  const stored = file.edit(root, { DSS: `<< /Certs [${refs.join(' ')}] >>` }).finish();
  expect(await judgedInTime(stored)).toMatchObject({ verdict: 'altered-after-sealing' });
});

test('judges in seconds half a million objects after a seal', async () => {
  const file = update();
  const parts: string[] = [];
  const first = file.size;
  let at = file.length;
  const table: string[] = [];
  for (let index = 0; index < 400_000; index += 1) {
    const object = `${first + index} 0 obj null endobj\n`;
    table.push(`${String(at).padStart(10, '0')} 00000 n \n`);
    parts.push(object);
    at += object.length;
  }
  file.raw(parts.join(''));
  const start = file.length;
  const trailer = `trailer << /Size ${first + 400_000} /Root 1 0 R /Prev ${file.previous} >>\n`;
  const bytes = file.raw(`xref\n${first} 400000\n${table.join('')}${trailer}`).end(start);
  expect(await judgedInTime(bytes)).toMatchObject({ verdict: 'altered-after-sealing' });
});

test('judges in seconds arrays nested a million deep', async () => {
  const file = update();
  const bytes = file.object(file.fresh(), `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`).finish();
  expect(await judgedInTime(bytes)).toMatchObject({ verdict: 'altered-after-sealing' });
});

test('judges in seconds five hundred revisions, and a chain of Prev without end', async () => {
  const pdf = onePage().table('/Root 1 0 R');
  for (let index = 0; index < 600; index += 1) pdf.table('/Root 1 0 R');
  expect(await judgedInTime(pdf.bytes)).toMatchObject({ verdict: 'unreadable' });
  const file = update();
  const looped = file.end(file.table({ Prev: String(file.length) }));
  expect(await judgedInTime(looped)).toMatchObject({ verdict: 'altered-after-sealing' });
});

test('judges in seconds thirty megabytes of places that look like the end of a sealed document', async () => {
  const decoys = '/ByteRange [0 10 20 30]\n%%EOF\n'.repeat(1_000_000);
  const validation = await judgedInTime(Buffer.concat([sealed, Buffer.from(decoys, 'latin1')]));
  expect(validation.verdict).not.toBe('intact');
});

test('judges in seconds thousands of fields that are signatures and name our certificate', async () => {
  const pdf = readPdf(sealed);
  const contents = Buffer.from(pdf.form.signatures[0]!.value.rawValue('Contents')!).toString('latin1');
  const file = update();
  const fields = Array.from({ length: 1500 }, () => {
    const [value, field] = [file.fresh(), file.fresh()];
    file.object(value, `<< /SubFilter /ETSI.CAdES.detached /ByteRange [0 1 2 3] /Contents ${contents} >>`);
    file.object(field, `<< /FT /Sig /T (x${field}) /V ${value} 0 R >>`);
    return `${field} 0 R`;
  });
  const bytes = file.edit(pdf.root, { AcroForm: `<< /Fields [${fields.join(' ')}] >>` }).finish();
  expect(await judgedInTime(bytes)).toMatchObject({ verdict: 'altered-after-sealing' });
});

test('a file of thirty megabytes is hashed once', async () => {
  const large = new HandWrittenPdf()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
    .object(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R >>')
    .stream(4, Buffer.alloc(30_000_000, 'x'))
    .table('/Root 1 0 R').bytes;
  const file = Buffer.from(await sealedAt('B-LTA', large, {}, owner));
  const judge = (): Promise<Validation> => validatePdf(file, { trustedSealCertificates: [owner.signer] });
  expect(await judge()).toMatchObject({ verdict: 'intact', report: { level: 'B-LTA' } });
  // Counted, not timed: a busy machine changes nothing.
  const hashing = vi.spyOn(Hash.prototype, 'update');
  await judge();
  const hashed = hashing.mock.calls.reduce((sum, [data]) => sum + data.length, 0);
  hashing.mockRestore();
  expect(hashed).toBeGreaterThan(file.length * 0.9);
  expect(hashed).toBeLessThan(file.length * 1.1);
});
