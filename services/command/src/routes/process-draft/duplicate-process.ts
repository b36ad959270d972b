import { defineCommand } from '../../define-route.ts';
import { duplicateProcess } from '../../process-draft/duplicate-process.ts';

export const route = defineCommand('duplicateProcess', ({ principal, params }, service, command) =>
  duplicateProcess(service, principal, command, params.processId),
);
