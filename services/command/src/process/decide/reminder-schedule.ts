import type { Reminders } from '@lacre/contracts';

const DAY_MS = 86_400_000;

/**
 * When the next reminder is due: whole steps after `due`, the first that is still to come at `now` and before the
 * deadline; undefined when there is none. Reminders missed during downtime become one.
 */
export function nextReminder(
  { everyDays }: Reminders,
  { due, now, deadline }: { due: string; now: string; deadline: string | undefined },
): string | undefined {
  const stepMs = everyDays * DAY_MS;
  const passed = Math.max(0, Math.floor((Date.parse(now) - Date.parse(due)) / stepMs));
  const next = Date.parse(due) + (passed + 1) * stepMs;
  if (deadline !== undefined && next >= Date.parse(deadline)) return undefined;
  return new Date(next).toISOString();
}
