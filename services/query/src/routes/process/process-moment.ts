import { defineRoute } from '../../define-route.ts';
import { momentOf } from '../../history/process-moment.ts';

export const route = defineRoute(
  'processMoment',
  async ({ principal, params: { processId, revision } }, { log }) =>
    momentOf(log, principal, processId, revision),
);
