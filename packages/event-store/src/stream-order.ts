/**
 * The moment an event gets that follows one of `last` in its stream: `at`, or the millisecond after `last` when a clock
 * stepped back or another process's clock runs ahead. An order by time then never contradicts the order of the stream,
 * and acts distinguished by their moment stay distinct.
 *
 * @param last ISO 8601 in UTC; undefined for a stream's first event
 */
export function notBefore(at: string, last: string | undefined): string {
  if (last === undefined || Date.parse(at) >= Date.parse(last)) return at;
  return new Date(Date.parse(last) + 1).toISOString();
}
