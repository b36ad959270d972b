import { defineCommand } from '../../define-route.ts';
import { saveView } from '../../process-view/process-views.ts';

export const route = defineCommand('saveProcessView', async ({ principal, params, body }, service) => {
  await saveView(service, principal, params.viewId, body);
  return { viewId: params.viewId };
});
