import { defineCommand } from '../../define-route.ts';
import { requestDownload } from '../../download/request-download.ts';

export const route = defineCommand('requestDownload', (call, service, command) =>
  requestDownload(service, command, { ...call.body, requester: call.principal }),
);
