import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { provenance } from './provenance.ts';

/** Whether tests with a long form go through it: `npm run test:long`. */
export const isLong = process.env['LACRE_LONG'] === '1';

/** Of a run that is to be the same again: `LACRE_SEED=…`. */
export const seedOfRun = (): number => Number(process.env['LACRE_SEED'] ?? Date.now() % 1_000_000);

/** Keeps the figures of a long form, with when, of which commit and on what machine; the short form keeps none. */
export function keepFigures(name: string, figures: Record<string, unknown>): void {
  if (!isLong) return;
  const path = fileURLToPath(new URL(`../bench/results/${name}.json`, import.meta.url));
  writeFileSync(path, `${JSON.stringify({ test: name, ...provenance(), result: figures }, null, 2)}\n`);
}
