import { paths, type OperationName } from '@lacre/contracts/paths';

import type { LooseOptions } from './call-options.ts';

/**
 * The path of an operation from the origin, with its parameters filled in.
 *
 * @throws RangeError for a parameter that is missing or empty: the path would be another operation's
 */
export function pathOf(name: OperationName, params: Readonly<Record<string, string | number>> = {}): string {
  const path = paths[name].path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = String(params[key] ?? '');
    if (value === '') throw new RangeError(`${name} lacks the path parameter ${key}`);
    return encodeURIComponent(value);
  });
  return `/api${path}`;
}

/** The whole address; what is undefined or empty in the query is left out. */
export function addressOf(
  origin: string,
  name: OperationName,
  { params, query = {} }: LooseOptions,
  minPosition?: string,
): string {
  const search = new URLSearchParams();
  const asked = minPosition === undefined ? query : { 'min-position': minPosition, ...query };
  for (const [key, value] of Object.entries(asked)) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  }
  const text = search.toString();
  return origin + pathOf(name, params) + (text === '' ? '' : `?${text}`);
}
