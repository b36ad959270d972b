import { defineCommand } from '../../define-route.ts';
import { erase } from '../../erasure/erase.ts';

export const route = defineCommand('erasePerson', async (call, service, { context }) => {
  const { personId: id } = call.params;
  const subject = { kind: 'person', id, tenantId: context.tenantId } as const;
  return { position: await erase(service, context, subject, call.body.reason) };
});
