import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const SAMPLES = [
  'xref-table',
  'xref-stream',
  'rotated',
  'disarmed',
  '20-mb',
  'signed-by-others',
  'certified-by-others',
];
const BIG = { maxBuffer: 64 * 1024 * 1024 } as const;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacre-interop-'));
  const maker = fileURLToPath(
    new URL('../../services/signer/scripts/make-sealed-samples.ts', import.meta.url),
  );
  await run(process.execPath, [maker, folder]);
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/**
 * The CMS of the seal and the bytes it covers, by its ByteRange (ISO 32000-2, 12.8.1): the last signature before the
 * document time stamp that ends the file. Time stamps are judged in the checks of long-term validation.
 */
async function sealOf(file: string): Promise<{ cms: Buffer; covered: Buffer }> {
  const bytes = await readFile(file);
  const range = [
    ...bytes.toString('latin1').matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g),
  ].at(-2);
  if (range === undefined) throw new Error(`${file} has no seal before its time stamp`);
  const [start, length, resume, rest] = range.slice(1).map(Number) as [number, number, number, number];
  const padded = Buffer.from(bytes.subarray(start + length + 1, resume - 1).toString('latin1'), 'hex');
  const longForm = padded.readUInt8(1) - 0x80;
  const size = 2 + longForm + padded.readUIntBE(2, longForm);
  return {
    cms: padded.subarray(0, size),
    covered: Buffer.concat([bytes.subarray(start, start + length), bytes.subarray(resume, resume + rest)]),
  };
}

describe.each(SAMPLES)('the sealed %s file', (name) => {
  const file = () => join(folder, `${name}.pdf`);

  it('is a sound PDF to qpdf', async () => {
    const { stdout } = await run('qpdf', ['--check', file()], BIG);
    expect(stdout).toContain('No syntax or stream encoding errors found');
  });

  it('has only valid signatures to pdfsig, under a time stamp over the whole document', async () => {
    const { stdout } = await run('pdfsig', [file()], BIG);
    const found = stdout.split(/^Signature #\d+:$/m).slice(1);
    // pdfsig knows no document time stamps, and says so of their type.
    const isStamp = (text: string) => /Signature Type: (?:unknown|ETSI\.RFC3161)/.test(text);
    const signatures = found.filter((text) => !isStamp(text));
    expect(found.filter(isStamp)).toEqual([found.at(-1)]);
    expect(found.at(-1)).toContain('Total document signed');
    expect(signatures.length).toBe(name.endsWith('by-others') ? 2 : 1);
    for (const text of signatures) expect(text).toContain('Signature Validation: Signature is Valid.');
    expect(signatures.at(-1)).toContain('ETSI.CAdES.detached');
  });

  it('verifies by OpenSSL as CAdES up to its root', async () => {
    const { cms, covered } = await sealOf(file());
    const [cmsFile, coveredFile] = [join(folder, `${name}.cms`), join(folder, `${name}.covered`)];
    await Promise.all([writeFile(cmsFile, cms), writeFile(coveredFile, covered)]);
    const { stderr } = await run(
      'openssl',
      // prettier-ignore
      ['cms', '-verify', '-cades', '-binary', '-inform', 'DER', '-in', cmsFile, '-content', coveredFile,
        '-CAfile', join(folder, 'issuers.pem'), '-purpose', 'any', '-out', '/dev/null'],
      BIG,
    );
    expect(stderr).toMatch(/CAdES Verification successful/i);
  });
});
