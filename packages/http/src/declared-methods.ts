import type { OperationName } from '@lacre/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route that `route()` mounted. */
    operation?: OperationName;
  }
}

/** Methods of the operations that are mounted, by their paths. */
class DeclaredMethods {
  readonly #paths = new Map<string, { pattern: RegExp; methods: Set<string> }>();

  add(url: string, methods: readonly string[]): void {
    const known = this.#paths.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const method of methods) known.methods.add(method);
    this.#paths.set(url, known);
  }

  /** Methods of every path that the address matches; empty where none does. */
  of(address: string): string[] {
    const path = address.split('?', 1)[0] ?? '';
    const found = new Set<string>();
    for (const { pattern, methods } of this.#paths.values())
      if (pattern.test(path)) for (const method of methods) found.add(method);
    return [...found].toSorted((a, b) => a.localeCompare(b));
  }
}

/** `/process/:processId` as an expression: a parameter is one segment that is not empty. */
function patternOf(url: string): RegExp {
  const segments = url
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment.replaceAll(/[^\w-]/g, String.raw`\$&`)));
  return new RegExp(`^${segments.join('/')}$`);
}

/**
 * Knows which methods an address takes, as far as operations of the contracts are mounted there. What a static folder
 * takes on every path says nothing of the API.
 */
export function declaredMethodsOf(app: FastifyInstance): (request: FastifyRequest) => string[] {
  const declared = new DeclaredMethods();
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.operation !== undefined) declared.add(url, [method].flat());
  });
  return ({ url }) => declared.of(url);
}
