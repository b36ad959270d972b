/** Writes the tables of `docs/scale.md` from the figures in `tests/bench/results`: `npm run docs:scale`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { withTables } from './scale-tables.ts';

const page = fileURLToPath(new URL('../../../docs/scale.md', import.meta.url));
writeFileSync(page, withTables(readFileSync(page, 'utf8')));
