import { once } from 'node:events';
import { createServer } from 'node:net';

import { expect, it } from 'vitest';

import { freePort } from './free-port.ts';

it.each(['127.0.0.1', 'localhost'])(
  'gives a port to listen on at %s, below those of connections',
  async (host) => {
    const port = await freePort();
    expect(port).toBeLessThan(32_768);
    const server = createServer().listen(port, host);
    await once(server, 'listening');
    server.close();
  },
);
