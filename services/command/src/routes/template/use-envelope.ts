import { defineCommand } from '../../define-route.ts';
import { useEnvelope } from '../../envelope/use-envelope.ts';

export const route = defineCommand('useEnvelope', (call, service, command) =>
  useEnvelope(service, command, call.params.envelopeId, call.body, call.principal),
);
