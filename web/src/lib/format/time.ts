import { TIME_ZONE } from '@lacre/contracts/time-zone';

import { perLocale } from './lazily.ts';

const time = perLocale(
  (language) => new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: TIME_ZONE }),
);

/** "14:05", Brasília time. */
export const formatTime = (moment: string | Date): string => time().format(new Date(moment));
