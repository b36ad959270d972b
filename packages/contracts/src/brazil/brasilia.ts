import { TIME_ZONE } from './time-zone.ts';

const day = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE });

/** The day that a moment lies in by the clock of Brasília: `2026-11-28`. */
export const brasiliaDay = (moment: Date): string => day.format(moment);

/** The month that it lies in: `2026-11`. */
export const brasiliaMonth = (moment: Date): string => brasiliaDay(moment).slice(0, 'yyyy-mm'.length);
