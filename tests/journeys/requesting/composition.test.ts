import { connect } from 'node:net';

import { KurrentDbStandIn } from '@lacre/event-store/testing/kurrentdb-stand-in';
import { leaveOut, NatsServer, natsServerPath } from '@lacre/work-queue/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { launchChromium } from '../../browser/chromium.ts';
import { mainJourney } from '../../browser/main-journey.ts';
import { Lacre } from '../../support/lacre.ts';

/** The JetStream streams of a server, asked in NATS's own words: a subscription for the answer, then the request. */
async function streamsOf(url: string): Promise<string[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write('CONNECT {"verbose":false}\r\nSUB answer 1\r\nPUB $JS.API.STREAM.NAMES answer 0\r\n\r\n');
  let heard = '';
  for await (const chunk of socket) {
    heard += String(chunk);
    const answer = /"streams":(\[[^\]]*\]|null)/.exec(heard)?.[1];
    if (answer !== undefined) return (JSON.parse(answer) as string[] | null) ?? [];
  }
  throw new Error(`no answer: ${heard}`);
}

let browser: Browser;
let log: KurrentDbStandIn;
let nats: NatsServer | undefined;

beforeAll(async () => {
  log = new KurrentDbStandIn();
  await log.start();
  const binary = natsServerPath();
  if (binary === undefined)
    leaveOut('NATS in the browser journey: the work queue stays in Postgres', 'nats-server');
  else nats = await NatsServer.start(binary);
  browser = await launchChromium();
}, 60_000);
afterAll(async () => {
  await browser.close();
  await nats?.dispose();
  log.close();
});

it('is the same journey with the log in KurrentDB and the work in NATS', async () => {
  const lacre = await Lacre.create({
    EVENT_STORE_URL: log.connectionString,
    ...(nats === undefined ? {} : { NATS_URL: nats.url }),
  });
  try {
    await lacre.start();
    // The screens are those of the other composition, which axe has seen.
    await mainJourney(browser, lacre, { accessibility: false });
    // Both were really used.
    expect(log.eventCount).toBeGreaterThan(20);
    const streams = nats === undefined ? ['left out'] : await streamsOf(nats.url);
    expect(streams).not.toEqual([]);
  } finally {
    await lacre.dispose();
  }
}, 240_000);
