import { defineCommand } from '../../define-route.ts';
import { removeView } from '../../process-view/process-views.ts';

export const route = defineCommand('removeProcessView', async ({ principal, params }, service) => {
  await removeView(service, principal, params.viewId);
  return { viewId: params.viewId };
});
