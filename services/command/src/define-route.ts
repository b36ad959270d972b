import type { OperationName } from '@lacre/contracts';
import { routesOver, type Call, type Route } from '@lacre/http';

import type { RunningCommand } from './decider/command-context.ts';
import { lookAhead, runCommand } from './run-command.ts';
import type { CommandService } from './service.ts';

/** An operation of this service, in the file under `routes` that is named after it. */
export const defineRoute = routesOver<CommandService>({ answersRepeats: true });

type Definition<Name extends OperationName> = Parameters<typeof defineRoute<Name>>;
type Answer<Name extends OperationName> = Awaited<ReturnType<Definition<Name>[1]>>;
type SignedInOperation = {
  [Name in OperationName]: Call<Name>['principal'] extends undefined ? never : Name;
}[OperationName];

/** An operation that is one command of a signed-in caller, run once for its idempotency key: see {@link runCommand}. */
export const defineCommand = <Name extends SignedInOperation>(
  operation: Name,
  run: (call: Call<Name>, service: CommandService, command: RunningCommand) => Promise<Answer<Name>>,
  options?: Definition<Name>[2],
): Route<CommandService> =>
  defineRoute(
    operation,
    (call, service) => {
      const { principal } = call;
      if (principal === undefined) throw new Error(`${operation} lets callers in that are not signed in`);
      return runCommand(service, { ...call, principal }, (command) => run(call, service, command));
    },
    {
      ...options,
      ahead: (carried, request, service) => lookAhead(service, carried, request),
    },
  );
