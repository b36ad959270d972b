import { execFile } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { goProgram } from '@lacre/test-support';
import { beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';

const run = promisify(execFile);
const COMPOSE = fileURLToPath(new URL('../../infra/compose', import.meta.url));
const OURS = ['command', 'page', 'projector', 'query', 'signer'];

interface Service {
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  mem_limit?: string | number;
  ports?: { published: string; host_ip?: string }[];
  depends_on?: Record<string, { condition: string }>;
  environment?: Record<string, string | null>;
  secrets?: { source: string }[];
  volumes?: { type: string; source: string; target: string }[];
  healthcheck?: { test?: string[]; interval?: string };
  networks: Record<string, unknown>;
}
interface Project {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean }>;
  secrets: Record<string, { file: string }>;
}

let project: Project;
beforeAll(async () => {
  // The library that `docker compose` reads files with.
  const program = await goProgram({
    name: 'compose-go',
    package: 'github.com/compose-spec/compose-go/v2/cmd',
    version: 'v2.16.2',
  });
  const { stdout } = await run(program, ['-no-interpolation', join(COMPOSE, 'compose.yaml')], {
    cwd: COMPOSE,
  });
  project = parse(stdout) as Project;
}, 600_000);

const ours = (): [string, Service][] => OURS.map((name) => [name, project.services[name] as Service]);

it('has everything that the product needs', () => {
  expect(Object.keys(project.services).toSorted()).toEqual(
    [
      ...OURS,
      'gotenberg',
      'grafana',
      'kurrentdb',
      'migrate',
      'nats-1',
      'nats-2',
      'nats-3',
      'postgres',
      'prometheus',
      'proxy',
      's3',
    ].toSorted(),
  );
});

it('confines every service of ours, and limits every container', () => {
  for (const [name, service] of ours())
    expect([name, service]).toMatchObject([
      name,
      { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
    ]);
  for (const [name, { mem_limit: limit }] of Object.entries(project.services))
    expect([name, limit]).not.toContain(undefined);
});

it('publishes the proxy alone, and keeps the stores on the inner network', () => {
  const open = Object.entries(project.services).filter(([, { ports = [] }]) =>
    ports.some(({ host_ip: address }) => address !== '127.0.0.1'),
  );
  expect(open.map(([name]) => name)).toEqual(['proxy']);
  expect(project.networks['inside']?.internal).toBe(true);
  for (const name of ['postgres', 'nats-1', 'kurrentdb', 's3', 'gotenberg'])
    expect(Object.keys(project.services[name]?.networks ?? {})).toEqual(['inside']);
});

it('watches with the alerts and the dashboard that the product brings', async () => {
  const bound = Object.values(project.services).flatMap(({ volumes = [] }) =>
    volumes.filter(({ type }) => type === 'bind'),
  );
  for (const { source } of bound) await access(source);
  expect(bound.map(({ source }) => basename(source))).toEqual(
    expect.arrayContaining(['alerts.yaml', 'dashboard.json']),
  );
});

it('starts each service when those it needs are ready', () => {
  expect(project.services['migrate']?.depends_on).toMatchObject({
    postgres: { condition: 'service_healthy' },
  });
  for (const name of ['command', 'projector'])
    expect(project.services[name]?.depends_on).toMatchObject({
      migrate: { condition: 'service_completed_successfully' },
      'nats-1': { condition: 'service_healthy' },
    });
  for (const name of ['query', 'signer'])
    expect(project.services[name]?.depends_on).toMatchObject({ command: { condition: 'service_healthy' } });
  expect(project.services['proxy']?.depends_on).toMatchObject({ page: { condition: 'service_healthy' } });
});

it('looks at no container oftener than every ten seconds, and by no Node', async () => {
  const image = await readFile(join(COMPOSE, '../../Dockerfile'), 'utf8');
  const [, interval, program] = /^HEALTHCHECK --interval=(\w+) .*CMD \["([\w/]+)"/m.exec(image) ?? [];
  expect([interval, program]).toEqual(['10s', '/bin/bash']);
  const own = Object.values(project.services).flatMap(({ healthcheck }) => healthcheck?.interval ?? []);
  expect(own).toHaveLength(4);
  expect(new Set(own)).toEqual(new Set(['10s']));
});

it('mounts each secret as a file in the services that read it, and makes those that it can', async () => {
  const script = await readFile(join(COMPOSE, 'make-secrets.sh'), 'utf8');
  for (const [name, { environment = {}, secrets = [] }] of [
    ...ours(),
    ['migrate', project.services['migrate'] as Service] as const,
  ]) {
    const read = Object.entries(environment)
      .filter(([key]) => key.endsWith('_FILE'))
      // The one that is optional is named in `.env`.
      .map(([key, path]) =>
        path?.startsWith('$') ? key.replace('_FILE', '').toLowerCase() : basename(path ?? ''),
      );
    expect([name, read.toSorted()]).toEqual([name, secrets.map(({ source }) => source).toSorted()]);
    expect(Object.keys(environment).filter((key) => /(?:KEYS?|SECRET|PASSWORD)$/.test(key))).toEqual([]);
  }
  for (const secret of Object.keys(project.secrets))
    expect([secret, script]).toEqual([secret, expect.stringContaining(secret)]);
});
