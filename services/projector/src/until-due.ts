/** Longest sleep by the machine's clock, milliseconds: a machine that was suspended, or whose clock was set, notices. */
const LONGEST_MS = 30_000;
/** The same by another clock, which may be turned on at any moment. */
const LONGEST_BY_OTHER_CLOCK_MS = 500;

export interface DueWait {
  /** When the next thing is due; undefined when nothing is. */
  dueAt: Date | undefined;
  /** Resolves when something new may be due. */
  woken: Promise<void>;
  signal: AbortSignal;
  /** Default: the machine's clock. */
  now?: (() => Date) | undefined;
}

/** Sleeps until the time due, a wake-up or the abort, or for the longest sleep. Never rejects. */
export async function untilDue({ dueAt, woken, signal, now }: DueWait): Promise<void> {
  if (signal.aborted) return;
  const longestMs = now === undefined ? LONGEST_MS : LONGEST_BY_OTHER_CLOCK_MS;
  const dueMs = dueAt === undefined ? longestMs : dueAt.getTime() - (now?.() ?? new Date()).getTime();
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, Math.min(longestMs, Math.max(0, dueMs)));
  const onAbort = (): void => over.resolve();
  signal.addEventListener('abort', onAbort);
  await Promise.race([woken, over.promise]);
  signal.removeEventListener('abort', onAbort);
  clearTimeout(timer);
}
