import { inSpan, isTracing, markFailed, startSpan } from '@lacre/tracing';
import type { Pool, PoolClient } from 'pg';

/**
 * Spans of a pool's statements, and of the time for which a caller has a connection of its own, within the span of what
 * they are for: what polls has none. They say the kind of statement, and neither its text nor its values.
 */
export function tracePool(name: string, pool: Pool): void {
  if (!isTracing()) return;
  const attributes = { 'db.system.name': 'postgresql', 'lacre.pool': name };
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => Promise<PoolClient>;
  const traced = {
    query: (...given: unknown[]): Promise<unknown> => {
      const operation = operationOf(given[0]);
      const described = { ...attributes, 'db.operation.name': operation };
      return inSpan(operation, { kind: 'client', attributes: described }, () => query(...given));
    },
    // The pool itself calls it back for each statement.
    connect: async (...given: unknown[]): Promise<PoolClient> => {
      if (given.length > 0) return connect(...given);
      const span = startSpan('connection', { kind: 'client', attributes });
      if (span === undefined) return connect();
      try {
        const client = await connect();
        endWithRelease(client, () => span.end());
        return client;
      } catch (error) {
        markFailed(span, error);
        span.end();
        throw error;
      }
    },
  };
  Object.assign(pool, traced);
}

function endWithRelease(client: PoolClient, end: () => void): void {
  const release = client.release.bind(client);
  client.release = (destroy) => {
    end();
    release(destroy);
  };
}

/** The statement's name where it has one, else its first word. */
function operationOf(statement: unknown): string {
  const { name, text } = (typeof statement === 'string' ? { text: statement } : statement) as {
    name?: string;
    text?: string;
  };
  return name ?? (/[a-z]+/i.exec(text ?? '')?.[0] ?? 'query').toUpperCase();
}
