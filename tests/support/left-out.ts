import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Says what this machine cannot run, also for the closing line of `.ci/run` (`.ci/count.mjs`). */
export function leftOut(what: string): void {
  console.log(`left out: ${what}`);
  const folder = process.env['CI_REPORTS'];
  if (folder === undefined) return;
  const outcome = { passed: 0, failures: [], seconds: [], leftOut: [what] };
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(outcome));
}
