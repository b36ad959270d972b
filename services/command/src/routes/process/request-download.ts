import { defineRoute } from '../../define-route.ts';
import { requestDownload } from '../../download/request-download.ts';
import { runCommand } from '../../run-command.ts';

export const route = defineRoute('requestDownload', (call, service) => {
  return runCommand(service, 'requestDownload', call, (command) =>
    requestDownload(service, command, { ...call.body, requester: call.principal }),
  );
});
