import { defineRoute } from '../../define-route.ts';
import { signatureProcess } from '../../process/decide-process.ts';
import { runCommand, stored } from '../../run-command.ts';

export const route = defineRoute('extendDeadline', (call, service) => {
  return runCommand(service, 'extendDeadline', call, async ({ context }) => {
    const { tenantId } = context;
    const deadline = new Date(call.body.deadline).toISOString();
    const at = service.now().toISOString();
    const extend = { type: 'extendDeadline', tenantId, deadline, at } as const;
    const { position } = stored(
      await service.handler.handle(signatureProcess, call.params.processId, extend, context),
    );
    return { position };
  });
});
