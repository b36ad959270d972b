import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { proxyFiles } from './files.ts';
import { gatewayMatches } from './gateway-api.ts';
import { routedOperations, routeTable, services, type Routed, type Service } from './route-table.ts';
import { traefikRoutes } from './traefik.ts';

const routed = routedOperations();
const files = proxyFiles();
const exampleOf = ({ path }: Routed): string => path.replaceAll(/\{\w+\}/g, 'x1.y-z');

it('has the files that the contracts make: `npm run proxy` writes them', () => {
  for (const [path, text] of files)
    expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'), path).toBe(text);
});

it('knows every service, and each of them has operations or is the page', () => {
  expect([...new Set(routed.map(({ service }) => service))].toSorted()).toEqual(
    services.filter((service) => service !== 'page').toSorted(),
  );
});

it('puts a path of one service once, and each method of a shared one', () => {
  const { byPath, byMethod } = routeTable(routed);
  const paths = new Set(routed.map(({ path }) => path));
  expect(new Set([...byPath, ...byMethod].map(({ path }) => path))).toEqual(paths);
  for (const { method, path, service } of routed) {
    const own = byPath.find((each) => each.path === path);
    const shared = byMethod.find((each) => each.path === path && each.method === method);
    expect([own?.service ?? shared?.service, own === undefined], path).toEqual([
      service,
      shared !== undefined,
    ]);
  }
});

it('refuses two services whose paths a request would both fit', () => {
  const first = routed.find(({ name }) => name === 'getProcess') as Routed;
  const other: Routed = { ...first, path: '/api/process/current', service: 'signer', name: 'getFace' };
  expect(() => gatewayMatches([...routed, other])).toThrow('getFace also fits the path of getProcess');
});

it.each(routed)('sends $method $path to one service by the Gateway API', (operation) => {
  const path = exampleOf(operation);
  const methods = operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method];
  for (const method of methods) {
    const fitting = [...gatewayMatches(routed)]
      .filter(([, matches]) =>
        matches.some(
          (match) =>
            match.type === 'RegularExpression' &&
            (match.method ?? method) === method &&
            new RegExp(match.path).test(path),
        ),
      )
      .map(([service]) => service);
    expect(fitting).toEqual([operation.service]);
  }
});

interface Rule {
  service: Service;
  priority: number;
  methods: string[];
  path: RegExp;
}

/** The rules of the file, of those that a method and an expression decide. */
const rules: Rule[] = [
  ...traefikRoutes(routed).matchAll(/rule: '(.*)'\n +priority: (\d+)\n +service: lacre-(\w+)/g),
]
  .filter(([, rule = '']) => !rule.includes('Query('))
  .map(([, rule = '', priority, service]) => ({
    service: service as Service,
    priority: Number(priority),
    methods: [...rule.matchAll(/Method\(`(\w+)`\)/g)].map(([, method = '']) => method),
    path: new RegExp(/Path(?:Regexp|Prefix)\(`(.*)`\)$/.exec(rule)?.[1] ?? 'none'),
  }));

it.each(routed)('sends $method $path to one service by Traefik', (operation) => {
  const path = exampleOf(operation);
  const fitting = rules
    .filter((rule) => rule.methods.length === 0 || rule.methods.includes(operation.method))
    .filter((rule) => rule.path.test(path))
    .toSorted((one, other) => other.priority - one.priority);
  expect([
    fitting[0]?.service,
    fitting.filter(({ priority }) => priority === fitting[0]?.priority).length,
  ]).toEqual([operation.service, 1]);
});

it('leaves every other path to the page, and the API’s own to the API alone', () => {
  const page = [...gatewayMatches(routed)].find(([service]) => service === 'page')?.[1] ?? [];
  const isPage = (path: string): boolean => page.some((match) => new RegExp(match.path).test(path));
  for (const path of [
    '/',
    '/login',
    '/a',
    '/ap',
    '/api',
    '/apix',
    '/api/docs',
    '/api/docs/json',
    '/assets/x.js',
  ])
    expect([path, isPage(path)]).toEqual([path, true]);
  for (const path of ['/api/', '/api/process', '/api/authority/root.crl'])
    expect([path, isPage(path)]).toEqual([path, false]);
});

it('keeps within the limits of the Gateway API', () => {
  const matches = [...gatewayMatches(routed)];
  expect(matches.length).toBeLessThanOrEqual(16);
  for (const [service, each] of matches) {
    expect(each.length, service).toBeLessThanOrEqual(64);
    for (const { path } of each) expect(path.length).toBeLessThanOrEqual(1024);
  }
});

it('has whole configurations of nginx keep its number where the unit that reloads it looks', () => {
  for (const name of ['nginx.conf', 'cells.conf'])
    expect(readFileSync(new URL(`../nginx/${name}`, import.meta.url), 'utf8'), name).toContain(
      '\npid /run/nginx.pid;\n',
    );
});
