import { createServer, type AddressInfo } from 'node:net';

import { Observation } from '@lacre/observability';
import pino from 'pino';
import { expect, it } from 'vitest';

import { askService } from './ask-services.ts';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

it('names a service that has nothing to check, as the page service', async () => {
  const log = pino({ level: 'silent' });
  const observation = new Observation({ service: 'page', log, pools: {}, checks: [] });
  const port = await freePort();
  await observation.listen({ host: '127.0.0.1', port });
  try {
    const { service, state } = await askService(`http://127.0.0.1:${port}`);
    expect({ service, state }).toEqual({ service: 'page', state: 'ready' });
  } finally {
    await observation.close();
  }
});
