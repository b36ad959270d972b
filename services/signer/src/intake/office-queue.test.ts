import { expect, it, vi } from 'vitest';

import type { Converted, OfficeConverter } from './convert-office.ts';
import { queuedConverter } from './office-queue.ts';

/** A converter that ends each document when it is told to, in any order. */
function heldConverter() {
  const held = new Map<string, PromiseWithResolvers<Converted>>();
  const close = vi.fn<() => Promise<void>>();
  const convert = async (file: Buffer): Promise<Converted> => {
    const document = Promise.withResolvers<Converted>();
    held.set(file.toString(), document);
    return document.promise;
  };
  const converter: OfficeConverter = Object.assign(convert, {
    by: 'embedded' as const,
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

it('refuses the document beyond its limit at once, and loses none of the others', async () => {
  const { held, converter } = heldConverter();
  const convert = queuedConverter(converter, 3);
  const inHand = ['a', 'b', 'c'].map((name) => convert(Buffer.from(name), 'docx'));
  expect(await convert(Buffer.from('d'), 'docx')).toMatchObject(BUSY);
  expect([...held.keys()]).toEqual(['a', 'b', 'c']);
  for (const name of ['c', 'a', 'b']) held.get(name)?.resolve(pdfOf(name));
  expect(await Promise.all(inHand)).toEqual(['a', 'b', 'c'].map(pdfOf));
});

it.each([
  ['converted', (document: PromiseWithResolvers<Converted>) => document.resolve(pdfOf('a'))],
  ['failed', (document: PromiseWithResolvers<Converted>) => document.reject(new Error('disk'))],
])('has room again once a document has %s', async (_how, end) => {
  const { held, converter } = heldConverter();
  const convert = queuedConverter(converter, 1);
  const first = convert(Buffer.from('a'), 'odt').catch((error: unknown) => error);
  expect(await convert(Buffer.from('b'), 'odt')).toMatchObject(BUSY);
  end(held.get('a') as PromiseWithResolvers<Converted>);
  await first;
  const again = convert(Buffer.from('b'), 'odt');
  held.get('b')?.resolve(pdfOf('b'));
  expect(await again).toEqual(pdfOf('b'));
});

it('is the converter otherwise', async () => {
  const { converter, close } = heldConverter();
  const convert = queuedConverter(converter, 1);
  expect([convert.by, await convert.isAvailable()]).toEqual(['embedded', true]);
  await convert.close?.();
  expect(close).toHaveBeenCalledOnce();
});
