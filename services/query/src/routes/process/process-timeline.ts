import { defineRoute } from '../../define-route.ts';
import { timelineOf } from '../../timeline.ts';

export const route = defineRoute('processTimeline', async ({ principal, params }, { eventStore }) => {
  return { items: await timelineOf(eventStore, principal, params.processId) };
});
