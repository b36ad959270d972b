import type { ClientBase } from 'pg';

/** How long a transaction that was read to its end may stay open when nothing else is sent, ms. */
const LATEST_MS = 5;

/**
 * Commits what only read, with whatever is sent over the connection next, in one write: a write of its own would wake the
 * server once more for each transaction. Where nothing is sent, it commits after 5 ms.
 *
 * The outcome is not reported: a read transaction has nothing to lose, and a broken connection fails the next statement.
 */
export function commitSoon(client: ClientBase): void {
  const sender = client as { query: (...given: unknown[]) => unknown };
  const own = Object.getOwnPropertyDescriptor(sender, 'query');
  let isCommitted = false;
  const commit = (): void => {
    // The function that stands here meanwhile may have been kept.
    if (isCommitted) return;
    isCommitted = true;
    clearTimeout(timer);
    if (own === undefined) Reflect.deleteProperty(sender, 'query');
    else Object.defineProperty(sender, 'query', own);
    client.query('commit').catch(() => {});
  };
  const timer = setTimeout(commit, LATEST_MS);
  timer.unref();
  sender.query = (...given) => {
    commit();
    return sender.query(...given);
  };
}
