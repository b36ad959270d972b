import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';

import { portOf } from '@lacre/test-support';
import { expect, it, vi } from 'vitest';

import { route } from './route.ts';
import { asUser, newService } from './testing/use-service.ts';

it('answers a body over the limit with the code of its kind, and closes an endless one', async () => {
  const reading = await newService();
  route(reading, 'editTenantSettings', () => ({ position: '1' }));
  route(reading, 'createTag', () => ({ position: '1', tagId: randomUUID() }));
  await reading.listen({ host: '127.0.0.1', port: 0 });
  const port = portOf(reading.server);
  const send = (path: string, method: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: asUser, 'content-type': 'application/json' },
      body: JSON.stringify({ uploads: [{ name: 'logo', base64: 'A'.repeat(40 * 1024 * 1024) }] }),
    }).then(async (reply) => [reply.status, ((await reply.json()) as { code: string }).code]);
  expect(await send('/tenant/settings', 'PATCH')).toEqual([413, 'FILE_SIZE_HIGGER_2MB']);
  expect(await send('/tenant/tags', 'POST')).toEqual([413, 'REQUEST_TOO_LARGE']);

  const endless = connect(port, '127.0.0.1');
  // A client that goes on writing to a closed connection may get an error.
  endless.on('error', () => {});
  endless.resume();
  const gone = new Promise((resolve) => endless.once('close', resolve));
  const head = ['PATCH /tenant/settings HTTP/1.1', 'host: x', `authorization: ${asUser}`];
  endless.write(
    `${[...head, 'content-type: application/json', 'transfer-encoding: chunked'].join('\r\n')}\r\n\r\n`,
  );
  const chunk = `10000\r\n${'A'.repeat(0x1_0000)}\r\n`;
  let sent = 0;
  const more = (): void => {
    while (!endless.destroyed && endless.write(chunk)) sent += chunk.length;
    if (!endless.destroyed) endless.once('drain', more);
  };
  more();
  await gone;
  expect(sent).toBeGreaterThan(1024 * 1024);
  await reading.close();
}, 60_000);

it('starts on a machine that takes a minute to read its routes', async () => {
  const service = await newService();
  vi.useFakeTimers();
  try {
    let read = (): void => {};
    void service.register(async () => new Promise<void>((resolve) => (read = resolve)));
    const ready = service.ready().then(() => 'ready');
    await vi.advanceTimersByTimeAsync(60_000);
    read();
    expect(await ready).toBe('ready');
  } finally {
    vi.useRealTimers();
    await service.close();
  }
});

it('stops although a refused client still holds its connection open while sending', async () => {
  const ending = await newService();
  route(ending, 'cancelProcess', async () => ({ position: '7' }));
  await ending.listen({ host: '127.0.0.1', port: 0 });
  const caller = connect(portOf(ending.server), '127.0.0.1');
  const headers = ['host: lacre', 'content-type: application/json', 'content-length: 1000000'];
  caller.write(`POST /process/${randomUUID()}/cancel HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n{`);
  const [answer] = (await once(caller, 'data')) as [Buffer];
  expect(answer.toString()).toContain('401');
  const gone = once(caller, 'close');
  await ending.close();
  await gone;
}, 60_000);

it('answers a request over an open connection while it stops', async () => {
  const ending = await newService();
  ending.get('/page', () => 'shown');
  await ending.listen({ host: '127.0.0.1', port: 0 });
  const caller = connect(portOf(ending.server), '127.0.0.1');
  const begun = once(ending.server, 'connection');
  caller.write('GET /page HTTP/1.1\r\nHost: localhost\r\n');
  await begun;
  // Its headers have begun to come: the connection is not idle.
  await new Promise((resolve) => setImmediate(resolve));
  const closed = ending.close();
  caller.write('\r\n');
  const text = Buffer.concat(await Array.fromAsync(caller as AsyncIterable<Buffer>)).toString();
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
  expect(text.toLowerCase()).toContain('connection: close');
  await closed;
});

it('answers only to the names it is served by', async () => {
  const named = await newService({ hosts: new Set(['lacre.exemplo.com.br']) });
  named.get('/page', () => 'shown');
  named.get('/internal', { config: { anyHost: true } }, () => 'shown');
  await named.listen({ host: '127.0.0.1', port: 0 });
  const port = portOf(named.server);
  const statusFor = async (host: string | undefined, path = '/page', version = '1.1') => {
    const socket = connect(port, '127.0.0.1');
    const line = host === undefined ? '' : `Host: ${host}\r\n`;
    socket.end(`GET ${path} HTTP/${version}\r\n${line}Connection: close\r\n\r\n`);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return Number(text.split(' ')[1]);
  };
  for (const host of [
    'lacre.exemplo.com.br',
    'LACRE.exemplo.com.br.:443',
    'localhost',
    '[::1]:80',
    `127.0.0.1:${port}`,
  ])
    expect(await statusFor(host), host).toBe(200);
  // The last ones: DNS rebinding under names that look local, and addresses that were not connected to.
  for (const host of [
    'evil.example',
    'lacre.exemplo.com.br.evil.example',
    '127.0.0.1.nip.io',
    '10.9.8.7',
    '0.0.0.0',
  ])
    expect(await statusFor(host), host).toBe(421);
  expect(await statusFor('evil.example', '/no-such-page')).toBe(421);
  for (const host of [undefined, 'a b', 'a/b', 'a@b', 'lacre.exemplo.com.br, evil.example'])
    expect(await statusFor(host, '/page', '1.0'), host).toBe(400);
  expect(await statusFor('localhost\r\nHost: evil.example')).toBe(400);
  expect(await statusFor('evil.example', '/internal')).toBe(200);
  await named.close();
});

it.each([
  ['https://lacre.exemplo.com.br', 'max-age=31536000; includeSubDomains'],
  ['http://127.0.0.1:3000', undefined],
])('served at %s, sends HSTS %s on pages, problems and refused hosts', async (publicUrl, expected) => {
  const service = await newService({ hosts: new Set(['lacre.exemplo.com.br']), publicUrl });
  service.get('/page', () => 'shown');
  for (const [url, host, status] of [
    ['/page', 'lacre.exemplo.com.br', 200],
    ['/no-such-page', 'lacre.exemplo.com.br', 404],
    ['/page', 'evil.example', 421],
  ] as const) {
    const reply = await service.inject({ url, headers: { host } });
    expect([reply.statusCode, reply.headers['strict-transport-security']]).toEqual([status, expected]);
  }
  await service.close();
});
