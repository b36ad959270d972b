import { Refusal } from '@lacre/http';

import { credits } from '../../credits/decide-credits.ts';
import { allInOrder } from '../../decider/all-in-order.ts';
import type { RunningCommand } from '../../decider/command-context.ts';
import type { CommandHandler } from '../../decider/command-handler.ts';
import { orThrow } from '../../decider/or-throw.ts';
import { objectionTo } from '../decide/decide-create.ts';
import { signatureProcess } from '../decide/decide-process.ts';
import { processOf, type ProcessState } from '../decide/state.ts';
import type { BegunCreation } from './created-processes.ts';
import { prepared, type LookedUp, type ProcessCreationParts } from './looked-up.ts';
import { MAX_ABANDONED } from './max-abandoned.ts';

/**
 * Creates a process in two steps, since its credits live in a stream of their own.
 *
 * 1. CreditsReserved. A crash after it leaves a reservation without a process: the `abandon-process` job closes the
 *    process's stream and gives the credits back, unless a repeat of the request gets to step 2 first.
 * 2. ProcessCreated with "no stream": the commit point.
 */
async function create(
  service: ProcessCreationParts,
  { context }: RunningCommand,
  processId: string,
  asked: LookedUp,
) {
  const { handler } = service;
  const command = await prepared(service, context.tenantId, [processId], asked);
  const objection = objectionTo(command);
  if (objection !== undefined) throw Refusal.of(objection);
  const { tenantId } = context;
  const reserve = reserveFor(tenantId, processId, command.documents.length);
  orThrow(
    await handler.handle(credits, tenantId, reserve, { ...context, key: `${context.key}:${processId}` }),
  );
  const { state, position } = orThrow(await handler.handle(signatureProcess, processId, command, context));
  return { position, ...createdIn(state, tenantId) };
}

/**
 * The intent's process id, the first that was not abandoned, so that a late repeat is not locked out for good; and the
 * process that the same intent created before, whatever became since of what it was made from. @throws Refusal
 */
async function begin(
  { handler }: { handler: CommandHandler },
  { context, newId }: RunningCommand,
): Promise<BegunCreation> {
  for (let abandoned = 0; abandoned < MAX_ABANDONED; abandoned++) {
    const id = newId(`process:${abandoned}`);
    const [{ state, repeated }] = await allInOrder([
      handler.look(signatureProcess, id, context),
      // What reserving credits for it looks at.
      handler.foresee(credits, context.tenantId, reserveFor(context.tenantId, id, 0)),
    ]);
    if (state.status === 'abandoned') continue;
    if (repeated === undefined) return { id };
    const { state: created, position } = orThrow(repeated);
    return { id, created: { position, ...createdIn(created, context.tenantId) } };
  }
  throw new Refusal('CONCURRENT_CHANGE');
}

const reserveFor = (tenantId: string, processId: string, amount: number) =>
  ({ type: 'reserve', tenantId, processId, amount }) as const;

/** All documents in one process. */
export const oneProcess = { begin, create };

function createdIn(state: ProcessState, tenantId: string) {
  const created = processOf(state, tenantId);
  if (created === undefined) throw new Error('a created process is not there');
  const documents = [...created.documents.values()].map(({ documentId, name }) => ({ documentId, name }));
  const { processId } = created;
  return { processId, documents, processes: [{ processId, documents }] };
}
