import type { OperationShape } from '@lacre/contracts';
import type { z } from 'zod';

type Operation = OperationShape & { name: string; path: string };

const membersOf = (schema: z.ZodType | undefined): string[] =>
  Object.keys((schema as Partial<z.ZodObject> | undefined)?.shape ?? {});

/** Whether a query waits for what a command did. */
const readsItsOwn = (query: OperationShape['query']): boolean => membersOf(query).includes('min-position');

/**
 * Operations that go on with what a command made (OpenAPI 3.1, Link Object): every operation whose path takes no more
 * than the ids that the answer and the request's own path give. Queries wait for what was made.
 */
export function linksOf(operation: Operation, all: readonly Operation[]): { links?: object } {
  if (operation.kind !== 'command' || operation.status !== 201) return {};
  const known = new Map<string, string>();
  for (const name of membersOf(operation.params)) known.set(name, `$request.path.${name}`);
  const made = new Set<string>();
  for (const member of membersOf(operation.answer).filter((one) => /Id$|^uid$/.test(one))) {
    known.set(member, `$response.body#/${member}`);
    made.add(member);
  }
  const links = all.flatMap(({ name, params, query }) => {
    const wanted = membersOf(params);
    const goesOn = wanted.some((one) => made.has(one)) && wanted.every((one) => known.has(one));
    if (!goesOn) return [];
    const parameters = {
      ...Object.fromEntries(wanted.map((one) => [`path.${one}`, known.get(one)])),
      ...(readsItsOwn(query) && membersOf(operation.answer).includes('position')
        ? { 'query.min-position': '$response.body#/position' }
        : {}),
    };
    return [[name, { operationId: name, parameters }] as const];
  });
  return links.length === 0 ? {} : { links: Object.fromEntries(links) };
}
