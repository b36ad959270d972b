import { execFile } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';

import { listenLocally } from '@lacre/test-support';
import { expect, it } from 'vitest';

const probe = fileURLToPath(new URL('probe.sh', import.meta.url));

/** The exit code, as a container's engine gets it. */
const exitOf = (port: number): Promise<number | string | null | undefined> =>
  new Promise((resolve) => {
    const child = execFile('/bin/bash', [probe], { env: { INTERNAL_PORT: String(port) } }, () =>
      resolve(child.exitCode),
    );
  });

/** The exit code beside a service that answers so, and the port, where nothing listens afterwards. */
async function beside(answer: RequestListener): Promise<{ code: unknown; port: number }> {
  const server = createServer(answer);
  const port = await listenLocally(server);
  try {
    return { code: await exitOf(port), port };
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

it('is well where the service says that it is ready, and nowhere else', async () => {
  const asked: (string | undefined)[] = [];
  const ready = await beside(({ url }, reply) => {
    asked.push(url);
    reply.end('{}');
  });
  expect([ready.code, asked]).toEqual([0, ['/readyz']]);
  expect((await beside((_, reply) => reply.writeHead(503).end('{}'))).code).toBe(1);
  expect(await exitOf(ready.port)).toBe(1);
});

it('gives up on a service that does not answer', async () => {
  expect((await beside(() => undefined)).code).not.toBe(0);
});
