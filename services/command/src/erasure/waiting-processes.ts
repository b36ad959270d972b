import { streams } from '@lacre/contracts';
import type { PersonalData } from '@lacre/personal-data';

import type { CommandHandler } from '../decider/command-handler.ts';
import { signatureProcess } from '../process/decide/decide-process.ts';
import { processOf } from '../process/decide/state.ts';
import type { OpenProcesses } from '../process/open-processes.ts';
import type { Subject } from './subject.ts';

const PROCESS_PREFIX = streams.process('');
/** Streams read side by side. */
const AT_ONCE = 20;

/** Processes whose evidence still has to name the subject: those they are asked in, or asked for, and that wait. */
export async function waitingProcessesOf(
  service: { handler: CommandHandler; openProcesses: OpenProcesses; personalData: PersonalData },
  subject: Subject,
): Promise<string[]> {
  const { id, tenantId, kind } = subject;
  if (kind === 'person') return service.openProcesses.withPerson(tenantId, id);
  const ids = (await service.personalData.mentions.streamsOf(id))
    .filter((stream) => stream.startsWith(PROCESS_PREFIX))
    .map((stream) => stream.slice(PROCESS_PREFIX.length));
  const waiting: string[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const states = await Promise.all(
      ids.slice(at, at + AT_ONCE).map((processId) => service.handler.load(signatureProcess, processId)),
    );
    for (const state of states) {
      const found = processOf(state, tenantId);
      if (found?.status === 'waiting' && found.requester.userId === id) waiting.push(found.processId);
    }
  }
  return waiting;
}
