import type { RunningCommand } from '../../decider/command-context.ts';
import { oneProcess, type AskedProcess, type ProcessCreationParts } from './create-process.ts';
import { separateProcesses } from './create-separate-processes.ts';
import type { CreatedProcesses } from './created-processes.ts';

/**
 * Creates what is asked to be signed, once for the intent: as one process, or as one of each document.
 *
 * @param gather what the request names, looked up the first time only: it may have been removed before a repeat
 * @throws Refusal
 */
export async function createProcesses(
  service: ProcessCreationParts,
  command: RunningCommand,
  type: 'single' | 'separate',
  gather: () => Promise<AskedProcess>,
): Promise<CreatedProcesses> {
  const { begin, create } = type === 'separate' ? separateProcesses : oneProcess;
  const { id, created } = await begin(service, command);
  return created ?? create(service, command, id, await gather());
}
