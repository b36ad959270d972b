import { defineRoute } from '../../define-route.ts';
import { process } from '../../process/decide-process.ts';
import { runCommand, stored } from '../../run-command.ts';

export const route = defineRoute('cancelProcess', (call, service) => {
  return runCommand(service, 'cancelProcess', call, async ({ context }) => {
    const { documentId, reason } = call.body;
    const cancel = { type: 'cancel', tenantId: context.tenantId, documentId, reason } as const;
    const { position } = stored(
      await service.handler.handle(process, call.params.processId, cancel, context),
    );
    return { position };
  });
});
