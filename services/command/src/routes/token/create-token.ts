import { ownCall } from '../../account/own-session.ts';
import { defineRoute } from '../../define-route.ts';
import { runCommand } from '../../run-command.ts';
import { issueToken } from '../../token/issue-token.ts';

export const route = defineRoute('createToken', async (call, service) => {
  await ownCall(service, call, { recently: true });
  const issued = await runCommand(service, call, async (command) => {
    await service.attempts.count('tokenPerUser', call.principal.sub);
    return issueToken(service, command, { ...call.body, issuer: call.principal });
  });
  return { ...issued, token: await service.tokenSecrets.secretOf(issued.tokenId) };
});
