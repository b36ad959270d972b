import { ownCall } from '../../account/own-session.ts';
import { defineRoute } from '../../define-route.ts';
import { erase } from '../../erasure/erase.ts';
import { removeViewsOf } from '../../process-view/process-views.ts';
import { runCommand } from '../../run-command.ts';

export const route = defineRoute('eraseUser', async (call, service) => {
  await ownCall(service, call, { recently: true });
  return runCommand(service, call, async ({ context }) => {
    const { uid: id } = call.params;
    const subject = { kind: 'user', id, tenantId: context.tenantId } as const;
    // Before the fact: a crash between the two leaves a user without saved lists, and not the lists without their user.
    await removeViewsOf(service, subject);
    return { position: await erase(service, context, subject, call.body.reason) };
  });
});
