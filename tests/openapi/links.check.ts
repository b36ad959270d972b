import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Api } from '../support/api.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { links, schemaOf, type Link } from './document.ts';
import { ask, evaluated, givenBy } from './follow-link.ts';
import { between, bodies, handingOver, type Made } from './given.ts';
import { seedOfChecks } from './run-options.ts';
import { Workplace } from './workplace.ts';

const TIMEOUT_MS = 120_000;

let workplace: Workplace;
beforeAll(async () => {
  const random = seededRandom(seedOfChecks());
  workplace = await Workplace.open(() => random.next());
}, TIMEOUT_MS);
afterAll(() => workplace.close());

/** Who asks for the source and for the target of a link, and a body for the source where it is about them. */
async function sendersOf({ source, target }: Link): Promise<{ first: Api; second: Api; body?: object }> {
  if (source.operationId === 'offerAdministration') {
    const { from, to, uid } = await handingOver(workplace);
    return { first: from, second: target.operationId === 'acceptAdministration' ? to : from, body: { uid } };
  }
  const api = await workplace.administrator();
  return { first: api, second: api };
}

/** Of what the tenant has. */
const paramsOf = (path: string): Record<string, string> =>
  Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
      name,
      workplace.tenant.ids[name as 'processId']?.[0] ?? '',
    ]),
  );

/** Follows a link once, from a thing of its own: what it leads to may end it. */
async function follow(link: Link): Promise<{ status: number }> {
  const { source, target } = link;
  const { origin } = workplace.lacre;
  const { first, second, body: own } = await sendersOf(link);
  const params = paramsOf(source.path);
  const asked =
    own ??
    (await bodies[target.operationId]?.(workplace)) ??
    (JSON.parse((await workplace.bodyOf(source, params)) ?? '{}') as object);
  const made = await ask(source, {
    origin,
    params,
    token: first.token ?? '',
    ...(source.requestBody === undefined ? {} : { body: JSON.stringify(asked) }),
  });
  const answer = made.answer as Made['answer'];
  await between[target.operationId]?.(workplace, { body: asked as Made['body'], answer });
  const given = givenBy(link, { params, answer });
  const body = await workplace.bodyOf(target, {
    ...given.params,
    position: answer['position'] ?? '',
  });
  return ask(target, {
    origin,
    ...given,
    token: second.token ?? '',
    ...(body === undefined ? {} : { body }),
  });
}

it('finds the links that the document declares', () => {
  expect(links.length).toBeGreaterThan(50);
});

it('refuses what an answer does not give, and what the document does not declare', () => {
  const exchange = { params: {}, answer: { personId: 1 } };
  for (const expression of ['$response.body#/personId', '$response.body#/uid', '$request.path.uid', '$url'])
    expect(() => evaluated(expression, exchange)).toThrow('gives');
  const company = schemaOf({ $ref: '#/components/schemas/Company' });
  expect(company.safeParse({}).success).toBe(false);
});

it.each(links.map((link) => [link.source.operationId, link.target.operationId, link] as const))(
  'follows %s to %s',
  async (_source, _target, link) => {
    const { status } = await follow(link);
    expect(status).toBeLessThan(300);
  },
  TIMEOUT_MS,
);
