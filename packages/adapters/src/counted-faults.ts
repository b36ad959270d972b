import { BlobStoreUnavailable } from '@lacre/blob-store';
import { EventStoreUnavailable } from '@lacre/event-store';
import type { LoggerOptions } from 'pino';

/** How long faults of one kind are only counted after one was written, milliseconds. */
const COUNTED_FOR_MS = 60_000;

/** Of an engine that is away: connections, names, TLS; SQLSTATE classes 08 (connection), 53 (resources) and 57P (shutdown). */
const AWAY =
  /^(?:E(?:CONN\w+|PIPE|TIMEDOUT|HOST\w+|NET\w+|NOTFOUND|AI_\w+|PROTO|AUTH|SOCKET|DNS)|08\w{3}|53\w{3}|57P\w{2}|28\w{3}|ERR_(?:TLS|SSL|HTTP2)_\w+|CONNECTION_\w+|NO_RESPONDERS)$/;
const TEXT = /Connection terminated|timeout exceeded when trying to connect|the event store is not available/;

/** What an engine's fault is counted by; undefined for what is none: each of those is written. */
function kindOf(facts: unknown, message: unknown): string | undefined {
  const error = (facts as { err?: unknown } | null)?.err;
  if (!(error instanceof Error)) return undefined;
  const { code } = error as { code?: unknown };
  const isAway =
    error instanceof EventStoreUnavailable ||
    error instanceof BlobStoreUnavailable ||
    (typeof code === 'string' && AWAY.test(code)) ||
    TEXT.test(error.message);
  if (!isAway) return undefined;
  const reason =
    error instanceof EventStoreUnavailable ? error.reason : typeof code === 'string' ? code : error.name;
  return `${String(message)} ${reason}`;
}

/**
 * Options of a logger that writes the first fault of each kind that an engine meets, and counts the rest: those of a
 * minute are one line, with how many there were. Every fault that is not an engine's absence is written.
 */
export function countedFaults(now: () => number = Date.now): Pick<LoggerOptions, 'hooks'> {
  const kinds = new Map<string, { writtenAt: number; unwritten: number }>();
  return {
    hooks: {
      logMethod(args, method) {
        const [facts, message] = args as unknown as [unknown, unknown];
        const kind = kindOf(facts, message);
        if (kind === undefined) return method.apply(this, args);
        const known = kinds.get(kind);
        if (known !== undefined && now() - known.writtenAt < COUNTED_FOR_MS) {
          known.unwritten += 1;
          return undefined;
        }
        kinds.set(kind, { writtenAt: now(), unwritten: 0 });
        const times = known === undefined ? {} : { timesSince: known.unwritten };
        return method.apply(this, [{ ...(facts as object), ...times }, message] as unknown as typeof args);
      },
    },
  };
}
