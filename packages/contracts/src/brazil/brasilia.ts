/** The zone of the clock that people read moments by: Brasília's, of the IANA time zone database. */
export const TIME_ZONE = 'America/Sao_Paulo';

const day = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE });

/** The day that a moment lies in by the clock of Brasília: `2026-11-28`. */
export const brasiliaDay = (moment: Date): string => day.format(moment);

/** The month that it lies in: `2026-11`. */
export const brasiliaMonth = (moment: Date): string => brasiliaDay(moment).slice(0, 'yyyy-mm'.length);
