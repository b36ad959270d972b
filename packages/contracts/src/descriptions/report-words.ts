/** What reports count of an account, by month and company. */
export const reportFigures = {
  created: 'Criados',
  finished: 'Finalizados',
  rejected: 'Recusados',
  expired: 'Vencidos',
  canceled: 'Cancelados',
} as const;
export type ReportFigure = keyof typeof reportFigures;
export const REPORT_FIGURES = Object.keys(reportFigures) as [ReportFigure, ...ReportFigure[]];

/** Classes of how long something took: up to so many hours, and more than in the class before; `within` is of it and those before. */
export const DELAY_CLASSES = [
  { upToHours: 1, label: 'Até 1 hora', within: 'até 1 hora' },
  { upToHours: 4, label: 'De 1 a 4 horas', within: 'até 4 horas' },
  { upToHours: 24, label: 'De 4 a 24 horas', within: 'até 24 horas' },
  { upToHours: 72, label: 'De 1 a 3 dias', within: 'até 3 dias' },
  { upToHours: 168, label: 'De 3 a 7 dias', within: 'até 7 dias' },
  { upToHours: 360, label: 'De 7 a 15 dias', within: 'até 15 dias' },
  { upToHours: 720, label: 'De 15 a 30 dias', within: 'até 30 dias' },
  { upToHours: Number.POSITIVE_INFINITY, label: 'Mais de 30 dias', within: 'mais de 30 dias' },
] as const;

const HOUR_MS = 3_600_000;

/** The class, counted from 0, of what began and ended then. @param from ISO 8601, as `to` */
export const delayClassOf = (from: string, to: string): number => {
  const hours = (Date.parse(to) - Date.parse(from)) / HOUR_MS;
  return DELAY_CLASSES.findIndex(({ upToHours }) => hours <= upToHours);
};
