// Prints the closing line from vitest's report; a failed run, a skipped test or an empty report is a failure.
import { readFileSync } from 'node:fs';

const [reportFile, status] = process.argv.slice(2);
const report = JSON.parse(readFileSync(reportFile, 'utf8'));
const skipped = report.numPendingTests + report.numTodoTests;
if (skipped > 0) console.error(`${skipped} tests were skipped; a hidden skip is a defect.`);
const failedFiles = report.testResults.filter(
  (file) => file.status === 'failed' && file.assertionResults.length === 0,
).length;
const failed = report.numFailedTests + failedFiles + skipped;
console.log(`${report.numPassedTests} passed, ${failed} failed`);
process.exit(failed > 0 || Number(status) !== 0 || report.numPassedTests === 0 ? 1 : 0);
