import { defineRoute } from '../../define-route.ts';
import { listViews } from '../../process-view/process-views.ts';

export const route = defineRoute('listProcessViews', ({ principal }, service) =>
  listViews(service, principal),
);
