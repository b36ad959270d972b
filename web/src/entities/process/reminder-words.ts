import { MIN_REMINDER_MINUTES } from '@lacre/contracts/limits';

/** How often a person may be reminded by hand. */
export const REMINDER_LIMIT = `A mesma pessoa pode ser lembrada uma vez a cada ${MIN_REMINDER_MINUTES} minutos.`;
