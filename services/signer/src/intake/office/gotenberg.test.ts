import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

import { listenLocally } from '@lacre/test-support';
import { afterEach, expect, it } from 'vitest';

import { odtFile } from '../../testing/office/sample-office.ts';
import { samplePdf } from '../../testing/pdfs/sample-pdfs.ts';
import { gotenbergConverter } from './gotenberg.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

type Answer = (...exchange: Parameters<RequestListener>) => void | Promise<void>;

/** A service that speaks as Gotenberg does, and where it is. */
async function serve(answer: Answer): Promise<string> {
  server = createServer((...exchange) => void answer(...exchange));
  return `http://127.0.0.1:${await listenLocally(server)}`;
}

/** One file in the field `files`, as Gotenberg reads the form. */
async function fileOf(request: IncomingMessage): Promise<{ name: string; bytes: Buffer }> {
  const form = await new Response(new Uint8Array(await bytesOf(request)), {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  }).formData();
  const [file, ...others] = form.getAll('files');
  if (!(file instanceof File) || others.length > 0) throw new Error('one file is expected');
  return { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) };
}
async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

it.each(['doc', 'docx', 'odt'] as const)('has a %s converted, under a neutral name', async (type) => {
  const pdf = await samplePdf();
  const source = odtFile('Contrato');
  const seen: unknown[] = [];
  const url = await serve(async (request, response) => {
    seen.push(request.method, request.url, await fileOf(request));
    response.setHeader('content-type', 'application/pdf').end(pdf);
  });
  expect(await gotenbergConverter({ url: `${url}/` })(source, type)).toEqual({ ok: true, pdf });
  expect(seen).toEqual(['POST', '/forms/libreoffice/convert', { name: `document.${type}`, bytes: source }]);
});

it.each([
  [400, 'UPLOAD_HANDLE_FILES_ERROR'],
  [413, 'UPLOAD_HANDLE_FILES_ERROR'],
  [415, 'UPLOAD_HANDLE_FILES_ERROR'],
  [401, 'UPLOAD_CONVERSOR_SERVICE_ERROR'],
  [404, 'UPLOAD_CONVERSOR_SERVICE_ERROR'],
  [429, 'UPLOAD_CONVERSOR_SERVICE_ERROR'],
  [500, 'UPLOAD_CONVERSOR_SERVICE_ERROR'],
  [503, 'UPLOAD_CONVERSOR_SERVICE_ERROR'],
])('treats an answer of %d as %s', async (status, code) => {
  const url = await serve(async (request, response) => {
    await text(request);
    response.writeHead(status, { 'content-type': 'text/plain' }).end('No.');
  });
  expect(await gotenbergConverter({ url })(odtFile('x'), 'odt')).toMatchObject({
    ok: false,
    refusal: { code },
  });
});

const AWAY = { ok: false, refusal: { code: 'UPLOAD_CONVERSOR_SERVICE_ERROR' } };

it('reports an unreachable service as away', async () => {
  const url = await serve((_request, response) => {
    response.end();
  });
  await new Promise((resolve) => server?.close(resolve));
  expect(await gotenbergConverter({ url })(odtFile('x'), 'odt')).toMatchObject(AWAY);
});

it('follows no redirect, and counts the service as away', async () => {
  const asked: unknown[] = [];
  const url = await serve((request, response) => {
    asked.push(request.url);
    response.writeHead(307, { location: '/outro' }).end();
  });
  expect(await gotenbergConverter({ url })(odtFile('x'), 'odt')).toMatchObject(AWAY);
  expect(asked).toEqual(['/forms/libreoffice/convert']);
});

it.each([
  ['never answers', (): void => {}],
  [
    'stops in the middle',
    ((_request, response) => void response.write('%PDF-1.7\n')) satisfies RequestListener,
  ],
])('gives up on a service that %s', async (_what, answer: Answer) => {
  const url = await serve(answer);
  // Without its time-out it would outlast the test's.
  const converted = await gotenbergConverter({ url, timeoutMs: 300 })(odtFile('x'), 'odt');
  expect(converted).toMatchObject(AWAY);
});

it('counts as away when the connection breaks halfway', async () => {
  const url = await serve((request, response) => {
    request.resume();
    response.write('%PDF-1.7\n', () => response.destroy());
  });
  expect(await gotenbergConverter({ url })(odtFile('x'), 'odt')).toMatchObject(AWAY);
});

it('takes no more than a PDF may have', async () => {
  let sent = 0;
  const url = await serve((request, response) => {
    request.resume();
    const block = Buffer.alloc(64 * 1024);
    const send = (): void => {
      while (!response.destroyed && sent < 512 * 1024 * 1024) {
        sent += block.length;
        if (!response.write(block)) return void response.once('drain', send);
      }
      response.end();
    };
    send();
  });
  const converted = await gotenbergConverter({ url, maxBytes: 1_000_000 })(odtFile('x'), 'odt');
  expect(converted).toMatchObject({ ok: false, refusal: { code: 'UPLOAD_HANDLE_FILES_ERROR' } });
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});

it('closes the request of a document that is given up', async () => {
  const [asked, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const url = await serve((request, response) => {
    response.once('close', () => closed.resolve());
    request.once('end', () => asked.resolve()).resume();
  });
  const givenUp = new AbortController();
  const converting = gotenbergConverter({ url })(odtFile('Contrato'), 'odt', givenUp.signal);
  await asked.promise;
  givenUp.abort(new Error('gone'));
  await expect(converting).rejects.toThrow('gone');
  await closed.promise;
});
