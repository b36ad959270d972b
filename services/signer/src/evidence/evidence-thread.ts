import { ownBuffer, serveThread, type TaskResult } from '../threads/serve-thread.ts';
import { drawEvidence } from './draw-evidence.ts';
import type { EvidenceFacts } from './evidence-facts.ts';

serveThread(async (facts: EvidenceFacts): Promise<TaskResult<Uint8Array>> => {
  const buffer = ownBuffer(await drawEvidence(facts));
  return { output: new Uint8Array(buffer), transfer: [buffer] };
});
