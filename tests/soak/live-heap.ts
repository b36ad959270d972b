import { once } from 'node:events';

import type { Service, ServicesApart } from '../support/services-apart.ts';
import { until } from '../support/until.ts';

/** Has a process listen for an inspector, on SIGUSR1, at a free port. */
export const INSPECTABLE = ['--inspect-port=127.0.0.1:0'];

const MB = 2 ** 20;
const ANSWERS_WITHIN_MS = 20_000;

/** By process. */
const inspectors = new Map<number, string>();

/** The address at which the service's process says that it listens. */
async function inspectorOf(services: ServicesApart, service: Service): Promise<string> {
  // A process that has only begun would be ended by the signal.
  await services.metrics(service);
  const pid = services.pid(service);
  const known = inspectors.get(pid);
  if (known !== undefined) return known;
  const told = (): string | undefined =>
    [...services.said(service).matchAll(/Debugger listening on (ws:\S+)/g)].at(-1)?.[1];
  // Of the process before it.
  const former = told();
  process.kill(pid, 'SIGUSR1');
  const address = await until('the inspector', () => {
    const now = told();
    return Promise.resolve(now === former ? undefined : now);
  });
  inspectors.set(pid, address);
  return address;
}

/**
 * What of the service's heap is still reachable, megabytes of 2^20 bytes: after a full collection, which the inspector asks
 * for. Between collections a heap grows and shrinks by half, and shows no leak that an hour makes.
 */
export async function liveHeapMb(services: ServicesApart, service: Service): Promise<number> {
  const socket = new WebSocket(await inspectorOf(services, service));
  try {
    await once(socket, 'open', { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
    await ask(socket, 1, 'HeapProfiler.collectGarbage');
    const { usedSize } = await ask(socket, 2, 'Runtime.getHeapUsage');
    return Math.round((Number(usedSize) / MB) * 10) / 10;
  } finally {
    socket.close();
  }
}

async function ask(
  socket: WebSocket,
  id: number,
  method: string,
): Promise<Readonly<Record<string, unknown>>> {
  const answered = once(socket, 'message', { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
  socket.send(JSON.stringify({ id, method }));
  const [{ data }] = (await answered) as [MessageEvent<string>];
  return (JSON.parse(data) as { result: Readonly<Record<string, unknown>> }).result;
}
