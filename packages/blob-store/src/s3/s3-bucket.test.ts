import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { listenLocally } from '@lacre/test-support';
import { expect, test } from 'vitest';

import { readS3Address } from './s3-address.ts';
import { S3Bucket } from './s3-bucket.ts';

test('reads to its end an object whose connection the service closes before all is read', async () => {
  const content = Buffer.alloc(1_000_000, 'a');
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      const head = [
        'HTTP/1.1 206 Partial Content',
        `Content-Length: ${content.length}`,
        'Connection: close',
        '',
        '',
      ];
      socket.write(head.join('\r\n'));
      socket.end(content);
    });
  });
  const port = await listenLocally(server);
  const bucket = new S3Bucket(readS3Address(`s3://files?endpoint=http://127.0.0.1:${port}`), {
    accessKeyId: 'reader',
    secretAccessKey: 'secret',
  });
  const object = { sizeBytes: content.length, etag: '"1"' };
  // Used first, it makes its own dispatcher the global one.
  await fetch('http://127.0.0.1:1').catch(() => {});
  const chunks: Uint8Array[] = [];
  for await (const chunk of bucket.bytes('file', object, { start: 0, end: content.length })) {
    chunks.push(chunk);
    // As of a caller over a slow line.
    await sleep(5);
  }
  expect(Buffer.concat(chunks).equals(content)).toBe(true);
  server.close();
});
