import { serveWorker } from '../workers/serve-worker.ts';
import { drawEvidence } from './drawing/draw-evidence.ts';
import type { EvidenceFacts } from './evidence-facts.ts';

serveWorker((facts: EvidenceFacts): Promise<Uint8Array> => drawEvidence(facts));
