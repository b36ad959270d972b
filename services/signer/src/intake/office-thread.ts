import { serveThread, type TaskResult } from '../threads/serve-thread.ts';
import type { RefusalName } from './intake-refusal.ts';
import { officeProblem } from './weigh-office.ts';

export interface OfficeInput {
  file: Uint8Array;
}
export interface OfficeAnswer {
  problem: RefusalName | undefined;
}

serveThread(async ({ file }: OfficeInput): Promise<TaskResult<OfficeAnswer>> => ({
  output: { problem: officeProblem(Buffer.from(file.buffer, file.byteOffset, file.length)) },
}));
