// node services/signer/scripts/face-calibrate.ts --data DIR [--json FILE]: how often strangers pass and people are
// refused, by the similarity asked for, on a data set of a folder for each person.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import pino from 'pino';

import { comparePeople, type Comparison } from '../src/face/calibration/compare-people.ts';
import { readPortraits } from '../src/face/calibration/read-portraits.ts';
import type { Rate } from '../src/face/calibration/tally.ts';
import { openWasmFaceEngine } from '../src/face/engine/wasm-face-engine.ts';

const { values } = parseArgs({ options: { data: { type: 'string' }, json: { type: 'string' } } });
if (values.data === undefined) {
  console.error('usage: npm run face:calibrate -- --data DIR [--json FILE]');
  process.exit(2);
}

const percent = (rate: Rate | undefined): string =>
  rate === undefined
    ? '–'
    : `${(rate.share * 100).toFixed(2)} % (${(rate.low * 100).toFixed(2)} to ${(rate.high * 100).toFixed(2)})`;

function tableOf({ enrolled, goodOnly, genuine, impostor, rows }: Comparison): string {
  const title = `${enrolled === 1 ? 'One photo' : `${enrolled} photos`} enrolled, ${goodOnly ? 'good pictures only' : 'all pictures'}: ${genuine} comparisons with oneself, ${impostor} with others`;
  const lines = rows.map(
    ({ similarity, falseAccept, falseReject }) =>
      `${String(similarity).padStart(10)}  ${percent(falseAccept).padEnd(28)}${percent(falseReject)}`,
  );
  return [title, 'similarity  strangers accepted          people refused', ...lines].join('\n');
}

const engine = openWasmFaceEngine({ logger: pino({ level: 'warn' }), workers: 2 });
try {
  const set = await readPortraits(engine, values.data, (done) => {
    if (done % 100 === 0) console.error(`${done} pictures`);
  });
  if (set.portraits.length === 0) {
    console.error(`no face in ${values.data}: it must hold a folder for each person, with their pictures`);
    process.exitCode = 1;
  }
  const comparisons = [1, 3].flatMap((enrolled) =>
    [false, true].map((goodOnly) => comparePeople(engine, set.portraits, { enrolled, goodOnly })),
  );
  const { portraits, ...facts } = set;
  console.log(`model ${engine.modelId}`);
  console.log(`${facts.people} people, ${facts.pictures} pictures, ${portraits.length} compared`);
  console.log(`left out: ${JSON.stringify(facts.leftOut)}; not good enough: ${JSON.stringify(facts.poor)}\n`);
  console.log(comparisons.map(tableOf).join('\n\n'));
  console.log(
    '\nIntervals are 95 %, and too narrow: comparisons share pictures. A threshold chosen on these data is not proven by them.',
  );
  if (values.json !== undefined) {
    const report = { modelId: engine.modelId, ...facts, compared: portraits.length, comparisons };
    await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`);
  }
} finally {
  await engine.close();
}
