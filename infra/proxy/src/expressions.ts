import { patternOf, PREFIXES, services, type Routed, type Service } from './route-table.ts';

/** Requests of some methods whose path fits an expression, for proxies whose rules are not asked in an order. */
export interface Expression {
  service: Service;
  methods: readonly string[];
  /** Anchored, in what RE2 takes. */
  path: string;
}

const joined = (patterns: readonly string[]): string => `^(?:${patterns.join('|')})$`;

/** As few expressions as fit: the Gateway API takes 1,024 characters in each. */
function split(patterns: readonly string[], maxLength: number): string[] {
  const parts: string[][] = [];
  for (const pattern of patterns) {
    const last = parts.at(-1);
    if (last !== undefined && joined([...last, pattern]).length <= maxLength) last.push(pattern);
    else parts.push([pattern]);
  }
  return parts.map(joined);
}

/**
 * Every operation, of which no request fits the expressions of two services: where `/user/current` is one's and
 * `/user/{uid}` another's, that throws.
 */
export function expressionsOf(routed: readonly Routed[], maxLength: number): Expression[] {
  assertApart(routed);
  return services.flatMap((service) => {
    const own = routed.filter((each) => each.service === service);
    return [...Map.groupBy(own, ({ method }) => method)].flatMap(([method, each]) => {
      const patterns = each.map(({ path }) => patternOf(path)).toSorted((a, b) => a.localeCompare(b, 'en'));
      const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
      return split(patterns, maxLength).map((path) => ({ service, methods, path }));
    });
  });
}

function assertApart(routed: readonly Routed[]): void {
  for (const one of routed) {
    const own = new RegExp(`^${patternOf(one.path)}$`);
    const other = routed.find(
      ({ method, path, service }) =>
        method === one.method && service !== one.service && own.test(path.replaceAll(/[{}]/g, '')),
    );
    if (other !== undefined) throw new Error(`${other.name} also fits the path of ${one.name}`);
  }
}

/** What is the page's: no path under `/api/` but the description of the API. RE2 looks at nothing ahead. */
export const PAGE_EXPRESSION = joined([
  '/',
  '/[^a].*',
  '/a',
  '/a[^p].*',
  '/ap',
  '/ap[^i].*',
  '/api',
  '/api[^/].*',
  ...PREFIXES.filter(({ service }) => service === 'page').map(({ prefix }) => `${patternOf(prefix)}.*`),
]);
/** The local authority's. */
export const AUTHORITY_EXPRESSION = joined(
  PREFIXES.filter(({ service }) => service === 'signer').map(({ prefix }) => `${patternOf(prefix)}.+`),
);
