import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { describe, expect, test } from 'vitest';

import { describeWorkQueue } from '../testing/describe-work-queue.ts';
import { holdInChildProcess } from '../testing/hold-elsewhere.ts';
import { leaveOut } from '../testing/leave-out.ts';
import { NatsServer, natsServerPath } from '../testing/nats-server.ts';
import { natsConnectionOptions } from './connection-options.ts';
import { openNatsWorkQueue } from './nats-work-queue.ts';

describe('NATS_URL', () => {
  test.each([
    ['nats://127.0.0.1:4222', { servers: ['127.0.0.1:4222'] }],
    ['nats://a:4222, nats://b:4223', { servers: ['a:4222', 'b:4223'] }],
    ['nats://ana:s%40nha@a:4222', { servers: ['a:4222'], user: 'ana', pass: 's@nha' }],
    ['nats://token@a:4222', { servers: ['a:4222'], token: 'token' }],
    ['tls://a:4222', { servers: ['a:4222'], tls: {} }],
  ])('%s', (url, expected) => {
    expect(natsConnectionOptions(url)).toMatchObject({ ...expected, maxReconnectAttempts: -1 });
  });

  test('that is none is refused', () => {
    expect(() => natsConnectionOptions('not a url')).toThrow(TypeError);
  });
});

const binary = natsServerPath();
if (binary === undefined) {
  leaveOut('the work queue over NATS', 'nats-server: apt-get install nats-server, or NATS_SERVER_PATH');
} else {
  describeWorkQueue('NATS', async () => {
    const server = await NatsServer.start(binary);
    return {
      open: () => openNatsWorkQueue({ url: server.url }),
      holdElsewhere: (queue, options) => holdInChildProcess(server.url, queue, options),
      wipe: async () => {
        const connection = await connect({ servers: server.url });
        const { streams } = await jetstreamManager(connection);
        for (const name of ['LACRE_WORK', 'LACRE_DEAD']) await streams.delete(name);
        await connection.close();
      },
      cutConnections: async () => {
        await server.kill();
        await server.start();
      },
      dispose: () => server.dispose(),
    };
  });
}
