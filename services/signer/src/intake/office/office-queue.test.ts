import { expect, it, vi } from 'vitest';

import type { Converted, OfficeConverter } from './convert-office.ts';
import { queuedConverter } from './office-queue.ts';

/** A converter that a test lets end each document, in any order. */
function heldConverter(atOnce: number) {
  const held = new Map<string, PromiseWithResolvers<Converted>>();
  const close = vi.fn<() => Promise<void>>();
  const convert = async (file: Buffer): Promise<Converted> => {
    const document = Promise.withResolvers<Converted>();
    held.set(file.toString(), document);
    return document.promise;
  };
  const converter: OfficeConverter = Object.assign(convert, {
    by: 'embedded' as const,
    atOnce,
    isAvailable: async () => true,
    close,
  });
  return { held, close, converter };
}

const pdfOf = (name: string): Converted => ({ ok: true, pdf: Buffer.from(`PDF de ${name}`) });
const BUSY = {
  ok: false,
  refusal: { code: 'UPLOAD_CONVERSOR_SERVICE_ERROR', retryAfterSeconds: 10 },
};

/** A queue whose documents are named `a1`, `b1`: of tenant `a`, of tenant `b`. */
function namedQueue(atOnce: number, limit: number) {
  const { held, converter } = heldConverter(atOnce);
  const queue = queuedConverter(converter, limit);
  return {
    /** In the order in which they were begun. */
    begun: () => [...held.keys()],
    send: (name: string) => queue(name.charAt(0), Buffer.from(name), 'docx'),
    /** Ends one once it was begun; what follows from it has then been. */
    end: async (name: string) => {
      await new Promise(setImmediate);
      held.get(name)?.resolve(pdfOf(name));
      await new Promise(setImmediate);
    },
  };
}

it('refuses the document beyond its limit at once, and loses none of the others', async () => {
  const { begun, send, end } = namedQueue(3, 3);
  const inHand = ['a1', 'a2', 'a3'].map(send);
  expect(await send('a4')).toMatchObject(BUSY);
  expect(begun()).toEqual(['a1', 'a2', 'a3']);
  for (const name of ['a3', 'a1', 'a2']) await end(name);
  expect(await Promise.all(inHand)).toEqual(['a1', 'a2', 'a3'].map(pdfOf));
});

it('converts as many documents at a time as the converter allows', async () => {
  const { begun, send, end } = namedQueue(2, 16);
  const sent = ['a1', 'a2', 'a3'].map(send);
  await new Promise(setImmediate);
  expect(begun()).toEqual(['a1', 'a2']);
  await end('a2');
  expect(begun()).toEqual(['a1', 'a2', 'a3']);
  for (const name of ['a1', 'a3']) await end(name);
  expect(await Promise.all(sent)).toEqual(['a1', 'a2', 'a3'].map(pdfOf));
});

it('serves tenants round robin, however many documents one has sent', async () => {
  const { begun, send, end } = namedQueue(1, 16);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void send(name);
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(name);
  expect(begun()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

it('gives the next place to a tenant with nothing under way', async () => {
  const { begun, send, end } = namedQueue(2, 16);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) void send(name);
  await end('a1');
  expect(begun()).toEqual(['a1', 'a2', 'b1']);
});

it('takes room in a full queue from the tenant with the most, last come first', async () => {
  const { begun, send, end } = namedQueue(1, 4);
  const [, a2, a3, a4] = ['a1', 'a2', 'a3', 'a4'].map(send);
  const b1 = send('b1');
  expect(await a4).toMatchObject(BUSY);
  const b2 = send('b2');
  expect(await a3).toMatchObject(BUSY);
  // Each has its half now.
  for (const name of ['a5', 'b3']) expect(await send(name)).toMatchObject(BUSY);
  for (const name of ['a1', 'b1', 'a2', 'b2']) await end(name);
  expect(begun()).toEqual(['a1', 'b1', 'a2', 'b2']);
  expect(await Promise.all([a2, b1, b2])).toEqual(['a2', 'b1', 'b2'].map(pdfOf));
});

it('takes no place from a document under way', async () => {
  const { send } = namedQueue(2, 2);
  for (const name of ['a1', 'a2']) void send(name);
  expect(await send('b1')).toMatchObject(BUSY);
});

it.each([
  ['converted', (document: PromiseWithResolvers<Converted>) => document.resolve(pdfOf('a'))],
  ['failed', (document: PromiseWithResolvers<Converted>) => document.reject(new Error('disk'))],
])('has room again once a document has %s', async (_how, end) => {
  const { held, converter } = heldConverter(1);
  const convert = queuedConverter(converter, 1);
  const first = convert('tenant', Buffer.from('a'), 'odt').catch((error: unknown) => error);
  expect(await convert('tenant', Buffer.from('b'), 'odt')).toMatchObject(BUSY);
  end(held.get('a') as PromiseWithResolvers<Converted>);
  await first;
  const again = convert('tenant', Buffer.from('b'), 'odt');
  await new Promise(setImmediate);
  held.get('b')?.resolve(pdfOf('b'));
  expect(await again).toEqual(pdfOf('b'));
});

it('takes a document that is given up out of the queue, and aborts the converter of one under way', async () => {
  const { held, converter } = heldConverter(1);
  const told: string[] = [];
  const convert = queuedConverter(
    Object.assign(async (...[file, type, signal]: Parameters<OfficeConverter>) => {
      signal?.addEventListener('abort', () => {
        told.push(file.toString());
        held.get(file.toString())?.reject(signal.reason);
      });
      return converter(file, type);
    }, converter),
    2,
  );
  const [first, second] = [new AbortController(), new AbortController()];
  const underWay = convert('tenant', Buffer.from('a'), 'docx', first.signal);
  const waiting = convert('tenant', Buffer.from('b'), 'docx', second.signal);
  second.abort(new Error('not wanted'));
  await expect(waiting).rejects.toThrow('not wanted');
  const next = convert('tenant', Buffer.from('c'), 'docx');
  first.abort(new Error('gone'));
  await expect(underWay).rejects.toThrow('gone');
  await new Promise(setImmediate);
  held.get('c')?.resolve(pdfOf('c'));
  expect(await next).toEqual(pdfOf('c'));
  expect([told, [...held.keys()]]).toEqual([['a'], ['a', 'c']]);
  await expect(convert('tenant', Buffer.from('d'), 'docx', first.signal)).rejects.toThrow('gone');
});

it('passes name, availability and closing on to the converter', async () => {
  const { converter, close } = heldConverter(1);
  const convert = queuedConverter(converter, 1);
  expect([convert.by, await convert.isAvailable()]).toEqual(['embedded', true]);
  await convert.close?.();
  expect(close).toHaveBeenCalledOnce();
});
