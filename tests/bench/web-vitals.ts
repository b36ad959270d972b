import type { BrowserContext, Page } from 'playwright-core';

import { SLOWDOWN } from './phone.ts';

interface Line {
  /** Bytes a second; -1 is as fast as it goes. */
  downloadThroughput: number;
  uploadThroughput: number;
  /** There and back, milliseconds. */
  latency: number;
}

/** As Lighthouse's "slow 4G": 1.6 Mbit/s down, 0.75 up, 150 ms there and back. */
const SLOW_4G: Line = {
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
  latency: 150,
};

/** Waits and layout shifts that a user sees, milliseconds (CLS has no unit); https://web.dev/articles/vitals. */
export interface Vitals {
  lcp: number;
  inp: number;
  cls: number;
}

interface Measured {
  lcp: number;
  cls: number;
  interactions: Map<number, number>;
}

/** In the page, before anything of it: watches what the browser says of itself. */
function watch(): void {
  const measured: Measured = { lcp: 0, cls: 0, interactions: new Map() };
  (globalThis as unknown as { vitals: Measured }).vitals = measured;
  const observe = (type: string, options: object, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...options,
    });
  observe('largest-contentful-paint', {}, (entry) => {
    measured.lcp = entry.startTime;
  });
  // The largest burst of shifts, each within a second of the one before and five of the first.
  let burst = { value: 0, from: 0, to: 0 };
  observe('layout-shift', {}, (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (hadRecentInput) return;
    const at = entry.startTime;
    burst =
      at - burst.to < 1000 && at - burst.from < 5000
        ? { value: burst.value + value, from: burst.from, to: at }
        : { value, from: at, to: at };
    measured.cls = Math.max(measured.cls, burst.value);
  });
  observe('event', { durationThreshold: 16 }, (entry) => {
    const { interactionId } = entry as PerformanceEntry & { interactionId?: number };
    if (interactionId === undefined || interactionId === 0) return;
    const before = measured.interactions.get(interactionId) ?? 0;
    measured.interactions.set(interactionId, Math.max(before, entry.duration));
  });
}

/** A page on such a line, with nothing cached. @param slowdown of the processor */
export async function measuredPage(context: BrowserContext, line: Line, slowdown: number): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(watch);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...line });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

/** A phone on a slow line. */
export const slowPage = (context: BrowserContext): Promise<Page> => measuredPage(context, SLOW_4G, SLOWDOWN);

/** What was measured so far on the page as it stands. */
export async function vitalsOf(page: Page): Promise<Vitals> {
  // The browser tells of a paint after it: two frames later it has.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return page.evaluate(() => {
    const { lcp, cls, interactions } = (globalThis as unknown as { vitals: Measured }).vitals;
    return {
      lcp: Math.round(lcp),
      inp: Math.round(Math.max(0, ...interactions.values())),
      cls: Math.round(cls * 1000) / 1000,
    };
  });
}
