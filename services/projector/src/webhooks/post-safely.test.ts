import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { HOOK_CERTIFICATE, HOOK_NAME, resolvingTo, startHookServer } from '../testing/hook-server.ts';
import { postSafely, type Outlet } from './post-safely.ts';

const message = { body: '{"a":1}', headers: { 'content-type': 'application/json' } };
let inside: Awaited<ReturnType<typeof startHookServer>>;
beforeAll(async () => {
  inside = await startHookServer((_received, response) => response.writeHead(200).end('segredo'), {
    tls: false,
  });
});
afterAll(() => inside.close());

const NOT_PUBLIC = { kind: 'failed', problem: 'O nome leva a um endereço que não é público' };
describe('over HTTPS', () => {
  it('posts the body to the resolved address, only to a server that proves the name', async () => {
    const server = await startHookServer();
    const address = `https://localhost:${server.port}/x?y=1`;
    const outlet: Outlet = { loopback: true, resolve: resolvingTo(['127.0.0.1']), timeoutMs: 3000 };
    expect(await postSafely(address, message, outlet)).toMatchObject({
      kind: 'failed',
      problem: expect.stringContaining('certificado') as string,
    });
    expect(await postSafely(address, message, { ...outlet, ca: HOOK_CERTIFICATE })).toMatchObject({
      status: 204,
    });
    expect(server.received).toMatchObject([{ path: '/x?y=1', body: message.body }]);
    const elsewhere = { ...outlet, ca: HOOK_CERTIFICATE, resolve: resolvingTo(['10.0.0.1']) };
    expect(await postSafely(address, message, elsewhere)).toEqual(NOT_PUBLIC);
    await server.close();
  });
});

describe('addresses that are not public', () => {
  it.each([
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd00:ec2::254]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://localhost/',
    'http://exemplo.com.br/',
    'https://exemplo.com.br:5432/',
    'https://ana:senha@exemplo.com.br/',
    'file:///etc/passwd',
    'gopher://exemplo.com.br/',
  ])('%s is not sent to', async (address) => {
    const outcome = await postSafely(address, message, {
      resolve: resolvingTo(['93.184.216.34']),
      timeoutMs: 500,
    });
    expect(outcome.kind).toBe('failed');
    expect((outcome as { problem: string }).problem).toMatch(/público|https|porta|usuário|inválido/i);
  });

  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['10.1.2.3']],
    [['::ffff:10.1.2.3']],
    [['93.184.216.34', '127.0.0.1']],
  ])('a name that leads to %s is not', async (addresses) => {
    const outcome = await postSafely(`https://${HOOK_NAME}/`, message, { resolve: resolvingTo(addresses) });
    expect(outcome).toEqual(NOT_PUBLIC);
  });
});

describe('a name that changes its mind', () => {
  it('is asked once, and the address judged is the one connected to', async () => {
    let asked = 0;
    const judged: string[] = [];
    const resolve = async () => {
      asked += 1;
      // Public when it is judged; this machine at the second look-up.
      return [{ address: asked === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }];
    };
    const allows = (address: string): boolean => {
      judged.push(address);
      return address === '127.0.0.2';
    };
    await postSafely(`https://${HOOK_NAME}:8443/`, message, { resolve, allows, timeoutMs: 1000 });
    expect(asked).toBe(1);
    expect(judged).toEqual(['127.0.0.2']);
    expect(inside.received).toEqual([]);
    const again = await postSafely(`https://${HOOK_NAME}:8443/`, message, {
      resolve,
      allows,
      timeoutMs: 1000,
    });
    expect(again).toEqual(NOT_PUBLIC);
  });
});

describe('to this machine, where that is allowed', () => {
  const local: Outlet = { loopback: true, timeoutMs: 2000 };

  it('reports the status, and the Retry-After of the receiver', async () => {
    const server = await startHookServer(
      (_received, response) => response.writeHead(429, { 'retry-after': '7' }).end(),
      {
        tls: false,
      },
    );
    expect(await postSafely(`http://127.0.0.1:${server.port}/a`, message, local)).toEqual({
      kind: 'answered',
      status: 429,
      retryAfterSeconds: 7,
    });
    expect(server.received).toMatchObject([{ path: '/a', body: '{"a":1}' }]);
    await server.close();
  });

  it('follows no redirect', async () => {
    const server = await startHookServer(
      (_received, response) =>
        response.writeHead(307, { location: `http://127.0.0.1:${inside.port}/admin` }).end(),
      { tls: false },
    );
    expect(await postSafely(`http://127.0.0.1:${server.port}/`, message, local)).toMatchObject({
      status: 307,
    });
    expect(inside.received).toEqual([]);
    await server.close();
  });

  it('waits no longer than it should, and does not read for ever', async () => {
    const silent = await startHookServer(() => {}, { tls: false });
    expect(
      await postSafely(`http://127.0.0.1:${silent.port}/`, message, { ...local, timeoutMs: 300 }),
    ).toEqual({
      kind: 'failed',
      problem: 'Não respondeu em tempo',
    });
    await silent.close();
    const closed = Promise.withResolvers<void>();
    const endless = await startHookServer(
      (_received, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write('x'.repeat(8192)), 1);
        response.on('close', () => {
          clearInterval(timer);
          closed.resolve();
        });
      },
      { tls: false },
    );
    expect(await postSafely(`http://127.0.0.1:${endless.port}/`, message, local)).toMatchObject({
      status: 200,
    });
    await closed.promise;
    await endless.close();
  });
});
