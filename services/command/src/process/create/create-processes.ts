import type { RunningCommand } from '../../decider/command-context.ts';
import { oneProcess } from './create-process.ts';
import { separateProcesses } from './create-separate-processes.ts';
import type { CreatedProcesses } from './created-processes.ts';
import { lookedUp, type AskedProcess, type ProcessCreationParts } from './looked-up.ts';

/**
 * Creates what is asked to be signed, once for the intent: as one process, or as one of each document.
 *
 * @param gather what the request names; it may have been removed before a repeat, which is answered all the same
 * @throws Refusal
 */
export async function createProcesses(
  service: ProcessCreationParts,
  command: RunningCommand,
  type: 'single' | 'separate',
  gather: () => Promise<AskedProcess>,
): Promise<CreatedProcesses> {
  const { begin, create } = type === 'separate' ? separateProcesses : oneProcess;
  // Read at once with what tells whether it was created before; refused for only where it was not.
  const asked = gather().then((named) => lookedUp(service, command.context.tenantId, named));
  asked.catch(() => {});
  const { id, created } = await begin(service, command);
  return created ?? create(service, command, id, await asked);
}
