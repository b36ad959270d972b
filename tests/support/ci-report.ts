import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Adds to the reports of vitest (`.ci/report.mjs`) that `.ci/run` ends with (`.ci/count.mjs`). */
function report(part: { failures?: { name: string; message: string }[]; leftOut?: string[] }): void {
  const folder = process.env['CI_REPORTS'];
  if (folder === undefined) return;
  const outcome = { passed: 0, failures: [], seconds: [], ...part };
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(outcome));
}

/** Says what this machine cannot run. */
export function leftOut(what: string): void {
  console.log(`left out: ${what}`);
  report({ leftOut: [what] });
}

/** Says what failed, and why. */
export function reportFailure(name: string, message: string): void {
  console.error(`\nFAILED ${name}\n${message}`);
  report({ failures: [{ name, message }] });
}
