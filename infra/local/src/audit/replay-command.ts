import { say, type Asked } from '../operate/command.ts';
import { UsageError } from '../operate/usage-error.ts';
import type { Installation } from './open-installation.ts';
import { momentOf, replay, stepJson, stepText } from './replay-process.ts';

/** `lacre audit replay`: a process as it was, event by event. */
export async function runReplay({ eventStore }: Installation, { values, terminal }: Asked): Promise<number> {
  const { process: processId, at, until, json } = values;
  if (processId === undefined) throw new UsageError('falta --process');
  if (at !== undefined && !/^\d+$/.test(at)) throw new UsageError('--at pede o número de um evento');
  const moment = until === undefined ? undefined : momentOf(until);
  if (until !== undefined && moment === undefined)
    throw new UsageError('--until pede uma data, como 2026-11-30 ou 2026-11-30T18:00');
  const end = { revision: at === undefined ? undefined : BigInt(at), moment };
  for await (const step of replay(eventStore, processId, end))
    say(terminal, json ? stepJson(step) : `${stepText(step)}\n`);
  return 0;
}
