import { brasiliaDay, endOfDay, type Reminders, type TenantSettings } from '@lacre/contracts';

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
  const usual = settings.deadlineDays === undefined ? undefined : daysLater(at, settings.deadlineDays);
  const asked = deadline === undefined ? usual : deadline;
  return {
    deadline: asked === null || asked === undefined ? undefined : new Date(asked).toISOString(),
    reminders: (reminders === undefined ? settings.reminders : reminders) ?? undefined,
  };
}

const daysLater = (at: string, days: number): string =>
  endOfDay(brasiliaDay(new Date(Date.parse(at) + days * DAY_MS)));
