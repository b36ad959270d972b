import { processIdOf } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';
import type { Position } from '@lacre/event-store';
import { Refusal } from '@lacre/http';

import type { CommandContext } from '../decider/command-context.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import type { Handled } from '../decider/handled.ts';
import { orThrow } from '../decider/or-throw.ts';
import type { Reject, Sign } from './decide/commands.ts';
import { signatureProcess } from './decide/decide-process.ts';

/**
 * Signs or rejects signatures of several processes, each process in one append. All are decided on before the first is
 * stored, so that a refusal leaves nothing done. What is stored of an act that stopped halfway stays, and a repeat
 * with the same key does the rest.
 *
 * @returns the position of the last event. @throws Refusal
 */
export async function actByProcess<Asked extends { signatureId: string }>(
  service: { handler: CommandHandler; domainLog: DomainLog },
  context: CommandContext,
  asked: readonly Asked[],
  commandOf: (asked: readonly Asked[]) => Sign | Reject,
): Promise<Position> {
  const { handler, domainLog } = service;
  const groups = [...Map.groupBy(asked, ({ signatureId }) => processIdOf(signatureId))];
  if (groups.length > 1)
    for (const [processId, group] of groups) await objectEarly(processId, commandOf(group));
  let last: Position | undefined;
  for (const [processId, group] of groups) {
    const { position } = storedAct(
      await recorded(() => handler.handle(signatureProcess, processId, commandOf(group), context)),
    );
    if (last === undefined || domainLog.comparePositions(position, last) > 0) last = position;
  }
  if (last === undefined) throw new Refusal('NO_SIGNATURESID_PROVIDED');
  return last;

  async function objectEarly(processId: string, command: Sign | Reject): Promise<void> {
    if ((await handler.repeated(signatureProcess, processId, context)) !== undefined) return;
    const decision = signatureProcess.decide(command, await handler.load(signatureProcess, processId));
    if (!decision.accepted) throw new Refusal(decision.code);
  }
}

/** A failure to store an act is answered as such: the act is not recorded. */
const recorded = <State>(handle: () => Promise<Handled<State>>): Promise<Handled<State>> =>
  handle().catch((cause: unknown) => {
    throw cause instanceof Refusal ? cause : new Refusal('SIGNATURE_EVENT_ERROR', { cause });
  });

/** The log could not be reached: what was stored of the act stays, and a repeat with the same key finds it. */
function storedAct<State>(handled: Handled<State>) {
  if (!handled.ok && handled.code === 'SERVICE_UNAVAILABLE') throw new Refusal('SIGNATURE_QUEUE_ERROR');
  return orThrow(handled);
}
