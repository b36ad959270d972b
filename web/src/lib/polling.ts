/** While something is about to change; and the slowest, once nothing has changed for long. Milliseconds. */
const FASTEST_MS = 1500;
const SLOWEST_MS = 30_000;
/** The wait grows with the quiet: after a minute without change, ask every 15 s. */
const SHARE_OF_QUIET = 0.25;

/** When each query's answer last differed from the one before it. */
const changedAt = new WeakMap<object, { data: unknown; at: number }>();

/**
 * How long to wait before asking a projection again: quick just after a change, slower while nothing moves, never
 * while nothing can (`false`). Hidden tabs do not ask at all; react-query sees to that.
 * @param settled whether nothing more is expected to happen by itself
 */
export function pollInterval<Data>(
  query: { state: { data: Data | undefined } },
  settled: (data: Data) => boolean,
  now: number = Date.now(),
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
  return Math.min(SLOWEST_MS, Math.max(FASTEST_MS, (now - seen.at) * SHARE_OF_QUIET));
}
