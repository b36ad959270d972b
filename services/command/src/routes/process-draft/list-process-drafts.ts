import { defineRoute } from '../../define-route.ts';
import { listDrafts } from '../../process-draft/read-draft.ts';

export const route = defineRoute('listProcessDrafts', ({ principal, query }, service) =>
  listDrafts(service, principal, query),
);
