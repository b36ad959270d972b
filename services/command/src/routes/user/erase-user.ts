import { ownCall } from '../../account/own-session.ts';
import { defineRoute } from '../../define-route.ts';
import { erase } from '../../erasure/erase.ts';
import { runCommand } from '../../run-command.ts';

export const route = defineRoute('eraseUser', async (call, service) => {
  await ownCall(service, call, { recently: true });
  return runCommand(service, call, async ({ context }) => {
    const { uid: id } = call.params;
    const subject = { kind: 'user', id, tenantId: context.tenantId } as const;
    return { position: await erase(service, context, subject, call.body.reason) };
  });
});
