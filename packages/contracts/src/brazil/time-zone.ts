/** The zone of the clock that people read moments by: Brasília's, of the IANA time zone database. */
export const TIME_ZONE = 'America/Sao_Paulo';
