/**
 * Word documents to PDF by each converter of the product, and by bare soffice as its manual calls it, one after the other:
 * `node conversion.bench.ts [--quick] [--json]`. The median of each, and how much longer it is than soffice alone, which
 * has a profile that is made already. Without soffice on `PATH` there is nothing to compare, and it says so.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { sofficeConverter } from '../src/intake/office/convert-office.ts';
import { embeddedConverter } from '../src/intake/office/embedded/embedded-converter.ts';
import { findProgram } from '../src/intake/office/find-program.ts';
import { odtFile } from '../src/testing/office/sample-office.ts';

const has = (flag: string): boolean => process.argv.includes(flag);
const ROUNDS = has('--quick') ? 3 : 25;
const searchPath = process.env['PATH'] ?? '';
const PARAGRAPHS = 200;

const run = promisify(execFile);
const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

const soffice = await findProgram('soffice', searchPath);
if (soffice === undefined) throw new Error('there is no soffice on PATH to compare with');
const folder = await mkdtemp(join(tmpdir(), 'lacre-conversion-bench-'));
const embedded = embeddedConverter({ searchPath });
const confined = sofficeConverter({ program: soffice, searchPath });

async function alone(file: Buffer): Promise<void> {
  await writeFile(join(folder, 'document.odt'), file);
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const asked = ['--convert-to', 'pdf:writer_pdf_Export', '--outdir', folder, join(folder, 'document.odt')];
  await run(soffice ?? '', ['--headless', '--norestore', profile, ...asked]);
  if ((await readFile(join(folder, 'document.pdf'))).length === 0) throw new Error('soffice wrote nothing');
}

async function by(convert: typeof embedded | typeof confined, file: Buffer): Promise<void> {
  const converted = await convert(file, 'odt');
  if (!converted.ok) throw new Error(`refused: ${converted.refusal.code}`);
}

const WAYS = {
  'soffice alone': alone,
  'soffice, confined': (file: Buffer) => by(confined, file),
  ...((await embedded.isAvailable()) && { embedded: (file: Buffer) => by(embedded, file) }),
};

try {
  const file = odtFile(
    Array.from({ length: PARAGRAPHS }, (_, at) => `Cláusula ${at + 1}. O locatário paga no dia 5.`).join(' '),
  );
  const times: Record<string, number[]> = {};
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [name, convert] of Object.entries(WAYS)) {
      const from = performance.now();
      await convert(file);
      // The first makes profiles and finds out how far a program can be confined.
      if (round > 0) (times[name] ??= []).push(performance.now() - from);
    }
  const base = median(times['soffice alone'] ?? []);
  const figures = Object.fromEntries(
    Object.entries(times).map(([name, each]) => [
      name,
      { p50Ms: Math.round(median(each)), ofSofficeAlone: Math.round((median(each) / base) * 100) / 100 },
    ]),
  );
  if (has('--json'))
    process.stdout.write(`${JSON.stringify({ figures, rounds: ROUNDS, load: loadavg()[0] })}\n`);
  else console.table(figures);
} finally {
  await embedded.close();
  await rm(folder, { recursive: true, force: true });
}
