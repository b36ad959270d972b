// Prints what failed and the closing line from vitest's reports; a failed run, a skipped test or an empty report is a
// failure.
import { readFileSync } from 'node:fs';

const [status, ...files] = process.argv.slice(2);
const totals = { passed: 0, failed: 0 };
const LINES_OF_A_FAILURE = 25;

function tell(name, message) {
  console.log(`FAILED ${name}\n${message.split('\n').slice(0, LINES_OF_A_FAILURE).join('\n')}\n`);
}

for (const file of files) {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const skipped = report.numPendingTests + report.numTodoTests;
  if (skipped > 0) console.error(`${skipped} tests were skipped; a hidden skip is a defect.`);
  const failedFiles = report.testResults.filter(
    (result) =>
      result.status === 'failed' && result.assertionResults.every((test) => test.status !== 'failed'),
  );
  for (const result of failedFiles) tell(result.name, result.message);
  for (const test of report.testResults.flatMap((result) => result.assertionResults))
    if (test.status === 'failed') tell(test.fullName, test.failureMessages.join('\n'));
  totals.passed += report.numPassedTests;
  totals.failed += report.numFailedTests + failedFiles.length + skipped;
  if (report.numPassedTests === 0) totals.failed += 1;
}
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed > 0 || Number(status) !== 0 ? 1 : 0);
