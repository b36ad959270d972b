import { serveWorker } from '../../workers/serve-worker.ts';
import type { RefusalName } from '../intake-refusal.ts';
import { officeProblem } from './office-limits.ts';

export interface OfficeInput {
  file: Uint8Array;
}
export interface OfficeAnswer {
  problem: RefusalName | undefined;
}

serveWorker(async ({ file }: OfficeInput): Promise<OfficeAnswer> => ({
  problem: officeProblem(Buffer.from(file.buffer, file.byteOffset, file.length)),
}));
