import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { listenLocally } from '@lacre/test-support';
import { afterEach, describe, expect, it } from 'vitest';

import { fetch, readAtMost } from './index.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A service that answers each connection with this body, and closes it. @returns its address */
async function closingAfter(body: Buffer, status = 200): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(`HTTP/1.1 ${status} Done\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`);
      socket.end(body);
    });
  });
  servers.push(server);
  return `http://127.0.0.1:${await listenLocally(server)}/`;
}

describe('where a service closes a connection that is not read to its end', () => {
  it.each([16, 64, 80, 1024])('goes on with %d KB left unread', async (kilobytes) => {
    const url = await closingAfter(Buffer.alloc(kilobytes * 1024, 'a'), 503);
    const answers = await Promise.all(Array.from({ length: 10 }, () => fetch(url)));
    // The end of the connection comes meanwhile; what it throws, no promise has.
    await sleep(300);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    await Promise.all(answers.map(async (answer) => answer.body?.cancel()));
  });

  it('reads all of it, however slowly', async () => {
    const content = Buffer.alloc(1_000_000, 'b');
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await fetch(await closingAfter(content))).body ?? []) {
      chunks.push(chunk);
      await sleep(5);
    }
    expect(Buffer.concat(chunks).equals(content)).toBe(true);
  });
});

/** A service that answers the bytes of a connection so far, once it has an answer. @returns its address */
async function answering(answers: (received: string) => string | undefined): Promise<string> {
  const server = createServer((socket) => {
    let received = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received += chunk.toString();
      const answer = answers(received);
      if (answer !== undefined) socket.end(`HTTP/1.1 ${answer}\r\nContent-Length: 0\r\n\r\n`);
    });
  });
  servers.push(server);
  return `http://127.0.0.1:${await listenLocally(server)}/form`;
}

describe('as the global one', () => {
  it('sends a form', async () => {
    let form = '';
    const url = await answering((received) => {
      form = received;
      return received.endsWith('--\r\n') ? '204 Done' : undefined;
    });
    const body = new FormData();
    body.append('files', new Blob(['conteúdo']), 'document.docx');
    expect((await fetch(url, { method: 'POST', body })).status).toBe(204);
    expect(form).toMatch(/^POST \/form [^]*filename="document\.docx"[^]*conteúdo/);
  });

  it('follows no redirect where that is asked', async () => {
    const url = await answering(() => '302 Found\r\nLocation: /elsewhere');
    await expect(fetch(url, { redirect: 'error' })).rejects.toThrow(TypeError);
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(302);
  });

  it('gives up when its caller does', async () => {
    const url = await answering(() => undefined);
    await expect(fetch(url, { signal: AbortSignal.timeout(50) })).rejects.toThrow(
      expect.objectContaining({ name: 'TimeoutError' }),
    );
  });
});

it.each([
  { sizeBytes: 0, maxBytes: 0, read: 0 },
  { sizeBytes: 100_000, maxBytes: 100_000, read: 100_000 },
  { sizeBytes: 100_001, maxBytes: 100_000, read: undefined },
])('reads $sizeBytes bytes of at most $maxBytes as $read', async ({ sizeBytes, maxBytes, read }) => {
  const answer = await fetch(await closingAfter(Buffer.alloc(sizeBytes, 'c')));
  expect((await readAtMost(answer, maxBytes))?.length).toBe(read);
});
