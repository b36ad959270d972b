import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onePage } from '@lacre/pades-lab/fixtures/hand-written-pdf';
import { evidenceDocument, pdfLibDocument } from '@lacre/pades-lab/fixtures/honest-documents';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type PadesRun, runPades } from './testing/run-pades.ts';

let folder: string;
const at = (name: string): string => join(folder, name);
const pades = (...args: string[]): Promise<PadesRun> => runPades(args, { cwd: folder });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pades-cli-'));
  writeFileSync(at('contract.pdf'), await pdfLibDocument(true));
  writeFileSync(at('evidence.pdf'), await evidenceDocument(1));
  writeFileSync(at('events.json'), '{"a":1}');
  writeFileSync(at('nothing.pdf'), 'not a PDF');
  const sealed = await pades(
    'seal',
    'contract.pdf',
    '--local',
    'ca',
    '--evidence',
    'evidence.pdf',
    '--attach',
    'events.json',
  );
  expect(sealed).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^contract\.sealed\.pdf: B-LTA, .*SHA-256 [0-9a-f]{64}\n$/),
  });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

function json(run: PadesRun): Record<string, unknown> {
  return JSON.parse(run.stdout) as Record<string, unknown>;
}

describe('seal', { timeout: 120_000 }, () => {
  test('a local authority is made once, readable by its owner alone, and marked as local', async () => {
    const names = readdirSync(at('ca'));
    expect(names).toContain('trust.pem');
    expect(readFileSync(at('ca/README.txt'), 'utf8')).toContain('No public authority stands behind it');
    expect(statSync(at('ca/seal-key.pem')).mode & 0o077).toBe(0);
    const before = readFileSync(at('ca/trust.pem'), 'utf8');
    const again = await pades(
      'seal',
      'contract.pdf',
      '--local',
      'ca',
      '--level',
      'b-t',
      '--out',
      'again.pdf',
    );
    expect(again.stderr).toContain('only this folder vouches for the seal');
    expect(readFileSync(at('ca/trust.pem'), 'utf8')).toBe(before);
    const { report } = json(await pades('validate', 'again.pdf', '--trust', 'ca/trust.pem', '--json'));
    expect(report).toMatchObject({ level: 'B-T' });
  });

  test('the document keeps every byte', () => {
    const [original, sealed] = ['contract.pdf', 'contract.sealed.pdf'].map((name) => readFileSync(at(name)));
    expect(sealed?.subarray(0, original?.length)).toEqual(original);
  });

  test('a PEM key seals at B-B, and by no authority no higher', async () => {
    const parts = ['seal-key', 'seal-certificate', 'issuing-certificate', 'root-certificate'];
    writeFileSync(at('seal.pem'), parts.map((part) => readFileSync(at(`ca/${part}.pem`), 'utf8')).join(''));
    const sealed = await pades(
      'seal',
      'contract.pdf',
      '--key',
      'seal.pem',
      '--level',
      'B-B',
      '--out',
      'bb.pdf',
    );
    expect(sealed).toMatchObject({ exitCode: 0 });
    expect(await pades('validate', 'bb.pdf', '--trust', 'ca/trust.pem')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('level           B-B'),
    });
    expect(await pades('seal', 'contract.pdf', '--key', 'seal.pem', '--out', 'no.pdf')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('B-LTA needs a time-stamp authority: --tsa URL'),
    });
    expect(readdirSync(folder)).not.toContain('no.pdf');
  });

  test('a PFX opens with the password in a variable, and with no other', async () => {
    execFileSync(
      'openssl',
      [
        'pkcs12',
        '-export',
        '-inkey',
        'ca/seal-key.pem',
        '-in',
        'ca/seal-certificate.pem',
        '-out',
        'seal.pfx',
        '-passout',
        'pass:açaí',
      ],
      { cwd: folder },
    );
    const args = [
      'seal',
      'contract.pdf',
      '--key',
      'seal.pfx',
      '--level',
      'B-B',
      '--out',
      'pfx.pdf',
      '--password-env',
      'SEAL_PASSWORD',
    ];
    const run = (password?: string): Promise<PadesRun> =>
      runPades(args, { cwd: folder, ...(password !== undefined && { env: { SEAL_PASSWORD: password } }) });
    expect(await run()).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('SEAL_PASSWORD is not set'),
    });
    expect(await run('errada')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('wrong-password'),
    });
    expect(await run('açaí')).toMatchObject({ exitCode: 0 });
  });

  test('refuses a document that may not be sealed, and reports one that cannot be read', async () => {
    writeFileSync(
      at('certified.pdf'),
      onePage(undefined, '', '/AcroForm << /Fields [5 0 R] >>')
        .object(5, '<< /FT /Sig /T (a) /V 6 0 R >>')
        .object(
          6,
          '<< /Type /Sig /Reference [<< /TransformMethod /DocMDP /TransformParams << /P 1 >> >>] /Contents <00> >>',
        )
        .table('/Root 1 0 R').bytes,
    );
    const seal = (name: string): Promise<PadesRun> => pades('seal', name, '--local', 'ca', '--level', 'B-B');
    expect(await seal('certified.pdf')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^local.*\npades: refused: /),
    });
    expect(await seal('nothing.pdf')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('pades: not a strictly well-formed PDF: not-a-pdf at byte 0'),
    });
    expect(readdirSync(folder).filter((name) => name.endsWith('.sealed.pdf'))).toEqual([
      'contract.sealed.pdf',
    ]);
  });

  test('an existing file is replaced by --force only', async () => {
    writeFileSync(at('there.pdf'), 'there');
    const args = ['seal', 'contract.pdf', '--local', 'ca', '--level', 'B-B', '--out', 'there.pdf'];
    expect(await pades(...args)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--force') });
    expect(readFileSync(at('there.pdf'), 'utf8')).toBe('there');
    expect(await pades(...args, '--force')).toMatchObject({ exitCode: 0 });
    expect(readFileSync(at('there.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    const nowhere = await pades('seal', 'contract.pdf', '--local', 'ca', '--out', 'no/such/folder.pdf');
    expect(nowhere).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('cannot be written') });
  });

  test('a folder of other things is left alone', async () => {
    expect(await pades('seal', 'contract.pdf', '--local', '.', '--out', 'x.pdf')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('holds other things'),
    });
  });
});

describe('validate', { timeout: 120_000 }, () => {
  const validate = (name: string, ...more: string[]): Promise<PadesRun> =>
    pades('validate', name, '--trust', 'ca/trust.pem', ...more);

  test('a sealed file is intact, and its report says since and until when that can be proven', async () => {
    const run = await validate('contract.sealed.pdf');
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    for (const words of [
      'contract.sealed.pdf: intact',
      'level           B-LTA',
      'proven since',
      'provable until',
      'events.json, added with the seal',
    ]) {
      expect(run.stdout).toContain(words);
    }
    const told = json(await validate('contract.sealed.pdf', '--json'));
    expect(told).toMatchObject({
      verdict: 'intact',
      reasons: [],
      seal: { certificate: { subject: expect.stringContaining('fora da ICP-Brasil') } },
      attachments: [{ name: 'events.json', addedWithSeal: true }],
      report: {
        level: 'B-LTA',
        timeStamps: [
          { kind: 'signature', trusted: true },
          { kind: 'document', trusted: true },
        ],
        revisions: [
          { kind: 'document' },
          { kind: 'seal' },
          { kind: 'validation-data' },
          { kind: 'time-stamp' },
        ],
      },
    });
  });

  test('anything else ends with 1, and says why', async () => {
    const sealed = readFileSync(at('contract.sealed.pdf'));
    writeFileSync(at('appended.pdf'), Buffer.concat([sealed, Buffer.from('more')]));
    const changed = Buffer.from(sealed);
    changed[30] = (changed[30] as number) ^ 1;
    writeFileSync(at('changed.pdf'), changed);
    const [appended, tampered, unsealed] = await Promise.all(
      ['appended.pdf', 'changed.pdf', 'contract.pdf'].map((name) => validate(name)),
    );
    expect(appended).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(
        new RegExp(`altered-after-sealing[^]*genuine part +the first ${sealed.length} bytes`),
      ),
    });
    expect(tampered?.exitCode).toBeGreaterThan(0);
    expect(tampered?.stdout).not.toContain('intact');
    expect(unsealed).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('not-sealed-by-us') });
  });

  test('a lower level than expected is not intact', async () => {
    const sealed = json(await validate('contract.sealed.pdf', '--json'));
    const { revisions } = sealed['report'] as { revisions: { end: number }[] };
    writeFileSync(at('lower.pdf'), readFileSync(at('contract.sealed.pdf')).subarray(0, revisions[1]?.end));
    expect(await validate('lower.pdf')).toMatchObject({ exitCode: 0 });
    expect(await validate('lower.pdf', '--expect', 'B-LTA')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('incomplete'),
    });
  });

  test('an unreadable file exits with 2', async () => {
    expect(await validate('nothing.pdf')).toMatchObject({
      exitCode: 2,
      stdout: expect.stringContaining('unreadable'),
    });
  });

  test('time stamps by authorities that are not trusted do not count', async () => {
    const openssl = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-subj',
      '/CN=Outra',
      '-days',
      '2',
    ];
    execFileSync('openssl', [...openssl, '-keyout', 'other.key', '-out', 'other.pem'], {
      cwd: folder,
      stdio: 'ignore',
    });
    expect(await validate('contract.sealed.pdf', '--trust-tsa', 'ca/root-certificate.pem')).toMatchObject({
      exitCode: 0,
    });
    const run = await validate('contract.sealed.pdf', '--trust-tsa', 'other.pem');
    expect(run).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('time-stamp-by-others') });
  });

  test('refuses a file of authorities alone as the seal certificate', async () => {
    expect(
      await pades('validate', 'contract.sealed.pdf', '--trust', 'ca/root-certificate.pem'),
    ).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('names authorities only'),
    });
  });
});

describe('inspect', { timeout: 120_000 }, () => {
  test('lists revisions with their changes, signatures, store, attachments', async () => {
    const run = await pades('inspect', 'contract.sealed.pdf');
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    for (const words of [
      'Revisions',
      'changed  object',
      'signature field',
      'security store',
      'events.json',
      'pages           3',
    ]) {
      expect(run.stdout).toContain(words);
    }
    expect(json(await pades('inspect', 'contract.sealed.pdf', '--json'))).toMatchObject({
      wellFormed: true,
      problems: [],
      pageCount: 3,
      certification: 2,
      signatures: [
        { kind: 'signature', revision: 1, timeStamp: { authority: expect.any(String) } },
        { kind: 'document time stamp', revision: 3 },
      ],
      revisions: [{ changes: [] }, { start: expect.any(Number) }, {}, {}],
    });
  });

  test('reports what is hostile in a file, runs none of it, and escapes its text for the terminal', async () => {
    const name = Buffer.from('\uFEFF\u001B]0;owned\u0007\u001B[2J.exe', 'utf16le').swap16().toString('hex');
    const hostile = onePage(
      undefined,
      '',
      `/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> /Names << /EmbeddedFiles << /Names [(a) 5 0 R] >> >>`,
    )
      .object(5, `<< /Type /Filespec /F <${name}> /EF << /F 6 0 R >> >>`)
      .stream(6, 'x', '/Type /EmbeddedFile')
      .table('/Root 1 0 R').bytes;
    writeFileSync(at('hostile.pdf'), hostile);
    const run = await pades('inspect', 'hostile.pdf');
    expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('open action, JavaScript') });
    expect(run.stdout).toContain(String.raw`\u{1b}]0;owned\u{7}\u{1b}[2J.exe`);
    // oxlint-disable-next-line no-control-regex
    expect(run.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });

  test('a file that is not strictly well-formed exits with 1, as far as it can be read', async () => {
    expect(await pades('inspect', 'nothing.pdf')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('not-a-pdf at byte 0'),
    });
    writeFileSync(at('broken.pdf'), onePage().entry(5, 60, 0).table('/Root 1 0 R').bytes);
    const run = await pades('inspect', 'broken.pdf');
    expect(run).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('objects: ') });
    expect(run.stdout).toContain('pages        1');
  });
});

test.for([
  [['frobnicate'], 'there is no command'],
  [['toString'], 'there is no command'],
  [['inspect'], 'takes one file'],
  [['inspect', 'a.pdf', 'b.pdf'], 'takes one file'],
  [['inspect', 'no-such.pdf'], 'there is no such file'],
  [['inspect', '.'], 'it is a folder'],
  [['inspect', '--frobnicate', 'contract.pdf'], 'Unknown option'],
  [['validate', 'contract.pdf'], '--trust is missing'],
  [['validate', 'contract.pdf', '--trust', 'events.json'], 'there is no certificate'],
  [['validate', 'contract.pdf', '--trust', 'ca/trust.pem', '--expect', 'B-X'], 'there is no level "B-X"'],
  [['seal', 'contract.pdf', '--out', 'o.pdf'], 'either --key or --local'],
  [
    ['seal', 'contract.pdf', '--out', 'o.pdf', '--key', 'events.json', '--level', 'B-B'],
    'the key file cannot be used',
  ],
  [
    ['seal', 'contract.pdf', '--out', 'o.pdf', '--local', 'ca', '--tsa', 'http://127.0.0.1:9/'],
    'leave --tsa out',
  ],
] as const)(
  '%s is reported in one line, without a stack trace',
  { timeout: 60_000 },
  async ([args, words]) => {
    const run = await pades(...args);
    expect(run.exitCode).toBe(2);
    expect(run.stdout).toBe('');
    expect(run.stderr).toMatch(/^pades: [^\n]*\n$/);
    expect(run.stderr).toContain(words);
  },
);

test('help is there for all, and for each command', { timeout: 60_000 }, async () => {
  const runs = await Promise.all([
    pades(),
    pades('help'),
    pades('help', 'seal'),
    pades('validate', '--help'),
    pades('inspect', '-h'),
  ]);
  expect(runs.map(({ exitCode }) => exitCode)).toEqual([2, 0, 0, 0, 0]);
  const starts = ['pades: ', 'pades: ', 'pades seal FILE', 'pades validate FILE', 'pades inspect FILE'];
  for (const [index, { stdout }] of runs.entries()) {
    expect(stdout.startsWith(starts[index] ?? 'none')).toBe(true);
    expect(stdout).toContain('Exit codes');
  }
});
