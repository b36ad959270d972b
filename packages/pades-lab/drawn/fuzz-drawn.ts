/**
 * Draws what is called genuine by every engine, beside what was sealed.
 *
 *     npm run fuzz:drawn -- [--seed N] [--variants N] [--stamps] [--packaged] [--record]
 *
 * The same seed and sources give the same variants. Findings are written to `drawn/findings`. `--stamps` makes visible
 * signatures alone. `--packaged` leaves out the programs from Debian. `--record` writes `drawn/results.json`, or `drawn/results-packaged.json` without them, or
 * `drawn/results-stamps.json`, with date, commit and machine.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { provenance } from '../fuzz/provenance.ts';
import { allEngines, DrawingOracle, packagedEngines } from './drawing-oracle.ts';
import { type DrawnFinding, runDrawnCampaign } from './drawn-campaign.ts';
import { stampVariant } from './variants.ts';

const DEFAULT_VARIANTS = 10_000;
const REPORT_EVERY_MS = 15_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    variants: { type: 'string' },
    stamps: { type: 'boolean', default: false },
    packaged: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const variants = Number(values.variants ?? DEFAULT_VARIANTS);
const engines = values.packaged ? packagedEngines() : allEngines();
const oracle = new DrawingOracle(engines);
console.log(
  `--seed ${seed} --variants ${variants}${values.stamps ? ' --stamps' : ''}: ${engines.map(({ name }) => name).join(', ')}`,
);

const began = performance.now();
let reported = began;
let kept = 0;
const result = await runDrawnCampaign({
  seed,
  variants,
  oracle,
  ...(values.stamps ? { make: stampVariant } : {}),
  onProgress: ({ variants: done, drawn, findings }) => {
    for (; kept < findings.length; kept += 1) keep(findings[kept] as DrawnFinding);
    if (performance.now() - reported < REPORT_EVERY_MS) return;
    reported = performance.now();
    const seconds = Math.round((reported - began) / 1000);
    console.log(
      `${done} variants, ${drawn} drawn, ${findings.length} findings, slowest ${oracle.slowestMs} ms, ${seconds} s`,
    );
  },
});
const seconds = Math.round((performance.now() - began) / 1000);
const told = {
  seed,
  kind: values.stamps ? 'stamps' : 'all',
  variants: result.variants,
  verdicts: result.verdicts,
  drawnVariants: result.drawn,
  drawings: oracle.drawings,
  slowestDrawingMs: oracle.slowestMs,
  engines: engines.map(({ name, modes }) => ({ name, modes })),
  seconds,
  findings: result.findings.length,
};
console.log(JSON.stringify(told, undefined, 2));
if (values.record) {
  const recorded = { ...provenance(), ...told };
  const name = ['results', ...(values.stamps ? ['stamps'] : []), ...(values.packaged ? ['packaged'] : [])];
  writeFileSync(
    join(import.meta.dirname, `${name.join('-')}.json`),
    `${JSON.stringify(recorded, undefined, 2)}\n`,
  );
}
process.exitCode = result.findings.length > 0 ? 1 : 0;

function keep({ number, seed: name, verdict, differences, file }: DrawnFinding): void {
  const folder = join(import.meta.dirname, 'findings');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${number}.pdf`);
  writeFileSync(path, file);
  console.log(`${path}: ${verdict}, from ${name}`);
  for (const { engine, mode, difference } of differences) console.log(`  ${engine}, ${mode}: ${difference}`);
}
