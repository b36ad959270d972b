import { defineRoute } from '../../define-route.ts';
import { signatureProcess } from '../../process/decide-process.ts';
import { runCommand, stored } from '../../run-command.ts';

export const route = defineRoute('cancelProcess', (call, service) => {
  return runCommand(service, 'cancelProcess', call, async ({ context }) => {
    const { documentId, reason } = call.body;
    const cancel = { type: 'cancel', tenantId: context.tenantId, documentId, reason } as const;
    const { position } = stored(
      await service.handler.handle(signatureProcess, call.params.processId, cancel, context),
    );
    return { position };
  });
});
