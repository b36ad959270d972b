import { Refusal } from '@lacre/http';

import { credits } from '../../credits/decide-credits.ts';
import type { CommandContext, RunningCommand } from '../../decider/command-context.ts';
import type { CommandHandler } from '../../decider/command-handler.ts';
import { orThrow } from '../../decider/or-throw.ts';
import { objectionToSet } from '../decide/decide-create.ts';
import { creationsOf, processSet, type ProcessSetState } from '../decide/decide-process-set.ts';
import { signatureProcess } from '../decide/decide-process.ts';
import type { BegunCreation, CreatedProcesses } from './created-processes.ts';
import { prepared, type LookedUp, type ProcessCreationParts } from './looked-up.ts';
import { MAX_ABANDONED } from './max-abandoned.ts';

/**
 * Creates a process for each document: all of them or none.
 *
 * 1. CreditsReserved for all, in one append. A crash after it leaves reservations without a plan: the `abandon-set` job
 *    closes the set's stream and gives all credits back, unless a repeat of the request gets to step 2 first.
 * 2. ProcessSetPlanned with "no stream": the commit point. After it the processes are created, by this call, by a repeat
 *    of it or by the `create-processes` job.
 * 3. ProcessCreated for each, then ProcessSetCreated.
 */
async function create(
  service: ProcessCreationParts,
  { context, newId }: RunningCommand,
  setId: string,
  named: LookedUp,
) {
  const { handler } = service;
  const { tenantId } = context;
  const processIds = named.asked.documents.map((_document, index) => newId(`process:${setId}:${index}`));
  const command = await prepared(service, tenantId, processIds, named);
  const objection = objectionToSet(command);
  if (objection !== undefined) throw Refusal.of(objection);
  const reserve = { type: 'reserveSet', tenantId, setId, processIds } as const;
  orThrow(await handler.handle(credits, tenantId, reserve, { ...context, key: `${context.key}:${setId}` }));
  const plan = { type: 'plan', setId, processIds, asked: command } as const;
  orThrow(await handler.handle(processSet, setId, plan, context));
  return finishProcessSet(service, setId, context);
}

/**
 * The intent's set, the first that was not abandoned; and the processes that the same intent planned before, whatever
 * became since of what they were made from. @throws Refusal
 */
async function begin(
  service: { handler: CommandHandler },
  { context, newId }: RunningCommand,
): Promise<BegunCreation> {
  for (let abandoned = 0; abandoned < MAX_ABANDONED; abandoned++) {
    const id = newId(`set:${abandoned}`);
    const { state, repeated } = await service.handler.look(processSet, id, context);
    if (state.status === 'abandoned') continue;
    if (repeated === undefined) return { id };
    orThrow(repeated);
    return { id, created: await finishProcessSet(service, id, context) };
  }
  throw new Refusal('CONCURRENT_CHANGE');
}

/** Each document in a process of its own. */
export const separateProcesses = { begin, create };

/**
 * Makes whatever of a planned set is not there yet. Idempotent, in any number of places at once.
 *
 * @returns what the set consists of, and the position that has seen all of it. @throws Refusal
 */
export async function finishProcessSet(
  service: { handler: CommandHandler },
  setId: string,
  context: CommandContext,
) {
  const { handler } = service;
  const plan = plannedIn(await handler.load(processSet, setId));
  for (const creation of creationsOf(plan))
    orThrow(await handler.handle(signatureProcess, creation.processId, creation, context));
  const record = { type: 'recordCreated', setId, tenantId: plan.tenantId } as const;
  const recordKey = `${context.key}:created`;
  const { position } = orThrow(
    await handler.handle(processSet, setId, record, { ...context, key: recordKey }),
  );
  return { position, ...answerOf(plan) };
}

function plannedIn(state: ProcessSetState) {
  if (state.status !== 'planned' && state.status !== 'created')
    throw new Error(`a set of processes is ${state.status}, and not planned`);
  return state.plan;
}

function answerOf({ processes }: ReturnType<typeof plannedIn>): Omit<CreatedProcesses, 'position'> {
  const made = processes.map(({ processId, document: { documentId, name } }) => ({
    processId,
    documents: [{ documentId, name }],
  }));
  return {
    processId: made[0]?.processId ?? '',
    documents: made.flatMap(({ documents }) => documents),
    processes: made,
  };
}
