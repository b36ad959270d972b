import type { ReadSchema } from '@lacre/read-models';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Compilable,
} from 'kysely';

import type { Reader } from './read-models.ts';

/** Builds statements, and runs none. */
const builder: Reader = new Kysely<ReadSchema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/**
 * A statement that is built and compiled when it is first run, for all values: of a read by its key that is a tenth of
 * what the process does.
 *
 * @param build with the value where a parameter stands, and nothing else made of it
 */
export function builtOnce<Value, Row>(
  build: (db: Reader, value: Value) => Compilable<Row>,
): (db: Reader, value: Value) => Promise<Row[]> {
  const standIn = {};
  const compile = () => {
    const compiled = build(builder, standIn as Value).compile();
    if (!compiled.parameters.includes(standIn)) throw new Error('the value is no parameter of the statement');
    return compiled;
  };
  let compiled: ReturnType<typeof compile> | undefined;
  return async (db, value) => {
    compiled ??= compile();
    const parameters = compiled.parameters.map((each) => (each === standIn ? value : each));
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}
