import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { portOf } from '@lacre/test-support';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { samplePdf } from '../testing/pdfs/sample-pdfs.ts';
import { multipartFile, openTestSigner, type TestSigner } from '../testing/test-signer.ts';

const MIB = 1024 * 1024;
const STALL_MS = 1500;
/** Of 32 MiB, the largest that is taken. */
const PAYLOAD = multipartFile(Buffer.alloc(32 * MIB, 0x20));
let test: TestSigner;
let port: number;
let spoolFolder: string;
beforeAll(async () => {
  spoolFolder = await mkdtemp(join(tmpdir(), 'lacre-slow-uploads-'));
  const transfers = { spoolFolder, stallMs: STALL_MS, bytesPerAddress: 128 * MIB, memoryBytes: 64 * MIB };
  test = await openTestSigner({}, { transfers });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  port = portOf(test.app.server);
});
beforeEach(async () => {
  await until(() => test.app.transfers.inFlight.bodies === 0);
});
afterAll(async () => {
  await test.close();
  await rm(spoolFolder, { recursive: true });
});

async function until(is: () => boolean): Promise<void> {
  for (let tries = 0; !is(); tries += 1) {
    if (tries > 1200) throw new Error('never came');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** A sender of an upload who stops after `sent` of its bytes. */
async function stopsAfter(sent: number) {
  const { headers, payload } = PAYLOAD;
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('error', () => {}).on('data', (chunk) => (text += String(chunk)));
  await once(socket, 'connect');
  const head = [
    'POST /api/upload HTTP/1.1',
    'Host: localhost',
    `Authorization: ${test.asUser(randomUUID())}`,
    `Content-Type: ${headers['content-type']}`,
    `Content-Length: ${payload.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(payload.subarray(0, sent));
  return {
    socket,
    answer: async () => {
      await until(() => text.includes('\r\n\r\n'));
      return text;
    },
  };
}

it('holds stalled uploads on disk, not in memory, and gives them up with 408', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const before = process.memoryUsage().arrayBuffers;
  const senders = [];
  // None is given up before the last of them is there.
  test.app.transfers.limits.stallMs = 8000;
  for (let count = 0; count < 5; count += 1) senders.push(await stopsAfter(20 * MIB));
  await until(() => test.app.transfers.inFlight.bytes > 99 * MIB);
  // Chunks count until they are written, and then until they are collected; none of the uploads is given up meanwhile.
  await until(() => {
    collect();
    const held = process.memoryUsage().arrayBuffers - before;
    return test.app.transfers.inFlight.bytes > 99 * MIB && held < 40 * MIB;
  });
  expect(await readdir(spoolFolder)).toEqual([]);
  for (const { answer } of senders) {
    const text = await answer();
    expect(text).toMatch(/^HTTP\/1.1 408[\s\S]*retry-after: \d+/i);
    expect(text).toContain('REQUEST_TIMEOUT');
  }
  test.app.transfers.limits.stallMs = STALL_MS;
}, 60_000);

it('refuses an address beyond its bytes with 503, in Portuguese and with Retry-After', async () => {
  test.app.transfers.limits.stallMs = 60_000;
  const senders = [];
  for (let count = 0; count < 4; count += 1) senders.push(await stopsAfter(31 * MIB));
  await until(() => test.app.transfers.inFlight.bytes > 123 * MIB);
  const { answer } = await stopsAfter(PAYLOAD.payload.length);
  const text = await answer();
  for (const { socket } of senders) socket.destroy();
  test.app.transfers.limits.stallMs = STALL_MS;
  expect(text).toMatch(/^HTTP\/1.1 503[\s\S]*retry-after: \d+/i);
  expect(text).toContain('TOO_MANY_UPLOADS');
  expect(text).toContain('Há envios demais');
});

it('takes a file in while others stall', async () => {
  await stopsAfter(20 * MIB);
  const { headers, payload } = multipartFile(await samplePdf());
  const reply = await fetch(`http://127.0.0.1:${port}/api/upload`, {
    method: 'POST',
    headers: { ...headers, authorization: test.asUser(randomUUID()) },
    body: Uint8Array.from(payload),
  });
  expect(reply.status).toBe(201);
});
