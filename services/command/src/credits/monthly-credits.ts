import { brasiliaDay } from '@lacre/contracts';

const MONTH_NAME = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The month that a moment lies in by the clock of Brasília, `2026-11`. */
export const monthOf = (at: string): string => brasiliaDay(new Date(at)).slice(0, 7);

/** The month after. */
export function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}

/** When a month begins in Brasília, which has been three hours behind UTC since 2019. */
export const beginningOf = (month: string): string => new Date(`${month}-01T00:00:00-03:00`).toISOString();

/** `novembro de 2026` */
const nameOf = (month: string): string => MONTH_NAME.format(new Date(`${month}-01T00:00:00Z`));

/** What the statement says of a monthly grant. */
export const reasonOf = (month: string): string => `Créditos mensais de ${nameOf(month)}`;
