// Prints what failed, what took longest, and the closing line.
// Usage: count.mjs REPORTS STAGE…: the folder that `.ci/report.mjs` wrote to, and the names of stages that failed.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, ...failedStages] = process.argv.slice(2);
const LINES_OF_A_FAILURE = 25;
const SLOWEST = 20;

const reports = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
const failures = reports.flatMap((report) => report.failures);
const passed = reports.reduce((sum, report) => sum + report.passed, 0);
const slowest = reports.flatMap((report) => report.seconds).toSorted((a, b) => b[1] - a[1]);

for (const [name, seconds] of slowest.slice(0, SLOWEST))
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${name}`);
for (const { name, message } of failures)
  console.log(`\nFAILED ${name}\n${message.split('\n').slice(0, LINES_OF_A_FAILURE).join('\n')}`);
for (const stage of failedStages) console.log(`\nFAILED ${stage}: see above`);

// What this machine cannot run, such as servers that no container engine can start.
const leftOut = [...new Set(reports.flatMap((report) => report.leftOut ?? []))];
const without = leftOut.length === 0 ? '' : `; left out: ${leftOut.join('; ')}`;

// A stage of tests that failed counts by its tests; one that left none behind counts as one failure itself.
const failed = Math.max(failures.length, failedStages.length);
console.log(`\n${passed} passed, ${failed} failed${without}`);
process.exit(failed > 0 ? 1 : 0);
