import { eventSchemas, streams, type EventMetadata, type ProcessEvent } from '@lacre/contracts';
import type { EventStore, RecordedEvent } from '@lacre/event-store';

import { signatureProcess } from './decide-process.ts';
import type { ProcessState } from './state.ts';

/** One event of a process, and what the process was after it. */
export interface ReplayedStep {
  recorded: RecordedEvent;
  event: ProcessEvent;
  metadata: EventMetadata;
  state: ProcessState;
}

/**
 * A process as its rules see it, event by event: what decided every command is what is told here.
 *
 * @throws ZodError when an event in the log does not fit the contracts
 */
export async function* replayProcess(store: EventStore, processId: string): AsyncGenerator<ReplayedStep> {
  let state = signatureProcess.initialState();
  for await (const recorded of store.readStream(streams.process(processId))) {
    const schema = eventSchemas[recorded.type as ProcessEvent['type']];
    const event = { type: recorded.type, data: schema.parse(recorded.data) } as ProcessEvent;
    state = signatureProcess.evolve(state, event);
    yield { recorded, event, metadata: recorded.metadata as unknown as EventMetadata, state };
  }
}
