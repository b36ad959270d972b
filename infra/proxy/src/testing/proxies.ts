import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { freePort } from '@lacre/test-support';

import { services, type Service } from '../route-table.ts';

const FILES = fileURLToPath(new URL('../../', import.meta.url));

/** A proxy as a program, configured by the generated files. */
export interface Proxy {
  origin: string;
  close(): Promise<void>;
}

export type StartProxy = (ports: Record<Service, number>) => Promise<Proxy>;

interface Program {
  command: string;
  args: (folder: string) => readonly string[];
  config: string;
  environment: Record<string, string>;
}

async function run(port: number, { command, args, config, environment }: Program): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), 'lacre-proxy-'));
  await writeFile(join(folder, 'config'), config);
  const child = spawn(command, args(folder), {
    env: { ...process.env, HOME: folder, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)));
  const ended = once(child, 'exit');
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const origin = `http://127.0.0.1:${port}`;
  // It listens a moment after it was started, or ends.
  while (child.exitCode === null) {
    if (await fetch(origin).catch(() => false)) return { origin, close };
    await sleep(50);
  }
  throw new Error(`${command} did not start: ${said}`);
}

export const startNginx: StartProxy = async (ports) => {
  const port = await freePort();
  const upstreams = services.map(
    (service) => `upstream lacre_${service} { server 127.0.0.1:${ports[service]}; }`,
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return run(port, {
    command: 'nginx',
    args: (folder) => ['-p', folder, '-c', join(folder, 'config'), '-e', 'stderr'],
    environment: {},
    config: `daemon off;
error_log stderr warn;
pid nginx.pid;
events {}
http {
  access_log off;
${temporary.map((name) => `  ${name}_temp_path ${name};`).join('\n')}
  ${upstreams.join('\n  ')}
  include ${FILES}nginx/lacre-routes.conf;
  server {
    listen 127.0.0.1:${port};
    include ${FILES}nginx/lacre-server.conf;
  }
}
`,
  });
};

export const startCaddy: StartProxy = async (ports) => {
  const port = await freePort();
  return run(port, {
    command: 'caddy',
    args: (folder) => ['run', '--adapter', 'caddyfile', '--config', join(folder, 'config')],
    environment: Object.fromEntries(
      services.map((service) => [`LACRE_${service.toUpperCase()}`, `127.0.0.1:${ports[service]}`]),
    ),
    config: `{
  admin off
  auto_https off
}
import ${FILES}caddy/lacre-routes.caddy
http://127.0.0.1:${port} {
  import lacre_routes
}
`,
  });
};
