import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import type { BrowserContext, Page } from 'playwright-core';

import { measuredPage, vitalsOf } from './web-vitals.ts';

const DIST = fileURLToPath(new URL('../../web/dist', import.meta.url));

/**
 * So long that a busy machine's own delays, of which a page has fewer than these, do not count: what was painted after the
 * fourth wait and before the fifth took four rounds, whatever the processor had to do besides.
 */
const LATENCY_MS = 3000;

/** What had to come before the largest paint. No busy machine blurs these. */
export interface Counts {
  /** Requests begun before it, that of the page among them. */
  requests: number;
  /** How many of them had to wait for one another: for an answer, or for one of a browser's six connections. */
  serialRounds: number;
  /** Of the JavaScript among them, after gzip. */
  javascriptKb: number;
}

/** A page on which every request takes the same long while, and nothing else does. */
export const countedPage = (context: BrowserContext): Promise<Page> =>
  measuredPage(context, { downloadThroughput: -1, uploadThroughput: -1, latency: LATENCY_MS }, 1);

/** What was asked for until now that the largest paint waited for. */
export async function countsOf(page: Page): Promise<Counts> {
  const { lcp } = await vitalsOf(page);
  const asked = await page.evaluate(
    (until) =>
      performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime < until)
        .map(({ name }) => new URL(name).pathname),
    lcp,
  );
  const scripts = new Set(asked.filter((path) => /\.m?js$/.test(path)));
  const bytes = [...scripts].reduce((sum, path) => sum + gzipSize(path), 0);
  return {
    requests: asked.length + 1,
    serialRounds: Math.floor(lcp / LATENCY_MS),
    javascriptKb: Math.round((bytes / 1024) * 10) / 10,
  };
}

const gzipSize = (path: string): number => gzipSync(readFileSync(join(DIST, path)), { level: 9 }).length;
