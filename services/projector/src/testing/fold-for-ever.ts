/** An instance in a process of its own that folds every read model, to be ended by SIGKILL: its database, its partitions. */
import { openTestLog } from '@lacre/personal-data/testing';
import { createPool } from '@lacre/postgres';
import pino from 'pino';

import { readModels } from '../projections/index.ts';
import { openWorkModel } from '../reactors/index.ts';
import { startProjections } from '../start-projector.ts';

const [connectionString = '', partitions = '1'] = process.argv.slice(2);
const pool = createPool(connectionString, { max: 12, pipeline: true, applicationName: 'fold-for-ever' });
const { eventStore } = await openTestLog(pool);
const logger = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' });
await startProjections(
  { pool, eventStore, logger },
  { projections: [...readModels, openWorkModel], partitions: Number(partitions) },
);
process.stdout.write('started\n');
