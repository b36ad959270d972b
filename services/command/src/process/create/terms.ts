import { brasiliaDay, type Reminders, type TenantSettings } from '@lacre/contracts';

const DAY_MS = 86_400_000;

interface Asked {
  deadline?: string | null | undefined;
  reminders?: Reminders | null | undefined;
}

/**
 * Until when and how people are asked: as the request says, and where it says nothing as the account's settings do at
 * `at`. From here on it is the process's own, whatever becomes of the settings.
 */
export function termsOf(
  { deadline, reminders }: Asked,
  settings: Pick<TenantSettings, 'deadlineDays' | 'reminders'>,
  at: string,
): { deadline: string | undefined; reminders: Reminders | undefined } {
  const usual = settings.deadlineDays === undefined ? undefined : endOfDay(at, settings.deadlineDays);
  const asked = deadline === undefined ? usual : deadline;
  return {
    deadline: asked === null || asked === undefined ? undefined : new Date(asked).toISOString(),
    reminders: (reminders === undefined ? settings.reminders : reminders) ?? undefined,
  };
}

/** The last second of the day that many days later, by the clock of Brasília, which has been three hours behind since 2019. */
function endOfDay(at: string, days: number): string {
  return lastMomentOf(brasiliaDay(new Date(Date.parse(at) + days * DAY_MS)));
}

/** The last second of a day in Brasília. @param day `2026-11-30` */
export const lastMomentOf = (day: string): string => new Date(`${day}T23:59:59-03:00`).toISOString();
