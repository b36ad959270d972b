import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

import type { JsonObject } from '@lacre/event-store';
import { canonicalJson } from '@lacre/personal-data';
import type { FastifyReply } from 'fastify';

import { BYTE_ORDER_MARK, csvLine, type Cell } from './csv.ts';

/** Rows of an export that are held at a time. */
export const EXPORT_PAGE = 100;

/** A list as a file. */
export interface Exported<Item extends object> {
  /** Of the file, without what its format adds. */
  fileName: string;
  /** What the file says of itself: of whom, when, by which filters. */
  about: JsonObject;
  columns: readonly (readonly [header: string, cell: (item: Item) => Cell])[];
  /** Pages of at most `EXPORT_PAGE`, each read when the one before it has been sent. */
  pages: AsyncIterable<readonly Item[]>;
}

/**
 * Sends a list while it is read, a page at a time. What fails before the first page is a problem like any other; what
 * fails later breaks the answer off, so that no part passes for the whole.
 */
export async function sendExport<Item extends object>(
  reply: FastifyReply,
  format: 'csv' | 'json',
  exported: Exported<Item>,
): Promise<FastifyReply> {
  const pages = exported.pages[Symbol.asyncIterator]();
  const first = await pages.next();
  const items = async function* (): AsyncGenerator<readonly Item[]> {
    for (let page = first; page.done !== true; page = await pages.next()) yield page.value;
  };
  const text = format === 'csv' ? csvOf(exported, items()) : jsonOf(exported, items());
  return reply
    .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
    .header('content-disposition', `attachment; filename="${exported.fileName}.${format}"`)
    .send(Readable.from(text, { objectMode: false }));
}

async function* csvOf<Item extends object>(
  { columns }: Exported<Item>,
  pages: AsyncIterable<readonly Item[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(([header]) => header));
  for await (const page of pages)
    yield page.map((item) => csvLine(columns.map(([, cell]) => cell(item)))).join('');
}

/** Before the first line. */
const CHAIN_START = '0'.repeat(64);

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Each line with the SHA-256 of the text of the hash before it (64 zeros before the first) followed by the SHA-256 of the
 * line as JSON by RFC 8785, as in the chain of evidence (docs/exports.md): a line that is missing, moved or changed shows.
 */
async function* jsonOf<Item extends object>(
  { about }: Exported<Item>,
  pages: AsyncIterable<readonly Item[]>,
): AsyncGenerator<string> {
  let head = CHAIN_START;
  let count = 0;
  yield `{"about":${JSON.stringify(about)},\n"items":[`;
  for await (const page of pages) {
    let text = '';
    for (const item of page) {
      head = sha256Of(head + sha256Of(canonicalJson(item as JsonObject)));
      text += `${count === 0 ? '' : ','}\n{"sha256":"${head}","item":${JSON.stringify(item)}}`;
      count += 1;
    }
    if (text !== '') yield text;
  }
  yield `\n],\n"count":${count},\n"sha256":"${head}"}\n`;
}

/** Pages until one is not full. @param next the page after the place where the last one ended */
export async function* pagesBy<Item, Place>(
  next: (before: Place | undefined) => Promise<{ items: Item[]; last: Place | undefined }>,
): AsyncGenerator<Item[]> {
  let before: Place | undefined;
  do {
    const page = await next(before);
    yield page.items;
    before = page.last;
  } while (before !== undefined);
}
