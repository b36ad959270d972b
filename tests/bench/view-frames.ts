import type { CDPSession, Page } from 'playwright-core';

import { SLOWDOWN } from './phone.ts';

/** A frame that took longer than one and a half of a 60 Hz display was late. */
const LATE_MS = 25;
/** How a thumb drags: most of a screen in a moment, again and again. */
const DRAGS = { count: 16, steps: 12 } as const;

/** Frames of a page while it is scrolled. */
export interface Frames {
  /** Frames a second; a display shows 60. */
  perSecond: number;
  latePercent: number;
  longestMs: number;
  /** Of the frames, those in which the page in the middle of the view was blank. */
  blankPercent: number;
  /** How far was scrolled, there and back, in heights of the view. */
  screens: number;
}

/** What is scrolled, by selectors. */
export interface View {
  scroller: string;
  /** Its pages, each with a canvas once it is drawn; undefined where it is empty. */
  page: string | undefined;
}

interface Watched {
  intervals: number[];
  blank: number;
  scrolledPx: number;
  stop: () => void;
}

/** In the page: takes each frame's time, and whether the page in the middle of the view has been drawn by then. */
function watch({ scroller: scrolls, page }: View): void {
  const watched: Watched = { intervals: [], blank: 0, scrolledPx: 0, stop: () => cancelAnimationFrame(next) };
  Object.assign(globalThis, { watched });
  const scroller = document.querySelector(scrolls)!;
  // Where the pages lie is taken once: asked in each frame, it would cost what is measured.
  const beginsAt = scroller.getBoundingClientRect().top - scroller.scrollTop;
  const sheets = [...(page === undefined ? [] : scroller.querySelectorAll(page))].map((sheet) => {
    const { top, bottom } = sheet.getBoundingClientRect();
    return { sheet, top: top - beginsAt, bottom: bottom - beginsAt };
  });
  const half = scroller.clientHeight / 2;
  let last = performance.now();
  let place = scroller.scrollTop;
  let next = requestAnimationFrame(function frame(now) {
    watched.intervals.push(now - last);
    last = now;
    watched.scrolledPx += Math.abs(scroller.scrollTop - place);
    place = scroller.scrollTop;
    const middle = place + half;
    const inView = sheets.find(({ top, bottom }) => top <= middle && middle <= bottom);
    if (inView !== undefined && inView.sheet.querySelector('canvas') === null) watched.blank += 1;
    next = requestAnimationFrame(frame);
  });
}

/** A finger that is put down, moves and is lifted, each step once the page has heard of the one before. */
async function dragged(session: CDPSession, x: number, [from, to]: readonly [number, number]): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [{ x, y: from }]);
  for (let step = 1; step <= DRAGS.steps; step += 1)
    await touch('touchMove', [{ x, y: from + ((to - from) * step) / DRAGS.steps }]);
  await touch('touchEnd', []);
}

/** Drags through the document, there and back, as long as the first page is drawn. */
export async function viewFrames(page: Page, view: View): Promise<Frames> {
  const session = await page.context().newCDPSession(page);
  if (view.page !== undefined) await page.locator(`${view.page} canvas`).first().waitFor();
  await page.waitForLoadState('networkidle');
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.evaluate(watch, view);
  const { x, y, width, height } = (await page.locator(view.scroller).boundingBox())!;
  for (let drag = 0; drag < DRAGS.count; drag += 1) {
    const [from, to] = [y + height * 0.75, y + height * 0.05];
    // Between the bars that lie over a view. Down three times, then up once: pages come anew, and again.
    await dragged(session, x + width / 2, drag % 4 === 3 ? [to, from] : [from, to]);
  }
  const { intervals, blank, scrolledPx } = await page.evaluate(() => {
    const { watched } = globalThis as unknown as { watched: Watched };
    watched.stop();
    return { ...watched, stop: undefined };
  });
  const total = intervals.reduce((sum, interval) => sum + interval, 0);
  const percent = (count: number): number => Math.round((1000 * count) / intervals.length) / 10;
  return {
    perSecond: Math.round((10_000 * intervals.length) / total) / 10,
    latePercent: percent(intervals.filter((interval) => interval > LATE_MS).length),
    longestMs: Math.round(Math.max(...intervals)),
    blankPercent: percent(blank),
    screens: Math.round((10 * scrolledPx) / height) / 10,
  };
}
