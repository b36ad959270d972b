import type { OperationName } from '@lacre/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route that `route()` mounted. */
    operation?: OperationName;
    /** For a route that is 404 to strangers: no answer says that its address takes another method. */
    isHidden?: boolean;
  }
}

interface DeclaredPath {
  url: string;
  pattern: RegExp;
  parameters: number;
  methods: Set<string>;
}

/** Methods of what is mounted, by their paths. */
class DeclaredMethods {
  readonly #paths = new Map<string, DeclaredPath>();
  /** Paths that may match the same address as another, with fewer parameters. */
  readonly #moreConcrete = new Map<string, DeclaredPath[]>();

  add(url: string, methods: readonly string[]): void {
    const parameters = url.split('/:').length - 1;
    const known = this.#paths.get(url) ?? { url, pattern: patternOf(url), parameters, methods: new Set() };
    for (const method of methods) known.methods.add(method);
    // For the twin of a path that ends with a slash Fastify reports HEAD alone.
    if (methods.includes('HEAD')) known.methods.add('GET');
    this.#paths.set(url, known);
    this.#moreConcrete.clear();
  }

  /**
   * Methods of the path that the address matches, the most concrete of them (OpenAPI 3.1, 4.8.8.1); empty where none
   * does.
   */
  of(address: string): string[] {
    const path = pathOf(address);
    const matching = [...this.#paths.values()].filter(({ pattern }) => pattern.test(path));
    const [best] = matching.toSorted((a, b) => a.parameters - b.parameters);
    return [...(best?.methods ?? [])].toSorted((a, b) => a.localeCompare(b));
  }

  /** Whether an address that was routed to `url` belongs to a more concrete path. */
  isShadowed(url: string, address: string): boolean {
    const path = pathOf(address);
    return this.#rivalsOf(url).some(({ pattern }) => pattern.test(path));
  }

  #rivalsOf(url: string): DeclaredPath[] {
    const known = this.#moreConcrete.get(url);
    if (known !== undefined) return known;
    const own = this.#paths.get(url);
    const rivals =
      own === undefined
        ? []
        : [...this.#paths.values()].filter(
            (other) => other.parameters < own.parameters && own.pattern.test(other.url),
          );
    this.#moreConcrete.set(url, rivals);
    return rivals;
  }
}

const pathOf = (address: string): string => address.split('?', 1)[0] ?? '';

/** `/process/:processId` as an expression: a parameter is one segment that is not empty. */
function patternOf(url: string): RegExp {
  const segments = url
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment.replaceAll(/[^\w-]/g, String.raw`\$&`)));
  return new RegExp(`^${segments.join('/')}$`);
}

/**
 * Knows which methods an address takes, operation of the contracts or not. What a static folder takes on every path
 * says nothing of any.
 */
export function declaredMethodsOf(app: FastifyInstance): {
  methodsOf(this: void, request: FastifyRequest): string[];
  /** Whether the router went on to a path with a parameter for a method that the path itself does not take. */
  isOfAnotherPath(this: void, request: FastifyRequest): boolean;
} {
  const declared = new DeclaredMethods();
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.isHidden !== true && !url.includes('*')) declared.add(url, [method].flat());
  });
  return {
    methodsOf: ({ url }) => declared.of(url),
    isOfAnotherPath: ({ url, routeOptions }) =>
      routeOptions.url?.includes('/:') === true && declared.isShadowed(routeOptions.url, url),
  };
}
