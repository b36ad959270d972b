/**
 * For operators: `node maintain.ts check | parked | retry <read model> <stream> |
 * rebuild <read model>`. Safe while the projector runs. Ends with 1 when something is not as it should be.
 */
import { assertEngines, endInWords, openLog, poolOpener, readEnvironment } from '@lacre/adapters';
import pino from 'pino';

import { listParked } from './engine/parked-events.ts';
import { migrateProjector } from './engine/schema.ts';
import { checkReadModels, rebuildReadModel, retryParkedStream } from './maintenance.ts';

/** Neither a command nor what it is given. */
class UnknownCommand extends Error {
  override readonly name = 'UnknownCommand';
}

endInWords(UnknownCommand);

const environment = readEnvironment('projector');
const logger = pino({ level: environment.LOG_LEVEL, name: 'projector' }, pino.destination(2));
await assertEngines(
  environment,
  ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'EVENT_STORE_URL'],
  ({ line, setting }) => logger.warn({ setting }, line),
);
const pool = poolOpener(environment, logger)('projector-maintain', 6);
const { PERSONAL_DATA_KEYS: masterKeys } = environment;
const log = await openLog(environment.EVENT_STORE_URL, {
  pool,
  logger,
  prefix: environment.EVENT_STORE_PREFIX,
  masterKeys,
  access: 'look',
});
const deps = { pool, eventStore: log.eventStore, logger };
const bigintAsText = (_key: string, member: unknown): unknown =>
  typeof member === 'bigint' ? String(member) : member;
const print = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value, bigintAsText)}\n`);
};

/** Each prints what it found, one JSON line each, and says whether all is well. */
const commands: Readonly<Record<string, (...values: string[]) => Promise<boolean>>> = {
  async check() {
    const differences = await checkReadModels(deps);
    for (const difference of differences) print(difference);
    return differences.length === 0;
  },
  async parked() {
    const parked = await listParked(pool);
    for (const event of parked) print(event);
    return parked.length === 0;
  },
  async retry(name = '', stream = '') {
    print({ folded: await retryParkedStream(deps, name, stream) });
    return true;
  },
  async rebuild(name = '') {
    return rebuildReadModel(deps, name);
  },
};

const [name = '', ...values] = process.argv.slice(2);
const command = commands[name];
if (command === undefined)
  throw new UnknownCommand(
    `Comando desconhecido: "${name}". Os conhecidos são: ${Object.keys(commands).join(', ')}.`,
  );
await migrateProjector(pool);
if (!(await command(...values))) process.exitCode = 1;
await log.close();
await pool.end();
