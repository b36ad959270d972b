import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

import { operations, type OperationName } from '@lacre/contracts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** What a proxy sends requests to. */
export const services = ['command', 'query', 'signer', 'page'] as const;
export type Service = (typeof services)[number];

/** An address of the API: `{…}` stands for one segment. */
export interface Place {
  path: string;
  service: Service;
}

export interface RouteTable {
  /** Paths that one service has alone, whatever the method. */
  byPath: readonly Place[];
  /** Paths that several services share. A HEAD is a GET. */
  byMethod: readonly (Place & { method: string })[];
}

/** Beginnings of paths that no operation is of, the more particular ones first: everything else is the page's. */
export const PREFIXES = [
  // Certificates, revocation and time stamps of the local authority (services/signer/src/authorities).
  { prefix: '/api/authority/', service: 'signer' },
  { prefix: '/api/docs', service: 'page' },
  { prefix: '/api/openapi.json', service: 'page' },
  // Says that there is no such address, as the API does.
  { prefix: '/api/', service: 'command' },
] as const satisfies readonly { prefix: string; service: Service }[];
export const REST: Service = 'page';

/** What ITI's validator asks at the address in a QR code, which is a page for every other caller. */
export const ITI_QUESTION = {
  path: '/validate',
  parameter: '_format',
  mediaType: 'application/validador-iti+json',
  service: 'signer',
} as const;

const operationOf = (file: string): string =>
  basename(file, '.ts').replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** Which service has the route file of each operation. */
function owners(): Map<string, Service> {
  const files = globSync('services/*/src/routes/**/*.ts', { cwd: ROOT }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  return new Map(files.map((file) => [operationOf(file), file.split('/')[1] as Service]));
}

export interface Routed extends Place {
  name: OperationName;
  method: string;
}

/** Every operation of the contracts with its whole path and the service that answers it. */
export function routedOperations(): Routed[] {
  const byName = owners();
  return Object.values(operations).map(({ name, method, path }) => {
    const service = byName.get(name);
    if (service === undefined) throw new Error(`no service has a route of the operation ${name}`);
    return { name, method, path: `/api${path}`, service };
  });
}

/** Fewer parameters first, so that `/user/current` is met before `/user/{uid}`. */
const bySpecificity = (one: Place, other: Place): number =>
  parametersIn(one.path) - parametersIn(other.path) || one.path.localeCompare(other.path, 'en');
const parametersIn = (path: string): number => path.split('{').length - 1;

export function routeTable(routed = routedOperations()): RouteTable {
  const byPath: Place[] = [];
  const byMethod: (Place & { method: string })[] = [];
  for (const [path, sharing] of Map.groupBy(routed, (each) => each.path)) {
    const [first, ...others] = new Set(sharing.map(({ service }) => service));
    if (first !== undefined && others.length === 0) byPath.push({ path, service: first });
    else byMethod.push(...sharing.map(({ method, service }) => ({ path, method, service })));
  }
  return { byPath: byPath.toSorted(bySpecificity), byMethod: byMethod.toSorted(bySpecificity) };
}

export const isLiteral = (path: string): boolean => !path.includes('{');

/** A path as a regular expression without anchors, in what PCRE and RE2 share. */
export const patternOf = (path: string): string =>
  path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+');
