// A reporter for vitest: leaves a run's outcome in the folder that CI_REPORTS names, for `.ci/count.mjs`.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** An error without the lines that say where the runner called it from. */
const told = ({ message, stack = message, cause }) =>
  [stack, ...(cause === undefined ? [] : [cause.stack ?? String(cause)])]
    .flatMap((part) => part.split('\n'))
    .filter((line) => !/^\s+at .*(node_modules|node:internal)/.test(line))
    .join('\n');

/** Of a test that no timeout of the runner ends, since it keeps its process from hearing the timer. */
const STUCK_AFTER_MS = 5 * 60_000;

export default class Report {
  #stuckTimers = new Map();

  onTestCaseReady(test) {
    const warn = () =>
      console.log(`\nSTILL RUNNING after 5 min: ${test.module.relativeModuleId} > ${test.fullName}`);
    this.#stuckTimers.set(test.id, setTimeout(warn, STUCK_AFTER_MS).unref());
  }

  onTestCaseResult(test) {
    clearTimeout(this.#stuckTimers.get(test.id));
    this.#stuckTimers.delete(test.id);
  }

  /** Also hears of what has no test to belong to: a file that could not begin, a worker that died. */
  onTestRunEnd(modules, unhandledErrors) {
    const outcome = { passed: 0, failures: [], seconds: [] };
    const fail = (name, errors) => outcome.failures.push({ name, message: errors.map(told).join('\n') });
    for (const module of modules) {
      const { duration, setupDuration, collectDuration } = module.diagnostic();
      outcome.seconds.push([module.relativeModuleId, (duration + setupDuration + collectDuration) / 1000]);
      const before = outcome.failures.length;
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result();
        const name = `${module.relativeModuleId} > ${test.fullName}`;
        if (state === 'passed') outcome.passed += 1;
        else if (state === 'failed') fail(name, errors);
        else
          fail(name, [
            { message: state === 'skipped' ? 'was skipped: a hidden skip is a defect' : 'never ended' },
          ]);
      }
      for (const suite of module.children.allSuites())
        if (suite.errors().length > 0) fail(`${module.relativeModuleId} > ${suite.fullName}`, suite.errors());
      if (module.errors().length > 0) fail(module.relativeModuleId, module.errors());
      else if (!module.ok() && outcome.failures.length === before)
        fail(module.relativeModuleId, [{ message: 'failed outside its tests' }]);
    }
    for (const error of unhandledErrors) fail('outside every test', [error]);
    if (outcome.passed === 0) fail('the run', [{ message: 'no test passed' }]);
    writeFileSync(join(process.env.CI_REPORTS, `${randomUUID()}.json`), JSON.stringify(outcome));
  }
}
