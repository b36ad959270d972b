import { defineCommand } from '../../define-route.ts';
import { useTemplate } from '../../template/use-template.ts';

export const route = defineCommand('useTemplate', (call, service, command) =>
  useTemplate(service, command, call.params.templateId, call.body, call.principal),
);
