/** Creations of one intent that were abandoned halfway before one succeeds; each took over a minute. */
export const MAX_ABANDONED = 5;
