import { ownBuffer, serveThread } from '../threads/serve-thread.ts';
import { drawEvidence } from './draw-evidence.ts';
import type { EvidenceFacts } from './evidence-facts.ts';

serveThread<EvidenceFacts, Uint8Array>(async (facts) => {
  const buffer = ownBuffer(await drawEvidence(facts));
  return { output: new Uint8Array(buffer), transfer: [buffer] };
});
