/**
 * For a route's `validateSearch`: what `read` takes from the address, and nothing else. The router lays that over what
 * the address says, where whatever `read` leaves out would stay; so each such name is given, without a value.
 */
export const exactly = <Search extends object>(read: (raw: Record<string, unknown>) => Search) => ({
  parse: (raw: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(raw).map((name) => [name, undefined])),
    ...read(raw),
  }),
});
