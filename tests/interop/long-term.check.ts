import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const BIG = { maxBuffer: 64 * 1024 * 1024 } as const;
/** A Python that has pyHanko; `.ci/run` makes one. */
const PYTHON = process.env['PYHANKO_PYTHON'] ?? 'python3';

/** What make-level-samples.ts writes. */
interface Samples {
  readonly roots: string;
  readonly issuers: string;
  readonly samples: readonly {
    readonly name: string;
    readonly stage: string;
    readonly level: string;
    readonly path: string;
    readonly fresh: readonly string[];
    readonly signedBefore: boolean;
  }[];
  readonly extracted: Readonly<
    Record<
      string,
      readonly { readonly kind: 'seal' | 'token'; readonly der: string; readonly covered: string }[]
    >
  >;
}

/** What validate-with-pyhanko.py prints of each file. */
interface Report {
  readonly signatures: readonly {
    readonly intact: boolean;
    readonly unmodified: boolean;
    readonly modifications: string;
  }[];
  readonly documentTimeStamps: readonly string[];
  readonly passed: boolean;
  readonly why?: string;
  readonly signatureTimeStamp: boolean;
  readonly oldestDocumentTimeStamp?: string | null;
}

const UPLOADS = [
  'pdf-lib, table',
  'pdf-lib, object streams',
  'qpdf, linearized table',
  'qpdf, linearized object streams',
  'qpdf, object streams',
  '@libpdf/core',
  'hybrid cross-reference',
  'hybrid as Word writes it',
  'comment before startxref',
  'chain of revisions',
  'inherited attributes',
  'indirect lists, a form and an attachment',
  'one list for fields and annotations',
  'no end of line at the end',
  'odd but lawful tokens',
  'rotated and cropped',
  'signed by @libpdf/core, table',
  'signed by @libpdf/core, object streams',
  'signed by @libpdf/core, linearized',
  'signed by @signpdf',
];

let folder: string;
let made: Samples;
let reports: Readonly<Record<string, Report>>;

async function validatedByPyhanko(): Promise<Readonly<Record<string, Report>>> {
  const script = fileURLToPath(new URL('validate-with-pyhanko.py', import.meta.url));
  const child = spawn(PYTHON, [script], { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(JSON.stringify({ roots: made.roots, files: made.samples }));
  const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (complaint) throw new Error(`pyHanko, by PYHANKO_PYTHON=${PYTHON}: ${complaint}`);
  return JSON.parse(output) as Record<string, Report>;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pades-levels-'));
  const maker = new URL('../../packages/pades-lab/fixtures/make-level-samples.ts', import.meta.url);
  await run(process.execPath, [fileURLToPath(maker), folder]);
  made = JSON.parse(await readFile(join(folder, 'samples.json'), 'utf8')) as Samples;
  reports = await validatedByPyhanko();
}, 180_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

function sampleOf(name: string, stage: string): Samples['samples'][number] {
  const sample = made.samples.find((each) => each.name === name && each.stage === stage);
  if (!sample) throw new Error(`no sample ${name} at ${stage}`);
  return sample;
}

const reportOf = (name: string, stage: string): Report => reports[sampleOf(name, stage).path] as Report;

describe.each(UPLOADS)('long-term renewal of a file from %s', (name) => {
  const signedBefore = name.startsWith('signed');

  it.each([
    ['B-T', 0],
    ['B-LT', 0],
    ['B-LTA', 1],
    ['renewed', 2],
  ] as const)('passes pyHanko at %s, chain, revocation and time stamps', (stage, timeStamps) => {
    const report = reportOf(name, stage);
    expect(report).toMatchObject({ passed: true, signatureTimeStamp: true });
    expect(report.documentTimeStamps.length).toBe(timeStamps);
    const modifications = stage === 'B-T' ? 'NONE' : 'LTA_UPDATES';
    expect(report.signatures.at(-1)).toMatchObject({ intact: true, unmodified: true, modifications });
  });

  it('leaves the signatures of others unblemished', () => {
    const others = ['B-T', 'B-LTA', 'renewed'].flatMap((stage) => {
      return reportOf(name, stage).signatures.slice(0, -1);
    });
    const unblemished = { intact: true, unmodified: true, modifications: 'FORM_FILLING' };
    expect(others).toEqual(
      Array.from({ length: signedBefore ? 3 : 0 }, () => expect.objectContaining(unblemished)),
    );
  });

  it('is a sound PDF to qpdf and MuPDF', async () => {
    const { path } = sampleOf(name, 'renewed');
    const { stdout, stderr } = await run('qpdf', ['--check', '--warning-exit-0', path], BIG);
    // @signpdf leaves a line feed before its cross-reference, of which qpdf warns.
    const warning = name === 'signed by @signpdf' ? /extraneous whitespace seen before xref/ : /^$/;
    expect(stderr).toMatch(warning);
    expect(stdout).toContain('checking');
    const drawn = await run('mutool', ['draw', '-N', '-q', '-r', '10', '-o', `${path}.png`, path, '1'], BIG);
    expect(drawn.stderr).toBe('');
  });

  it('has only valid signatures to pdfsig and MuPDF', async () => {
    const { stdout } = await run('pdfsig', [sampleOf(name, 'B-LT').path], BIG);
    const verdicts = [...stdout.matchAll(/Signature Validation: (.*)/g)].map(([, verdict]) => verdict);
    expect(verdicts).toEqual(Array.from({ length: signedBefore ? 2 : 1 }, () => 'Signature is Valid.'));
    const mutool = await run('mutool', ['sign', '-v', sampleOf(name, 'B-T').path], BIG);
    const edited = mutool.stdout.match(/The signature is valid but there have been edits since/g) ?? [];
    expect(edited.length).toBe(signedBefore ? 1 : 0);
    expect(mutool.stdout.match(/The document is unchanged since signing/g)?.length).toBe(1);
  });

  it('verifies by OpenSSL: the seal as CAdES, the token in it and the document time stamps', async () => {
    const extracted = made.extracted[sampleOf(name, 'renewed').path] ?? [];
    expect(extracted.map(({ kind }) => kind)).toEqual(['seal', 'token', 'token', 'token']);
    for (const { kind, der, covered } of extracted) {
      const outcome = kind === 'seal' ? await verifiedCades(der, covered) : await verifiedToken(der, covered);
      expect(outcome).toMatch(kind === 'seal' ? /CAdES Verification successful/i : /Verification: OK/);
    }
  });
});

describe.each(['signed at B-LTA by @libpdf/core', 'signed at B-LTA and certified'])(
  'long-term renewal of a file %s by others, with a store and a time stamp of theirs',
  (name) => {
    it.each([
      ['B-T', 1],
      ['B-LT', 1],
      ['B-LTA', 2],
      ['renewed', 3],
    ] as const)(
      'passes pyHanko at %s, and leaves what was signed before unblemished',
      (stage, timeStamps) => {
        const report = reportOf(name, stage);
        expect(report).toMatchObject({ passed: true, signatureTimeStamp: true });
        expect(report.documentTimeStamps.length).toBe(timeStamps);
        expect(report.signatures[0]).toMatchObject({
          intact: true,
          unmodified: true,
          modifications: 'FORM_FILLING',
        });
      },
    );
  },
);

async function verifiedCades(der: string, covered: string): Promise<string> {
  const files = ['-in', der, '-content', covered, '-CAfile', made.roots, '-certfile', made.issuers];
  const options = ['-cades', '-binary', '-inform', 'DER', '-purpose', 'any', '-out', '/dev/null'];
  const { stderr } = await run('openssl', ['cms', '-verify', ...options, ...files], BIG);
  return stderr;
}

async function verifiedToken(der: string, covered: string): Promise<string> {
  const digest = createHash('sha256')
    .update(await readFile(covered))
    .digest('hex');
  const files = ['-in', der, '-token_in', '-CAfile', made.roots, '-untrusted', made.issuers];
  const { stdout, stderr } = await run('openssl', ['ts', '-verify', '-digest', digest, ...files], BIG);
  return stdout + stderr;
}

it.each(['ec-p256', 'ec-p384', 'rsa-4096'])('a file sealed with %s passes pyHanko', (name) => {
  expect(reportOf(name, 'B-LTA')).toMatchObject({ passed: true, signatureTimeStamp: true });
});

describe('years later', () => {
  it('a seal whose certificate has run out fails at B-T, and is proven at B-LTA', () => {
    expect(reportOf('four years old', 'B-T').passed).toBe(false);
    expect(reportOf('four years old', 'B-LTA')).toMatchObject({ passed: true, signatureTimeStamp: true });
  });

  it('a document time stamp whose certificate has run out fails, and is proven when it was renewed', () => {
    expect(reportOf('eight years old', 'B-LTA').passed).toBe(false);
    expect(reportOf('eight years old', 'renewed').passed).toBe(true);
  });
});
