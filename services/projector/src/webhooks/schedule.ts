import { WEBHOOK_RETRY_HOURS } from '@lacre/contracts/limits';

import type { Outcome } from './post-safely.ts';

export const TRIED_FOR_MS = WEBHOOK_RETRY_HOURS * 3_600_000;
/** An address that took nothing for this long is disabled, milliseconds. */
export const DISABLED_AFTER_MS = 5 * 24 * 3_600_000;
const FIRST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 3_600_000;

/** How long to wait after the n-th failure in a row, milliseconds: doubling from 5 s to 1 h, less up to a half. */
export function waitAfter(failures: number, outcome: Outcome, random: () => number): number {
  const doubled = Math.min(FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 20), LONGEST_WAIT_MS);
  const jittered = doubled * (0.5 + random() / 2);
  const asked = outcome.kind === 'answered' ? (outcome.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.max(jittered, Math.min(asked, LONGEST_WAIT_MS));
}

export const isDelivered = (outcome: Outcome): boolean =>
  outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300;

/** What came of it, for people; null when it came through. */
export function problemIn(outcome: Outcome): string | null {
  if (isDelivered(outcome)) return null;
  if (outcome.kind === 'failed') return outcome.problem;
  const { status } = outcome;
  if (status >= 300 && status < 400) return `Respondeu ${status}: redirecionamentos não são seguidos`;
  return `Respondeu ${status}`;
}
