import type { AddressInfo } from 'node:net';

import { Observation } from '@lacre/observability';
import pino from 'pino';
import { expect, it } from 'vitest';

import { askService } from './ask-services.ts';

it('names a service that has nothing to check, as the page service', async () => {
  const log = pino({ level: 'silent' });
  const observation = new Observation({ service: 'page', log, pools: {}, checks: [] });
  await observation.listen({ host: '127.0.0.1', port: 0 });
  const { port } = observation.app.server.address() as AddressInfo;
  try {
    const { service, state } = await askService(`http://127.0.0.1:${port}`);
    expect({ service, state }).toEqual({ service: 'page', state: 'ready' });
  } finally {
    await observation.close();
  }
});
