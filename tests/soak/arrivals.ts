import { startHookServer } from '@lacre/projector/testing';

import type { Outage } from './outages.ts';

/** Something that came from outside the product's walls, under the id that makes a repetition known. */
export interface Arrival {
  id: string;
  atMs: number;
}

/** A receiver of webhooks that is out of order now and then, and what it took. */
export interface HookReceiver {
  url: string;
  /** What was answered with 204, by address and `webhook-id`. */
  taken: Arrival[];
  /** Facts of processes that ended, each by its id, by address and process. */
  ends: Map<string, Set<string>>;
  refused: number;
  close: () => Promise<unknown>;
}

const ENDS = new Set(['process.finished.v1', 'process.canceled.v1', 'process.rejected.v1']);

/** @param random of which one in forty answers is a 503 */
export async function startHookReceiver(random: () => number): Promise<HookReceiver> {
  const receiver: Omit<HookReceiver, 'close' | 'url'> = { taken: [], ends: new Map(), refused: 0 };
  const server = await startHookServer(
    ({ path, headers, body }, response) => {
      server.received.length = 0;
      if (random() < 1 / 40) {
        receiver.refused += 1;
        response.writeHead(503).end();
        return;
      }
      const id = String(headers['webhook-id']);
      receiver.taken.push({ id: `${path} ${id}`, atMs: performance.now() });
      const { type, subjects } = JSON.parse(body) as { type: string; subjects: { processId?: string } };
      if (ENDS.has(type)) {
        const process = `${path} ${subjects.processId}`;
        receiver.ends.set(process, (receiver.ends.get(process) ?? new Set()).add(id));
      }
      response.writeHead(204).end();
    },
    { tls: false },
  );
  return Object.assign(receiver, { url: `http://127.0.0.1:${server.port}`, close: server.close });
}

/** How long after a request its outcome may still not have been written when something goes away. */
const IN_FLIGHT_MS = 15_000;

/**
 * What came twice: within an outage, as its commit point allows (docs/commit-points.md: the same once more, under the same
 * id), and what no outage explains.
 *
 * @param mayRepeat outages of what sends, and of what keeps that it was sent
 */
export function judgeRepetitions(
  arrivals: readonly Arrival[],
  mayRepeat: readonly Outage[],
): { explained: number; unexplained: string[] } {
  const lastAt = new Map<string, number>();
  let explained = 0;
  const unexplained: string[] = [];
  for (const { id, atMs } of arrivals) {
    const beforeAt = lastAt.get(id);
    lastAt.set(id, atMs);
    if (beforeAt === undefined) continue;
    const isAcross = mayRepeat.some(
      ({ fromMs, toMs }) => beforeAt < toMs && fromMs - IN_FLIGHT_MS < beforeAt && fromMs < atMs,
    );
    if (isAcross) explained += 1;
    else unexplained.push(`${id}, at ${Math.round(beforeAt)} and ${Math.round(atMs)} ms`);
  }
  return { explained, unexplained };
}
