import { Observation } from '@lacre/observability';
import { portOf } from '@lacre/test-support';
import pino from 'pino';
import { expect, it } from 'vitest';

import { askService } from './ask-services.ts';

it('names a service that has nothing to check, as the page service', async () => {
  const log = pino({ level: 'silent' });
  const observation = new Observation({ service: 'page', log, pools: {}, checks: [] });
  await observation.listen({ host: '127.0.0.1', port: 0 });
  const port = portOf(observation.app.server);
  try {
    const { service, state } = await askService(`http://127.0.0.1:${port}`);
    expect({ service, state }).toEqual({ service: 'page', state: 'ready' });
  } finally {
    await observation.close();
  }
});
