import { startEmbeddedPostgres } from '../index.ts';

/** A process of its own that holds an embedded Postgres until it is killed: `node hold-embedded-postgres.ts <dataDir>`. */
const dataDir = process.argv[2];
if (!dataDir) throw new Error('usage: hold-embedded-postgres.ts <dataDir>');
const { port, attached } = await startEmbeddedPostgres({ dataDir });
process.stdout.write(`${JSON.stringify({ port, attached })}\n`);
setInterval(() => {}, 60_000);
