import { defineRoute } from '../../define-route.ts';
import { timelineOf } from '../../history/timeline.ts';

export const route = defineRoute('processTimeline', async ({ principal, params }, { log }) => {
  return { items: await timelineOf(log, principal, params.processId) };
});
