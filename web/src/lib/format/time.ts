import { LOCALE, TIME_ZONE } from './format.ts';
import { lazily } from './lazily.ts';

const time = lazily(() => new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short', timeZone: TIME_ZONE }));

/** "14:05", Brasília time. */
export const formatTime = (moment: string | Date): string => time().format(new Date(moment));
