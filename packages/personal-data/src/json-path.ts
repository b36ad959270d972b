import type { Json, JsonObject } from '@lacre/event-store';

export type Path = readonly (string | number)[];

/** A copy that can be changed: events belong to their maker. Undefined members are left out, as JSON does. */
export function copyOf(value: Json | undefined): Json {
  if (Array.isArray(value))
    return value.map((item: Json | undefined) => (item === undefined ? null : copyOf(item)));
  if (value === null || typeof value !== 'object') return value ?? null;
  const copy: Record<string, Json> = {};
  for (const [name, member] of Object.entries(value as JsonObject))
    if (member !== undefined) define(copy, name, copyOf(member));
  return copy;
}

/** Puts a value, or takes it away, where the path leads. @throws RangeError when it leads nowhere. */
export function put(root: object, path: Path, value: Json | undefined): void {
  const last = path.at(-1);
  let holder: unknown = root;
  for (const step of path.slice(0, -1)) {
    if (holder === null || typeof holder !== 'object' || !Object.hasOwn(holder, step)) holder = undefined;
    else holder = (holder as Record<string | number, unknown>)[step];
  }
  if (holder === null || typeof holder !== 'object' || last === undefined)
    throw new RangeError(`there is no ${path.slice(0, -1).join('.')}`);
  if (value === undefined) delete (holder as Record<string | number, unknown>)[last];
  else define(holder, last, value);
}

/** As JSON.parse does: a name like `__proto__` is a name like any other. */
function define(holder: object, name: string | number, value: Json): void {
  if (name === '__proto__')
    Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
  else (holder as Record<string | number, Json>)[name] = value;
}
