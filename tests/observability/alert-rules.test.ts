import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('../../infra/observability/', import.meta.url));
const read = (name: string): Promise<string> => readFile(`${folder}${name}`, 'utf8');

/** Promtool of Debian's package `prometheus`. */
async function promtool(...words: string[]): Promise<string> {
  try {
    const { stdout, stderr } = await run('promtool', words, { cwd: folder });
    return stdout + stderr;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${message}\n${stdout}${stderr}`, { cause: error });
  }
}

it('is a configuration that Prometheus takes', async () => {
  expect(await promtool('check', 'config', 'prometheus.yaml')).toContain('SUCCESS');
});

it('asks each service at the internal port that is its own', async () => {
  const config = await read('prometheus.yaml');
  for (const service of ['command', 'query', 'signer', 'projector', 'page']) {
    const main = await readFile(`${folder}../../services/${service}/src/main.ts`, 'utf8');
    const port = /INTERNAL_PORT \?\? (\d+)/.exec(main)?.[1];
    expect(config).toContain(`- localhost:${port} # ${service}\n`);
  }
});

it('fires and stays quiet as its tests say', async () => {
  expect(await promtool('test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS');
});

it('tests of every alert that it fires, and that it does not; each has its place in the documentation', async () => {
  const alerts = Array.from(
    (await read('alerts.yaml')).matchAll(/- alert: (\w+)/g),
    ([, name]) => name ?? '',
  );
  const tests = await read('alerts.test.yaml');
  const page = await readFile(`${folder}../../docs/operating/observing.md`, 'utf8');
  expect(alerts.length).toBeGreaterThan(20);
  const untested = alerts
    .flatMap((name) => [`${name} fires`, `${name} stays quiet`])
    .filter((test) => !tests.includes(`- name: ${test}\n`));
  const undocumented = alerts.filter((name) => !page.includes(`| \`${name}\``));
  expect([untested, undocumented]).toEqual([[], []]);
});
