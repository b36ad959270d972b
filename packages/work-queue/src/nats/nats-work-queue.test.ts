import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { jetstreamManager } from '@nats-io/jetstream';
import { connect, nanos, nkeys } from '@nats-io/transport-node';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { describeWorkQueue } from '../testing/describe-work-queue.ts';
import { holdInChildProcess } from '../testing/hold-elsewhere.ts';
import { NatsServer, withNatsServer } from '../testing/nats-server.ts';
import { numbered, options, quietMs, recorder, untilPublished } from '../testing/recorder.ts';
import { askNats } from './ask-nats.ts';
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

  test('with the text of a credentials file, or a seed, instead of a user', () => {
    const user = { nkeySeed: new TextDecoder().decode(nkeys.createUser().getSeed()) };
    for (const access of [user, { credentials: 'of a file' }]) {
      const given = natsConnectionOptions('nats://ana:s@a:4222', access);
      expect(given).toMatchObject({ servers: ['a:4222'], authenticator: expect.any(Function) });
      expect(given).not.toHaveProperty('user');
    }
  });

  test('that is malformed is refused', () => {
    expect(() => natsConnectionOptions('not a url')).toThrow(TypeError);
  });
});

withNatsServer('the work queue over NATS', (binary) => {
  describeWorkQueue('NATS', async () => {
    const server = await NatsServer.start(binary);
    return {
      open: () => openNatsWorkQueue({ url: server.url }),
      holdElsewhere: (queue, consuming) => holdInChildProcess(server.url, queue, consuming),
      wipe: async () => {
        const connection = await connect({ servers: server.url });
        const { streams } = await jetstreamManager(connection);
        for (const name of ['LACRE_WORK', 'LACRE_DEAD']) await streams.delete(name);
        await connection.close();
      },
      // In good order: a server that is killed forgets what it had delivered (below).
      cutConnections: async () => {
        await server.stop();
        await server.start();
      },
      dispose: () => server.dispose(),
    };
  });

  describe('a NATS server that knows its users by keys', () => {
    let folder: string;
    const file = (name: string): string => join(folder, name);
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'lacre-nats-tls-'));
      const request =
        'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=nats';
      const own = [
        '-addext',
        'subjectAltName=IP:127.0.0.1,DNS:localhost',
        '-keyout',
        file('key.pem'),
        '-out',
        file('own.pem'),
      ];
      execFileSync('openssl', [...request.split(' '), ...own], { stdio: 'ignore' });
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    test('takes the seed of one, over TLS by a certificate of the client’s own', async () => {
      const user = nkeys.createUser();
      const nkeySeed = new TextDecoder().decode(user.getSeed());
      const server = await NatsServer.start(
        binary,
        `authorization { users = [{ nkey: ${user.getPublicKey()} }] }
         tls { cert_file: "${file('own.pem')}", key_file: "${file('key.pem')}", ca_file: "${file('own.pem')}", verify: true }`,
      );
      const access = {
        nkeySeed,
        caFile: file('own.pem'),
        certFile: file('own.pem'),
        keyFile: file('key.pem'),
      };
      const queue = await openNatsWorkQueue({ url: server.url, access });
      try {
        const seen = recorder();
        await queue.consume('seal', seen.handler, options);
        await queue.publish('seal', 1, { dedupeKey: 'a' });
        expect(await seen.take()).toMatchObject({ payload: 1 });
        await askNats(server.url, 5000, access);
        const other = new TextDecoder().decode(nkeys.createUser().getSeed());
        await expect(askNats(server.url, 5000, { ...access, nkeySeed: other })).rejects.toThrow(
          /authorization/i,
        );
        await expect(askNats(server.url, 5000, { nkeySeed, caFile: file('own.pem') })).rejects.toThrow(
          /certificate/i,
        );
        await expect(askNats(server.url.replace('nats:', 'tls:'), 5000, { nkeySeed })).rejects.toThrow(
          /self.signed/i,
        );
      } finally {
        await queue.close();
        await server.dispose();
      }
    });
  });

  describe('a NATS server', () => {
    let server: NatsServer;
    beforeEach(async () => {
      server = await NatsServer.start(binary);
    });
    afterEach(() => server.dispose());

    test('that is killed loses no job that it had acknowledged', async () => {
      const queue = await openNatsWorkQueue({ url: server.url });
      const done = new Set<string>();
      const seen = recorder((job) => sleep(5).then(() => done.add(job.dedupeKey)));
      await queue.consume('seal', seen.handler, options);
      let restarting = Promise.resolve();
      for (const [index, job] of numbered(60).entries()) {
        if (index % 20 === 10) restarting = restarting.then(() => server.kill()).then(() => server.start());
        await untilPublished(queue, job.payload, job.dedupeKey);
      }
      await restarting;
      await expect.poll(() => done.size, { timeout: 15_000 }).toBe(60);
      await queue.close();
    });

    test('that comes back without its files is served as before', async () => {
      const queue = await openNatsWorkQueue({ url: server.url });
      const seen = recorder();
      await queue.consume('seal', seen.handler, options);
      await queue.publish('seal', 1, { dedupeKey: 'a' });
      await seen.take();
      await server.kill();
      server.wipeFolder();
      await server.start();
      await queue.publish('seal', 2, { dedupeKey: 'b' });
      expect(await seen.take()).toMatchObject({ payload: 2, attempt: 1 });
      await queue.close();
    });

    test('whose stream has other settings is refused', async () => {
      const connection = await connect({ servers: server.url });
      const { streams } = await jetstreamManager(connection);
      await streams.add({ name: 'LACRE_WORK', subjects: ['lacre.work.>'] });
      await expect(openNatsWorkQueue({ url: server.url })).rejects.toThrow(/other settings/);
      await connection.close();
    });

    test('that cannot be reached fails at once', async () => {
      await server.kill();
      await expect(openNatsWorkQueue({ url: server.url })).rejects.toThrow(
        /ECONNREFUSED|connection refused/i,
      );
    });

    test('keeps deployments apart by their namespaces', async () => {
      const [first, second] = await Promise.all(
        ['lacre', 'lacre-staging'].map((namespace) => openNatsWorkQueue({ url: server.url, namespace })),
      );
      const seen = recorder();
      await second?.consume('seal', seen.handler, options);
      await first?.publish('seal', 'first', { dedupeKey: 'a' });
      expect(await second?.publish('seal', 'second', { dedupeKey: 'a' })).toEqual({ duplicate: false });
      expect(await seen.take()).toMatchObject({ payload: 'second' });
      await sleep(quietMs);
      expect(seen.jobs).toHaveLength(1);
      await Promise.all([first?.close(), second?.close()]);
      await expect(openNatsWorkQueue({ url: server.url, namespace: 'a.b' })).rejects.toThrow(RangeError);
    });

    test('drops a foreign message among the jobs, and no job with it', async () => {
      const faults: unknown[] = [];
      const queue = await openNatsWorkQueue({ url: server.url, onFault: (_, error) => faults.push(error) });
      const connection = await connect({ servers: server.url });
      for (const text of ['', 'null', '{}', '{"id":1}']) connection.publish('lacre.work.seal.foreign', text);
      await connection.flush();
      const seen = recorder();
      await queue.consume('seal', seen.handler, { ...options, concurrency: 1 });
      await queue.publish('seal', 1, { dedupeKey: 'a' });
      expect(await seen.take()).toMatchObject({ payload: 1 });
      expect(String(faults[0])).toMatch(/No publisher of this queue/);
      const { streams } = await jetstreamManager(connection);
      await expect.poll(async () => (await streams.info('LACRE_WORK')).state.messages).toBe(0);
      await Promise.all([connection.close(), queue.close()]);
    });

    test('gets the new visibility time when it changes', async () => {
      const queue = await openNatsWorkQueue({ url: server.url });
      const consumer = await queue.consume('seal', async () => {}, options);
      await queue.publish('seal', 1, { dedupeKey: 'a' });
      await consumer.stop();
      const seen = recorder(() => sleep(1000));
      await queue.consume('seal', seen.handler, { ...options, visibilityMs: 300 });
      await queue.publish('seal', 2, { dedupeKey: 'b' });
      await seen.take();
      const connection = await connect({ servers: server.url });
      const { consumers } = await jetstreamManager(connection);
      const [info] = await consumers.list('LACRE_WORK').next();
      expect(info?.config.ack_wait).toBe(nanos(300));
      await Promise.all([connection.close(), queue.close()]);
    });
  });
});
