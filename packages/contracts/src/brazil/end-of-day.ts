/** The last second of a day in Brasília, which has been three hours behind UTC all year since 2019. @param day `2026-11-30` */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59-03:00`).toISOString();
