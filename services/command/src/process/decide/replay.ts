import { streams, type ProcessEvent } from '@lacre/contracts';
import { createDomainLog, type LoggedEvent } from '@lacre/domain-log';
import type { EventStore } from '@lacre/event-store';

import { signatureProcess } from './decide-process.ts';
import type { ProcessState } from './state.ts';

/** One event of a process, and what the process was after it. */
export interface ReplayedStep {
  event: LoggedEvent<ProcessEvent>;
  state: ProcessState;
}

/**
 * A process as its rules see it, event by event: the state that decided every command.
 *
 * @throws ZodError when an event in the log does not fit the contracts
 */
export async function* replayProcess(store: EventStore, processId: string): AsyncGenerator<ReplayedStep> {
  const log = createDomainLog(store);
  let state = signatureProcess.initialState();
  for await (const event of log.readStream(streams.process(processId), { refuse: 'misfits' })) {
    state = signatureProcess.evolve(state, event);
    yield { event, state };
  }
}
