import { Client, DatabaseError, type ClientBase } from 'pg';

/** SQLSTATE of what comes behind a failure in a transaction. */
const IN_FAILED_TRANSACTION = '25P02';

/**
 * Asks for all of them: at once over a connection that pipelines, so that neither side wakes for each, and otherwise one
 * after the other. Ends once all have, so that nothing of them is sent after the transaction.
 *
 * @throws what failed first
 */
export async function together<Item, Result>(
  client: ClientBase,
  items: Iterable<Item>,
  ask: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  if (!(client instanceof Client && client.pipeline)) {
    for (const item of items) results.push(await ask(item));
    return results;
  }
  const failures: unknown[] = [];
  for (const outcome of await Promise.allSettled([...items].map(ask)))
    if (outcome.status === 'fulfilled') results.push(outcome.value);
    else failures.push(outcome.reason);
  if (failures.length > 0) throw failures.find((failure) => !isConsequence(failure)) ?? failures[0];
  return results;
}

const isConsequence = (failure: unknown): boolean =>
  failure instanceof DatabaseError && failure.code === IN_FAILED_TRANSACTION;
