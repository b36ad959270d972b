import { isAway } from './activity.ts';

/** While something is about to change; and the slowest, once nothing has changed for long. Milliseconds. */
const FASTEST_MS = 1500;
const SLOWEST_MS = 30_000;
/** While the user is away. */
const AWAY_MS = 120_000;
/** The wait grows with the quiet: after a minute without change, ask every 15 s. */
const SHARE_OF_QUIET = 0.25;
/** What the machinery does takes seconds: for so long its end is awaited at the fastest, milliseconds. */
const IMMINENT_FOR_MS = 30_000;

/** When each query's answer last differed from the one before it. */
const changedAt = new WeakMap<object, { data: unknown; at: number }>();

interface PollOptions<Data> {
  /** Whether the next change is the machinery's own, as a seal's, and not a person's, which may take days. */
  imminent?: (data: Data) => boolean;
  now?: number;
}

/**
 * How long to wait before asking a projection again: quick just after a change and while the machinery is at work,
 * slower while nothing moves, slowest while the user is away, never while nothing can change (`false`). Hidden
 * tabs do not ask at all; react-query sees to that, and to asking again when they are shown.
 * @param settled whether nothing more is expected to happen by itself
 */
export function pollInterval<Data>(
  query: { state: { data: Data | undefined } },
  settled: (data: Data) => boolean,
  { imminent = () => false, now = Date.now() }: PollOptions<Data> = {},
): number | false {
  const { data } = query.state;
  if (data === undefined) return SLOWEST_MS;
  if (settled(data)) return false;
  let seen = changedAt.get(query);
  // Structural sharing keeps the same object while the answer stays the same.
  if (seen?.data !== data) {
    seen = { data, at: now };
    changedAt.set(query, seen);
  }
  const quiet = now - seen.at;
  if (imminent(data) && quiet < IMMINENT_FOR_MS) return FASTEST_MS;
  if (isAway(now)) return AWAY_MS;
  return Math.min(SLOWEST_MS, Math.max(FASTEST_MS, quiet * SHARE_OF_QUIET));
}
