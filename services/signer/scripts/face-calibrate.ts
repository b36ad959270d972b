// node services/signer/scripts/face-calibrate.ts --data DIR [--depth N] [--groups] [--json FILE]: how often strangers pass
// and people are refused, by the similarity asked for, on a data set of a folder for each person, of all and by group.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import pino from 'pino';

import {
  compareGroups,
  comparePeople,
  type Comparison,
  type GroupComparison,
} from '../src/face/calibration/compare-people.ts';
import { readPortraits, type DataSet } from '../src/face/calibration/read-portraits.ts';
import type { Rate } from '../src/face/calibration/tally.ts';
import { openWasmFaceEngine } from '../src/face/engine/wasm-face-engine.ts';

const USAGE = `usage: npm run face:calibrate -- --data DIR [--depth N] [--groups] [--json FILE]
DIR holds a folder for each person, with pictures of that person alone; --depth 2 where those folders lie in folders of DIR.
--groups where these are groups of people (DIR/group/person/picture): each is compared within itself, too.`;
const WORKERS = 2;
/** Names of pictures that were left out, told one by one. */
const NAMED = 20;

interface Options {
  data: string;
  depth: number;
  groups: boolean;
  json: string | undefined;
}

/** What was asked; undefined when it is not clear. */
function asked(): Options | undefined {
  try {
    const text = { type: 'string' } as const;
    const groupsOption = { type: 'boolean', default: false } as const;
    const { values } = parseArgs({ options: { data: text, depth: text, groups: groupsOption, json: text } });
    const { data, groups, json } = values;
    const depth = values.depth ?? (groups ? '2' : '1');
    if (data === undefined || !/^[1-9]$/.test(depth) || (groups && depth === '1')) return undefined;
    return { data, depth: Number(depth), groups, json };
  } catch {
    return undefined;
  }
}

const percent = (rate: Rate | undefined): string =>
  rate === undefined
    ? '–'
    : `${(rate.share * 100).toFixed(2)} % (${(rate.low * 100).toFixed(2)} to ${(rate.high * 100).toFixed(2)})`;

function tableOf({ enrolled, goodOnly, every, genuine, impostor, rows }: Comparison): string {
  const pictures = goodOnly ? 'good pictures only' : 'all pictures';
  const part = every === 1 ? '' : ` (one enrolment in ${every})`;
  const title = `${enrolled === 1 ? 'One photo' : `${enrolled} photos`} enrolled, ${pictures}: ${genuine} comparisons with oneself, ${impostor} with others${part}`;
  if (genuine + impostor === 0)
    return `${title}\n  nothing to compare: too few pictures of a person, or too few people`;
  const lines = rows.map(
    ({ similarity, falseAccept, falseReject }) =>
      `${String(similarity).padStart(10)}  ${percent(falseAccept).padEnd(28)}${percent(falseReject)}`,
  );
  return [title, 'similarity  strangers accepted          people refused', ...lines].join('\n');
}

/** Strangers are compared within the group alone. */
const groupText = ({ group, people, pictures, comparisons }: GroupComparison): string =>
  [`== ${group}: ${people} people, ${pictures} pictures`, ...comparisons.map(tableOf)].join('\n\n');

const listed = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([why, count]) => `${count} ${why}`)
    .join(', ') || 'none';

function factsOf({ people, pictures, portraits, leftOut, otherFiles, linkedFolders, poor }: DataSet): string {
  return [
    `${people} people, ${pictures} pictures, ${portraits.length} compared; ${otherFiles} other files`,
    ...(linkedFolders === 0 ? [] : [`${linkedFolders} links to folders, which are not followed`]),
    `left out: ${listed(leftOut)}`,
    `compared, though the product would ask for another: ${listed(poor)}`,
  ].join('\n');
}

const options = asked();
if (options === undefined) {
  console.error(USAGE);
  process.exit(2);
}
const engine = openWasmFaceEngine({ logger: pino({ level: 'silent' }), workers: WORKERS });
try {
  let [last, named] = [0, 0];
  const set = await readPortraits(engine, options.data, {
    depth: options.depth,
    groups: options.groups,
    atOnce: WORKERS + 1,
    onPicture(done) {
      if (done % 100 === 0 && done !== last) console.error(`${done} pictures`);
      last = done;
    },
    onLeftOut(path, why) {
      named += 1;
      if (named <= NAMED) console.error(`left out (${why}): ${path}`);
      if (named === NAMED + 1) console.error('left out: more, which are counted only');
    },
  });
  console.log(`model ${engine.modelId}\n${factsOf(set)}\n`);
  const kinds = [1, 3].flatMap((enrolled) => [false, true].map((goodOnly) => ({ enrolled, goodOnly })));
  const comparisons = kinds.map((kind) => comparePeople(engine, set.portraits, kind));
  const groups = compareGroups(engine, set.portraits, kinds);
  if (set.portraits.length === 0) {
    console.error(`no face to compare in ${options.data}\n${USAGE}`);
    process.exitCode = 1;
  } else {
    console.log([...comparisons.map(tableOf), ...groups.map(groupText)].join('\n\n'));
    console.log(
      '\nIntervals are 95 %, and too narrow: comparisons share pictures. A threshold chosen on these data is not proven by them.',
    );
  }
  if (options.json !== undefined) {
    const { portraits, ...facts } = set;
    const report = { modelId: engine.modelId, ...facts, compared: portraits.length, comparisons, groups };
    await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`);
  }
} catch (error) {
  const { code, message } = error as { code?: string; message: string };
  if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'EACCES') throw error;
  console.error(`${options.data} cannot be read: ${message}\n${USAGE}`);
  process.exitCode = 1;
} finally {
  await engine.close();
}
