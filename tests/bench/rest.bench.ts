/**
 * What the whole product in one process holds at rest, with a new account's database and nothing to do:
 * `node tests/bench/rest.bench.ts [--quick] [--json]`. The process alone, without the database's own (Linux).
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { Lacre } from '../support/lacre.ts';

const quick = process.argv.includes('--quick');
const STARTS = quick ? 1 : 3;
/** What starting took is given back 5 s after it. */
const REST_SECONDS = quick ? 8 : 20;

for (let start = 0; start < STARTS; start += 1) {
  const lacre = await Lacre.create();
  try {
    await lacre.start();
    await sleep(REST_SECONDS * 1000);
    console.log(JSON.stringify({ residentMb: await lacre.residentMb(), afterSeconds: REST_SECONDS }));
  } finally {
    await lacre.dispose();
  }
}
